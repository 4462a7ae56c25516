import type { DelayPoint, Outage, PromiseSpan } from '#lib/api/freshness/freshness.ts'
import type { ScatterBand, ScatterSpan } from '#components/ui/chart/chart-scatter.tsx'
import { formatDate, formatDuration } from '#lib/text/format.ts'
import type { Locale } from '#lib/words/areas.ts'
import type { ScatterPoint } from '#components/ui/chart/chart-frame.tsx'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

const tickDelaysMs = [
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  12 * HOUR_MS,
  2 * DAY_MS,
  7 * DAY_MS,
  28 * DAY_MS,
]

/** Postings that have a place in the chart: found after the first document, with a time or its bounds. Later than promised: late. */
export function scatterPoints(delays: readonly DelayPoint[], promiseMs: number | null): ScatterPoint[] {
  const points = delays.map((point) => ({ point, bounds: boundsOf(point.delay, promiseMs) }))
  return points.flatMap(({ point, bounds }): ScatterPoint[] =>
    bounds === null ? [] : [{ key: point.postingId, x: Date.parse(point.foundAt), ...bounds }],
  )
}

function boundsOf(
  delay: DelayPoint['delay'],
  promiseMs: number | null,
): Pick<ScatterPoint, 'least' | 'most' | 'tone'> | null {
  if (delay.kind === 'exact') {
    const isLate = promiseMs !== null && delay.delayMs > promiseMs
    return { least: delay.delayMs, most: delay.delayMs, tone: isLate ? 'late' : 'fresh' }
  }
  if (delay.kind === 'range') return { least: delay.leastMs, most: delay.mostMs, tone: 'unknown' }
  return null
}

/** From 15 s to 3 h, or further where a posting came later or the promise lies. */
export function delayAxis(points: readonly ScatterPoint[], promiseMs: number | null, locale: Locale) {
  const latest = Math.max(3 * HOUR_MS, promiseMs ?? 0, ...points.map((point) => point.most))
  const range: readonly [number, number] = [15_000, latest * 1.3]
  const ticks = tickDelaysMs
    .filter((delayMs) => delayMs <= latest * 1.3)
    .map((delayMs) => ({ at: delayMs, label: formatDuration(delayMs, locale) }))
  return { range, ticks }
}

/** So many dates over the last days. */
export function dateAxis(nowMs: number, days: number, count: number, timeZone: string, locale: Locale) {
  const range: readonly [number, number] = [nowMs - days * DAY_MS, nowMs]
  const ticks = Array.from(
    { length: count },
    (_, index) => nowMs - ((count - 0.5 - index) / count) * days * DAY_MS,
  )
  return { range, ticks: ticks.map((at) => ({ at, label: formatDate(at, nowMs, timeZone, locale) })) }
}

/** Within how long a share of the exactly timed postings was found (nearest rank); null without any. */
export function foundWithin(delays: readonly DelayPoint[], share: number): number | null {
  const exact = delays
    .flatMap(({ delay }) => (delay.kind === 'exact' ? [delay.delayMs] : []))
    .toSorted((a, b) => a - b)
  return exact[Math.max(0, Math.ceil(share * exact.length) - 1)] ?? null
}

/** Outages within the time shown; one that lasts goes to its end. */
export function outageBands(
  outages: readonly Outage[],
  [first, last]: readonly [number, number],
  nameOf: (kind: Outage['kind']) => string,
): ScatterBand[] {
  return outages.flatMap(({ from, until, kind }) => {
    const span = { from: Date.parse(from), until: until === null ? last : Date.parse(until) }
    return span.until < first ? [] : [{ ...span, key: from, label: nameOf(kind) }]
  })
}

const promiseTones = { kept: 'fresh', broken: 'late', learning: 'unknown' } as const

/** The state of the promise over the time shown, from one change to the next. */
export function promiseSpans(
  promises: readonly PromiseSpan[],
  [first, last]: readonly [number, number],
): ScatterSpan[] {
  return promises.flatMap(({ from, state }, index) => {
    const until = Math.min(last, Date.parse(promises[index + 1]?.from ?? '') || last)
    const start = Math.max(first, Date.parse(from))
    return until <= start ? [] : [{ key: from, from: start, until, tone: promiseTones[state] }]
  })
}
