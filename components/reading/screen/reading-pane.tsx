'use client'

import { memo, Suspense, useEffect, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { cn } from '#components/ui/class-names.ts'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { useIsWide } from '#components/ui/use-is-wide.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { postingQuery, usePosting } from '#lib/queries/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { PostingText } from '#components/reading/text/posting-text.tsx'
import { BackTool, ReadingBar } from '#components/reading/text/reading-bar.tsx'
import { NothingOpen } from './nothing-open.tsx'
import type { PostingActs } from '#components/reading/items/use-posting-acts.ts'
import { findCachedPosting } from '#lib/queries/postings/posting-cache.ts'

// Comes with the first text.
const ReadingScroll = lazyPart(
  async () => (await import('#components/reading/article/reading-scroll.tsx')).ReadingScroll,
)

// They lie over the text: nothing moves when they come.
const NarrowReadingHead = lazyPart(
  async () => (await import('#components/reading/text/narrow-bars.tsx')).NarrowReadingHead,
)
const NarrowReadingBar = lazyPart(
  async () => (await import('#components/reading/text/narrow-bars.tsx')).NarrowReadingBar,
)

type ReadingPaneProps = {
  /** Over the list, also in wide windows. */
  readonly isOver: boolean
  readonly openId: string | null
  /** The open posting as the list has it: shown before its text is there. */
  readonly listed: PostingItem | null
  readonly listTitle: string
  readonly place: string
  /** The next one in the list. */
  readonly nextId: string | null
  readonly acts: PostingActs
  readonly onMove: (step: 1 | -1) => void
  readonly onClose: () => void
}

const barMotion = 'transition-transform duration-(--calm) motion-reduce:transition-none'

/** The text. Beside the list on wide windows, over it on narrow ones. */
export const ReadingPane = memo(function ReadingPane(props: ReadingPaneProps) {
  const { openId, listed, listTitle, nextId, isOver, ...rest } = props
  const t = useWords('reading')
  const query = usePosting(openId)
  const [pane, setPane] = useState<HTMLElement | null>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  useMarkOpened(openId, query.data !== undefined, rest.acts.markOpened)
  useNextText(query.data?.id ?? null, nextId)
  useEffect(() => {
    scroller?.scrollTo(0, 0)
  }, [scroller, openId])
  const posting = query.data ?? listed
  const isWide = useIsWide()
  return (
    <section
      ref={setPane}
      aria-label={t('text')}
      className={cn(
        'group/pane relative flex min-h-0 min-w-0 flex-col overflow-hidden bg-paper',
        openId === null
          ? 'max-lg:hidden'
          : 'animate-appear max-lg:absolute max-lg:inset-0 max-lg:z-20 max-sm:fixed',
      )}
    >
      {openId !== null && posting !== null ? (
        <div
          className={cn(
            'relative shrink-0 max-lg:absolute max-lg:inset-x-0 max-lg:top-0 max-lg:z-10 max-lg:bg-paper',
            // Of the upper bar the line of progress stays.
            'max-lg:group-data-[bars=away]/pane:not-has-[:focus-visible]:-translate-y-[calc(100%-2px)]',
            barMotion,
          )}
        >
          {isWide === false ? null : <ReadingBar posting={posting} isOver={isOver} {...rest} />}
          {isWide === true ? null : (
            <Suspense>
              <NarrowReadingHead posting={posting} title={listTitle} {...rest} />
            </Suspense>
          )}
          {scroller === null || pane === null || query.data === undefined ? null : (
            <Suspense>
              <ReadingScroll key={openId} scroller={scroller} pane={pane} />
            </Suspense>
          )}
        </div>
      ) : null}
      {isOver && openId !== null && posting === null ? (
        <div className="flex h-13 shrink-0 items-center px-5 max-lg:hidden">
          <BackTool onClose={rest.onClose} />
        </div>
      ) : null}
      <div
        ref={setScroller}
        id="text"
        tabIndex={-1}
        className="min-h-0 flex-1 scroll-pt-12 scroll-pb-16 overflow-y-auto overscroll-contain px-5 pt-3.5 pb-16 outline-none max-lg:pt-14 max-lg:pb-32 max-sm:group-data-[playing=true]/player:pb-64 sm:px-8"
      >
        {openId === null ? isWide !== false && <NothingOpen /> : <Body query={query} />}
      </div>
      {openId !== null && posting !== null && isWide !== true ? (
        <div
          className={cn(
            'absolute inset-x-0 bottom-0 z-10 group-data-[bars=away]/pane:not-has-[:focus-visible]:translate-y-full lg:hidden',
            barMotion,
          )}
        >
          <Suspense>
            <NarrowReadingBar posting={posting} {...rest} />
          </Suspense>
        </div>
      ) : null}
    </section>
  )
})

function Body({ query }: { readonly query: ReturnType<typeof usePosting> }) {
  const t = useWords('reading')
  if (query.data) return <PostingText key={query.data.id} posting={query.data} />
  if (query.isError) {
    return (
      <Failed
        title={t('postingFailed')}
        error={query.error}
        onRetry={() => void query.refetch()}
        className="mx-auto max-w-[608px] px-0"
      />
    )
  }
  return <Waiting rows={4} label={t('loadingPosting')} className="mx-auto max-w-[608px]" />
}

/**
 * Fetches the text after the open one as soon as that is drawn, so that going on shows it without waiting.
 * @param shownId the posting whose text is there; null while it is awaited
 */
function useNextText(shownId: string | null, nextId: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (shownId !== null && nextId !== null) void client.prefetchQuery(postingQuery(nextId))
  }, [client, shownId, nextId])
}

/**
 * Tells once per opening that a posting's text is there: it counts as read and seen from then on. Where the reader has made it unread
 * again while the text was on its way, it stays so (`staysUnread`).
 */
function useMarkOpened(
  openId: string | null,
  hasText: boolean,
  markOpened: (id: string, staysUnread: boolean) => void,
): void {
  const client = useQueryClient()
  const opening = useRef({ id: null as string | null, wasRead: false, isTold: false })
  useEffect(() => {
    const isRead = openId !== null && findCachedPosting(client, openId)?.isRead === true
    if (openId !== opening.current.id) opening.current = { id: openId, wasRead: false, isTold: false }
    opening.current.wasRead ||= isRead
    if (openId === null || !hasText || opening.current.isTold) return
    opening.current.isTold = true
    markOpened(openId, opening.current.wasRead && !isRead)
  })
}
