import { useEffect, useRef, useState } from 'react'

/** So far down the list is to be pulled; the finger moves twice as far. */
export const PULL_PX = 56

/** The distance that a list at its top is pulled down, in px; letting go beyond PULL_PX calls `onPull`. Touch only. */
export function usePull(scroller: HTMLElement | null, onPull: () => void): number {
  const [pulled, setPulled] = useState(0)
  // Whatever is drawn anew while the finger is down must not let go of it.
  const current = useRef(onPull)
  useEffect(() => {
    current.current = onPull
  })
  useEffect(() => {
    if (scroller === null) return
    let startY: number | null = null
    let distance = 0
    const onStart = (event: TouchEvent) => {
      const [touch] = event.touches
      startY = scroller.scrollTop <= 0 && event.touches.length === 1 ? (touch?.clientY ?? null) : null
      distance = 0
    }
    const onMove = (event: TouchEvent) => {
      const [touch] = event.touches
      if (startY === null || touch === undefined) return
      if (scroller.scrollTop > 0) startY = null
      distance = startY === null ? 0 : Math.max(0, Math.min(PULL_PX * 1.5, (touch.clientY - startY) / 2))
      setPulled(distance)
    }
    const onEnd = () => {
      if (distance >= PULL_PX) current.current()
      startY = null
      distance = 0
      setPulled(0)
    }
    const options = { passive: true }
    scroller.addEventListener('touchstart', onStart, options)
    scroller.addEventListener('touchmove', onMove, options)
    scroller.addEventListener('touchend', onEnd, options)
    scroller.addEventListener('touchcancel', onEnd, options)
    return () => {
      scroller.removeEventListener('touchstart', onStart)
      scroller.removeEventListener('touchmove', onMove)
      scroller.removeEventListener('touchend', onEnd)
      scroller.removeEventListener('touchcancel', onEnd)
    }
  }, [scroller])
  return pulled
}
