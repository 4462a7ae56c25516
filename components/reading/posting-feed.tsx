'use client'

import { useEffect } from 'react'
import { Button } from '#components/ui/button.tsx'
import { useClock } from '#components/ui/time.tsx'
import type { PostingListFilter } from '#lib/api/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { ListItem } from './list-items.ts'
import { PostingRow } from './posting-row.tsx'
import { formatReadingState } from './reading-address.ts'
import { useCursorInSight } from './use-cursor-in-sight.ts'
import type { Cursor } from './use-cursor.ts'
import type { PostingActs } from './use-posting-acts.ts'
import type { PostingList } from './use-posting-list.ts'
import type { ListVirtualizer } from './use-virtual-rows.ts'

type PostingFeedProps = {
  readonly title: string
  readonly filter: PostingListFilter
  readonly items: readonly ListItem[]
  readonly list: PostingList
  readonly virtualizer: ListVirtualizer
  readonly onScroller: (element: HTMLDivElement | null) => void
  readonly openId: string | null
  readonly cursor: Cursor
  readonly onOpen: (id: string) => void
  readonly acts: PostingActs
}

/** Rows before the end at which the next page is asked for. */
const AHEAD = 15

/** The endless list. Only rows near the window are in the page; each says where it stands. */
export function PostingFeed(props: PostingFeedProps) {
  const { title, filter, items, list, virtualizer, onScroller, openId, cursor, onOpen, acts } = props
  const { query, postings, marks, notes } = list
  const { isAlive } = useClock()
  const drawn = virtualizer.getVirtualItems()
  const lastDrawn = drawn.at(-1)?.index ?? 0
  const wantsMore =
    query.hasNextPage &&
    notes.isComplete &&
    !query.isFetching &&
    !query.isFetchNextPageError &&
    lastDrawn >= items.length - AHEAD
  const { fetchNextPage } = query
  useEffect(() => {
    if (wantsMore) void fetchNextPage()
  }, [wantsMore, fetchNextPage])
  useCursorInSight(cursor, items, virtualizer)
  // One row takes the Tab key even before the reader is anywhere.
  const tabStop = cursor.id ?? postings[0]?.id
  return (
    <div
      ref={onScroller}
      role="feed"
      aria-label={title}
      aria-busy={query.isFetching}
      className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain max-sm:group-data-[playing=true]/player:pb-40"
    >
      <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
        {drawn.map((row) => {
          const item = items[row.index]
          if (item === undefined) return null
          return (
            <div
              key={row.key}
              data-index={row.index}
              ref={isAlive ? virtualizer.measureElement : undefined}
              className="absolute start-0 top-0 w-full"
              style={{ transform: `translateY(${row.start}px)` }}
            >
              {item.kind === 'group' ? (
                <div className="px-[34px] pt-3 pb-1 text-11 font-[600] text-ink-3 sm:px-10">{item.title}</div>
              ) : (
                <PostingRow
                  posting={item.posting}
                  marks={marks[item.posting.id]}
                  href={formatReadingState({ filter, postingId: item.posting.id })}
                  position={item.index + 1}
                  total={query.hasNextPage ? -1 : postings.length}
                  isOpen={item.posting.id === openId}
                  isCursor={item.posting.id === cursor.id}
                  isTabStop={item.posting.id === tabStop}
                  onOpen={onOpen}
                  acts={acts}
                />
              )}
            </div>
          )
        })}
      </div>
      <FeedEnd list={list} />
    </div>
  )
}

function FeedEnd({ list: { query, notes } }: { readonly list: PostingList }) {
  const t = useWords('reading')
  const common = useWords('common')
  if (query.isFetchNextPageError) {
    return (
      <div role="alert" className="flex items-center gap-3 px-10 py-4 text-13">
        {t('nextPageFailed')}
        <Button size="small" onClick={() => void query.fetchNextPage()}>
          {common('tryAgain')}
        </Button>
      </div>
    )
  }
  if (query.hasNextPage && !notes.isComplete) {
    return (
      <div className="px-10 py-4">
        <Button size="small" disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t('searchOlder')}
        </Button>
      </div>
    )
  }
  if (query.hasNextPage) return <p className="px-10 py-4 text-12 text-ink-3">{t('loadingMore')}</p>
  return <p className="px-10 py-4 text-12 text-ink-3">{t('thatIsAll')}</p>
}
