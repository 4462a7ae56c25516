import { useEffect, useRef } from 'react'
import { lineOf, type ListItem } from './list-items.ts'
import type { Cursor } from './use-cursor.ts'
import type { ListVirtualizer } from './use-virtual-rows.ts'

/**
 * Keeps the row of the cursor in sight, and puts the focus on it when a key moved it there. Only a move of the cursor
 * scrolls, never the arrival of postings, nor a click into a row that would go to the top: nothing moves under the finger.
 */
export function useCursorInSight(
  cursor: Cursor,
  items: readonly ListItem[],
  virtualizer: ListVirtualizer,
  align: 'auto' | 'start' = 'auto',
): void {
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (cursor.id === shown.current) return
    const index = lineOf(items, cursor.id)
    if (index === -1) return
    const isFirst = shown.current === null
    shown.current = cursor.id
    if (!cursor.takesFocus && (isFirst || align === 'start')) return
    virtualizer.scrollToIndex(index, { align })
    if (!cursor.takesFocus) return
    const frame = requestAnimationFrame(() => {
      document.getElementById(`posting-${cursor.id}`)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [cursor, items, virtualizer, align])
}
