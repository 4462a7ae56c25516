'use client'

import { memo, Suspense, useEffect } from 'react'
import { Button } from '#components/ui/form/button.tsx'
import { cn } from '#components/ui/class-names.ts'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import { useClock } from '#components/ui/time.tsx'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { useListSettings } from '#lib/queries/postings/list-settings.ts'
import { formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { ExpandedRow } from './expanded-row.tsx'
import type { FeedRowProps } from '#components/reading/row/feed-row.ts'
import type { ListItem, PlacedPosting } from '#components/reading/items/list-items.ts'
import type { ListLook } from '#components/reading/items/list-look.ts'
import { PostingCard } from '#components/reading/row/posting-card.tsx'
import { PostingRow } from '#components/reading/row/posting-row.tsx'
import { formatReadingState } from '#components/reading/items/reading-address.ts'
import { useWidth } from '#components/reading/text/use-width.ts'
import { useCardColumns } from './use-card-columns.ts'
import { useCursorInSight } from '#components/reading/cursor/use-cursor-in-sight.ts'
import type { Cursor } from '#components/reading/cursor/use-cursor.ts'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'
import type { CappedList } from '#components/reading/items/use-capped-list.ts'
import type { PostingList } from '#components/reading/items/use-posting-list.ts'
import type { ListVirtualizer } from '#components/reading/items/use-virtual-rows.ts'
import type { ListSettings } from '#lib/api/lists/list-settings.ts'

// A mouse needs none of it.
const TouchFeed = lazyPart(async () => (await import('./touch-feed.tsx')).TouchFeed)
const FoldRow = lazyPart(async () => (await import('./fold-row.tsx')).FoldRow, true)

type PostingFeedProps = {
  readonly title: string
  readonly filter: PostingListFilter
  readonly look: ListLook
  readonly items: readonly ListItem[]
  readonly list: CappedList
  readonly virtualizer: ListVirtualizer
  readonly scroller: HTMLDivElement | null
  readonly onScroller: (element: HTMLDivElement | null) => void
  readonly openId: string | null
  readonly cursor: Cursor
  readonly onOpen: (id: string) => void
  readonly onChoose: (id: string) => void
  readonly onLookForNew: () => void
  readonly acts: PostingActs
}

const mayTouch = () => matchMedia('(any-pointer: coarse)').matches

/** Lines before the end at which the next page is asked for. */
const AHEAD = 15

/** Windows in which cards stand in more or fewer columns than the server draws: there they would move when the list is measured. */
const otherColumns = 'max-[1379px]:invisible min-[1656px]:invisible'

/** The endless list. Only lines near the window are in the page; each posting says where it stands. */
export function PostingFeed(props: PostingFeedProps) {
  const { title, look, items, list, virtualizer, scroller, onScroller, cursor } = props
  const { query, notes } = list
  const { isAlive } = useClock()
  const settings = useListSettings()
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
  useCursorInSight(cursor, items, virtualizer, scroller, look.layout === 'expanded' ? 'start' : 'auto')
  const hasFingers = useHasMounted() && mayTouch()
  const isGuessed = useWidth(look.layout === 'cards' ? scroller : null) === null && look.layout === 'cards'
  return (
    <div
      ref={onScroller}
      role="feed"
      aria-label={title}
      aria-busy={query.isFetching}
      className="@container relative min-h-0 flex-1 overflow-y-auto overscroll-contain max-sm:pb-13"
    >
      {scroller !== null && hasFingers ? (
        <Suspense>
          <TouchFeed
            scroller={scroller}
            postings={list.postings}
            acts={props.acts}
            onLookForNew={props.onLookForNew}
          />
        </Suspense>
      ) : null}
      <div
        className={cn('relative w-full', isGuessed && otherColumns)}
        style={{ height: virtualizer.getTotalSize() }}
      >
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
              <Line item={item} settings={settings} {...props} />
            </div>
          )
        })}
      </div>
      <FeedEnd list={list} freshMinutes={props.filter.freshMinutes} />
    </div>
  )
}

/** Heads begin where what they head begins. */
const headRoom = {
  panes: 'px-[34px] sm:px-10',
  list: 'px-[34px] sm:px-10',
  expanded: 'px-5 sm:px-8',
  cards: 'px-5 pb-2',
} as const

type LineProps = PostingFeedProps & { readonly settings: ListSettings }

function Line({ item, ...props }: LineProps & { readonly item: ListItem }) {
  if (item.kind === 'group') {
    return (
      <div className={cn('pt-3 pb-1 text-11 font-[600] text-ink-3', headRoom[props.look.layout])}>
        <span className={props.look.layout === 'expanded' ? 'mx-auto block max-w-[628px] ps-5' : ''}>
          {item.title}
        </span>
      </div>
    )
  }
  if (item.kind === 'fold')
    return (
      <Suspense>
        <FoldRow fold={item.fold} onOpen={() => props.list.unfold(item.fold.key)} />
      </Suspense>
    )
  if (item.kind === 'posting') return <Row {...rowOf(item, props)} />
  return <Cards cards={item.cards} {...props} />
}

function Cards({ cards, ...props }: LineProps & { readonly cards: readonly PlacedPosting[] }) {
  const columns = useCardColumns(props.scroller)
  return (
    <div
      className="grid gap-4 px-5 pb-4"
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {cards.map((placed) => (
        <Row key={placed.posting.id} {...rowOf(placed, props)} />
      ))}
    </div>
  )
}

type RowProps = Omit<FeedRowProps, 'href'> & Pick<LineProps, 'filter' | 'look' | 'settings'>

function rowOf({ posting, index }: PlacedPosting, props: LineProps): RowProps {
  const { filter, look, settings, list, openId, cursor, onOpen, onChoose, acts } = props
  const { query, postings, marks } = list
  return {
    posting,
    marks: marks[posting.id],
    position: index + 1,
    total: query.hasNextPage ? -1 : postings.length,
    isOpen: posting.id === openId,
    isCursor: posting.id === cursor.id,
    // One row takes the Tab key even before the reader is anywhere.
    isTabStop: posting.id === (cursor.id ?? postings[0]?.id),
    filter,
    look,
    settings,
    onOpen,
    onChoose,
    acts,
  }
}

/** Drawn again only when something of it changes: a key moves the cursor between two rows, and some 25 are in the page. */
const Row = memo(function Row({ filter, look, settings, ...rest }: RowProps) {
  const row = { ...rest, href: formatReadingState({ filter, postingId: rest.posting.id }, settings) }
  if (look.layout === 'expanded') return <ExpandedRow {...row} />
  if (look.layout === 'cards') return <PostingCard {...row} />
  return <PostingRow {...row} density={look.density} isFresh={filter.freshMinutes !== undefined} />
})

type FeedEndProps = { readonly list: PostingList; readonly freshMinutes: number | undefined }

/** Controls stand in an article: a feed holds nothing else (WAI-ARIA 1.2, feed). */
function FeedEnd({ list: { query, notes }, freshMinutes }: FeedEndProps) {
  const t = useWords('reading')
  const locale = useLocale()
  const common = useWords('common')
  if (query.isFetchNextPageError) {
    return (
      <article>
        <div role="alert" className="flex items-center gap-3 px-10 py-4 text-13">
          {t('nextPageFailed')}
          <Button size="small" onClick={() => void query.fetchNextPage()}>
            {common('tryAgain')}
          </Button>
        </div>
      </article>
    )
  }
  if (query.hasNextPage && !notes.isComplete) {
    return (
      <article className="px-10 py-4">
        <Button size="small" disabled={query.isFetching} onClick={() => void query.fetchNextPage()}>
          {t('searchOlder')}
        </Button>
      </article>
    )
  }
  if (query.hasNextPage) return <p className="px-10 py-4 text-12 text-ink-3">{t('loadingMore')}</p>
  return (
    <p className="px-10 py-4 text-12 text-ink-3">
      {freshMinutes === undefined
        ? t('thatIsAll')
        : t('thatIsAllFresh', { age: formatDuration(freshMinutes * 60_000, locale) })}
    </p>
  )
}
