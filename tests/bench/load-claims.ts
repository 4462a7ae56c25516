import { quantile } from './bench-database.ts'
import { atMost, tellClaim } from './claims.ts'
import type { ReadersResult } from './load-readers.ts'
import { allOf, loadGoalMs } from './load-results.ts'
import type { Watched } from './load-watch.ts'

type Seen = {
  readonly result: ReadersResult
  /** Milliseconds until streams told of postings. */
  readonly lags: readonly number[]
  readonly watched: Watched
}

/** Tells `npm run bench` how long readers waited, beside the shortest answer, and what the processes took for it. */
export function tellLoad(world: string, { result, lags, watched }: Seen): void {
  const bare = result.measured.find(([act]) => act === 'bare')?.[1]
  const shortest = (share: number) => ({
    what: 'the shortest answer of the same server',
    value: bare === undefined ? Number.NaN : quantile(allOf(bare), share),
  })
  for (const [act, each] of result.measured) {
    const all = allOf(each)
    if (act === 'bare' || all.length === 0) continue
    const median = quantile(all, 0.5)
    const p95 = quantile(all, 0.95)
    tellClaim({
      what: `${world}: ${act}, 95th percentile`,
      value: p95,
      unit: 'ms',
      bare: shortest(0.95),
      goal: atMost(p95, loadGoalMs, 'ms'),
    })
    tellClaim({ what: `${world}: ${act}, median`, value: median, unit: 'ms', bare: shortest(0.5) })
  }
  tellClaim({
    what: `${world}: an event, 95th percentile`,
    value: quantile(lags, 0.95),
    unit: 'ms',
    bare: shortest(0.95),
  })
  tellProcesses(world, result, watched)
}

function tellProcesses(world: string, { cpuSeconds }: ReadersResult, watched: Watched): void {
  const asking = { what: 'the process of the readers', value: cpuSeconds / (60 * watched.minutes) }
  for (const [name, value] of Object.entries(watched.processors))
    tellClaim({ what: `${world}: ${name}`, value, unit: 'processors', bare: asking })
  for (const { name, samples } of watched.memory)
    tellClaim({
      what: `${world}: memory of ${name} at the end`,
      value: samples.at(-1)?.mb ?? NaN,
      unit: 'MB',
      bare: { what: 'after its first minute', value: samples[1]?.mb ?? NaN },
    })
}
