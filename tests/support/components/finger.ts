import { expect } from 'vitest'
import { cdp, page, type Locator } from 'vitest/browser'

type Point = { readonly x: number; readonly y: number }

/** Gives the window the size of a phone or tablet. It has fingers and no mouse in files named `touch.test.tsx`, and in no others. */
export async function openPhone(width = 390): Promise<void> {
  expect(matchMedia('(pointer: coarse)').matches).toBe(true)
  await page.viewport(width, 844)
}

/** Presses an element with a finger, once it stands still and nothing lies over it: a row may still grow after the last act. */
export async function tap(locator: Locator): Promise<void> {
  locator.element().scrollIntoView({ block: 'nearest' })
  let at: Point = { x: -1, y: -1 }
  await expect
    .poll(async () => {
      const before = at
      await new Promise(requestAnimationFrame)
      at = centreOf(locator.element().getBoundingClientRect())
      const isStill = at.x === before.x && at.y === before.y
      return isStill && locator.element().contains(document.elementFromPoint(at.x, at.y))
    })
    .toBe(true)
  await press(at)
}

/** Presses a place of the window with a finger. It is lifted without a wait: Chromium takes what lasts half a second for a long press. */
export async function press(at: Point): Promise<void> {
  await Promise.all([touch('touchStart', at), touch('touchEnd')])
}

/** Moves a finger sideways over a row, so many pixels to the right. @returns whether the row followed it */
export async function swipe(row: Locator, by: number): Promise<boolean> {
  const { y } = centreOf(row.element().getBoundingClientRect())
  const x = by > 0 ? 60 : 340
  let isFollowed = false
  await drag({ x, y }, { x: x + by, y }, () => {
    isFollowed = document.querySelector('[style*="translateX"]') !== null
  })
  return isFollowed
}

/** Draws a finger from one place of the window to another. `atEnd` is done before it is lifted. */
export async function drag(from: Point, to: Point, atEnd: () => void = () => undefined): Promise<void> {
  const steps = 8
  await touch('touchStart', from)
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps
    await touch('touchMove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
  }
  atEnd()
  await touch('touchEnd')
}

/** By the browser's own protocol: the window gets touch and pointer events as from a screen. It stands in a frame of the tests' own page. */
async function touch(type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect()
  const points = at === undefined ? [] : [{ x: at.x + (frame?.x ?? 0), y: at.y + (frame?.y ?? 0) }]
  await cdp().send('Input.dispatchTouchEvent', { type, touchPoints: points })
}

function centreOf({ x, y, width, height }: DOMRect): Point {
  return { x: x + width / 2, y: y + height / 2 }
}
