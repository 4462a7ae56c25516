import { shownIcon } from '#lib/store/ground/shown-icon.ts'
import type { Me } from '#lib/api/accounts/account.ts'
import type { SourceDetail, SourceFreshness, SourcePush } from '#lib/api/sources/sources.ts'
import { isProved, type HintRecord } from '#lib/policy/schedule/hint-record.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { weightOf } from '#lib/policy/basics/weight.ts'
import { readComingPolls } from './coming-polls.ts'
import { countOfDay, mostOfDay } from '#lib/store/lists/count-of-day.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { summariseDelaysBySource } from '#lib/store/freshness/delay-summary.ts'
import { findRate, learnsUntil } from '#lib/store/ground/evidence.ts'
import type {
  Prisma,
  PushSubscription,
  SourceFreshness as FreshnessRow,
} from '#lib/store/generated/client.ts'
import { toSourcePlan } from '#lib/store/planning/plan-rows.ts'
import { askedWithin, nextPollOf } from '#lib/store/hosts/next-poll.ts'
import { isoOf } from '#lib/store/ground/posting-item.ts'
import { toOverride } from './change-source.ts'
import { readWeightFacts } from '#lib/store/planning/source-weights.ts'
import { readLearned } from './source-learned.ts'
import { findLatestRun } from '#lib/store/planning/planning-runs.ts'
import { budgetOf, getSettings } from '#lib/store/ground/server-settings.ts'
import { toReasonItem } from '#lib/store/ground/reasons.ts'
import { healthOf } from './source-health.ts'
import { toHintRecord } from '#lib/store/ground/source-learning.ts'
import { sourcesShowingHours } from '#lib/store/marks/sources-showing-hours.ts'
import { listWeekDelays } from '#lib/store/freshness/week-delays.ts'

/** The viewer: sources are shown to their subscribers, and to admins. */
type Viewer = Pick<Me, 'id' | 'role'>

const delayDays = 30

/** Whether a source exists for this viewer. */
export async function canSeeSource(database: Database, viewer: Viewer, id: number): Promise<boolean> {
  return (await database.source.count({ where: visibleTo(viewer, id) })) === 1
}

/** The page of a source; null when it does not exist for this viewer. */
export async function findSourceDetail(
  database: Database,
  viewer: Viewer,
  id: number,
  now: number,
): Promise<SourceDetail | null> {
  const row = await findRow(database, viewer, id)
  if (row === null) return null
  const [settings, latest] = await Promise.all([getSettings(database), findLatestRun(database)])
  const tellsReaders = (await sourcesShowingHours(database, [id])).has(id)
  const until = learnsUntil(row.firstPolledAt, now)
  const [weights, delays, movedTo, learned, weeks, coming, newOfDay, postingsPerDay] = await Promise.all([
    readWeightFacts(database, [id], settings),
    summariseDelaysBySource(database, [id], now - delayDays * DAY_MS),
    occupiedAddressOf(database, row),
    until === null ? readLearned(database, row, now, tellsReaders) : null,
    listWeekDelays(database, id, now),
    readComingPolls(database, { ...row, nextPollAt: nextPollOf(row).nextPollAt }, now),
    countOfDay(database, id, now),
    findRate(database, id),
  ])
  const facts = weights.get(id)
  if (facts === undefined) return null // it went while we looked
  const delay = delays.get(id)
  if (delay === undefined) throw new Error(`No delay summary for source ${id}.`)
  const plan = row.plan === null ? null : toSourcePlan(row.plan)
  // A source that is paused keeps its last plan, which then grants nothing.
  const granted = plan !== null && row.isPaused ? { ...plan, pollsPerDay: 0, predictedDelayMs: null } : plan
  return {
    ...factsOf(row, tellsReaders),
    isPollingPaused: settings.isPaused,
    weighed:
      viewer.role === 'admin'
        ? {
            weight: weightOf(facts, settings),
            subscribers: row._count.subscriptions,
            popularity: settings.popularity,
            say: settings.sayStrength * facts.shares,
            alerts: facts.alertLift ?? 0,
          }
        : null,
    movedTo,
    delay,
    learned,
    weeks,
    postingsPerDay,
    learnsUntil: isoOf(until),
    heldBackAbove: newOfDay < mostOfDay ? null : mostOfDay,
    plan: granted === null ? null : planOf(granted, coming),
    budgetShare: granted === null ? null : granted.pollsPerDay / budgetOf(settings, latest?.sources ?? 1),
  }
}

/** Moves this often repeated are adopted, unless another source is there. */
const movesToTell = 3

async function occupiedAddressOf(
  database: Database,
  { movedTo, movedTimes }: { readonly movedTo: string | null; readonly movedTimes: number },
): Promise<string | null> {
  if (movedTo === null || movedTimes < movesToTell) return null
  return (await database.source.count({ where: { url: movedTo } })) === 0 ? null : movedTo
}

function findRow(database: Database, viewer: Viewer, id: number) {
  return database.source.findFirst({
    where: visibleTo(viewer, id),
    include: {
      ...askedWithin,
      plan: true,
      freshness: true,
      subscriptions: { where: { subscriberId: viewer.id } },
      pushSubscriptions: { where: { isOffered: true }, orderBy: { id: 'desc' }, take: 1 },
      _count: { select: { subscriptions: true, postings: true } },
    },
  })
}

function factsOf(row: NonNullable<Awaited<ReturnType<typeof findRow>>>, tellsReaders: boolean) {
  const subscription = row.subscriptions[0]
  const { nextPollAt, nextPollReason } = nextPollOf(row)
  return {
    id: row.id,
    url: row.url,
    title: subscription?.title ?? (row.title === '' ? row.url : row.title),
    description: row.description,
    siteUrl: row.siteUrl,
    iconUrl: shownIcon(row.iconUrl),
    subscriptionId: subscription?.id ?? null,
    folderId: subscription?.folderId ?? null,
    health: healthOf(row),
    weightFactor: row.weightFactor,
    postings: row._count.postings,
    hatch: toOverride(row),
    windowSize: row.windowSize,
    window: {
      learned: row.windowLearned,
      gaps: row.gaps,
      likelyLost: row.likelyLost,
      lastGapAt: isoOf(row.lastGapAt),
    },
    hint: hintOf(toHintRecord(row.hintRecord)),
    lastPolledAt: isoOf(row.lastPolledAt),
    lastSuccessAt: isoOf(row.lastSuccessAt),
    lastHttpStatus: row.lastHttpStatus,
    lastError: toReasonItem(row.lastError),
    nextPollAt: isoOf(nextPollAt),
    nextPollReason: toReasonItem(nextPollReason, tellsReaders),
    push: toSourcePush(row.pushSubscriptions[0]),
    freshness: row.freshness === null ? null : toFreshness(row.freshness),
    createdAt: row.createdAt.toISOString(),
  }
}

/** The push of a source, as its page shows it. */
function toSourcePush(row: PushSubscription | undefined): SourcePush | null {
  if (row === undefined) return null
  const state = row.askedMode === null ? 'offered' : row.state
  return {
    protocol: row.protocol as SourcePush['protocol'], // written by recordPushOffer from the same words
    hubUrl: row.hubUrl,
    state: state as SourcePush['state'], // the words of schema.prisma
    share: row.pushShare,
    leaseEndsAt: isoOf(row.leaseEndsAt),
    lastDeliveryAt: isoOf(row.lastDeliveryAt),
    lastError: toReasonItem(row.lastError),
  }
}

/** The stored freshness of a source as the API gives it. */
function toFreshness(row: FreshnessRow): SourceFreshness {
  return {
    countedAt: row.countedAt.toISOString(),
    promiseMs: row.promiseMs === null ? null : Number(row.promiseMs),
    keptShare: row.keptShare,
    state: row.state as SourceFreshness['state'], // the words of schema.prisma, written by refreshSourceFreshness
    stateSince: row.stateSince.toISOString(),
    cause: row.cause as SourceFreshness['cause'],
    within5: row.within5,
    within15: row.within15,
    within60: row.within60,
  }
}

/** Counts fade and may be halves: whole numbers are shown. */
function hintOf(record: HintRecord | null): SourceDetail['hint'] {
  if (record === null || record.cache.kept + record.cache.broken === 0) return null
  const { kept, broken } = record.cache
  return { kept: Math.round(kept), broken: Math.ceil(broken), isBelieved: isProved(record.cache) }
}

function visibleTo(viewer: Viewer, id: number): Prisma.SourceWhereInput {
  return viewer.role === 'admin'
    ? { id, archiveOwnerId: null }
    : { id, subscriptions: { some: { subscriberId: viewer.id } } }
}

type Granted = Omit<SourcePlan, 'predictedDelayMs'> & { readonly predictedDelayMs: number | null }

function planOf(plan: Granted, coming: readonly string[]): SourceDetail['plan'] {
  return {
    policy: plan.policy,
    madeAt: new Date(plan.madeAt).toISOString(),
    ratePerDay: plan.ratePerDay,
    pollsPerDay: plan.pollsPerDay,
    pattern: plan.pattern,
    predictedDelayMs: plan.predictedDelayMs,
    plannedAt: [...coming],
  }
}
