import type { SourceWorthAnswer, WorthPoint } from '#lib/api/sources/sources.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** To the next poll and a little beyond it, or the whole coming day. */
export type WorthSpan = 'next' | 'day'

/** With more polls a day the one that comes next is not seen among them. */
const mostInDay = 12

/** The span that says most at first. */
export function firstSpan({ polls }: SourceWorthAnswer): WorthSpan {
  return polls.length > mostInDay ? 'next' : 'day'
}

/** The drawn part of a span, and the full hours at which the axis is written. */
export function worthLines(worth: SourceWorthAnswer, span: WorthSpan) {
  const nextAt = Date.parse(worth.polls[0] ?? worth.at)
  if (span === 'day') return { points: worth.points, beyond: [] as readonly WorthPoint[] }
  const toNext = worth.points.slice(0, endOfRise(worth.points))
  return { points: toNext.filter(([at]) => at <= nextAt), beyond: worth.beyond }
}

/** The end of the first rise. */
function endOfRise(points: readonly WorthPoint[]): number {
  const end = points.findIndex(([, waiting], index) => index > 0 && waiting < (points[index - 1]?.[1] ?? 0))
  return end < 0 ? points.length : end
}

/** The parts of the axis, which has room for four labels. */
const axisParts = 3

/** Instants of the axis: its ends and what lies between, evenly. */
export function axisInstants([from, until]: readonly [number, number]): number[] {
  const step = (until - from) / axisParts
  // Of long spans the full hours are easier to read.
  const toHour = (at: number) => (until - from > 6 * HOUR_MS ? Math.round(at / HOUR_MS) * HOUR_MS : at)
  return Array.from({ length: axisParts + 1 }, (_, index) =>
    index === 0 || index === axisParts ? from + index * step : toHour(from + index * step),
  )
}
