import { delayWords, describeDelay } from '#lib/api/postings/format-delay.ts'
import type { PostingDelay } from '#lib/api/postings/postings.ts'
import { useLocale } from '#lib/words/use-words.tsx'
import { cn } from '#components/ui/class-names.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

type Tone = 'fresh' | 'late' | 'unknown'

const strokes = { fresh: 'stroke-fresh-solid', late: 'stroke-late-solid', unknown: 'stroke-unknown' }
const fills = { fresh: 'fill-fresh-solid', late: 'fill-late-solid', unknown: 'fill-unknown' }
const words = { fresh: 'text-fresh', late: 'text-late', unknown: 'text-ink-3' }

const LEAST_MS = 30_000
const MOST_MS = 3 * HOUR_MS

/** The place of a delay on the log scale from 30 s to 3 h, 0–1; a delay outside sticks to the ends. */
export function positionOnTrace(delayMs: number): number {
  const clamped = Math.min(Math.max(delayMs, LEAST_MS), MOST_MS)
  return Math.log(clamped / LEAST_MS) / Math.log(MOST_MS / LEAST_MS)
}

/** Amber only when a promise is broken; a range is judged by its upper end. */
export function toneOf(delay: PostingDelay, promisedMs: number | null = null): Tone {
  if (delay.kind === 'exact') return isLate(delay.delayMs, promisedMs) ? 'late' : 'fresh'
  if (delay.kind === 'range') return isLate(delay.mostMs, promisedMs) ? 'late' : 'fresh'
  return 'unknown'
}

function isLate(delayMs: number, promisedMs: number | null): boolean {
  return promisedMs !== null && delayMs > promisedMs
}

type TraceProps = {
  readonly delay: PostingDelay
  readonly promisedMs?: number | null
  readonly className?: string
}

/** The line from published to found, 36 px wide. It repeats the words beside it, so it is hidden from screen readers. */
export function Trace({ delay, promisedMs = null, className }: TraceProps) {
  const tone = toneOf(delay, promisedMs)
  // The found dot starts 5 px right of the published one, so that even 0 s shows both.
  const x = (delayMs: number) => 8.5 + 24 * positionOnTrace(delayMs)
  return (
    <svg
      width="36"
      height="10"
      aria-hidden
      className={cn('block shrink-0 overflow-visible rtl:-scale-x-100', strokes[tone], className)}
    >
      <path
        d="M3.5 5H32.5"
        className="stroke-line-strong"
        strokeWidth="1.25"
        strokeDasharray={delay.kind === 'doubtful' ? '1.5 3' : undefined}
      />
      {delay.kind === 'exact' ? (
        <>
          <path d={`M3.5 5H${x(delay.delayMs)}`} strokeWidth="2.25" />
          <circle cx={x(delay.delayMs)} cy="5" r="3" className={fills[tone]} stroke="none" />
        </>
      ) : null}
      {delay.kind === 'range' ? (
        <>
          <path d={`M3.5 5H${x(delay.leastMs)}`} strokeWidth="2.25" />
          <path d={`M${x(delay.leastMs)} 5H${x(delay.mostMs)}`} strokeWidth="7" opacity="0.38" />
          <path d={`M${x(delay.mostMs)} 1V9`} strokeWidth="1.5" />
        </>
      ) : null}
      {delay.kind === 'doubtful' ? (
        <circle cx="18" cy="5" r="3" className={fills.unknown} stroke="none" />
      ) : (
        <circle cx="3.5" cy="5" r="2.3" className="fill-paper" strokeWidth="1.5" />
      )}
    </svg>
  )
}

type FreshnessBadgeProps = TraceProps & {
  /** A read posting calms down to grey. */
  readonly isRead?: boolean
}

/** The time from publication to discovery: trace and words. Postings of a first document have none. */
export function FreshnessBadge({ delay, promisedMs = null, isRead = false, className }: FreshnessBadgeProps) {
  const locale = useLocale()
  if (delay.kind === 'initial') return null
  const tone = toneOf(delay, promisedMs)
  const sentence = describeDelay(delay, locale, promisedMs)
  return (
    <span
      title={sentence}
      className={cn(
        'inline-flex items-center gap-[7px] text-12 font-[550] whitespace-nowrap',
        isRead ? 'text-ink-3' : words[tone],
        className,
      )}
    >
      <Trace delay={delay} promisedMs={promisedMs} className={isRead ? 'opacity-60' : undefined} />
      <span aria-hidden className="min-w-13">
        {delayWords(delay, locale)}
      </span>
      <span className="sr-only">{sentence}</span>
    </span>
  )
}
