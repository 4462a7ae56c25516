import axe from 'axe-core'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import {
  axeOptions,
  axeRegion,
  hiddenSideways,
  looksOf,
  overflows,
  settle,
  toFindings,
} from '../page-findings.ts'

/**
 * What every page must be, wide and narrow, light and dark: without findings of axe and not wider than its window. As
 * tests/support/page-check.ts for whole pages.
 */
export async function checkLooks(name: string, only: 'wide' | 'narrow' | 'both' = 'both'): Promise<void> {
  const findings: string[] = []
  for (const { width, height, theme, rules } of looksOf[only]) {
    const look = `${name}-${width}-${theme}`
    await page.viewport(width, height)
    document.documentElement.dataset['theme'] = theme
    await settle()
    const { violations } = await axe.run(axeRegion(false), axeOptions(rules))
    findings.push(...toFindings(violations, look), ...overflows(look), ...hiddenSideways(look))
  }
  await page.viewport(1440, 900)
  expect(findings).toEqual([])
}
