import { useEffect, useRef } from 'react'

/** Tells once per opening that a posting's text is there: it counts as read and seen from then on. */
export function useMarkOpened(id: string | null, markOpened: (id: string) => void): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (id === last.current) return
    last.current = id
    if (id !== null) markOpened(id)
  })
}
