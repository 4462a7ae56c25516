'use client'

import { cn } from '#components/ui/class-names.ts'
import { SourceAvatar } from '#components/ui/source-avatar.tsx'
import { Trace } from '#components/ui/chart/trace.tsx'
import { delayWords } from '#lib/api/postings/format-delay.ts'
import { formatDuration } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { lookAddress, type Looked } from './discover-address.ts'
import { SubscribeButton } from './subscribe-button.tsx'

type FeedRowProps = {
  readonly feed: {
    readonly url: string
    readonly title: string
    readonly description: string
    readonly iconUrl?: string | null
    readonly subscriptionId: number | null
  }
  readonly looked: Looked
  readonly isLooked: boolean
  readonly facts: string
  /** The delay to expect; null: not known. */
  readonly expectedMs: number | null
  readonly onLook: (looked: Looked) => void
}

/** A source that can be looked at and subscribed to; the row leads to its preview. */
export function FeedRow({ feed, looked, isLooked, facts, expectedMs, onLook }: FeedRowProps) {
  return (
    <li
      className={cn(
        'relative flex items-center gap-3.5 border-b border-line px-5 py-3 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
        isLooked
          ? 'bg-paper before:absolute before:inset-y-0 before:start-0 before:w-[3px] before:bg-ink'
          : 'hover:bg-hover',
      )}
    >
      <SourceAvatar title={feed.title} iconUrl={feed.iconUrl ?? null} size={36} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-3">
          <a
            href={lookAddress(looked)}
            aria-current={isLooked ? 'true' : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              onLook(looked)
            }}
            className="min-w-0 flex-1 truncate text-[15px] leading-5 font-[620] outline-none after:absolute after:inset-0"
          >
            <bdi>{feed.title}</bdi>
          </a>
          {expectedMs === null ? null : <Expected delayMs={expectedMs} />}
        </div>
        {feed.description === '' ? null : (
          <p dir="auto" className="truncate font-text text-[14.5px] leading-5 text-ink-2">
            {feed.description}
          </p>
        )}
        {facts === '' ? null : <p className="text-12 text-ink-3">{facts}</p>}
      </div>
      <SubscribeButton url={feed.url} title={feed.title} isSubscribed={feed.subscriptionId !== null} />
    </li>
  )
}

/** Not measured yet, so in the colour of what is unknown. */
function Expected({ delayMs }: { readonly delayMs: number }) {
  const t = useWords('discover')
  const locale = useLocale()
  const delay = { kind: 'exact', delayMs } as const
  const sentence = t('expected', { duration: formatDuration(delayMs, locale) })
  return (
    <span
      title={sentence}
      className="inline-flex shrink-0 items-center gap-[7px] text-12 font-[550] text-ink-3"
    >
      <Trace delay={delay} className="grayscale" />
      <span aria-hidden className="min-w-13">
        {delayWords(delay, locale)}
      </span>
      <span className="sr-only">{sentence}</span>
    </span>
  )
}
