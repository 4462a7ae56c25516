'use client'

import { lazy, Suspense, useState } from 'react'
import { useNewPostings } from '#lib/queries/new-postings.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { Locale, Words } from '#lib/words/areas.ts'
import { formatCount } from '#lib/format.ts'
import { ListPane } from './list-pane.tsx'
import { PlayerProvider } from './player/player-context.tsx'
import { formatReadingState } from './reading-address.ts'
import { ReadingPane } from './reading-pane.tsx'
import { useCursor } from './use-cursor.ts'
import { useListScope } from './use-list-scope.ts'
import { usePostingActs } from './use-posting-acts.ts'
import { usePostingList, type PostingList } from './use-posting-list.ts'
import { useReadingAddress } from './use-reading-address.ts'
import { useReadingFocus } from './use-reading-focus.ts'
import { useReadingKeys } from './use-reading-keys.ts'
import { forgetPosition } from './use-virtual-rows.ts'

const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))

/** The list and the text. What is shown is in the address alone. */
export function ReadingScreen() {
  const address = useReadingAddress()
  // One screen per list: place, cursor and undo belong to it.
  const listKey = formatReadingState({ filter: address.filter, postingId: null })
  const [version, setVersion] = useState(0)
  const startAgain = () => {
    forgetPosition(listKey)
    setVersion((before) => before + 1)
  }
  return (
    <PlayerProvider>
      <OneList key={`${listKey} ${version}`} address={address} listKey={listKey} onStartAgain={startAgain} />
    </PlayerProvider>
  )
}

type OneListProps = {
  readonly address: ReturnType<typeof useReadingAddress>
  readonly listKey: string
  readonly onStartAgain: () => void
}

function OneList({ address, listKey, onStartAgain }: OneListProps) {
  const { filter, postingId, open, close, changeFilter } = address
  const t = useWords('reading')
  const locale = useLocale()
  const list = usePostingList(filter)
  const { title, unread } = useListScope(filter)
  const acts = usePostingActs(filter, list.asOfId)
  const { cursor, index, posting, move, choose } = useCursor({
    postings: list.postings,
    openId: postingId,
    open,
  })
  const newPostings = useNewPostings(filter)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const showNew = () => {
    onStartAgain()
    void newPostings.show()
  }
  useReadingFocus(postingId, title, unread)
  useReadingKeys({
    posting,
    openId: postingId,
    acts,
    move,
    choose,
    close,
    showNew,
    showHelp: () => setHelpOpen(true),
  })
  return (
    <div className="relative h-full lg:grid lg:grid-cols-[400px_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)] xl:grid-cols-[452px_minmax(0,1fr)]">
      <ListPane
        listKey={listKey}
        filter={filter}
        list={list}
        openId={postingId}
        cursor={cursor}
        newPostings={newPostings}
        onShowNew={showNew}
        onOpen={choose}
        onChange={changeFilter}
        acts={acts}
      />
      <ReadingPane
        openId={postingId}
        listed={posting?.id === postingId ? posting : null}
        listTitle={title}
        place={placeOf(index, list, t, locale)}
        acts={acts}
        onMove={(step) => move(step, true, false)}
        onClose={close}
      />
      {isHelpOpen ? (
        <Suspense>
          <KeyHelp onClose={() => setHelpOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** "3 of 120"; "3 of 50+" while there are more pages. */
function placeOf(
  index: number,
  { postings, query }: PostingList,
  t: Words<'reading'>,
  locale: Locale,
): string {
  if (index === -1) return ''
  const total = `${formatCount(postings.length, locale)}${query.hasNextPage ? '+' : ''}`
  return t('place', { number: formatCount(index + 1, locale), total })
}
