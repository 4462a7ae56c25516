'use client'

import { useEffect, useRef, type RefObject } from 'react'

/** Calls back when Esc is pressed while the focus is inside the element that gets the ref. */
export function useEscape<T extends HTMLElement>(onEscape: () => void): RefObject<T | null> {
  const container = useRef<T>(null)
  useEffect(() => {
    const element = container.current
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape') onEscape()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [onEscape])
  return container
}
