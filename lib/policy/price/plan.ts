/** Plans under the price policy: what each source costs and can expect. Decisions are taken after each poll (`nextPoll`), not here. */
import { predictDelayMs } from '../preview.ts'
import { DAY_MS } from '../time.ts'
import type { PolicySettings, SourcePlan } from '../types.ts'
import { policyVersion } from '../version.ts'
import { rootsOf } from './curve.ts'
import { rateNow, type PriceMemory } from './memory.ts'
import { learnPopulation, type Population, type PopulationSettings } from './population.ts'
import { hoursOfWeek } from './week.ts'

/** A source that is to be planned. */
export type PricedSource = {
  readonly sourceId: number
  readonly weight: number
  readonly windowSize: number | null
  /** When it was last polled. */
  readonly polledAt: number
  readonly memory: PriceMemory
}

/**
 * Learns from all sources, sets the price, and says what each source may expect of it.
 * @param before the population of the last planning, or `firstPopulation`
 * @param spent polls made since then
 */
export function planByPrice(
  sources: readonly PricedSource[],
  settings: PopulationSettings,
  now: number,
  before: Population,
  spent: number,
): { readonly population: Population; readonly plans: SourcePlan[] } {
  const population = learnPopulation(sources, settings, now, before, spent)
  return { population, plans: sources.map((source) => planPriced(source, settings, population, now)) }
}

/** The plan of one source at the population's price. Its polls a day are an expectation: rate, hours and price move them. */
export function planPriced(
  { sourceId, weight, windowSize, memory }: PricedSource,
  { minIntervalMs }: Pick<PolicySettings, 'minIntervalMs'>,
  population: Population,
  now: number,
): SourcePlan {
  const ratePerDay = rateNow(memory, now, population)
  const { meanRoot } = rootsOf(memory.pattern)
  const pollsPerDay = pollsAt(Math.sqrt(weight * ratePerDay) * meanRoot, weight, minIntervalMs, population)
  const pattern = hoursOfDay(memory)
  return {
    sourceId,
    madeAt: now,
    policy: 'price',
    policyVersion: policyVersion,
    weight,
    ratePerDay,
    pollsPerDay,
    pattern,
    carry: 0,
    predictedDelayMs: predictDelayMs(pattern, pollsPerDay),
    minIntervalMs,
    maxStalenessMs: population.maxStalenessMs,
    windowSize,
    population,
  }
}

function pollsAt(root: number, weight: number, minIntervalMs: number, population: Population): number {
  const { price, maxStalenessMs } = population
  if (weight === 0 || population.ledger.budgetPerDay <= 0) return 0
  return Math.min(DAY_MS / minIntervalMs, Math.max(DAY_MS / maxStalenessMs, root / Math.sqrt(2 * price)))
}

/** Shares of the UTC hours of the day. */
function hoursOfDay({ pattern: { hours } }: PriceMemory): number[] {
  const shares = Array.from({ length: 24 }, () => 0)
  hours.forEach((intensity, hour) => {
    shares[hour % 24] = (shares[hour % 24] ?? 0) + intensity / hoursOfWeek
  })
  return shares
}
