import { useEffect, useRef } from 'react'
import { lineOf, type ListItem } from '#components/reading/items/list-items.ts'
import type { Cursor } from './use-cursor.ts'
import type { ListVirtualizer } from '#components/reading/items/use-virtual-rows.ts'

/**
 * Keeps the row of the cursor in sight, and puts the focus on it when a key moved it there. Only a move of the cursor
 * scrolls, never the arrival of postings, nor a click into a row that would go to the top: nothing moves under the finger.
 * A list that is opened with a posting begins at its row, where that is among the first loaded and nobody scrolled yet.
 */
export function useCursorInSight(
  cursor: Cursor,
  items: readonly ListItem[],
  virtualizer: ListVirtualizer,
  scroller: HTMLElement | null,
  align: 'auto' | 'start',
): void {
  const shown = useRef<string | null>(null)
  const isOpened = useRef(false)
  useEffect(() => {
    if (scroller === null || cursor.id === shown.current) return
    const isOpening = !isOpened.current && cursor.isLinked === true && scroller.scrollTop === 0
    isOpened.current = true
    const index = lineOf(items, cursor.id)
    if (index === -1) return
    const isFirst = shown.current === null
    shown.current = cursor.id
    if (isOpening) virtualizer.scrollToIndex(index, { align: align === 'start' ? align : 'center' })
    if (!cursor.takesFocus && (isFirst || align === 'start')) return
    virtualizer.scrollToIndex(index, { align })
    if (!cursor.takesFocus) return
    // Not cancelled when the list is drawn anew meanwhile, as the key marks a posting, too: the focus would stay behind.
    requestAnimationFrame(() => {
      document.getElementById(`posting-${cursor.id}`)?.focus({ preventScroll: true })
    })
  }, [cursor, items, virtualizer, scroller, align])
}
