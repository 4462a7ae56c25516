'use client'

import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { cn } from '#components/ui/class-names.ts'

type SwipeAct = { readonly label: string; readonly icon: ReactNode; readonly run: () => void }
type SwipeRowProps = {
  /** What swiping to the right does, and to the left. */
  readonly right: SwipeAct
  readonly left: SwipeAct
  readonly children: ReactNode
}

const START_PX = 12
/** Past this share of the row's width the act is done on letting go. */
const COMMIT_SHARE = 0.5

/** Follows a finger sideways. Up and down stay with the browser (touch-action), so lists scroll as everywhere. */
export function SwipeRow({ right, left, children }: SwipeRowProps) {
  const [shift, setShift] = useState(0)
  const start = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const isSwipe = useRef(false)

  const onPointerDown = (event: PointerEvent) => {
    isSwipe.current = false
    start.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null
  }
  const onPointerMove = (event: PointerEvent) => {
    if (start.current === null) return
    const dx = event.clientX - start.current.x
    if (!isSwipe.current) {
      if (Math.abs(dx) < START_PX || Math.abs(dx) < Math.abs(event.clientY - start.current.y)) return
      isSwipe.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    setShift(dx)
  }
  const finish = (event: PointerEvent, commits: boolean) => {
    const share = shift / event.currentTarget.clientWidth
    start.current = null
    setShift(0)
    if (!commits || Math.abs(share) < COMMIT_SHARE) return
    if (share > 0) right.run()
    else left.run()
  }
  return (
    <div
      className={cn('relative touch-pan-y overflow-hidden', shift !== 0 && 'bg-ink')}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={(event) => finish(event, true)}
      onPointerCancel={(event) => finish(event, false)}
      onClickCapture={(event) => {
        if (isSwipe.current) event.preventDefault()
        if (isSwipe.current) event.stopPropagation()
        isSwipe.current = false
      }}
    >
      {shift === 0 ? null : <Behind act={shift > 0 ? right : left} side={shift > 0 ? 'left' : 'right'} />}
      <div
        className={cn(
          'bg-ground',
          shift === 0 ? 'transition-transform duration-(--calm)' : 'relative shadow-menu',
        )}
        style={shift === 0 ? undefined : { transform: `translateX(${shift}px)` }}
      >
        {children}
      </div>
    </div>
  )
}

/** Lies where the finger came from: left and right of the screen, whichever way the lines run. */
function Behind({ act, side }: { readonly act: SwipeAct; readonly side: 'left' | 'right' }) {
  return (
    <div
      aria-hidden
      className={cn(
        'absolute inset-y-0 flex items-center gap-2 text-14 font-[600] text-on-ink',
        side === 'left' ? 'left-5.5' : 'right-5.5',
      )}
    >
      {act.icon}
      {act.label}
    </div>
  )
}
