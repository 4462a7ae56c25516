import { planAll, planOne } from '#lib/policy/plan.ts'
import type { PriceMemory } from '#lib/policy/price/memory.ts'
import { planByPrice, planPriced, type PricedSource } from '#lib/policy/price/plan.ts'
import { firstPopulation, type Population } from '#lib/policy/price/population.ts'
import { withLeastInterval } from '#lib/policy/schedule/publisher-wish.ts'
import { carryAfter } from '#lib/policy/schedule/planned-times.ts'
import type { PlanningRun, PolicySettings, SourceHistory, SourcePlan } from '#lib/policy/types.ts'
import { policyVersion } from '#lib/policy/version.ts'
import type { Database } from '#lib/store/database.ts'
import { listPlannableSources, type PlannableSource } from '#lib/store/plannable-sources.ts'
import { countPollsSince, type StoredRun } from '#lib/store/planning-runs.ts'
import { readPriceMemories } from '#lib/store/price-memories.ts'
import { memoryFromHistory } from './price-memory.ts'

const dayMs = 86_400_000
/** Sia & Cho (4.2): rates learned over 14 days; more brings nothing. */
export const learningWindowMs = 14 * dayMs

/** A source to be planned, with what the price policy remembers of it. */
export type RememberedSource = PlannableSource & { readonly priceMemory: PriceMemory }

/** The sources that can be planned, all or these, each with its memory. */
export async function readPlannable(
  database: Database,
  now: number,
  sourceIds?: readonly number[],
): Promise<RememberedSource[]> {
  const sources = await listPlannableSources(database, { since: now - learningWindowMs, sourceIds })
  const ids = sources.map(({ history }) => history.sourceId)
  const memories = await readPriceMemories(database, ids)
  return sources.map((source) => ({
    ...source,
    priceMemory: memories.get(source.history.sourceId) ?? memoryFromHistory(source.history, now),
  }))
}

/** Plans all sources under the policy that is set. */
export async function planTogether(
  database: Database,
  sources: readonly RememberedSource[],
  settings: PolicySettings,
  latest: StoredRun | null,
  now: number,
): Promise<{ run: PlanningRun; plans: SourcePlan[] }> {
  const before = latest?.run.population
  if (settings.policy !== 'price') {
    const { run, plans } = planAll(
      sources.map((source) => withCarry(source, now)),
      settings,
      now,
    )
    // Kept for the day on which the price policy is chosen again; the account begins anew then.
    return {
      run: before === undefined ? run : { ...run, population: before },
      plans: underWishes(plans, sources),
    }
  }
  const isContinued = latest?.run.settings.policy === 'price' && before !== undefined
  const spent = isContinued ? await countPollsSince(database, latest.run.madeAt, now) : 0
  const priced = sources.map(({ history, priceMemory, lastPolledAt }) =>
    toPriced(history, priceMemory, lastPolledAt),
  )
  const { population, plans } = planByPrice(
    priced,
    settings,
    now,
    isContinued ? before : reopened(before),
    spent,
  )
  return { run: priceRun(settings, population, now), plans: underWishes(plans, sources) }
}

function underWishes(plans: readonly SourcePlan[], sources: readonly RememberedSource[]): SourcePlan[] {
  return plans.map((plan, index) => withLeastInterval(plan, sources[index]?.leastIntervalMs ?? null))
}

/** Plans one source by what the run in force has learnt, under its publisher's wish. */
export function planAlone(
  history: SourceHistory,
  memory: PriceMemory,
  leastIntervalMs: number | null,
  run: PlanningRun,
  now: number,
): SourcePlan {
  const { settings, population } = run
  const plan =
    settings.policy !== 'price' || population === undefined
      ? planOne(history, run, now)
      : planPriced(toPriced(history, memory, now), settings, population, now)
  return withLeastInterval(plan, leastIntervalMs)
}

/** A source's history with the part of a poll that its plan in force has earned. */
export function withCarry({ history, plan }: PlannableSource, now: number): SourceHistory {
  return { ...history, carry: plan === null ? null : carryAfter(plan, now) }
}

function toPriced(
  { sourceId, weight, windowSize }: SourceHistory,
  memory: PriceMemory,
  polledAt: number,
): PricedSource {
  return { sourceId, weight, windowSize, memory, polledAt }
}

/** What was learnt, with a new account: polls under another policy are no debt. */
function reopened(population: Population | undefined): Population {
  const first = firstPopulation(0)
  return population === undefined ? first : { ...population, ledger: first.ledger }
}

function priceRun(settings: PolicySettings, population: Population, now: number): PlanningRun {
  return {
    madeAt: now,
    policyVersion,
    settings,
    multiplier: 0,
    prior: population.prior,
    populationPattern: [],
    clusterPatterns: [],
    floorScale: settings.maxStalenessMs / population.maxStalenessMs,
    population,
  }
}
