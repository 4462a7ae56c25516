'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { readTab, storeInTab } from '#components/ui/device-storage.ts'
import { ListScroll } from '#components/reading/article/reading-scroll.tsx'
import { lineOf, postingsOf, type ListItem } from '#components/reading/items/list-items.ts'
import type { PostingList } from '#components/reading/items/use-posting-list.ts'
import type { ListVirtualizer } from '#components/reading/items/use-virtual-rows.ts'
import { keptPlaceKey } from './use-wants-place.ts'

/** The place of a list when its page went: the postings from the first in sight on, as some may be gone by then. */
type Kept = {
  readonly listKey: string
  readonly openId: string | null
  readonly ids: readonly string[]
  /** The part of the first of them that had gone out of sight, in pixels. */
  readonly hiddenPx: number
  /** So many postings were loaded. */
  readonly loaded: number
}

const MOST_IDS = 40
/** Rows around the window are drawn when there is time, later on a slow machine. */
const LOOKED_FOR_MS = 5_000

type KeptPlaceProps = {
  readonly listKey: string
  readonly openId: string | null
  readonly items: readonly ListItem[]
  readonly list: PostingList
  readonly virtualizer: ListVirtualizer
  readonly scroller: HTMLElement | null
}

/**
 * Puts a list back where it was left before a full load: pages are asked for until one of its postings is there, as long
 * as nobody scrolls meanwhile. For the last list alone, and once: what is navigated to later starts as it always does, and
 * an address with another posting begins where that one is.
 */
export function KeptPlace({ listKey, openId, items, list, virtualizer, scroller }: KeptPlaceProps) {
  const { query, postings } = list
  const wanted = useRef<Kept | null>(null)
  const keep = useEffectEvent(() => {
    // Left while it is looked for: what is in sight is on the way there.
    if (wanted.current !== null) return storeInTab(keptPlaceKey, JSON.stringify(wanted.current))
    const top = virtualizer.scrollOffset ?? 0
    const first = virtualizer.getVirtualItems().find(({ end }) => end > top)
    const inSight = items.slice(first?.index ?? 0).flatMap(postingsOf)
    const ids = inSight.slice(0, MOST_IDS).map(({ posting }) => posting.id)
    const kept = { listKey, openId, ids, hiddenPx: top - (first?.start ?? 0), loaded: postings.length }
    storeInTab(keptPlaceKey, top === 0 ? '' : JSON.stringify(kept satisfies Kept))
  })
  useEffect(() => {
    const onHide = () => keep()
    window.addEventListener('pagehide', onHide)
    return () => window.removeEventListener('pagehide', onHide)
  }, [])
  const take = useEffectEvent(() => takeKept(listKey, openId))
  useEffect(() => {
    const kept = take()
    if (kept === null) return
    wanted.current = kept
    const giveUp = () => (wanted.current = null)
    const stop = new AbortController()
    for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const)
      window.addEventListener(kind, giveUp, { passive: true, signal: stop.signal })
    const timer = setTimeout(giveUp, LOOKED_FOR_MS)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [listKey])
  const { hasNextPage, isFetching, fetchNextPage } = query
  useEffect(() => {
    const kept = wanted.current
    if (kept === null || postings.length === 0) return
    const id = kept.ids.find((each) => lineOf(items, each) !== -1)
    if (id === undefined && hasNextPage && postings.length < kept.loaded) {
      if (!isFetching) void fetchNextPage()
      return
    }
    if (id === undefined) {
      wanted.current = null
      return
    }
    // Heights above are estimates until they are drawn and measured, and each draws the list anew: the place is found again each time.
    const line = lineOf(items, id)
    const [start] = virtualizer.getOffsetForIndex(line, 'start') ?? [0]
    const place = start + (id === kept.ids[0] ? kept.hiddenPx : 0)
    if (place !== virtualizer.scrollOffset) virtualizer.scrollToOffset(place)
  })
  const pane = scroller?.parentElement ?? null
  return scroller === null || pane === null ? null : <ListScroll scroller={scroller} pane={pane} />
}

/** Only the list that a page begins with is put back. */
let isFirstList = true

function takeKept(listKey: string, openId: string | null): Kept | null {
  if (!isFirstList) return null
  isFirstList = false
  const text = readTab(keptPlaceKey)
  if (!text) return null
  const kept = JSON.parse(text) as Kept // written above, by this program
  const isLinked = openId !== null && openId !== kept.openId
  return kept.listKey === listKey && !isLinked ? kept : null
}
