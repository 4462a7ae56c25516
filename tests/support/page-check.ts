import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const looks = [
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
] as const

export type LookOptions = {
  readonly only?: 'wide' | 'narrow' | undefined
  /** The page holds a real publisher's text, which lacks what its author left out: axe does not look into it. */
  readonly isForeign?: boolean
  /** What the pictures are about, where it does not stand at the top. */
  readonly inSight?: Locator
}

/**
 * What every page must be, wide and narrow, light and dark: without findings of axe and not wider than its window.
 * A picture of each goes to tests/artefacts.
 */
export async function checkEveryLook(
  page: Page,
  name: string,
  { only, isForeign = false, inSight }: LookOptions = {},
): Promise<void> {
  const findings: string[] = []
  for (const { width, height, theme } of looks) {
    if ((only === 'wide' && width < 1000) || (only === 'narrow' && width > 1000)) continue
    const look = `${name}-${width}-${theme}`
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme })
    await inSight?.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    await settle(page)
    await page.screenshot({ path: `tests/artefacts/${look}.png` })
    findings.push(
      ...(await findingsOfAxe(page, look, {
        rules: theme === 'dark' ? ['color-contrast'] : null,
        isForeign,
      })),
      ...(await overflows(page, look)),
      ...(await hiddenSideways(page, look)),
    )
  }
  expect(findings).toEqual([])
}

/** Fonts are there, nothing moves, nothing is announced as loading. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished))
  })
}

/** `rules`: only these; null: all. In the dark only colours differ. */
async function findingsOfAxe(
  page: Page,
  look: string,
  { rules, isForeign }: { readonly rules: string[] | null; readonly isForeign: boolean },
): Promise<string[]> {
  const axe = new AxeBuilder({ page })
  if (isForeign) axe.exclude('.article')
  if (rules !== null) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      // A menu hangs at the end of the document; while it is open it is all there is.
      .filter(({ target }) => id !== 'region' || !target.join(' ').includes('data-radix-popper'))
      .map((node) => `${look}: ${id} (${help}) at ${node.target.join(' ')}: ${node.html.slice(0, 160)}`),
  )
}

/** The window itself, and the part of the page that scrolls. */
async function overflows(page: Page, look: string): Promise<string[]> {
  return page.evaluate((where) => {
    return [document.documentElement, document.querySelector('main')].flatMap((element) => {
      if (element === null || element.scrollWidth <= element.clientWidth) return []
      return [`${where}: ${element.tagName} is ${element.scrollWidth - element.clientWidth} px too wide`]
    })
  }, look)
}

/** Tables and charts are seen whole: none stands in a box that must be scrolled sideways. */
async function hiddenSideways(page: Page, look: string): Promise<string[]> {
  return page.evaluate((where) => {
    const drawn = document.querySelectorAll('main table, main [role=group]:has(svg[role=img])')
    return [...drawn].flatMap((element) => {
      const box = element.closest('.overflow-x-auto')
      if (box === null || element.closest('.article') !== null || box.scrollWidth <= box.clientWidth)
        return []
      const name = box.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)
      return [`${where}: ${box.scrollWidth - box.clientWidth} px of “${name}” are out of sight`]
    })
  }, look)
}
