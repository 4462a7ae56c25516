import { useEffect, useRef } from 'react'
import { postingsOf, type ListItem } from '#components/reading/items/list-items.ts'
import type { ListVirtualizer } from '#components/reading/items/use-virtual-rows.ts'

/** So long the postings that were passed wait for more. */
const GATHER_MS = 800

/**
 * Tells which unread postings the reader scrolled past: wholly above the window, by scrolling down. What the program
 * scrolls to does not count: the list as it opened, at its old place, was not read.
 */
export function useMarkPassed(
  isOn: boolean,
  scroller: HTMLElement | null,
  items: readonly ListItem[],
  virtualizer: ListVirtualizer,
  markPassed: (ids: readonly string[]) => void,
): void {
  const current = useRef({ items, markPassed })
  const told = useRef(new Set<string>())
  useEffect(() => {
    current.current = { items, markPassed }
  })
  useEffect(() => {
    if (!isOn || scroller === null) return
    let from = scroller.scrollTop
    let timer: ReturnType<typeof setTimeout> | undefined
    const waiting = new Set<string>()
    const tell = () => {
      timer = undefined
      const ids = [...waiting]
      waiting.clear()
      if (ids.length > 0) current.current.markPassed(ids)
    }
    const onScroll = () => {
      const to = scroller.scrollTop
      for (const index of linesPassed(virtualizer, from, to, scroller.clientHeight)) {
        const item = current.current.items[index]
        for (const { posting } of item === undefined ? [] : postingsOf(item)) {
          if (posting.isRead || told.current.has(posting.id)) continue
          told.current.add(posting.id)
          waiting.add(posting.id)
        }
      }
      from = to
      if (waiting.size > 0) timer ??= setTimeout(tell, GATHER_MS)
    }
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      scroller.removeEventListener('scroll', onScroll)
      clearTimeout(timer)
      tell()
    }
  }, [isOn, scroller, virtualizer])
}

/**
 * The lines that left the window at its top between two places, in pixels. None when it went further than the window is
 * high: a jump to a time or by the scrollbar shows nothing of what lies between. O(log n) besides what it finds.
 */
export function linesPassed(
  virtualizer: Pick<ListVirtualizer, 'getVirtualItemForOffset' | 'measurementsCache'>,
  from: number,
  to: number,
  height: number,
): readonly number[] {
  const passed: number[] = []
  if (to <= from || to - from > height) return passed
  let index = virtualizer.getVirtualItemForOffset(from)?.index ?? 0
  for (; ; index += 1) {
    const line = virtualizer.measurementsCache[index]
    if (line === undefined || line.end > to) return passed
    if (line.end > from) passed.push(index)
  }
}
