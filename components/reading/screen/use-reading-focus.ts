import { useEffect, useRef } from 'react'

const NARROW = '(max-width: 959px)'

/**
 * A text that covers the list (`isOver`, and in narrow windows) has the focus at its title, which goes back to the row it came from.
 * The window's title tells the list and what is unread.
 */
export function useReadingFocus(openId: string | null, title: string, unread: number, isOver: boolean): void {
  const last = useRef(openId)
  useEffect(() => {
    const before = last.current
    last.current = openId
    if (before === openId || !(isOver || window.matchMedia(NARROW).matches)) return
    const target = openId === null ? `posting-${before}` : 'text'
    const frame = requestAnimationFrame(() => document.getElementById(target)?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [openId, isOver])
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${title} · Skylark`
  }, [title, unread])
}
