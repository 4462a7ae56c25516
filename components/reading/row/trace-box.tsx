'use client'

import Link from 'next/link'
import { cn } from '#components/ui/class-names.ts'
import { positionOnTrace, toneOf } from '#components/ui/chart/trace.tsx'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { savedMs } from '#lib/api/freshness/hourly-check.ts'
import { formatDuration } from '#lib/text/format.ts'
import { describeDelay, formatDelay } from '#lib/api/postings/format-delay.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import type { Locale, AreaWords } from '#lib/words/areas.ts'
import { ReasonText } from '#components/ui/reason-text.tsx'

/** Places on the line in per cent: found lies between these by the delay, seen always at the end. */
const FOUND_FROM = 32
const FOUND_TO = 52
const SEEN_AT = 84

type PartProps = {
  readonly posting: PostingDetail
  /** An instant as the reader's clock writes it. */
  readonly moment: (at: string) => string
}

/** The whole way of a posting: published, found by Skylark, seen by the reader; and why it was found just then. */
export function TraceBox({ posting, moment }: PartProps) {
  const t = useWords('reading')
  const locale = useLocale()
  return (
    <div className="mt-2 rounded-3 border border-line px-4 pt-3 pb-2.5">
      <TraceLine posting={posting} moment={moment} />
      <p className="mt-2.5 border-t border-line pt-2 text-12 text-ink-2">
        {describeDelay(posting.delay, locale)}.{boundsSentence(posting, t, locale)}
        {hourlySentence(posting, t, locale)}
        {posting.publishedAt === null && posting.claimedAt !== null
          ? ` ${t('notBelieved', { time: moment(posting.claimedAt) })}`
          : null}
      </p>
      <TraceReason posting={posting} moment={moment} />
    </div>
  )
}

/** The delay by the polls alone, where the feed's own time is not believed. */
function boundsSentence(
  { delay, delayBounds }: PostingDetail,
  t: AreaWords<'reading'>,
  locale: Locale,
): string {
  if (delayBounds === null || delay.kind !== 'doubtful') return ''
  const { leastMs, mostMs } = delayBounds
  const most = formatDuration(mostMs, locale)
  if (leastMs <= 0) return ` ${t('boundsAlone', { most })}`
  return ` ${t('boundsBetween', { least: formatDuration(leastMs, locale), most })}`
}

/** A sentence that compares with hourly checks; nothing where these would find it in the same minute, or the publication is not known. */
function hourlySentence(
  { sourceId, publishedAt, foundAt, delay }: PostingDetail,
  t: AreaWords<'reading'>,
  locale: Locale,
): string {
  const times = {
    publishedAt: publishedAt === null ? null : Date.parse(publishedAt),
    foundAt: Date.parse(foundAt),
  }
  const saved = delay.kind === 'exact' ? savedMs(sourceId, times) : null
  if (saved === null || Math.abs(saved) < 60_000) return ''
  const duration = formatDuration(Math.abs(saved), locale)
  return ` ${t(saved > 0 ? 'hourlyLater' : 'hourlyEarlier', { duration })}`
}

const segments = { fresh: 'bg-fresh-solid', late: 'bg-late-solid', unknown: 'bg-unknown' }
const rings = { fresh: 'border-fresh-solid', late: 'border-late-solid', unknown: 'border-unknown' }
const words = { fresh: 'text-fresh', late: 'text-late', unknown: 'text-ink-3' }

function TraceLine({ posting, moment }: PartProps) {
  const t = useWords('reading')
  const locale = useLocale()
  const { delay, publishedAt, foundAt, seenAt } = posting
  const tone = toneOf(delay)
  const foundPercent = FOUND_FROM + (FOUND_TO - FOUND_FROM) * positionOnTrace(delayMsOf(delay))
  return (
    <div className="relative h-[66px]">
      <div
        aria-hidden
        className="absolute start-1 top-[18px] h-px bg-line-strong"
        style={{ width: `calc(${seenAt === null ? foundPercent : SEEN_AT}% - 4px)` }}
      />
      <div
        aria-hidden
        className={cn(
          'absolute start-1 top-[17px] h-[3px]',
          segments[tone],
          tone === 'unknown' && 'opacity-50',
        )}
        style={{ width: `calc(${foundPercent}% - 4px)` }}
      />
      <span
        aria-hidden
        className={cn('absolute start-0 top-[14px] size-[9px] rounded-full border-2 bg-paper', rings[tone])}
      />
      <span
        aria-hidden
        className={cn('absolute top-[13px] -ms-[5px] size-[11px] rounded-full', segments[tone])}
        style={{ insetInlineStart: `${foundPercent}%` }}
      />
      {seenAt === null ? null : (
        <span
          aria-hidden
          className="absolute top-[12px] h-[13px] w-0.5 bg-ink-2"
          style={{ insetInlineStart: `${SEEN_AT}%` }}
        />
      )}
      <Label from={0} to={foundPercent} className={words[tone]}>
        {formatDelay(delay, locale)}
      </Label>
      <Label from={foundPercent} to={SEEN_AT} className="text-ink-3">
        {seenAt === null ? '' : formatDuration(Math.max(0, Date.parse(seenAt) - Date.parse(foundAt)), locale)}
      </Label>
      <Station
        at={0}
        name={t('published')}
        time={publishedAt === null ? t('notGiven') : moment(publishedAt)}
        isShort
      />
      <Station at={foundPercent} name={t('foundBySkylark')} shortName={t('found')} time={moment(foundAt)} />
      {seenAt === null ? null : (
        <Station at={SEEN_AT} name={t('seenByYou')} shortName={t('seen')} time={moment(seenAt)} />
      )}
    </div>
  )
}

function delayMsOf(delay: PostingDetail['delay']): number {
  if (delay.kind === 'exact') return delay.delayMs
  return delay.kind === 'range' ? delay.mostMs : 0
}

type LabelProps = {
  readonly from: number
  readonly to: number
  readonly className: string
  readonly children: string
}

function Label({ from, to, className, children }: LabelProps) {
  return (
    <span
      className={cn('absolute -top-0.5 text-center text-12 font-[600] whitespace-nowrap', className)}
      style={{ insetInlineStart: `${from}%`, width: `${to - from}%` }}
    >
      {children}
    </span>
  )
}

type StationProps = {
  readonly at: number
  readonly name: string
  /** Shown where the window is narrow. */
  readonly shortName?: string
  /** "09:12" or "12 Jan 2024, 09:12" */
  readonly time: string
  /** On phones there is no room for the hour behind a date. */
  readonly isShort?: boolean
}

function Station({ at, name, shortName, time, isShort = false }: StationProps) {
  const [first, hour] = time.split(',')
  return (
    <span
      className="absolute top-[32px] whitespace-nowrap"
      style={{ insetInlineStart: at === 0 ? 0 : `calc(${at}% - 4px)` }}
    >
      <span className="block text-11 text-ink-3">
        <span className={cn(shortName !== undefined && 'max-sm:hidden')}>{name}</span>
        {shortName === undefined ? null : <span className="sm:hidden">{shortName}</span>}
      </span>
      <span className="block text-12 font-[600]">
        {first}
        {hour === undefined ? null : <span className={cn(isShort && 'max-sm:sr-only')}>,{hour}</span>}
      </span>
    </span>
  )
}

type TraceReasonProps = {
  readonly posting: PostingDetail
  readonly moment: (at: string) => string
}

/** Why a posting was found just then, and the way to what is known of its source. */
function TraceReason({ posting, moment }: TraceReasonProps) {
  const t = useWords('reading')
  return (
    <div className="mt-2 text-12 text-ink-2">
      <p>
        {posting.decisionReason === null ? t('firstPoll') : <ReasonText reason={posting.decisionReason} />}
      </p>
      {posting.previousPollAt === null ? null : (
        <p>{t('foundBy', { found: moment(posting.foundAt), before: moment(posting.previousPollAt) })}</p>
      )}
      <Link
        href={`/sources/${posting.sourceId}`}
        className="mt-1 inline-block font-[550] text-ink underline decoration-control underline-offset-3"
      >
        {t('howPolled')}
      </Link>
    </div>
  )
}
