import { quantile } from './bench-database.ts'
import { atMost, tellClaim } from './claims.ts'

/** The measurements of one act. */
export type Row = {
  readonly name: string
  readonly ms: readonly number[]
  readonly eventMs?: readonly number[]
  /** The time of the same on the empty page, and the goal; null: it is only told. */
  readonly bareMs: number | null
  readonly goalMs: number | null
}

export const head = ['what', 'median ms', 'p95 ms', 'events median', 'events p95', '× bare', 'goal ms', '']

/** The row as the bench prints it. */
export function cells({ name, ms, eventMs = [], bareMs, goalMs }: Row): readonly string[] {
  // Events of less than 16 ms are not told of.
  const eventText = (share: number) => {
    const value = quantile(eventMs, share)
    if (Number.isNaN(value)) return '–'
    return value === 0 ? '<16' : value.toFixed(0)
  }
  const median = quantile(ms, 0.5)
  return [
    name,
    median.toFixed(0),
    quantile(ms, 0.95).toFixed(0),
    eventText(0.5),
    eventText(0.95),
    bareMs === null ? '–' : (median / bareMs).toFixed(1),
    goalMs === null ? '–' : String(goalMs),
    goalMs !== null && median > goalMs ? 'missed' : '',
  ]
}

/** The row as `npm run bench` prints it. */
export function tellRow({ name, ms, bareMs, goalMs }: Row): void {
  const value = quantile(ms, 0.5)
  if (bareMs === null) return
  tellClaim({
    what: `Chromium at a quarter: ${name}`,
    value,
    unit: 'ms',
    bare: { what: 'the like on an empty page', value: bareMs },
    ...(goalMs === null ? {} : { goal: atMost(value, goalMs, 'ms') }),
  })
}
