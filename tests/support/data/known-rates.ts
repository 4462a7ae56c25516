import { emptyMemory } from '#lib/policy/learning/memory.ts'
import { simulate, type Run } from '#lib/lab/simulator/simulate.ts'
import { drawSources, type SyntheticSource } from '#lib/lab/simulator/synthetic.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { Ingredient, PriceMemory } from '#lib/policy/learning/learned.ts'

/** Drawn Poisson sources: what the price policy learns of them can be compared with what is true. */
const startAt = Date.UTC(2026, 0, 5)
const learnDays = 14
/** With truths given there is nothing to learn but the price. */
const learnt: readonly Ingredient[] = ['rhythms', 'recent-rates']

export type KnownRates = {
  /** Mean delay in minutes under the rule that knows rates and patterns, and under the one that learns them. */
  readonly known: Run
  readonly learnt: Run
  /** Σ over sources, dense polls at the best times: (Σ mean √λ)² / (2 · budget · Σ λ), in minutes. */
  readonly theoryMin: number
}

/** Replays a drawn population twice: knowing all, and learning from polls. Sources silent in the learning days are left out. */
export function replayKnownRates(options: {
  readonly sources: number
  readonly seed: number
  readonly days: number
  readonly budget: number
}): KnownRates {
  const { sources: count, seed, days, budget } = options
  const drawn = drawSources({ sources: count, seed, days, startAt, isPoisson: true }).filter(
    ({ postingTimes }) => (postingTimes[0] ?? Infinity) < startAt + learnDays * DAY_MS,
  )
  const sources = drawn.map(({ sourceId, postingTimes }) => ({ sourceId, postingTimes }))
  const run = { method: 'price', sources, budget, startAt, endAt: startAt + days * DAY_MS } as const
  const truths = new Map(drawn.map((source) => [source.sourceId, sureMemory(source)]))
  return {
    known: simulate({ ...run, truths, without: learnt }),
    learnt: simulate(run),
    theoryMin: theoryOf(drawn, budget),
  }
}

/** A memory so sure of rate and pattern that no silence moves it; `week`: shares of the 168 hours. */
export function sureMemory({ ratePerDay, week }: Pick<SyntheticSource, 'ratePerDay' | 'week'>): PriceMemory {
  const sureDays = 1e9
  const postings = ratePerDay * sureDays
  const empty = emptyMemory(startAt)
  return {
    ...empty,
    averages: { postings: [postings, postings, postings], days: [sureDays, sureDays, sureDays] },
    pattern: { hours: Float32Array.from(week, (share) => share * 168), slots: empty.pattern.slots },
  }
}

function theoryOf(sources: readonly SyntheticSource[], budget: number): number {
  let roots = 0
  let rates = 0
  for (const { ratePerDay, week } of sources) {
    rates += ratePerDay
    roots += week.reduce((sum, share) => sum + Math.sqrt(ratePerDay * share * 168), 0) / 168
  }
  return (roots ** 2 / (2 * budget * sources.length * rates)) * 24 * 60
}
