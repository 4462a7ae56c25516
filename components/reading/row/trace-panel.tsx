'use client'

import { Suspense, useState } from 'react'
import { lazyPart } from '#components/ui/open/lazy-part.tsx'
import { Time, useClock } from '#components/ui/time.tsx'
import { Trace } from '#components/ui/chart/trace.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { formatDuration, formatMoment } from '#lib/text/format.ts'
import { describeDelay } from '#lib/api/postings/format-delay.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

// Few ask.
const TraceBox = lazyPart(async () => (await import('./trace-box.tsx')).TraceBox)

type TracePanelProps = { readonly posting: PostingDetail }

/** The delay of a posting, in one line that opens to its whole way. From before the subscription: what is known of the next ones. */
export function TracePanel({ posting }: TracePanelProps) {
  const t = useWords('reading')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const [isOpen, setOpen] = useState(false)
  const { delay, foundAt, seenAt, nextCheck } = posting
  const nextAt = nextCheck?.at ?? null
  const expectedMs = nextCheck?.expectedDelayMs ?? null
  // Beside a check in hours, a delay of minutes reads like a contradiction: until then nothing is expected.
  const isFar = nextAt !== null && expectedMs !== null && Date.parse(nextAt) - nowMs > 3 * expectedMs
  const moment = (at: string) => formatMoment(Date.parse(at), nowMs, timeZone, locale)
  if (delay.kind === 'initial')
    return nextAt === null ? null : (
      <p className="my-4 text-12 text-ink-3">
        {describeDelay(delay, locale)}.{' '}
        {/* Of a check that is past nothing is known. The line stays: the text below may be read just now. */}
        {Date.parse(nextAt) < nowMs
          ? null
          : t.rich('nextCheck', {
              delay: expectedMs === null || isFar ? 'none' : formatDuration(expectedMs, locale),
              time: () => <Time at={nextAt} />,
            })}
      </p>
    )
  return (
    <section aria-label={t('traceName')} className="my-4">
      <div className="flex items-center gap-3 text-12 text-ink-3">
        <Trace delay={delay} />
        {/* Words, not a figure alone: beside "1 min read" it could be anything. */}
        <span className="min-w-0 flex-1">
          <span className="font-[550] text-ink-2">{describeDelay(delay, locale)}</span>
          {seenAt === null
            ? null
            : `, ${t('seenLater', {
                time: formatDuration(Math.max(0, Date.parse(seenAt) - Date.parse(foundAt)), locale),
              })}`}
        </span>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="rounded-1 font-[550] whitespace-nowrap text-ink underline decoration-control underline-offset-3 hover:decoration-ink pointer-coarse:-my-3.5 pointer-coarse:py-3.5"
        >
          {t('howFound')}
        </button>
      </div>
      <Suspense>{isOpen ? <TraceBox posting={posting} moment={moment} /> : null}</Suspense>
    </section>
  )
}
