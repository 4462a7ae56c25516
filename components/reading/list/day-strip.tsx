'use client'

import { memo, useId } from 'react'
import { useClock } from '#components/ui/time.tsx'
import type { DayStripAnswer as DayStripData } from '#lib/api/lists/counts.ts'
import { formatTime } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

type DayStripProps = {
  readonly strip: DayStripData
  /** Times of the first and the last posting in sight. */
  readonly inSight: { readonly fromMs: number; readonly toMs: number } | null
  readonly onJump: (atMs: number) => void
}

const QUARTER_MS = 15 * MINUTE_MS
const QUARTERS = 96
const HEIGHT = 28
const AXIS_HOURS = 6
/** Per cent of the day: beyond it an hour runs into “now”, on a window of 320 px. */
const LAST_TICK = 84

/**
 * The finds of the last 24 hours, in quarter hours: grey found, sky unread, a bracket over what the list shows.
 * A native slider lies over it: click, drag or arrow keys (an hour each) jump in the list.
 */
export function DayStrip({ strip, inSight, onJump }: DayStripProps) {
  const t = useWords('reading')
  const locale = useLocale()
  const { timeZone } = useClock()
  const id = useId()
  const startMs = Date.parse(strip.startAt)
  const most = heightOf(strip.found)
  const quarterOf = (atMs: number) => Math.min(QUARTERS, Math.max(0, (atMs - startMs) / QUARTER_MS))
  const isToday = inSight !== null && inSight.toMs >= startMs
  const value = inSight === null ? QUARTERS : Math.round(quarterOf(inSight.toMs))
  return (
    <div dir="ltr" className="relative shrink-0 border-b border-line px-5 pb-1.5">
      <div className="relative">
        <svg
          viewBox={`0 0 ${QUARTERS} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden
          className="block h-7 w-full"
        >
          {!isToday ? null : <Bracket from={quarterOf(inSight.fromMs)} to={quarterOf(inSight.toMs)} />}
          <Bars counts={strip.found} most={most} className="fill-line-strong" />
          <Bars counts={strip.unread} most={most} className="fill-fresh-solid" />
          <path
            d={`M0 ${HEIGHT - 0.5}H${QUARTERS}`}
            className="stroke-line-strong"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <label htmlFor={id} className="sr-only">
          {t('jumpToTime')}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={QUARTERS}
          step={4}
          value={value}
          aria-valuetext={
            value >= QUARTERS ? t('now') : formatTime(startMs + value * QUARTER_MS, timeZone, locale)
          }
          onChange={(event) => onJump(startMs + Number(event.target.value) * QUARTER_MS)}
          className="absolute inset-0 size-full cursor-pointer appearance-none opacity-0 focus-visible:opacity-100 [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
        />
      </div>
      <Axis startMs={startMs} timeZone={timeZone} />
    </div>
  )
}

/** So many times as much as the others is a tower: an import, beside which nothing else could be seen. */
const TOWER = 3

/** The count that fills the strip: the greatest, or, where that is a tower, what nine of ten quarters with postings stay below. */
function heightOf(counts: readonly number[]): number {
  const rising = counts.filter((count) => count > 0).toSorted((a, b) => a - b)
  const most = rising.at(-1) ?? 1
  const usual = rising[Math.floor(0.9 * (rising.length - 1))] ?? most
  return most > TOWER * usual ? usual * TOWER : most
}

type BarsProps = { readonly counts: readonly number[]; readonly most: number; readonly className: string }

/** Drawn when the counts change, not with each step of the list: so is the axis. */
const Bars = memo(function Bars({ counts, most, className }: BarsProps) {
  const bars = counts
    .map((count, quarter) => {
      const height = Math.min(1, count / most) * (HEIGHT - 2)
      return count === 0 ? '' : `M${quarter + 0.12} ${HEIGHT - 1}v${-height}h0.72v${height}z`
    })
    .join('')
  return <path d={bars} className={className} />
})

function Bracket({ from, to }: { readonly from: number; readonly to: number }) {
  const left = Math.min(from, to, QUARTERS - 1)
  const width = Math.max(1, Math.abs(to - from))
  return (
    <>
      <rect x={left} y="0" width={width} height={HEIGHT} className="fill-fresh-wash" />
      <path
        d={`M${left} .75h${width}`}
        strokeWidth="1.5"
        className="stroke-ink"
        vectorEffect="non-scaling-stroke"
      />
    </>
  )
}

/** The hours 00, 06, 12 and 18 of the reader's zone, and now. */
const Axis = memo(function Axis({
  startMs,
  timeZone,
}: {
  readonly startMs: number
  readonly timeZone: string
}) {
  const t = useWords('reading')
  const locale = useLocale()
  const hours = Array.from({ length: 23 }, (_, hour) => {
    const atMs = (Math.floor(startMs / HOUR_MS) + 1 + hour) * HOUR_MS
    return {
      atMs,
      percent: ((atMs - startMs) / (QUARTERS * QUARTER_MS)) * 100,
      text: formatTime(atMs, timeZone, locale),
    }
  })
  const ticks = hours.filter(
    ({ text, percent }) =>
      Number(text.slice(0, 2)) % AXIS_HOURS === 0 &&
      text.endsWith(':00') &&
      percent > 4 &&
      percent < LAST_TICK,
  )
  return (
    <div aria-hidden className="relative h-3.5 text-[10.5px]/[14px] font-[500] text-ink-3">
      {ticks.map(({ atMs, percent, text }) => (
        <span key={atMs} className="absolute -translate-x-1/2" style={{ left: `${percent}%` }}>
          {text}
        </span>
      ))}
      <span className="absolute end-0 text-ink">{t('now')}</span>
    </div>
  )
})
