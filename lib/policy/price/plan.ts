/** Plans under the price policy: what each source costs and can expect. Decisions are taken after each poll (`nextPoll`), not here. */
import { boundedPolls } from '#lib/policy/basics/bounded-polls.ts'
import { pricedDelayMs } from '#lib/policy/schedule/predict-delay.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { policyVersion } from '#lib/policy/basics/version.ts'
import { digestOf, digestedRate } from '#lib/policy/learning/digest.ts'
import { leastIntervalOf, type IntervalFacts } from '#lib/policy/learning/least-interval.ts'
import { type PopulationSettings, startLearning } from '#lib/policy/learning/population.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'
import type { Digest, Population, PriceMemory } from '#lib/policy/learning/learned.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

/** A source that is to be planned. */
export type PricedSource = IntervalFacts & {
  readonly sourceId: number
  readonly weight: number
  readonly windowSize: number | null
  /** The time of its last poll. */
  readonly polledAt: number
  readonly memory: PriceMemory
  /** The times of its readers; absent or null: always. */
  readonly presence?: Presence | null
  /** It is asked this seldom at least whatever its plan, ms: the others get the rest. Absent: no such time. */
  readonly heldMs?: number
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
): PricePlanning {
  const planning = startPlanning(sources.length, settings, now, before)
  for (const source of sources) planning.add(source)
  return planning.finish(spent)
}

type PricePlanning = { readonly population: Population; readonly plans: SourcePlan[] }

/** `planByPrice` of so many sources, one after the other: their memories need not be there together. */
export function startPlanning(
  sources: number,
  settings: PopulationSettings,
  now: number,
  before: Population,
): { readonly add: (source: PricedSource) => void; readonly finish: (spent: number) => PricePlanning } {
  const learner = startLearning(sources, now, before)
  const digested: DigestedSource[] = []
  return {
    add: ({ memory, ...source }) =>
      void digested.push({ ...source, digest: learner.add(memory, source.presence ?? null) }),
    finish: (spent) => {
      const population = learner.finish(digested, settings, spent)
      return { population, plans: digested.map((source) => planDigested(source, settings, population, now)) }
    },
  }
}

type DigestedSource = Omit<PricedSource, 'memory'> & { readonly digest: Digest }

/** The plan of one source at the population's price. Its polls a day are an expectation: rate, hours and price move them. */
export function planPriced(
  { memory, ...source }: PricedSource,
  settings: Pick<PolicySettings, 'minIntervalMs' | 'sparesQuiet'>,
  population: Population,
  now: number,
): SourcePlan {
  return planDigested(
    { ...source, digest: digestOf(memory, source.presence ?? null, now) },
    settings,
    population,
    now,
  )
}

function planDigested(
  { sourceId, weight, windowSize, digest, presence = null, ...limited }: DigestedSource,
  settings: Pick<PolicySettings, 'minIntervalMs' | 'sparesQuiet'>,
  population: Population,
  now: number,
): SourcePlan {
  const ratePerDay = digestedRate(digest, population)
  const { meanRoot, meanDelayRoot, hoursOfDay: pattern } = digest
  const hours = { polls: meanRoot, delay: meanDelayRoot }
  const minIntervalMs = leastIntervalOf(limited, settings, ratePerDay, digest.roots)
  const asked = pollsAt(Math.sqrt(weight * ratePerDay) * meanRoot, weight, population)
  return {
    sourceId,
    madeAt: now,
    policy: 'price',
    policyVersion: policyVersion,
    weight,
    ratePerDay,
    pollsPerDay: boundedPolls(digest.roots, asked, minIntervalMs, population.maxStalenessMs),
    pattern,
    carry: 0,
    predictedDelayMs: pricedDelayMs(hours, asked, minIntervalMs),
    hours,
    minIntervalMs,
    maxStalenessMs: population.maxStalenessMs,
    windowSize,
    ...(presence !== null && { presence }),
    population,
  }
}

/** The polls that the price asks for, whatever the least interval. */
function pollsAt(root: number, weight: number, population: Population): number {
  const { price, maxStalenessMs } = population
  if (weight === 0 || population.ledger.budgetPerDay <= 0) return 0
  return Math.max(DAY_MS / maxStalenessMs, root / Math.sqrt(2 * price))
}
