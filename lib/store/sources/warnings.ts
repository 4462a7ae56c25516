import type { AdminWarning } from '#lib/api/server/admin.ts'
import { isRunningStill, readLastPassAt, type ClockReading } from '#lib/store/server/aggregator-status.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { askDatabaseClock } from '#lib/store/server/heartbeat.ts'
import { listAggregators, readLastSuccessAt } from '#lib/store/server/metric-figures.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { isDue } from '#lib/store/ground/unpaused-sources.ts'

/** The span that is looked at; from the bounds below on it is worth an admin's time. */
const lookBackMs = 15 * 60_000
const quietForMs = 30 * 60_000
const waitsLongMs = 10 * 60_000
const lateMs = 30_000
const fewestPolls = 10
const fewestFailing = 5
const failingPart = 0.3
const slowMs = 500
/** A disk below both is nearly full. A tenth of a large disk lasts for years, and 5 GB may be half of a small one. */
const fullPart = 0.1
const fullBytes = 5e9
/** Below that, little time is left. */
const fewBytes = 1e9
const skewMs = 2_000

/** Facts from which it follows what is wrong. Times are milliseconds, of the clock where not said otherwise. */
export type WarningFacts = {
  readonly isAggregatorRunning: boolean
  /** An admin has paused all polling: that nothing answers is as it should be. */
  readonly isPaused: boolean
  /** Null: there was none. */
  readonly sinceSuccessMs: number | null
  /** Sources due now, and how long the first of them has waited. */
  readonly due: number
  readonly longestWaitMs: number
  /** Polls of the last quarter of an hour. */
  readonly polls: number
  readonly failed: number
  readonly failingSources: number
  readonly failingHosts: number
  /** Those of them that were not the first of their source: after an import first polls wait for their turn. */
  readonly laterPolls: number
  /** The time after their plan by which 95 % of these had begun; null without any. */
  readonly lagP95Ms: number | null
  readonly lapsedHubs: number
  /** The slowest answer to a question that needs no table, of the machine's time. */
  readonly databaseMs: number
  /** The clock that is farthest from the database's, of the machine's time. */
  readonly clockAheadMs: number
  /** Free room on the disk that holds DATA_DIR, in bytes and as a part of the disk; null: not known. */
  readonly diskFree: { readonly bytes: number; readonly share: number } | null
  /** Of the clock: what takes the machine a second takes so many of its own. */
  readonly speed: number
}

/** The troubles, the gravest first. */
export function warningsOf(facts: WarningFacts): AdminWarning[] {
  const { speed, sinceSuccessMs, due, longestWaitMs, lagP95Ms, diskFree, clockAheadMs } = facts
  const isAwaited = !facts.isPaused && (facts.polls > 0 || (due > 0 && longestWaitMs > waitsLongMs * speed))
  const isSilent = sinceSuccessMs !== null && sinceSuccessMs > quietForMs * speed && isAwaited
  const isLate = lagP95Ms !== null && facts.laterPolls >= fewestPolls && due > 0 && lagP95Ms > lateMs * speed
  const { bytes: freeBytes, share: freeShare } = diskFree ?? { bytes: Infinity, share: 1 }
  const isNearlyFull = freeShare < fullPart && freeBytes < fullBytes
  const doMany = facts.failingSources >= fewestFailing && facts.failed >= failingPart * facts.polls
  return [
    ...when(!facts.isAggregatorRunning, 'critical', 'noAggregator', { due }),
    ...when(isSilent, 'critical', 'nothingAnswers', { sinceMs: sinceSuccessMs ?? 0, due }),
    ...when(isNearlyFull, freeBytes < fewBytes ? 'critical' : 'warning', 'diskNearlyFull', {
      freeShare,
      freeBytes,
    }),
    ...when(isLate, 'warning', 'queueLate', { lagMs: lagP95Ms ?? 0, due }),
    ...when(doMany, 'warning', 'manyFail', {
      sources: facts.failingSources,
      hosts: facts.failingHosts,
      failedShare: facts.polls === 0 ? 0 : facts.failed / facts.polls,
    }),
    ...when(facts.databaseMs > slowMs, 'warning', 'databaseSlow', { answerMs: facts.databaseMs }),
    ...when(facts.lapsedHubs > 0, 'warning', 'hubLeasesLapsed', { hubs: facts.lapsedHubs }),
    ...when(facts.isPaused, 'warning', 'pollingPaused', { due }),
    ...when(Math.abs(clockAheadMs) > skewMs, 'warning', 'clockSkew', { skewMs: Math.abs(clockAheadMs) }),
  ]
}

function when(
  isSo: boolean,
  level: AdminWarning['level'],
  code: AdminWarning['code'],
  values: AdminWarning['values'],
): AdminWarning[] {
  return isSo ? [{ code, level, values }] : []
}

/** Reads what is late or wrong. @param diskFree of the disk of DATA_DIR; null: not known */
export async function readWarnings(
  database: Database,
  clock: ClockReading,
  diskFree: WarningFacts['diskFree'],
): Promise<AdminWarning[]> {
  const { now, speed } = clock
  const [settings, lastPassAt, lastSuccessAt, queue, polls, lapsedHubs, own, aggregators] = await Promise.all(
    [
      getSettings(database),
      readLastPassAt(database),
      readLastSuccessAt(database),
      readDue(database, now),
      readLatePolls(database, now, speed),
      database.pushSubscription.count({ where: { state: 'lapsed', isOffered: true } }),
      askDatabaseClock(database),
      listAggregators(database, clock),
    ],
  )
  const asked = [own, ...aggregators.map(({ figures }) => figures)]
  const clocks = asked.map(({ clockAheadMs }) => clockAheadMs)
  return warningsOf({
    ...queue,
    ...polls,
    lapsedHubs,
    diskFree,
    speed,
    isPaused: settings.isPaused,
    isAggregatorRunning: isRunningStill(lastPassAt, clock),
    sinceSuccessMs: lastSuccessAt === null ? null : now - lastSuccessAt,
    databaseMs: Math.max(...asked.map(({ databaseMs }) => databaseMs)),
    clockAheadMs: clocks.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0,
  })
}

async function readDue(database: Database, now: number) {
  const [row] = await database.$queryRaw<{ due: number; firstAt: Date | null }[]>`
    SELECT count(*)::int AS "due", min(s."nextPollAt") AS "firstAt" FROM "source" s WHERE ${isDue(now)}`
  return { due: row?.due ?? 0, longestWaitMs: now - (row?.firstAt?.getTime() ?? now) }
}

type LatePolls = Pick<
  WarningFacts,
  'polls' | 'failed' | 'failingSources' | 'failingHosts' | 'laterPolls' | 'lagP95Ms'
>

/** Polls `p` of sources `s` that had been read before. */
const isLater = Prisma.sql`s."firstPolledAt" < p."startedAt"`

async function readLatePolls(database: Database, now: number, speed: number): Promise<LatePolls> {
  const [row] = await database.$queryRaw<LatePolls[]>`
    SELECT count(*)::int AS "polls", (count(*) FILTER (WHERE p."outcome" = 'failed'))::int AS "failed",
      (count(DISTINCT p."sourceId") FILTER (WHERE p."outcome" = 'failed'))::int AS "failingSources",
      (count(DISTINCT s."hostName") FILTER (WHERE p."outcome" = 'failed'))::int AS "failingHosts",
      (count(*) FILTER (WHERE ${isLater}))::int AS "laterPolls",
      (percentile_disc(0.95) WITHIN GROUP (ORDER BY
        extract(epoch FROM p."startedAt" - p."plannedAt") * 1000) FILTER (WHERE ${isLater}))::float8 AS "lagP95Ms"
    FROM "poll" p JOIN "source" s ON s."id" = p."sourceId"
    WHERE p."finishedAt" > ${new Date(now - lookBackMs * speed)} AND p."outcome" <> 'opted-out'`
  return row ?? { polls: 0, failed: 0, failingSources: 0, failingHosts: 0, laterPolls: 0, lagP95Ms: null }
}
