'use client'

import { useRef, useState, type ReactNode } from 'react'

/** The place of a menu that belongs to no button, and what gets the focus after it. */
export type MenuPlace = { readonly x: number; readonly y: number; readonly returnTo: HTMLElement | null }

/** The point that a menu opens at, in the place of a button. */
export function PointTrigger({ x, y }: MenuPlace): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className="pointer-events-none fixed size-0"
      style={{ left: x, top: y }}
    />
  )
}

/** The choice in a menu that asks for more, after it closed; `onClose` when all of it is over. */
export function useMenuActs<Act extends string>(onClose?: () => void) {
  const [act, setAct] = useState<Act | null>(null)
  const isMore = useRef(false)
  return {
    act,
    choose: (chosen: Act) => {
      isMore.current = true
      setAct(chosen)
    },
    onOpenChange: (isOpen: boolean) => {
      if (!isOpen && !isMore.current) onClose?.()
    },
    done: () => {
      isMore.current = false
      setAct(null)
      onClose?.()
    },
  }
}
