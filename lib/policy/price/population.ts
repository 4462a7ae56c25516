/** What all sources together teach about each of them, and the price at which their polls spend the budget. */
import { fitRatePrior, type RatePrior } from '../estimate/rate.ts'
import { DAY_MS } from '../time.ts'
import { rootsOf } from './curve.ts'
import { rateNow, type PriceMemory } from './memory.ts'
import { priceFor, steer, unaffordable, type Claim, type Ledger } from './price.ts'
import { bestTrust, firstTrust, noTrust, trustChoices, type Trust } from './rates.ts'
import { evenRhythms, learnRhythms, type Rhythms } from './rhythm.ts'
import { flatShapes, learnShapes, type Shapes } from './similar-sources.ts'
import { hoursOfWeek } from './week.ts'

/** What may be left out of the policy, to show what it brings (`npm run bench:price`). The server leaves nothing out. */
export type Ingredient = 'lookahead' | 'rhythms' | 'recent-rates' | 'kinds' | 'own-hours' | 'own-slots'

/** Plain numbers, stored with each planning. */
export type Population = {
  readonly madeAt: number
  /** Prior of the rates: Gamma(shape, days). */
  readonly prior: RatePrior
  readonly trust: Trust
  readonly shapes: Shapes
  readonly shapesAt: number
  /** Sources that were looked at for them. */
  readonly shapesFrom: number
  readonly rhythms: Rhythms
  /** Greatest planned chance of losing a posting between two polls. */
  readonly overflowRisk: number
  /** Weighted posting-days waiting that are worth a poll. */
  readonly price: number
  /** The greatest staleness that the budget can keep. */
  readonly maxStalenessMs: number
  readonly ledger: Ledger
  readonly without?: readonly Ingredient[]
}

/** A source that is to be polled. */
export type Member = { readonly memory: PriceMemory; readonly weight: number; readonly polledAt: number }

export type PopulationSettings = {
  readonly budgetPerDay: number
  readonly maxStalenessMs: number
  readonly minIntervalMs: number
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

/**
 * Learns from all sources' memories: prior of the rates, trust in recent averages, shapes of the week, rhythms; then sets the price by what
 * the polls since `before` cost against the budget. O(sources).
 * @param spent polls since `before` was made
 */
export function learnPopulation(
  members: readonly Member[],
  settings: PopulationSettings,
  now: number,
  before: Population,
  spent: number,
): Population {
  const isShapesDay = now - before.shapesAt >= shapesMs || members.length > shapesGrowth * before.shapesFrom
  const learnt: Population = {
    ...before,
    madeAt: now,
    overflowRisk: settings.overflowRisk ?? defaultOverflowRisk,
    prior: learnPrior(members),
    trust: before.without?.includes('recent-rates') ? noTrust : learnTrust(members),
    shapes: isShapesDay ? learnShapes(members.map(({ memory }) => memory.counts)) : before.shapes,
    shapesAt: isShapesDay ? now : before.shapesAt,
    shapesFrom: isShapesDay ? members.length : before.shapesFrom,
    rhythms: before.without?.includes('rhythms')
      ? evenRhythms
      : learnRhythms(members.flatMap(({ memory }) => memory.tallies)),
  }
  const claims = members.filter(({ weight }) => weight > 0).map((member) => claimOf(member, now, learnt))
  const ledger = steer(before, spent, settings.budgetPerDay, weekOf(claims), now)
  return { ...learnt, ledger, ...priceFor(claims, settings, ledger, now) }
}

function claimOf({ memory, weight, polledAt }: Member, now: number, population: Population): Claim {
  const root = Math.sqrt(weight * rateNow(memory, now, population))
  return { root, roots: rootsOf(memory.pattern).roots, ageDays: Math.max(0, now - polledAt) / DAY_MS }
}

/** How the polls spread over the hours of the week at one price: mean 1. */
function weekOf(claims: readonly Claim[]): number[] {
  const hours = new Float64Array(hoursOfWeek)
  for (const { root, roots } of claims)
    for (let hour = 0; hour < hoursOfWeek; hour++)
      hours[hour] = (hours[hour] ?? 0) + root * (roots[hour] ?? 0)
  const mean = hours.reduce((sum, value) => sum + value, 0) / hoursOfWeek
  return mean > 0 ? Array.from(hours, (value) => value / mean) : []
}

function learnPrior(members: readonly Member[]): RatePrior {
  return fitRatePrior(
    members.map(({ memory: { averages } }) => ({ postings: averages.postings[0], days: averages.days[0] })),
  )
}

function learnTrust(members: readonly Member[]): Trust {
  const sums = Array.from({ length: 2 * trustChoices.length }, () => 0)
  for (const { memory } of members)
    memory.trustScores.forEach((score, index) => (sums[index] = (sums[index] ?? 0) + score))
  return bestTrust(sums)
}
