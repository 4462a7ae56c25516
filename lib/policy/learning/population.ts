/** The lessons of all sources together about each of them, and the price at which their polls spend the budget. */
import { fitRatePrior, type RatePrior } from '#lib/policy/estimate/rate.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { leastIntervalOf, type IntervalFacts } from './least-interval.ts'
import { digestOf, digestedRate } from './digest.ts'
import { type Claim, priceFor, steer, unaffordable } from './price.ts'
import { bestTrust, firstTrust, noTrust, trustChoices } from './rates.ts'
import { evenRhythms, startRhythms } from './rhythm.ts'
import { flatShapes, learnShapes, sampleStride } from './similar-sources.ts'
import { type Counts, hoursOfWeek } from './week.ts'
import type { Digest, Ingredient, Population, PriceMemory } from './learned.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

export type PopulationSettings = {
  readonly budgetPerDay: number
  readonly maxStalenessMs: number
  readonly minIntervalMs: number
  /** As of `PolicySettings`. */
  readonly sparesQuiet?: boolean
  /** Greatest planned chance that a document's window overflows between two polls; 1 % unless told. */
  readonly overflowRisk?: number
}

/** Shapes are learnt anew once a week, and while the sources that shape them are becoming many more. */
const shapesMs = 7 * DAY_MS
const shapesGrowth = 1.5
const defaultOverflowRisk = 0.01

/** Before anything is known: flat weeks, a usual prior, no price. */
export function firstPopulation(now: number, without: readonly Ingredient[] = []): Population {
  return {
    madeAt: now,
    prior: fitRatePrior([]),
    trust: firstTrust,
    shapes: flatShapes,
    shapesAt: 0,
    shapesFrom: 0,
    rhythms: evenRhythms,
    overflowRisk: defaultOverflowRisk,
    price: unaffordable,
    maxStalenessMs: DAY_MS,
    ledger: { budgetPerDay: 0, hours: [], overspent: 0, bias: 0 },
    ...(without.length > 0 && { without }),
  }
}

/** A source whose memory was learnt from. */
type DigestedMember = IntervalFacts & {
  readonly weight: number
  readonly polledAt: number
  readonly digest: Digest
  /** As of `Claim`. */
  readonly heldMs?: number
}

/** Learns from the memories of all sources, one after the other: what is left of each is its digest. */
type Learner = {
  readonly add: (memory: PriceMemory, presence: Presence | null) => Digest
  readonly finish: (
    members: readonly DigestedMember[],
    settings: PopulationSettings,
    spent: number,
  ) => Population
}

/**
 * Begins to learn from so many sources: the prior of the rates, trust in recent averages, shapes of the week, rhythms; then it sets the price
 * by what the polls since `before` cost against the budget. O(sources).
 */
export function startLearning(sources: number, now: number, before: Population): Learner {
  const isShapesDay = now - before.shapesAt >= shapesMs || sources > shapesGrowth * before.shapesFrom
  const stride = sampleStride(sources)
  const sample: Counts[] = []
  const trustSums = Array.from({ length: 2 * trustChoices.length }, () => 0)
  const rhythms = startRhythms()
  let added = 0

  function add(memory: PriceMemory, presence: Presence | null): Digest {
    if (isShapesDay && added % stride === 0) sample.push(memory.counts)
    added += 1
    memory.trustScores.forEach((score, index) => (trustSums[index] = (trustSums[index] ?? 0) + score))
    for (const tally of memory.tallies) rhythms.add(tally)
    return digestOf(memory, presence, now)
  }

  function finish(
    members: readonly DigestedMember[],
    settings: PopulationSettings,
    spent: number,
  ): Population {
    const learnt: Population = {
      ...before,
      madeAt: now,
      overflowRisk: settings.overflowRisk ?? defaultOverflowRisk,
      prior: learnPrior(members),
      trust: before.without?.includes('recent-rates') ? noTrust : bestTrust(trustSums),
      shapes: isShapesDay ? learnShapes(sample) : before.shapes,
      shapesAt: isShapesDay ? now : before.shapesAt,
      shapesFrom: isShapesDay ? sources : before.shapesFrom,
      rhythms: before.without?.includes('rhythms') ? evenRhythms : rhythms.finish(),
    }
    const claims = members
      .filter(({ weight }) => weight > 0)
      .map((member) => claimOf(member, settings, now, learnt))
    const ledger = steer(before, spent, settings.budgetPerDay, weekOf(claims), now)
    return { ...learnt, ledger, ...priceFor(claims, settings, ledger, now) }
  }
  return { add, finish }
}

function claimOf(
  { digest, weight, polledAt, heldMs, ...limited }: DigestedMember,
  settings: PopulationSettings,
  now: number,
  population: Population,
): Claim {
  const ratePerDay = digestedRate(digest, population)
  const leastIntervalMs = leastIntervalOf(limited, settings, ratePerDay, digest.roots)
  const ageDays = Math.max(0, now - polledAt) / DAY_MS
  const held = heldMs === undefined ? {} : { heldMs }
  return { root: Math.sqrt(weight * ratePerDay), roots: digest.roots, ageDays, leastIntervalMs, ...held }
}

/** The spread of polls over the hours of the week at one price: mean 1. */
function weekOf(claims: readonly Claim[]): number[] {
  const hours = new Float64Array(hoursOfWeek)
  for (const { root, roots } of claims)
    for (let hour = 0; hour < hoursOfWeek; hour++)
      hours[hour] = (hours[hour] ?? 0) + root * (roots[hour] ?? 0)
  const mean = hours.reduce((sum, value) => sum + value, 0) / hoursOfWeek
  return mean > 0 ? Array.from(hours, (value) => value / mean) : []
}

function learnPrior(members: readonly DigestedMember[]): RatePrior {
  return fitRatePrior(
    members.map(({ digest: { averages } }) => ({ postings: averages.postings[0], days: averages.days[0] })),
  )
}
