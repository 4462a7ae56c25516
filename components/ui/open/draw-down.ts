import type { PointerEvent } from 'react'

/** Past this way, in px, letting go closes a sheet; so does a quick flick of a third of it. */
const closesPx = 96
const flickPx = 32
const flickMs = 200

/** Lets a finger or the mouse draw the sheet around a head down, until it lets go. What closes it says `data-closes`. */
export function drawDown(event: PointerEvent<HTMLElement>): void {
  const head: HTMLElement = event.currentTarget
  const sheet = head.closest<HTMLElement>('[role=dialog]')
  const isControl = event.target instanceof Element && event.target.closest('button, a') !== null
  if (sheet === null || isControl || event.button !== 0) return
  const { clientY, timeStamp, pointerId } = event
  const leave = new AbortController()
  const { signal } = leave
  let shift = 0
  const letGo = (end: globalThis.PointerEvent) => {
    leave.abort()
    sheet.style.removeProperty('transform')
    const isFlick = end.timeStamp - timeStamp < flickMs && shift > flickPx
    if (end.type === 'pointerup' && (shift > closesPx || isFlick))
      sheet.querySelector<HTMLElement>('[data-closes]')?.click()
  }
  head.setPointerCapture(pointerId)
  head.addEventListener(
    'pointermove',
    (move) => {
      shift = Math.max(0, move.clientY - clientY)
      sheet.style.setProperty('transform', `translateY(${shift}px)`)
    },
    { signal },
  )
  head.addEventListener('pointerup', letGo, { signal })
  head.addEventListener('pointercancel', letGo, { signal })
}
