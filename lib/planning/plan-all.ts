import { isDeepStrictEqual } from 'node:util'
import { log } from '#lib/runtime/log.ts'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { usualOverflowRisk } from '#lib/policy/schedule/floors.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { policyVersion } from '#lib/policy/basics/version.ts'
import { hasWeighedMoreThan } from '#lib/store/sources/change-weights.ts'
import { setBackMs } from '#lib/store/server/clock-set-back.ts'
import { markLastChange } from '#lib/store/planning/last-change.ts'
import { keepCostly } from '#lib/store/connection/cache-by-cost.ts'
import { inSlices } from '#lib/store/connection/in-pieces.ts'
import { learnReadingHours } from '#lib/store/accounts/learn-reading-hours.ts'
import {
  listPlannedSince,
  putInForce,
  recordPlanning,
  removeReplaced,
  withoutOutdated,
  type PlannedSource,
} from '#lib/store/planning/planning.ts'
import {
  findLatestRun,
  findLatestRunId,
  sumGranted,
  type StoredRun,
} from '#lib/store/planning/planning-runs.ts'
import { forgetOldRobots } from '#lib/store/hosts/robots-files.ts'
import { createGroupWriter } from '#lib/store/polling/group-writes.ts'
import { getSettings, policySettings } from '#lib/store/ground/server-settings.ts'
import { unlessOthers } from '#lib/store/connection/once-across-processes.ts'
import type { AggregatorContext } from './context.ts'
import { planAfter } from './plan-after.ts'
import { doesPlanningPay, driftOf, fewSources } from './planning-pays.ts'
import {
  planAlone,
  planTogether,
  readPlannable,
  remembered,
  withCarry,
  type RememberedSource,
} from './plan-sources.ts'
import { shareCalls } from './share-calls.ts'
import type { PolicySettings } from '#lib/policy/basics/settings.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { learnedBounds } from './learned-bounds.ts'

/** So many weights that are changed at once are planned one by one, by whoever changes them; after more all are planned. */
export const singlyPlanned = 1_000

/**
 * Plans all sources when it is time: each UTC day, after a change of settings or policy, and when new sources or
 * weights moved the granted polls off the budget for so long that it pays (planning-pays.ts).
 * @returns whether a planning was made
 */
export async function planWhenDue(context: AggregatorContext): Promise<boolean> {
  if ((await reasonToPlan(context, await findLatestRun(context.database))) === null) return false
  const stored = await unlessOthers(context.database, 'planning', async () => {
    const latest = await findLatestRun(context.database)
    const why = await reasonToPlan(context, latest)
    if (why === null) return false
    await forgetOldRobots(context.database, context.clock.now())
    await learnReadingHours(context.database, context.clock.now())
    return planAllSources(context, latest, why)
  })
  return stored ?? false
}

/**
 * Plans all sources at once after a new one was first polled, while they are few; later the next look is soon enough.
 * Many that were polled at the same time share a planning.
 */
export const planWhileFew = shareCalls(async (context: AggregatorContext): Promise<void> => {
  const latest = await findLatestRun(context.database)
  if (latest !== null && latest.sources < fewSources) await planWhenDue(context)
})

/** From here on what the plans grant together is not read with each look: of 100,000 sources it took half a second, every ten seconds. */
const manySources = 20_000
/** A hundredth of the time at most: kept for less than it takes until planning all anew pays (`planning-pays.ts`). */
const sumSeldom = keepCostly(sumGranted, { keptPerCost: 100, answersOnMs: 0, readMark: markLastChange })

async function reasonToPlan(context: AggregatorContext, latest: StoredRun | null): Promise<string | null> {
  if (latest === null) return 'first planning'
  const now = context.clock.now()
  if (Math.floor(latest.run.madeAt / DAY_MS) !== Math.floor(now / DAY_MS)) return 'new day'
  if (latest.run.madeAt > now + setBackMs * context.clock.speed) return 'clock set back'
  if (latest.run.policyVersion !== policyVersion) return 'new policy version'
  const settings = policySettings(await getSettings(context.database), latest.sources)
  if (!isDeepStrictEqual(latest.run.settings, settings)) return 'settings changed'
  if (await hasWeighedMoreThan(context.database, singlyPlanned, latest.run.madeAt))
    return 'many weights changed'
  const granted = await (latest.sources < manySources ? sumGranted : sumSeldom)(context.database)
  const drift = Math.max(
    driftOf(granted.sources, latest.sources),
    driftOf(granted.pollsPerDay, latest.grantedPerDay),
  )
  const sinceMs = (now - latest.run.madeAt) / context.clock.speed
  const tookMs = planningsTookMs.get(context.database) ?? null
  return doesPlanningPay({ drift, sinceMs, sources: latest.sources, tookMs })
    ? 'sources or weights changed'
    : null
}

/** The time that the last planning of this process took. */
const planningsTookMs = new WeakMap<AggregatorContext['database'], number>()

async function planAllSources(
  context: AggregatorContext,
  latest: StoredRun | null,
  why: string,
): Promise<boolean> {
  const startedAt = performance.now()
  const now = context.clock.now()
  const serverSettings = await getSettings(context.database)
  const sources = await readPlannable(context.database, serverSettings.policy, now)
  const settings = policySettings(serverSettings, sources.length)
  const { run, plans } = await planTogether(context.database, sources, settings, latest, now)
  const planned: PlannedSource[] = []
  for await (const source of remembered(context.database, settings.policy, sources, now)) {
    const plan = plans[planned.length]
    if (plan !== undefined) planned.push({ plan, next: nextOf(plan, source, settings, now) })
  }
  const predictedDelayMs = weightedDelayMs(plans)
  const stored = await recordPlanning(context.database, {
    replacesRunId: latest?.id ?? null,
    run,
    planned,
    predictedDelayMs,
  })
  planningsTookMs.set(context.database, performance.now() - startedAt)
  log.info('planned', { why, stored, sources: plans.length, predictedDelayMs })
  if (stored && latest !== null)
    await replanSources(context, await listPlannedSince(context.database, latest.id, now))
  return stored
}

/** Sources planned in one transaction, so that none takes long. */
const plannedTogether = 200

/** Plans single sources anew from the latest run, e.g. after their weight changed; once more where that was replaced meanwhile. */
export async function replanSources(
  context: Pick<AggregatorContext, 'database' | 'clock'>,
  sourceIds: readonly number[],
): Promise<void> {
  for (let start = 0; start < sourceIds.length; start += plannedTogether)
    await replanPart(context, sourceIds.slice(start, start + plannedTogether))
}

async function replanPart(
  context: Pick<AggregatorContext, 'database' | 'clock'>,
  sourceIds: readonly number[],
): Promise<void> {
  const latest = await findLatestRun(context.database)
  if (latest === null) return
  const now = context.clock.now()
  const { settings } = latest.run
  const sources = await readPlannable(context.database, settings.policy, now, sourceIds)
  if (sources.length === 0) return
  const all: RememberedSource[] = []
  for await (const source of remembered(context.database, settings.policy, sources, now)) all.push(source)
  // Others have this thread between some of them.
  const planned = await inSlices(all, (source): PlannedSource => {
    const plan = planAlone(withCarry(source, now), source.priceMemory, source, latest.run, now)
    return { plan, next: nextOf(plan, source, settings, now) }
  })
  const isStored = await context.database.$transaction(async (transaction) => {
    const current = await withoutOutdated(transaction, planned, latest.id)
    if (current === null) return false
    await putInForce(transaction, current, latest.id)
    const ids = current.map(({ plan }) => plan.sourceId)
    await removeReplaced(transaction, ids, latest.id, now)
    return true
  })
  if (!isStored) await replanPart(context, sourceIds)
}

type MadeAtPoll = { readonly plan: SourcePlan; readonly runId: number }

/** Polls whose plans are looked at together. */
const mostLookedAt = 256

/**
 * Plans a source once more whose plan was made at a poll, and stored after the run that it was made by had been replaced. Polls that end
 * together look together: while thousands of sources are new, each had a transaction of its own.
 */
export async function replanReplaced(
  context: Pick<AggregatorContext, 'database' | 'clock'>,
  made: MadeAtPoll,
): Promise<void> {
  const look = lookersForReplaced.get(context.database) ?? createLook(context)
  lookersForReplaced.set(context.database, look)
  await look(made)
}

const lookersForReplaced = new WeakMap<AggregatorContext['database'], (made: MadeAtPoll) => Promise<null>>()

function createLook(context: Pick<AggregatorContext, 'database' | 'clock'>) {
  const look = async (made: readonly MadeAtPoll[]) => {
    await planAfter(async () => {
      const latestId = await findLatestRunId(context.database)
      const replaced = made.filter(({ runId }) => runId !== latestId).map(({ plan }) => plan.sourceId)
      if (replaced.length > 0) await replanSources(context, replaced)
    })
    return made.map(() => null)
  }
  return createGroupWriter(look, { mostItems: mostLookedAt, mostSize: Infinity, sizeOf: () => 0 })
}

/** The planning by which single sources are planned; made when there is none. */
export const latestRun = shareCalls(async (context: AggregatorContext): Promise<StoredRun> => {
  const latest = await findLatestRun(context.database)
  if (latest !== null) return latest
  await planAllSources(context, null, 'first source')
  const made = await findLatestRun(context.database)
  if (made === null) throw new Error('A planning was made and is not there.')
  return made
})

/** The next poll under a new plan; null where what is set must stay: nothing, overdue, or waiting after a failure or a host's limit. */
function nextOf(
  plan: SourcePlan,
  source: RememberedSource,
  { overflowRisk = usualOverflowRisk }: PolicySettings,
  now: number,
): PlannedSource['next'] {
  if (!source.hasAnswered) return null
  if (source.nextPollAt === null || source.nextPollAt <= now) return null
  return decideNextPoll(
    plan,
    {
      sourceId: plan.sourceId,
      outcome: 'unchanged',
      consecutiveFailures: 0,
      notBefore: null,
      window: source.window,
      pushShare: source.pushShare,
      polledAt: source.lastPolledAt,
      ...(source.priceMemory !== null && { priceMemory: source.priceMemory }),
      ...learnedBounds(plan, source.learning, source.lastPolledAt, overflowRisk),
    },
    now,
  )
}

function weightedDelayMs(plans: readonly SourcePlan[]): number | null {
  let postings = 0
  let delay = 0
  for (const plan of plans) {
    postings += plan.weight * plan.ratePerDay
    delay += plan.weight * plan.ratePerDay * plan.predictedDelayMs
  }
  return postings === 0 ? null : delay / postings
}
