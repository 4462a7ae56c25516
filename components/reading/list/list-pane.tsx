'use client'

import { Suspense, useMemo, useState } from 'react'
import { SearchBar } from '#components/search/search-bar.tsx'
import type { ListPlace } from '#components/search/scope-chips.tsx'
import { cn } from '#components/ui/class-names.ts'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { useClock } from '#components/ui/time.tsx'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { useDayStrip } from '#lib/queries/postings/postings.ts'
import { useListSettings } from '#lib/queries/postings/list-settings.ts'
import { useSettings } from '#lib/queries/accounts/settings.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { DayStrip } from './day-strip.tsx'
import { firstMeasured } from './first-measured.ts'
import { ListHead } from './list-head.tsx'
import { groupPostings, layCards } from '#components/reading/items/list-items.ts'
import { hasPane, type ListLook } from '#components/reading/items/list-look.ts'
import { NewPostingsAnnouncement, NewPostingsBar } from './new-postings-bar.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { PostingFeed } from './posting-feed.tsx'
import { jumpTo, timesInSight } from '#components/reading/cursor/use-jump.ts'
import { useCardColumns } from './use-card-columns.ts'
import type { Cursor } from '#components/reading/cursor/use-cursor.ts'
import { useListScope } from '#components/reading/items/use-list-scope.ts'
import { useMarkPassed } from './use-mark-passed.ts'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'
import type { CappedList } from '#components/reading/items/use-capped-list.ts'
import { useWantsPlace } from './use-wants-place.ts'
import { useVirtualRows } from '#components/reading/items/use-virtual-rows.ts'

// Most lists hold something.
const EmptyList = lazyPart(async () => (await import('./empty-list.tsx')).EmptyList, true)
const SearchEmpty = lazyPart(
  async () => (await import('#components/search/search-empty.tsx')).SearchEmpty,
  true,
)
const FirstFind = lazyPart(async () => (await import('./first-find.tsx')).FirstFind)
const LiveList = lazyPart(async () => (await import('./live-list.tsx')).LiveList)
const KeptPlace = lazyPart(async () => (await import('./kept-place.tsx')).KeptPlace)
const SearchNote = lazyPart(async () => (await import('#components/search/search-note.tsx')).SearchNote)

type ListPaneProps = {
  readonly listKey: string
  readonly filter: PostingListFilter
  readonly list: CappedList
  readonly openId: string | null
  readonly cursor: Cursor
  readonly newPostings: { readonly count: number; readonly sources: number }
  readonly onShowNew: () => void
  readonly onForgetNew: () => void
  readonly look: ListLook
  readonly onOpen: (id: string) => void
  readonly onChoose: (id: string) => void
  readonly onChange: (change: Partial<PostingListFilter>) => void
  readonly onChangeLook: (look: Partial<ListLook>) => void
  readonly acts: PostingActs
  /** The folder or source shown last, to search in. */
  readonly place: ListPlace
}

/** Fewer postings than this need no map of the day. */
const STRIP_FROM = 20

/** Whether a list is everything in the order of time, as the map of the day is. */
function isTimeline({ order, starred, later, ...parts }: PostingListFilter): boolean {
  const { folderId, sourceId, labelId, query, freshMinutes } = parts
  const isWhole = [folderId, sourceId, labelId, query, freshMinutes].every((part) => part === undefined)
  return isWhole && !starred && !later && (order === 'newest' || order === 'oldest')
}

/** The list with its head: always one of waiting, failed, empty or filled. */
export function ListPane(props: ListPaneProps) {
  const { listKey, filter, list, openId, cursor, onShowNew, onChange, look, acts, place } = props
  const isRows = look.layout === 'panes' || look.layout === 'list'
  const isCards = look.layout === 'cards'
  const isLive = isRows && filter.freshMinutes !== undefined && filter.order === 'newest'
  // A list that lives keeps nothing back but what would move under a finger.
  const [isHeld, setHeld] = useState(false)
  const newPostings = isLive && !isHeld ? nothingNew : props.newPostings
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const { title, unread, subscriptions } = useListScope(filter)
  const { data: strip, isPending: isStripPending } = useDayStrip()
  const grouped = useMemo(
    () =>
      groupPostings(list.postings, {
        order: filter.order,
        isBest: filter.best === true,
        isFresh: filter.freshMinutes !== undefined,
        isByDay: isCards,
        folds: list.folds,
        nowMs,
        timeZone,
        locale,
      }),
    [
      list.postings,
      list.folds,
      filter.order,
      filter.best,
      filter.freshMinutes,
      isCards,
      nowMs,
      timeZone,
      locale,
    ],
  )
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const columns = useCardColumns(scroller)
  const items = useMemo(() => (isCards ? layCards(grouped, columns) : grouped), [grouped, isCards, columns])
  const virtualizer = useVirtualRows(listKey, items, look, scroller)
  const wantsPlace = useWantsPlace(scroller)
  const { isFirstFindSaid } = useSettings()
  const { data: allSubscriptions } = useSubscriptions()
  useMarkPassed(useListSettings().options.marksOnScroll, scroller, items, virtualizer, acts.markPassed)
  const tools = { filter, look, acts, onChange, onChangeLook: props.onChangeLook }
  const isSearch = filter.query !== undefined
  const firstFind = useMemo(
    () => (isSearch || isFirstFindSaid ? null : firstMeasured(list.postings, allSubscriptions ?? [], nowMs)),
    [isSearch, isFirstFindSaid, list.postings, allSubscriptions, nowMs],
  )
  const hasStrip = isTimeline(filter) && list.postings.length >= STRIP_FROM
  return (
    <section
      aria-label={title}
      // Under an open text on narrow windows the list keeps its place, but nothing in it can be reached.
      className={cn(
        'group/list relative flex h-full min-h-0 flex-col border-line max-sm:overflow-clip lg:border-e',
        openId !== null && (hasPane(look) ? 'max-lg:invisible' : 'invisible'),
      )}
    >
      {isSearch ? <SearchBar filter={filter} place={place} onChange={onChange} /> : null}
      <ListHead title={title} unread={unread} {...tools} />
      {hasStrip && strip ? (
        <DayStrip
          strip={strip}
          inSight={timesInSight(items, virtualizer)}
          onJump={(atMs) => jumpTo(atMs, filter.order, items, list, virtualizer)}
        />
      ) : (
        // The strip keeps its room while it loads, so that the list does not jump.
        <div className={cn('shrink-0 border-b border-line', hasStrip && isStripPending && 'h-[49px]')} />
      )}
      {isSearch ? (
        <Suspense fallback={list.postings.length > 0 ? <div className="h-7 shrink-0" /> : null}>
          <SearchNote list={list} />
        </Suspense>
      ) : null}
      {firstFind === null ? null : (
        <Suspense>
          <FirstFind posting={firstFind} isOpen={openId === firstFind.id} onOpen={props.onOpen} />
        </Suspense>
      )}
      {isLive ? null : <NewPostingsAnnouncement {...newPostings} />}
      {newPostings.count > 0 ? (
        // Over the list, not above it: its coming moves nothing.
        <div className="relative z-10 h-0 max-sm:hidden">
          <div className="absolute inset-x-0 top-0 animate-appear">
            <NewPostingsBar {...newPostings} onShow={onShowNew} />
          </div>
        </div>
      ) : null}
      {list.postings.length === 0 ? (
        <div className="min-h-0 flex-1 overflow-y-auto max-sm:pb-13">
          <Unfilled {...props} subscriptions={subscriptions} />
        </div>
      ) : (
        <PostingFeed
          title={title}
          filter={filter}
          look={look}
          items={items}
          list={list}
          virtualizer={virtualizer}
          scroller={scroller}
          openId={openId}
          cursor={cursor}
          acts={acts}
          onScroller={setScroller}
          onOpen={props.onOpen}
          onChoose={props.onChoose}
          onLookForNew={onShowNew}
        />
      )}
      {isLive ? (
        <Suspense>
          <LiveList
            filter={filter}
            items={items}
            scroller={scroller}
            subscriptions={subscriptions}
            newPostings={props.newPostings}
            onForgetNew={props.onForgetNew}
            onHeld={setHeld}
          />
        </Suspense>
      ) : null}
      {wantsPlace ? (
        <Suspense>
          <KeptPlace
            listKey={listKey}
            openId={openId}
            items={items}
            list={list}
            virtualizer={virtualizer}
            scroller={scroller}
          />
        </Suspense>
      ) : null}
      <PhoneBar newPostings={newPostings} unread={unread} onShowNew={onShowNew} {...tools} />
    </section>
  )
}

const nothingNew = { count: 0, sources: 0 }

type UnfilledProps = ListPaneProps & {
  readonly subscriptions: ReturnType<typeof useListScope>['subscriptions']
}

function Unfilled({ list: { query, missing }, filter, subscriptions, onChange }: UnfilledProps) {
  const t = useWords('reading')
  const all = useSubscriptions()
  if (missing === null && filter.query !== undefined && (filter.query === '' || query.isSuccess)) {
    if (query.isFetchingNextPage) return <Waiting rows={8} label={t('loadingPostings')} />
    return (
      <Suspense>
        <SearchEmpty
          query={filter.query}
          isComplete={!query.hasNextPage}
          onGoOn={() => void query.fetchNextPage()}
          onChange={onChange}
        />
      </Suspense>
    )
  }
  if (query.isError && missing === null) {
    return <Failed title={t('listFailed')} error={query.error} onRetry={() => void query.refetch()} />
  }
  const waiting = <Waiting rows={8} label={t('loadingPostings')} />
  if (all.isPending || (query.isPending && missing === null)) return waiting
  return (
    <Suspense fallback={waiting}>
      <EmptyList
        filter={filter}
        missing={missing}
        subscriptions={subscriptions}
        hasSubscriptions={all.isError || (all.data?.length ?? 0) > 0}
        onShowAll={() => onChange({ show: 'all' })}
      />
    </Suspense>
  )
}
