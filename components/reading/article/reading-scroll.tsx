'use client'

import { useEffect, useRef } from 'react'

type ReadingScrollProps = {
  readonly scroller: HTMLElement
  /** Carries `data-bars` while its bars are away; a text that is opened anew has them. */
  readonly pane: HTMLElement
}

/** Shorter texts, in heights of their pane, need no line that says how far one is. */
const shortText = 2
/** The bars go after so many pixels down, and come after fewer up: whoever looks for them should not have to pull. */
const awayPx = 24
const backPx = 10
/** At the top and near the end of a text the bars are always there. */
const topPx = 60
const endPx = 80

/** Says by a thin line how far a text is read, and puts the bars of a phone away while one scrolls down. */
export function ReadingScroll({ scroller, pane }: ReadingScrollProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(
    () => (line.current === null ? undefined : follow(scroller, pane, line.current)),
    [scroller, pane],
  )
  return (
    <div
      ref={line}
      aria-hidden
      data-progress
      hidden
      className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-ink-2 rtl:origin-right"
    />
  )
}

/** Puts the tools of a list away while one scrolls it down on a phone. */
export function ListScroll({ scroller, pane }: ReadingScrollProps) {
  useEffect(() => follow(scroller, pane, null), [scroller, pane])
  return null
}

/** Draws what the place in a text or list says, until it is ended. */
function follow(scroller: HTMLElement, pane: HTMLElement, line: HTMLElement | null): () => void {
  let lastAt = scroller.scrollTop
  let turnedAt = scroller.scrollTop
  let isDown = false
  const draw = () => {
    const room = scroller.scrollHeight - scroller.clientHeight
    const at = Math.max(0, Math.min(scroller.scrollTop, room))
    if (line !== null) {
      line.hidden = scroller.scrollHeight < shortText * scroller.clientHeight
      line.style.transform = `scaleX(${room > 0 ? at / room : 0})`
    }
    if (at !== lastAt && at > lastAt !== isDown) [turnedAt, isDown] = [lastAt, at > lastAt]
    lastAt = at
    const comesBack = !isDown && turnedAt - at > backPx
    if (at < topPx || room - at < endPx || comesBack) delete pane.dataset['bars']
    else if (isDown && at - turnedAt > awayPx) pane.dataset['bars'] = 'away'
  }
  draw()
  // Pictures that come late make a text longer.
  const observer = new ResizeObserver(draw)
  observer.observe(scroller)
  for (const child of scroller.children) observer.observe(child)
  scroller.addEventListener('scroll', draw, { passive: true })
  return () => {
    observer.disconnect()
    scroller.removeEventListener('scroll', draw)
    delete pane.dataset['bars']
  }
}
