import { quantile } from './bench-database.ts'
import { atMost, tellClaim } from './claims.ts'

/** The goal of an act of reading at the server: its median and its 95th percentile, in ms. */
const goalsMs = { median: 50, p95: 200 } as const

/** Tells `npm run bench` of an act of reading: milliseconds of it, of its SQL alone, and of as many rows by a plain query. */
export function tellReading(
  act: string,
  ms: {
    readonly times: readonly number[]
    readonly sql: readonly number[]
    readonly plain: readonly number[]
  },
): void {
  const plainly = (share: number) => ({
    what: 'as many rows by a plain query',
    value: quantile(ms.plain, share),
  })
  const median = quantile(ms.times, 0.5)
  const p95 = quantile(ms.times, 0.95)
  tellClaim({
    what: `reading, ${act}, median`,
    value: median,
    unit: 'ms',
    bare: plainly(0.5),
    goal: atMost(median, goalsMs.median, 'ms'),
  })
  tellClaim({
    what: `reading, ${act}, 95th percentile`,
    value: p95,
    unit: 'ms',
    bare: plainly(0.95),
    goal: atMost(p95, goalsMs.p95, 'ms'),
  })
  tellClaim({
    what: `reading, ${act}, its SQL, median`,
    value: quantile(ms.sql, 0.5),
    unit: 'ms',
    bare: plainly(0.5),
  })
}
