import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useDeferredValue, useEffect, useState } from 'react'
import type { ListItem } from './list-items.ts'
import type { ListLook } from './list-look.ts'

type Position = { readonly offset: number; readonly rows: VirtualItem[] }

/** The places at which lists were left, by their keys, as long as the page lives. */
const positions = new Map<string, Position>()

const GROUP_PX = 32
const ROW_PX = { compact: 35, regular: 95, roomy: 117 }
const TEXT_PX = 560
const CARDS_PX = 330
const OVERSCAN = 8
/** Long rows load their texts: fewer of them wait outside of the window. */
const TEXT_OVERSCAN = 2
/** A list comes with what is in sight; the rows around it follow when there is time. */
const FIRST_OVERSCAN = 1

/** Only the rows near the window are drawn; heights are measured as they come. A list reopens where it was left. */
export function useVirtualRows(
  listKey: string,
  items: readonly ListItem[],
  look: ListLook,
  scroller: HTMLDivElement | null,
) {
  const [left] = useState(() => positions.get(listKey))
  const overscan = useDeferredValue(look.layout === 'expanded' ? TEXT_OVERSCAN : OVERSCAN, FIRST_OVERSCAN)
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: (index) => (items[index]?.kind === 'group' ? GROUP_PX : rowPx(look)),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan,
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
  return virtualizer
}

function rowPx({ layout, density }: ListLook): number {
  if (layout === 'expanded') return TEXT_PX
  return layout === 'cards' ? CARDS_PX : ROW_PX[density]
}

/** Forgets where a list was left: it starts at its top again. */
export function forgetPosition(listKey: string): void {
  for (const key of positions.keys()) if (key.startsWith(`${listKey} `)) positions.delete(key)
}

export type ListVirtualizer = ReturnType<typeof useVirtualRows>
