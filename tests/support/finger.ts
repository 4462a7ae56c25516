import type { Page } from 'playwright-core'
import { postingRow } from './app-pages.ts'

type Point = { readonly x: number; readonly y: number }

/**
 * Moves a finger sideways over a row, so many pixels to the right.
 * @returns whether the row followed it: a page that is not alive yet does not
 */
export async function swipe(page: Page, title: string, by: number): Promise<boolean> {
  const box = await postingRow(page, title).boundingBox()
  if (box === null) throw new Error(`${title} is not drawn`)
  const y = box.y + box.height / 2
  const x = by > 0 ? 60 : 340
  let isFollowed = false
  await drag(page, { x, y }, { x: x + by, y }, async () => {
    isFollowed = (await page.locator('[style*="translateX"]').count()) > 0
  })
  return isFollowed
}

/**
 * A finger, by the browser's own protocol: the page gets touch and pointer events as from a screen. `atEnd` is done
 * before it is lifted.
 */
export async function drag(page: Page, from: Point, to: Point, atEnd?: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const steps = 8
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  }
  await atEnd?.()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
