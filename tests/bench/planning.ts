/**
 * `npm run bench -- planning`: how long the planning of all sources takes, and how much memory, at ten thousand, a hundred thousand and a
 * million sources, of the product's policy and of CGM03, whose shares have no closed form; weights differ between all sources. The time
 * per source must not grow. Goals: 100,000 in 2 s and 1 GB, 1,000,000 in 20 s.
 */
import { planMethod } from '#lib/lab/literature/policies.ts'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { tellClaim } from './claims.ts'
import { digits, tableLines } from './traces.ts'
import type { HistoryMethodName } from '#lib/policy/basics/settings.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

const dayMs = 86_400_000
/** Monday 2026-01-05: a planning at the end of the fortnight before. */
const now = Date.UTC(2026, 0, 5)
const days = 14
/** Larger populations repeat so many drawn sources: what is planned counts here, not what is drawn. */
const drawn = 20_000
/** Plannings per size; the fastest counts, as the others may have been held up by something else. */
const repetitions = 3

const histories: readonly SourceHistory[] = drawSources({
  sources: drawn,
  seed: 1,
  startAt: now - days * dayMs,
  days,
}).map(({ sourceId, postingTimes, windowSize }) => ({
  sourceId,
  weight: 1 + (sourceId % 5),
  postingTimes: Array.from(postingTimes),
  knownSince: now - days * dayMs,
  knownUntil: now,
  windowSize,
  carry: (sourceId % 100) / 100,
}))

const leastSize = 10_000
/** Microseconds a source where all get as many polls, by size. */
const uniform = new Map<number, number>()

/** Plans so many sources a few times. @returns the milliseconds of the fastest, and what a source was granted */
function planMade(policy: HistoryMethodName, size: number) {
  const sources = Array.from({ length: size }, (_, index): SourceHistory => {
    const history = histories[index % drawn]
    if (history === undefined) throw new RangeError('no history was drawn')
    return { ...history, sourceId: index + 1, weight: history.weight + index / size }
  })
  const settings = {
    budgetPerDay: 4 * size,
    maxStalenessMs: 7 * dayMs,
    minIntervalMs: 10 * 60_000,
  }
  let best = Infinity
  let granted = 0
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const startedAt = performance.now()
    const plans = planMethod(policy, sources, settings, now)
    best = Math.min(best, performance.now() - startedAt)
    granted = plans.reduce((sum, { pollsPerDay }) => sum + pollsPerDay, 0) / size
  }
  return { best, granted }
}

/** Of the first planning of the process: later ones find what earlier ones left. */
function measureMemory(): void {
  const size = 100_000
  const heldMb = usedMbNow()
  planMade('minimum-delay', size)
  const what = `memory, ${size.toLocaleString('en')} sources planned by minimum-delay`
  const value = usedMbNow()
  console.log(`${what}: ${value.toFixed(0)} MB, before it ${heldMb.toFixed(0)} MB`)
  tellClaim({ what, value, unit: 'MB', bare: { what: 'the same process before', value: heldMb } })
}

function usedMbNow(): number {
  return process.memoryUsage().rss / 2 ** 20
}

function measure(policy: HistoryMethodName, size: number): readonly string[] {
  const { best, granted } = planMade(policy, size)
  const µs = (1000 * best) / size
  if (policy === 'uniform') uniform.set(size, µs)
  else
    tellClaim({
      what: `${size.toLocaleString('en')} sources planned by ${policy}`,
      value: µs,
      unit: 'µs a source',
      bare: { what: 'uniform polling planned', value: uniform.get(size) ?? Number.NaN },
    })
  const usedMb = usedMbNow()
  return [
    policy,
    size.toLocaleString('en'),
    (best / 1000).toFixed(2),
    µs.toFixed(1),
    usedMb.toFixed(0),
    digits(granted),
  ]
}

const policies = ['uniform', 'minimum-delay', 'cgm-age', 'cgm-freshness'] as const
measureMemory()
const rows = policies.flatMap((policy) => {
  planMade(policy, leastSize) // the first planning is slower: its code is compiled
  return [leastSize, 100_000, 1_000_000].map((size) => measure(policy, size))
})
console.log(
  tableLines([['policy', 'sources', 'seconds', 'µs per source', 'MB in use', 'polls per source'], ...rows]),
)
