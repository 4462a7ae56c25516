'use client'

import { cn } from '#components/ui/class-names.ts'
import { useClock } from '#components/ui/time.tsx'
import { positionOnTrace, toneOf } from '#components/ui/chart/trace.tsx'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { formatMoment } from '#lib/text/format.ts'
import { delayWords, describeDelay } from '#lib/api/postings/format-delay.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const tones = {
  fresh: 'text-fresh [--trace:var(--fresh-solid)]',
  late: 'text-late [--trace:var(--late-solid)]',
  unknown: 'text-ink-3 [--trace:var(--unknown)]',
}

/** Share of the line that found lies at: even 0 s shows both ends. */
const FOUND_FROM = 0.12
const FOUND_TO = 0.9

type RowTraceProps = { readonly posting: PostingItem; readonly isCompact: boolean }

/** The way of a posting in the fresh list: published, the delay, found. Its sentence is for screen readers. */
export function RowTrace({ posting, isCompact }: RowTraceProps) {
  const t = useWords('reading')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const { delay, publishedAt, foundAt } = posting
  if (delay.kind === 'initial') return null
  const moment = (at: string) => formatMoment(Date.parse(at), nowMs, timeZone, locale)
  const delayMs = {
    exact: () => (delay.kind === 'exact' ? delay.delayMs : 0),
    range: () => (delay.kind === 'range' ? delay.mostMs : 0),
    doubtful: () => 0,
  }[delay.kind]()
  // A narrow row has room for the line and the delay alone.
  const momentLook = cn('min-w-0 truncate text-ink-3', isCompact && 'sm:@max-3xl:hidden')
  const width = (FOUND_FROM + (FOUND_TO - FOUND_FROM) * positionOnTrace(delayMs)) * 100
  return (
    <p
      className={cn(
        'mt-1.5 flex items-center gap-2 text-12 font-[550] whitespace-nowrap',
        tones[toneOf(delay)],
        isCompact && 'sm:order-5 sm:mt-0 sm:w-[280px] sm:shrink-0 sm:@max-3xl:w-[150px]',
      )}
    >
      <span className="sr-only">{describeDelay(delay, locale)}</span>
      <span aria-hidden className={momentLook}>
        {publishedAt === null ? t('notGiven') : moment(publishedAt)}
      </span>
      {/* Drawn from the left, and turned as a whole. */}
      <span aria-hidden className="relative h-2.5 max-w-60 min-w-8 flex-1 rtl:-scale-x-100">
        <span
          className={cn(
            'absolute inset-x-0 top-[4.5px] border-t border-line-strong',
            delay.kind === 'doubtful' && 'border-dashed',
          )}
        />
        {delay.kind === 'doubtful' ? null : (
          <>
            <span className="absolute top-1 left-0 h-0.5 bg-(--trace)" style={{ width: `${width}%` }} />
            <span className="absolute top-[1.5px] left-0 size-[7px] rounded-full border-[1.5px] border-(--trace) bg-paper" />
            <span
              className="absolute top-[1.5px] size-[7px] -translate-x-1/2 rounded-full bg-(--trace)"
              style={{ left: `${width}%` }}
            />
          </>
        )}
      </span>
      <span aria-hidden className={momentLook}>
        {moment(foundAt)}
      </span>
      <span aria-hidden>{delayWords(delay, locale)}</span>
    </p>
  )
}
