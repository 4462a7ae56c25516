import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useEffect, useState } from 'react'
import type { ListItem } from './list-items.ts'

type Position = { readonly offset: number; readonly rows: VirtualItem[] }

/** Where each list was left, by its key, as long as the page lives. */
const positions = new Map<string, Position>()

const GROUP_PX = 32
const ROW_PX = 95
const OVERSCAN = 8

/** Only the rows near the window are drawn; heights are measured as they come. A list reopens where it was left. */
export function useVirtualRows(listKey: string, items: readonly ListItem[]) {
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const [left] = useState(() => positions.get(listKey))
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (items[index]?.kind === 'group' ? GROUP_PX : ROW_PX),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN,
    initialOffset: left?.offset ?? 0,
    initialMeasurementsCache: left?.rows ?? [],
    // So that the server draws the first rows, too.
    initialRect: { width: 452, height: 900 },
  })
  useEffect(
    () => () => {
      positions.set(listKey, { offset: virtualizer.scrollOffset ?? 0, rows: virtualizer.measurementsCache })
    },
    [listKey, virtualizer],
  )
  return { setScroller, virtualizer }
}

/** Forgets where a list was left: it starts at its top again. */
export function forgetPosition(listKey: string): void {
  positions.delete(listKey)
}

export type ListVirtualizer = ReturnType<typeof useVirtualRows>['virtualizer']
