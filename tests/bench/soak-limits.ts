import { slopeOf } from './load-results.ts'

/** The values of one look in each interval, by name. */
export type Look = { readonly minute: number; readonly values: Readonly<Record<string, number>> }

/** The growth that a value may be found to have over the last two thirds of a run. */
export type Limit = {
  /** The end of the names that it is for. */
  readonly of: string
  /** In the value's own unit: goes up and down by as much in any run. */
  readonly noise: number
  /** As a share of its least value in that time. */
  readonly share: number
}

export type Judged = {
  readonly name: string
  readonly series: readonly number[]
  /** By the slope of least squares over the last two thirds; NaN of too few looks. */
  readonly grown: number
  /** Null: nothing limits it, it is told. */
  readonly most: number | null
  readonly isLeak: boolean
}

/** Fewer looks say nothing. */
const leastLooks = 6

/** Judges each value by the first limit that is for it. */
export function judge(looks: readonly Look[], limits: readonly Limit[]): Judged[] {
  const names = [...new Set(looks.flatMap(({ values }) => Object.keys(values)))]
  return names.map((name) => {
    const limit = limits.find(({ of }) => name.endsWith(of))
    const series = looks.map(({ values }) => values[name] ?? 0)
    const last = looks.at(-1)?.minute ?? 0
    const samples = looks
      .filter(({ minute }) => minute >= last / 3)
      .map(({ minute, values }) => ({ minute, mb: values[name] ?? 0 }))
    const settled = samples.map(({ mb }) => mb)
    const grown = looks.length < leastLooks ? Number.NaN : ((2 * last) / 3) * slopeOf(samples)
    const most = limit === undefined ? null : Math.max(limit.noise, limit.share * Math.min(...settled))
    return { name, series, grown, most, isLeak: most !== null && grown > most }
  })
}
