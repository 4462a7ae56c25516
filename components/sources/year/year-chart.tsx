'use client'

import { useMemo, type ReactNode } from 'react'
import { ChartFrame, type FullSize } from '#components/ui/chart/chart-frame.tsx'
import { Failed } from '#components/ui/form/empty.tsx'
import { useClock } from '#components/ui/time.tsx'
import { useSourceDelays } from '#lib/queries/sources/sources.ts'
import { formatCount, formatDuration, formatFullHour } from '#lib/text/format.ts'
import { dateTimeFormat } from '#lib/words/intl.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { daysOfYear, delaysByMonth, withinOf, yearTraces } from './year-traces.ts'

type YearChartProps = {
  readonly sourceId: number
  readonly promiseMs: number | null
  readonly waiting: ReactNode
}

/** The year of a source: its picture, a sentence and, by the month, its table. */
export function YearChart({ sourceId, promiseMs, waiting }: YearChartProps) {
  const t = useWords('sources')
  const locale = useLocale()
  const { nowMs, timeZone } = useClock()
  const query = useSourceDelays(sourceId, daysOfYear)
  const delays = query.data?.delays
  const months = useMemo(() => delaysByMonth(delays ?? []), [delays])
  if (query.isPending) return waiting
  if (query.isError)
    return <Failed title={t('delaysFailed')} error={query.error} onRetry={() => void query.refetch()} />
  const all = months.flatMap(({ delaysMs }) => delaysMs).toSorted((a, b) => a - b)
  const [first] = query.data.delays
  if (first === undefined) return null
  const within = (rising: readonly number[], share: number) => formatDuration(withinOf(rising, share), locale)
  const since = dateTimeFormat(locale.tag, { dateStyle: 'long', timeZone }).format(Date.parse(first.foundAt))
  const name = t('yearSentence', {
    count: all.length,
    since,
    half: within(all, 0.5),
    ninety: within(all, 0.9),
  })
  const traces = yearTraces(query.data.delays, { promiseMs, timeZone, nowMs })
  const monthName = dateTimeFormat(locale.tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <ChartFrame
      name={name}
      isFullWidth
      note={<p className="mt-2 text-13 text-ink-2">{name}</p>}
      table={{
        columns: [t('month'), t('postings'), t('medianHead'), t('p90Head')],
        rows: months.map(({ month, delaysMs }) => ({
          key: month,
          cells: [
            monthName.format(Date.parse(`${month}-01`)),
            formatCount(delaysMs.length, locale),
            within(delaysMs, 0.5),
            within(delaysMs, 0.9),
          ],
        })),
      }}
    >
      {(size) => (
        <YearSky
          size={size}
          name={name}
          traces={traces}
          months={monthTicks(nowMs, dateTimeFormat(locale.tag, { month: 'short', timeZone: 'UTC' }))}
        />
      )}
    </ChartFrame>
  )
}

/** The first of each month within the year, by days before today. */
function monthTicks(nowMs: number, words: Intl.DateTimeFormat) {
  const today = new Date(nowMs)
  const todayMs = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate())
  return Array.from({ length: 12 }, (_, back) => {
    const firstMs = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1)
    return { daysAgo: (todayMs - firstMs) / DAY_MS, label: words.format(firstMs) }
  })
}

const left = 44
const top = 10
const minutePx = 0.18
/** By the size of the drawing: a day's width, and that of a trace. Phones have room for the name of every third month. */
const widths = {
  wide: { dayPx: 3, tracePx: 1.6, everyMonth: 1 },
  half: { dayPx: 1.8, tracePx: 1.2, everyMonth: 2 },
  narrow: { dayPx: 0.8, tracePx: 0.8, everyMonth: 3 },
} as const
const skyHeight = 1440 * minutePx
const height = top + skyHeight + 24
/** A minute would not be seen. */
const leastPx = 2.5

/** The colours of the picture of a week's saving (saving-picture.tsx): a night sky in both themes. */
const sky = ['oklch(.2 .045 262)', 'oklch(.29 .07 252)', 'oklch(.4 .085 242)'] as const
const tones = { fresh: 'oklch(.8 .098 224)', late: 'oklch(.825 .108 76)' } as const

type YearSkyProps = {
  readonly size: FullSize
  readonly name: string
  readonly traces: ReturnType<typeof yearTraces>
  readonly months: ReturnType<typeof monthTicks>
}

/** Days from left to right, the hours of a day from above: one path for each colour, however many postings there are. */
function YearSky({ size, name, traces, months }: YearSkyProps) {
  const { dayPx, tracePx, everyMonth } = widths[size]
  const skyWidth = daysOfYear * dayPx
  const colours = `year-sky-${size}`
  const edge = `year-edge-${size}`
  const x = (daysAgo: number) => left + (daysOfYear - 1 - daysAgo) * dayPx + dayPx / 2
  const pathOf = (tone: 'fresh' | 'late') =>
    traces
      .filter((trace) => trace.tone === tone)
      .map(({ daysAgo, from, until }) => {
        const px = Math.max(leastPx, (until - from) * minutePx)
        return `M${x(daysAgo)} ${(top + from * minutePx).toFixed(1)}v${px.toFixed(1)}`
      })
      .join('')
  return (
    <svg role="img" aria-label={name} viewBox={`0 0 ${left + skyWidth + 8} ${height}`} className="w-full">
      <defs>
        <linearGradient id={colours} x2="0" y2="1">
          {sky.map((colour, index) => (
            <stop key={colour} offset={index / 2} stopColor={colour} />
          ))}
        </linearGradient>
        <clipPath id={edge}>
          <rect x={left} y={top} width={skyWidth} height={skyHeight} rx="6" />
        </clipPath>
      </defs>
      <g clipPath={`url(#${edge})`}>
        <rect x={left} y={top} width={skyWidth} height={skyHeight} fill={`url(#${colours})`} />
        {[360, 720, 1080].map((minute) => (
          <path
            key={minute}
            d={`M${left} ${top + minute * minutePx}h${skyWidth}`}
            stroke="oklch(1 0 0)"
            strokeOpacity=".1"
          />
        ))}
        {(['fresh', 'late'] as const).map((tone) => (
          <path
            key={tone}
            data-tone={tone}
            d={pathOf(tone)}
            stroke={tones[tone]}
            strokeWidth={tracePx}
            strokeOpacity=".9"
          />
        ))}
      </g>
      <g className="fill-ink-3 text-11">
        {[0, 6, 12, 18, 24].map((hour) => (
          <text key={hour} x={left - 6} y={top + hour * 60 * minutePx + 4} textAnchor="end">
            {formatFullHour(hour)}
          </text>
        ))}
        {months
          .filter((_, back) => back % everyMonth === 0)
          .map(({ daysAgo, label }) => (
            <text key={daysAgo} x={x(daysAgo)} y={height - 6}>
              {label}
            </text>
          ))}
      </g>
    </svg>
  )
}
