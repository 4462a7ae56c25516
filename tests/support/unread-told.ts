import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectUnread } from './app-pages.ts'

/**
 * Notes in a page when its sidebar first says so many unread postings of a list: by the page's own clock, when it is drawn,
 * not when somebody looks. Call it before what changes the count; the answer waits for it, as epoch milliseconds.
 */
export async function noteUnread(page: Page, list: string, count: number): Promise<() => Promise<number>> {
  await page.evaluate(
    ([name, wanted]) => {
      const heard = window as unknown as { toldAt: number | undefined }
      heard.toldAt = undefined
      const nav = document.querySelector('nav')
      const look = () => {
        const isTold = [...document.querySelectorAll('nav a')].some((link) =>
          link.textContent.endsWith(`${name}${wanted} unread`),
        )
        if (!isTold || heard.toldAt !== undefined) return
        heard.toldAt = Date.now()
        seen.disconnect()
      }
      const seen = new MutationObserver(look)
      seen.observe(nav?.ownerDocument.body ?? document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    },
    [list, count] as const,
  )
  return async () => {
    await expectUnread(page, list, count)
    const toldAt = () => page.evaluate(() => (window as unknown as { toldAt?: number }).toldAt ?? 0)
    await expect.poll(toldAt, { timeout: 1000 }).toBeGreaterThan(0)
    return toldAt()
  }
}

/** When the next click on a page happens, by the page's own clock. */
export async function noteClick(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const heard = window as unknown as { clickedAt: number }
    heard.clickedAt = 0
    document.addEventListener('click', () => (heard.clickedAt = Date.now()), { capture: true, once: true })
  })
  return () => page.evaluate(() => (window as unknown as { clickedAt: number }).clickedAt)
}

/**
 * How late this machine is now for what takes no time: the worst of some timers in the page, in ms. What a program takes
 * cannot be told from that.
 */
export function lagOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let worst = 0
    for (let n = 0; n < 20; n += 1) {
      const before = performance.now()
      await new Promise((resolve) => setTimeout(resolve, 10))
      worst = Math.max(worst, performance.now() - before - 10)
    }
    return worst
  })
}
