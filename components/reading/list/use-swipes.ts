import { useEffect, useEffectEvent, useState } from 'react'

export type SwipeSide = 'right' | 'left'
/** A row that a finger moves: to the right, or to the left. */
type Swiped = { readonly row: HTMLElement; readonly id: string; readonly side: SwipeSide }

const startPx = 12
/** Past this share of the row's width the act is done on letting go. */
const commitShare = 0.5

/**
 * Lets a finger move the rows of a list sideways. Up and down stay with the browser (touch-action), so lists scroll as
 * everywhere. A side without an act does not move.
 * @returns the row that is moved now
 */
export function useSwipes(
  scroller: HTMLElement,
  hasAct: (side: SwipeSide) => boolean,
  onSwipe: (id: string, side: SwipeSide) => void,
): Swiped | null {
  const [swiped, setSwiped] = useState<Swiped | null>(null)
  const mayMove = useEffectEvent(hasAct)
  const commit = useEffectEvent(onSwipe)
  useEffect(() => {
    const leave = new AbortController()
    const { signal } = leave
    let start: { readonly row: HTMLElement; readonly x: number; readonly y: number } | null = null
    let isSwipe = false
    let dx = 0
    // A second finger changes nothing: the row follows the first one.
    const onDown = (event: PointerEvent) => {
      if (!event.isPrimary) return
      isSwipe = false
      dx = 0
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-swipe]') : null
      start =
        event.pointerType === 'touch' && row !== null ? { row, x: event.clientX, y: event.clientY } : null
    }
    const onMove = (event: PointerEvent) => {
      if (start === null || !event.isPrimary) return
      const { row, x, y } = start
      const wanted = event.clientX - x
      if (!isSwipe) {
        if (Math.abs(wanted) < startPx || Math.abs(wanted) < Math.abs(event.clientY - y)) return
        isSwipe = true
        row.setPointerCapture(event.pointerId)
      }
      const side: SwipeSide = wanted > 0 ? 'right' : 'left'
      dx = mayMove(side) ? wanted : 0
      move(row, dx)
      setSwiped((now) =>
        now?.row === row && now.side === side ? now : { row, id: row.dataset['swipe'] ?? '', side },
      )
    }
    const onEnd = (event: PointerEvent) => {
      if (start === null || !event.isPrimary) return
      const { row } = start
      start = null
      move(row, 0)
      setSwiped(null)
      const share = dx / row.clientWidth
      if (event.type !== 'pointerup' || Math.abs(share) < commitShare) return
      commit(row.dataset['swipe'] ?? '', share > 0 ? 'right' : 'left')
    }
    // Letting go may press the row below the finger. A key or a screen reader presses without a pointer: that is no part of a swipe.
    const onClick = (event: MouseEvent) => {
      if (!isSwipe || event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
      isSwipe = false
    }
    scroller.addEventListener('pointerdown', onDown, { signal })
    scroller.addEventListener('pointermove', onMove, { signal })
    scroller.addEventListener('pointerup', onEnd, { signal })
    scroller.addEventListener('pointercancel', onEnd, { signal })
    scroller.addEventListener('click', onClick, { signal, capture: true })
    return () => {
      leave.abort()
      if (start !== null) move(start.row, 0)
    }
  }, [scroller])
  return swiped
}

/** The row itself stays, and shows what lies behind its content. */
function move(row: HTMLElement, dx: number): void {
  const content = row.firstElementChild
  if (!(content instanceof HTMLElement)) return
  row.toggleAttribute('data-swiped', dx !== 0)
  if (dx === 0) content.style.removeProperty('transform')
  else content.style.setProperty('transform', `translateX(${dx}px)`)
}
