'use client'

import { Activity } from 'lucide-react'
import Link from 'next/link'
import { formatDuration } from '#lib/text/format.ts'
import { useFreshnessDay } from '#lib/queries/sources/freshness.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

const width = 60
const height = 22
/** Below it all is quick: without it, 2 s against 4 s would fill the height. */
const leastMs = 60_000

/** Fewer say nothing of what is typical, and draw no line. */
const leastPostings = 5

/** The delay of the last 24 hours' postings, as the sidebar's foot; loaded after the page. */
export function FreshnessFoot() {
  const t = useWords('shell')
  const locale = useLocale()
  const day = useFreshnessDay().data
  const { medianMs = null, p90Ms = null, count = 0, hours = [] } = day ?? {}
  const isKnown = medianMs !== null && p90Ms !== null && count >= leastPostings
  const duration = (ms: number) => formatDuration(Math.max(0, ms), locale)
  const unknown = t(day === undefined ? 'typicalDelay' : 'noDelayToday')
  const known = isKnown
    ? `${t('typicalDelay')}: ${duration(medianMs)}. ${t('ninetyFoundWithin', { duration: duration(p90Ms) })}`
    : unknown
  return (
    <Link
      href="/freshness"
      prefetch={false}
      aria-label={isKnown ? undefined : known}
      title={known}
      className="flex h-10 min-w-0 flex-1 items-center gap-2 rounded-2 px-1.5 text-12 text-ink-3 hover:bg-hover pointer-coarse:h-11"
    >
      {isKnown ? (
        <svg
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden
          className="w-full min-w-0 flex-1 fill-none stroke-fresh-solid rtl:-scale-x-100"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
        >
          <path d={hoursPath(hours)} />
        </svg>
      ) : (
        <Activity aria-hidden size={17} strokeWidth={1.75} className="mx-auto" />
      )}
      {/* The word tells it from "5 min ago" and from the time to the next check. */}
      {isKnown ? (
        <span className="text-11/[13px] whitespace-nowrap">
          <b className="block text-12/[15px] font-[620] text-ink">{duration(medianMs)}</b> {t('delay')}
          <span className="sr-only">
            ({t('typicalOfDay')}). {t('ninetyFoundWithin', { duration: duration(p90Ms) })}
          </span>
        </span>
      ) : null}
    </Link>
  )
}

/** The hours as a line, drawn through those in which nothing was found. */
export function hoursPath(hours: readonly (number | null)[]): string {
  const most = Math.max(leastMs * 2, ...hours.map((ms) => ms ?? 0))
  // By the logarithm. Not by the scales of the charts: this comes with every page.
  const y = (ms: number) =>
    height - 2 - ((height - 4) * Math.log(Math.max(leastMs, ms) / leastMs)) / Math.log(most / leastMs)
  const x = (hour: number) => 1 + ((width - 2) * hour) / Math.max(1, hours.length - 1)
  const points = hours.flatMap((ms, hour) =>
    ms === null ? [] : [`${x(hour).toFixed(1)} ${y(ms).toFixed(1)}`],
  )
  // One alone is a dot.
  return points.length === 1
    ? `M${points[0]}h0`
    : points.map((point, index) => `${index === 0 ? 'M' : 'L'}${point}`).join('')
}
