'use client'

import { memo } from 'react'
import { cn } from '#components/ui/class-names.ts'
import { Failed, Waiting } from '#components/ui/form/empty.tsx'
import { Marked } from '#components/ui/marked.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { usePosting } from '#lib/queries/postings/postings.ts'
import { useReadingSettings } from '#lib/queries/accounts/reading-settings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { AlsoInLine } from '#components/reading/row/also-in.tsx'
import { Dot, MetaLine } from '#components/reading/row/row-parts.tsx'
import type { FeedRowProps } from '#components/reading/row/feed-row.ts'
import { PostingBody } from '#components/reading/text/posting-body.tsx'
import { textStyle } from '#components/reading/text/text-style.ts'
import { useShownText } from '#components/reading/text/use-shown-text.ts'

/** A posting with its text, in the list. Its title leads to the publisher. Drawn again only when something of it changes. */
export const ExpandedRow = memo(function ExpandedRow(props: FeedRowProps) {
  const { posting, acts, position, total, isCursor, isTabStop, onChoose } = props
  const { id, isRead, language, url } = posting
  const t = useWords('reading')
  return (
    <article
      aria-posinset={position}
      aria-setsize={total}
      aria-labelledby={`title-${id}`}
      onFocus={() => (isCursor ? undefined : onChoose(id))}
      className={cn(
        'group relative border-b border-line px-5 pt-4 pb-6 [--text-ground:var(--ground)] sm:px-8',
        isCursor &&
          'bg-paper [--text-ground:var(--paper)] before:absolute before:inset-y-0 before:start-0 before:w-[3px] before:bg-ink',
      )}
    >
      <div className="mx-auto grid max-w-[628px] grid-cols-[20px_minmax(0,1fr)]">
        <Dot posting={posting} />
        <div className="min-w-0">
          <MetaLine
            posting={posting}
            isTabStop={isTabStop}
            acts={acts}
            density="regular"
            isFresh={false}
            hasTouchMenu
          />
          <h2
            id={`title-${id}`}
            dir="auto"
            lang={language ?? undefined}
            className={cn(
              'mt-1 mb-3 font-text text-[22px]/7 tracking-[-0.01em] text-balance wrap-anywhere',
              isRead ? 'font-[480]' : 'font-[640]',
            )}
          >
            <a
              id={`posting-${id}`}
              href={url ?? props.href}
              target={url === null ? undefined : '_blank'}
              rel="noopener noreferrer"
              tabIndex={isTabStop ? 0 : -1}
              className="rounded-1 hover:underline"
              onClick={() => acts.markOpened(id)}
            >
              {posting.title ? (
                <Marked text={posting.title} marks={props.marks?.title} />
              ) : (
                posting.excerpt || t('untitled')
              )}
            </a>
          </h2>
          <AlsoInLine others={posting.alsoIn} />
          <Text id={id} isCursor={isCursor} />
        </div>
      </div>
    </article>
  )
})

type TextProps = { readonly id: string; readonly isCursor: boolean }

function Text({ id, isCursor }: TextProps) {
  const t = useWords('reading')
  const { data, isError, error, refetch } = usePosting(id)
  if (isError)
    return <Failed title={t('postingFailed')} error={error} onRetry={() => void refetch()} className="px-0" />
  if (data === undefined)
    return <Waiting rows={1} label={t('loadingPosting')} className="[&>div]:border-0 [&>div]:px-0" />
  return <Loaded posting={data} isCursor={isCursor} />
}

type LoadedProps = { readonly posting: PostingDetail; readonly isCursor: boolean }

function Loaded({ posting, isCursor }: LoadedProps) {
  const shown = useShownText(posting, isCursor)
  const style = textStyle(useReadingSettings())
  return (
    <div style={style}>
      <PostingBody posting={posting} shown={shown} />
    </div>
  )
}
