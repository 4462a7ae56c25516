'use client'

import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { ListPlace } from '#components/search/scope-chips.tsx'
import { cn } from '#components/ui/class-names.ts'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import type { PostingItem, PostingListFilter } from '#lib/api/postings/postings.ts'
import { useListSettings } from '#lib/queries/postings/list-settings.ts'
import { useNewPostings } from '#lib/queries/events/new-postings.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { Locale, AreaWords } from '#lib/words/areas.ts'
import { formatCount } from '#lib/text/format.ts'
import { hasPane, useListLook } from '#components/reading/items/list-look.ts'
import { ListPane } from '#components/reading/list/list-pane.tsx'
import { formatReadingState } from '#components/reading/items/reading-address.ts'
import { ReadingPane } from './reading-pane.tsx'
import { useCappedList } from '#components/reading/items/use-capped-list.ts'
import { useCursor } from '#components/reading/cursor/use-cursor.ts'
import { useListScope } from '#components/reading/items/use-list-scope.ts'
import { usePostingActs } from '#components/reading/items/use-posting-acts.ts'
import { usePostingList, type PostingList } from '#components/reading/items/use-posting-list.ts'
import { useReadingAddress } from '#components/reading/items/use-reading-address.ts'
import { useReadingKeys } from '#components/reading/cursor/use-reading-keys.ts'
import { useSteady } from '#components/reading/text/use-steady.ts'
import { forgetPosition } from '#components/reading/items/use-virtual-rows.ts'

const LabelsDialog = lazyPart(
  async () => (await import('#components/organising/labels-dialog.tsx')).LabelsDialog,
)
const ShareByKey = lazyPart(async () => (await import('#components/reading/row/share-menu.tsx')).ShareByKey)
const KeyHelp = lazyPart(async () => (await import('#components/reading/keys/key-help.tsx')).KeyHelp)

/** The list and the text. What is shown is in the address alone. */
export function ReadingScreen() {
  const address = useReadingAddress()
  // One screen per list: place, cursor and undo belong to it.
  const listKey = formatReadingState({ filter: address.filter, postingId: null })
  const place = useLastPlace(address.filter)
  const [again, setAgain] = useState({ listKey, times: 0 })
  const startAgain = () => {
    forgetPosition(listKey)
    setAgain(({ times }) => ({ listKey, times: times + 1 }))
  }
  return (
    <OneList
      key={`${listKey} ${again.times}`}
      isAgain={again.times > 0 && again.listKey === listKey}
      address={address}
      place={place}
      listKey={listKey}
      onStartAgain={startAgain}
    />
  )
}

/** The folder or source of the last list that had one: a search that left it can go back. */
function useLastPlace({ folderId, sourceId, query }: PostingListFilter): ListPlace {
  const [place, setPlace] = useState<ListPlace>({ folderId, sourceId })
  const isNew = place.folderId !== folderId || place.sourceId !== sourceId
  const isPlaced = folderId !== undefined || sourceId !== undefined
  if (isNew && (isPlaced || query === undefined)) setPlace({ folderId, sourceId })
  return place
}

type OneListProps = {
  readonly address: ReturnType<typeof useReadingAddress>
  readonly place: ListPlace
  readonly listKey: string
  readonly isAgain: boolean
  readonly onStartAgain: () => void
}

function OneList({ address, place, listKey, isAgain, onStartAgain }: OneListProps) {
  const { filter, postingId, open, close, changeFilter } = address
  const t = useWords('reading')
  const locale = useLocale()
  const whole = usePostingList(filter)
  const { look, changeLook } = useListLook(filter)
  const list = useCappedList(whole, Number(look.sourceCap) || 0)
  const { title, unread } = useListScope(filter)
  const [labelled, setLabelled] = useState<PostingItem | null>(null)
  const [shared, setShared] = useState<PostingItem | null>(null)
  const acts = useSteady(usePostingActs(filter, whole, setLabelled))
  const isInList = look.layout === 'expanded'
  const {
    cursor,
    index,
    posting,
    move,
    choose,
    place: putCursor,
  } = useCursor({
    postings: list.postings,
    openId: postingId,
    isAgain,
    // With the texts in the list, what the cursor is at is open.
    open: isInList ? acts.markOpened : open,
  })
  const { count, sources, show, forget } = useNewPostings(filter)
  const newPostings = useMemo(() => ({ count, sources }), [count, sources])
  const [isHelpOpen, setHelpOpen] = useState(false)
  const showNew = () => {
    onStartAgain()
    void show()
  }
  const steady = useSteady({
    onOpen: choose,
    onChoose: putCursor,
    onShowNew: showNew,
    onForgetNew: forget,
    onChange: changeFilter,
    onChangeLook: changeLook,
    onMove: (step: 1 | -1) => move(step, true, false),
    onClose: close,
  })
  // The row is marked first; what the text's bars say of its place follows.
  const shownIndex = useDeferredValue(index)
  const shown = list.postings[shownIndex]
  useReadingFocus(postingId, title, unread, !hasPane(look))
  useReadingKeys({
    posting,
    openId: postingId,
    acts,
    options: useListSettings().options,
    move,
    choose,
    close,
    showNew,
    showHelp: () => setHelpOpen(true),
    share: setShared,
  })
  return (
    <div
      className={cn(
        'relative h-full',
        hasPane(look) &&
          'lg:grid lg:grid-cols-[400px_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)] xl:grid-cols-[452px_minmax(0,1fr)]',
      )}
    >
      <ListPane
        key={`${look.layout} ${look.density}`}
        listKey={`${listKey} ${look.layout} ${look.density}`}
        look={look}
        onChangeLook={steady.onChangeLook}
        onChoose={steady.onChoose}
        filter={filter}
        list={list}
        openId={postingId}
        cursor={cursor}
        newPostings={newPostings}
        onShowNew={steady.onShowNew}
        onForgetNew={steady.onForgetNew}
        onOpen={steady.onOpen}
        onChange={steady.onChange}
        acts={acts}
        place={place}
      />
      <TextFrame isOver={!hasPane(look)} isOpen={postingId !== null}>
        <ReadingPane
          isOver={!hasPane(look)}
          openId={postingId}
          listed={shown !== undefined && shown.id === postingId ? shown : null}
          listTitle={title}
          place={placeOf(shownIndex, list, t, locale)}
          nextId={list.postings[shownIndex + 1]?.id ?? null}
          acts={acts}
          onMove={steady.onMove}
          onClose={steady.onClose}
        />
      </TextFrame>
      {labelled === null ? null : (
        <Suspense>
          <LabelsDialog
            title={t('labels')}
            labelled={{ kind: 'postings', items: [labelled] }}
            onClose={() => setLabelled(null)}
          />
        </Suspense>
      )}
      {shared === null ? null : (
        <Suspense>
          <ShareByKey posting={shared} onClose={() => setShared(null)} />
        </Suspense>
      )}
      {isHelpOpen ? (
        <Suspense>
          <KeyHelp onClose={() => setHelpOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** "3 of 120"; "Article 3" while nobody knows of how many. */
function placeOf(
  index: number,
  { postings, query }: PostingList,
  t: AreaWords<'reading'>,
  locale: Locale,
): string {
  if (index === -1) return ''
  const number = formatCount(index + 1, locale)
  if (query.hasNextPage) return t('placeSoFar', { number })
  return t('place', { number, total: formatCount(postings.length, locale) })
}

type TextFrameProps = {
  /** Over the list, also in wide windows; otherwise beside it. */
  readonly isOver: boolean
  readonly isOpen: boolean
  readonly children: ReactNode
}

/** The frame of the text: nothing beside the list, a sheet over it. */
function TextFrame({ isOver, isOpen, children }: TextFrameProps) {
  if (!isOver) return children
  if (!isOpen) return null
  return (
    <div className="lg:absolute lg:inset-0 lg:z-20 lg:flex lg:flex-col lg:bg-paper lg:[&>section]:flex-1">
      {children}
    </div>
  )
}

const NARROW = '(max-width: 959px)'

/**
 * A text that covers the list (`isOver`, and in narrow windows) has the focus at its title, which goes back to the row it came from.
 * The window's title tells the list and what is unread.
 */
function useReadingFocus(openId: string | null, title: string, unread: number, isOver: boolean): void {
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
