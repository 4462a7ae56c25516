import { planAll, planOne } from '#lib/policy/plan.ts'
import { planPriced, startPlanning, type PricedSource } from '#lib/policy/price/plan.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { withOverride } from '#lib/policy/schedule/plan-override.ts'
import { withLeastInterval } from '#lib/policy/schedule/publisher-limit.ts'
import { carryAfter } from '#lib/policy/schedule/planned-times.ts'
import type { PlanningRun, SourcePlan } from '#lib/policy/facts/types.ts'
import { policyVersion } from '#lib/policy/basics/version.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { listPlannableSources, type PlannableSource } from '#lib/store/planning/plannable-sources.ts'
import { countPollsSince, type StoredRun } from '#lib/store/planning/planning-runs.ts'
import { readPriceMemories } from '#lib/store/polling/price-memories.ts'
import { readSourcePresences } from '#lib/store/planning/source-presences.ts'
import { memoryFromHistory } from './price-memory.ts'
import type { PolicyName, PolicySettings } from '#lib/policy/basics/settings.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Sia & Cho (4.2): rates learned over 14 days; more brings nothing. */
export const learningWindowMs = 14 * DAY_MS

/** A source to be planned, with what the price policy remembers of it; null under the others, which never look at it. */
export type RememberedSource = PlannableSource & { readonly priceMemory: PriceMemory | null }

/**
 * The sources that can be planned, all or these, with what a policy plans by: the others learn from the postings of the
 * last days, 'price' from its memories (`remembered`) and from postings only where one is missing.
 */
export async function readPlannable(
  database: Database,
  policy: PolicyName,
  now: number,
  sourceIds?: readonly number[],
): Promise<PlannableSource[]> {
  const historyOf = policy === 'price' ? 'forgotten' : 'all'
  const sources = await listPlannableSources(database, {
    since: now - learningWindowMs,
    sourceIds,
    historyOf,
  })
  if (policy !== 'price') return sources
  const presences = await readSourcePresences(database, now, sourceIds)
  return sources.map((source) => {
    const presence = presences.get(source.history.sourceId) ?? null
    return presence === null ? source : { ...source, history: { ...source.history, presence } }
  })
}

/** Memories that are in the process at the same time: 11 kB each. */
const memoriesAtOnce = 2_000

/** The sources in their order, each with its memory where the policy asks for one. */
export async function* remembered(
  database: Database,
  policy: PolicyName,
  sources: readonly PlannableSource[],
  now: number,
): AsyncGenerator<RememberedSource> {
  for (let start = 0; start < sources.length; start += memoriesAtOnce) {
    const part = sources.slice(start, start + memoriesAtOnce)
    const ids = part.map(({ history }) => history.sourceId)
    const memories = policy === 'price' ? await readPriceMemories(database, ids) : null
    for (const source of part) {
      const { history } = source
      const memory =
        memories === null ? null : (memories.get(history.sourceId) ?? memoryFromHistory(history, now))
      yield { ...source, priceMemory: memory }
    }
  }
}

/** Whether a run plans by what sources are remembered by; else by their postings of the last days. */
export function isRemembered(run: PlanningRun): run is PlanningRun & { readonly population: Population } {
  return run.settings.policy === 'price' && run.population !== undefined
}

/** Plans all sources under the policy that is set. */
export async function planTogether(
  database: Database,
  sources: readonly PlannableSource[],
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
      plans: underLimits(plans, sources),
    }
  }
  const isContinued = latest !== null && isRemembered(latest.run)
  const spent = isContinued ? await countPollsSince(database, latest.run.madeAt, now) : 0
  const planning = startPlanning(
    sources.length,
    settings,
    now,
    isContinued ? latest.run.population : reopened(before),
  )
  for await (const { history, priceMemory, lastPolledAt } of remembered(database, 'price', sources, now))
    planning.add(toPriced(history, priceMemory, lastPolledAt, now))
  const { population, plans } = planning.finish(spent)
  return { run: priceRun(settings, population, now), plans: underLimits(plans, sources) }
}

function underLimits(plans: readonly SourcePlan[], sources: readonly PlannableSource[]): SourcePlan[] {
  return plans.map((plan, index) => {
    const source = sources[index]
    return source === undefined
      ? plan
      : withLeastInterval(withOverride(plan, source.override), source.leastIntervalMs)
  })
}

/** Plans one source by what the run in force has learnt, under what the admin fixed and its publisher asks for. */
export function planAlone(
  history: SourceHistory,
  memory: PriceMemory | null,
  { override, leastIntervalMs }: Pick<PlannableSource, 'override' | 'leastIntervalMs'>,
  run: PlanningRun,
  now: number,
): SourcePlan {
  const plan = isRemembered(run)
    ? planPriced(toPriced(history, memory, now, now), run.settings, run.population, now)
    : planOne(history, run, now)
  return withLeastInterval(withOverride(plan, override), leastIntervalMs)
}

/** A source's history with the part of a poll that its plan in force has earned. */
export function withCarry({ history, plan }: PlannableSource, now: number): SourceHistory {
  return { ...history, carry: plan === null ? null : carryAfter(plan, now) }
}

function toPriced(
  history: SourceHistory,
  memory: PriceMemory | null,
  polledAt: number,
  now: number,
): PricedSource {
  return {
    sourceId: history.sourceId,
    weight: history.weight,
    windowSize: history.windowSize,
    presence: history.presence ?? null,
    ...(history.isUrgent === true && { isUrgent: true }),
    ...(history.greatestDelayMs !== undefined && { greatestDelayMs: history.greatestDelayMs }),
    ...(history.heldMs !== undefined && { heldMs: history.heldMs }),
    memory: memory ?? memoryFromHistory(history, now),
    polledAt,
  }
}

/** The lessons so far, with a new account: polls under another policy are no debt. */
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
