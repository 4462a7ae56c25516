import axe, { type Result } from 'axe-core'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeOptions, axeRegion, findingsOf, hiddenSideways, overflows, settle } from './page-findings.ts'

export type LookOptions = {
  readonly only?: 'wide' | 'narrow' | undefined
  /** The page holds a real publisher's text, which lacks what its author left out: axe does not look into it. */
  readonly isForeign?: boolean
  /** The part that the pictures are about, where it does not stand at the top. */
  readonly inSight?: Locator
}

/**
 * The rules for every page, wide and narrow, light and dark: without findings of axe and not wider than its window.
 * With PICTURES=1 a picture of each goes to tests/artefacts.
 */
export async function checkEveryLook(
  page: Page,
  name: string,
  { only, isForeign = false, inSight }: LookOptions = {},
): Promise<void> {
  const findings = await findingsOf(name, only ?? 'both', {
    show: async (size, colorScheme) => {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme })
      await inSight?.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      await page.evaluate(settle)
    },
    runAxe: (rules) => runAxe(page, { rules, isForeign }),
    measure: async (look) => {
      await takePicture(page, look)
      return [...(await page.evaluate(overflows, look)), ...(await page.evaluate(hiddenSideways, look))]
    },
  })
  expect(findings).toEqual([])
}

/** Takes a picture where somebody asks for pictures: to take one costs as much as to check the page. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env['PICTURES'] === undefined) return
  await page.screenshot({ path: `tests/artefacts/${name}.png`, fullPage })
}

/** `rules`: only these; null: all. */
async function runAxe(
  page: Page,
  { rules, isForeign }: { readonly rules: readonly string[] | null; readonly isForeign: boolean },
): Promise<readonly Result[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ([within, how]) => {
      const { axe: there } = window as unknown as { readonly axe: typeof axe }
      return (await there.run(within, how)).violations
    },
    [axeRegion(isForeign), axeOptions(rules)] as const,
  )
}
