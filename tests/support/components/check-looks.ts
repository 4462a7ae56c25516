import axe from 'axe-core'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import {
  axeOptions,
  axeRegion,
  findingsOf,
  hiddenSideways,
  overflows,
  settle,
  type AskedLooks,
} from '#tests/support/browser/page-findings.ts'

/**
 * The rules for every page, wide and narrow, light and dark: without findings of axe, and not wider than its window, from left to right
 * or from right to left. As tests/support/browser/page-check.ts for whole pages.
 */
export async function checkLooks(name: string, only: AskedLooks = 'both'): Promise<void> {
  const findings = await findingsOf(name, only, {
    show: async ({ width, height }, theme) => {
      await page.viewport(width, height)
      document.documentElement.dataset['theme'] = theme
      await settle()
    },
    runAxe: async (rules) => (await axe.run(axeRegion(false), axeOptions(rules))).violations,
    measure: (look) => Promise.resolve([...overflows(look), ...hiddenSideways(look), ...mirrored(look)]),
  })
  await page.viewport(1440, 900)
  expect(findings).toEqual([])
}

/** The parts that are too wide once the page is turned around, as a language from right to left does. */
function mirrored(look: string): string[] {
  const { dir } = document.documentElement
  document.documentElement.dir = 'rtl'
  const found = overflows(`${look}-from-right`)
  document.documentElement.dir = dir
  return found
}
