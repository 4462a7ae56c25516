import type { Database } from '#lib/store/connection/database.ts'
import { countPollsSince, sumGranted } from '#lib/store/planning/planning-runs.ts'
import { budgetOf, getSettings } from '#lib/store/ground/server-settings.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { listing } from '#lib/store/ground/source-listing.ts'
import { isDue, isUnpaused } from '#lib/store/ground/unpaused-sources.ts'
import type { AggregatorStatus } from '#lib/api/server/admin.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'

const onTimeMs = 5_000
/** A tick is made each second; a busy one may take longer, but then it makes polls. */
const quietForMs = 120_000

/** The time of the clock, and its speed: the aggregator's ticks are the machine's. */
export type ClockReading = { readonly now: number; readonly speed: number }

const hasPlan = Prisma.sql`"plannedAt" IS NOT NULL AND "plannedReason"->>'code' IS DISTINCT FROM 'subscribed'`

/** The time at which an aggregator was last at work: its last tick or poll, whichever is later; null: never. */
export async function readLastPassAt(database: Database): Promise<Date | null> {
  const [row] = await database.$queryRaw<{ at: Date | null }[]>`
    SELECT greatest(
      (SELECT max("lastPassAt") FROM "aggregator_heartbeat"), (SELECT max("finishedAt") FROM "poll")
    ) AS "at"`
  return row?.at ?? null
}

/** Whether an aggregator that was last at work then is taken to be running, by a clock of that speed. */
export function isRunningStill(lastPassAt: Date | null, { now, speed }: ClockReading): boolean {
  return lastPassAt !== null && now - lastPassAt.getTime() <= quietForMs * speed
}

/** The state of the aggregator: its pulse, its queue, its last hour and the planning in force. */
export async function readAggregatorStatus(
  database: Database,
  { now, speed }: ClockReading,
): Promise<AggregatorStatus> {
  const [lastPassAt, queue, polls, settings, granted, latest] = await Promise.all([
    readLastPassAt(database),
    readQueue(database, now),
    readPolls(database, now),
    getSettings(database),
    sumGranted(database),
    readLatestPlanning(database),
  ])
  const { due, leased, ...sources } = queue
  return {
    lastPassAt: lastPassAt?.toISOString() ?? null,
    isRunning: isRunningStill(lastPassAt, { now, speed }),
    due,
    leased,
    ...polls,
    budgetPerDay: budgetOf(settings, granted.sources),
    grantedPerDay: granted.pollsPerDay,
    sources,
    ...latest,
  }
}

async function readQueue(database: Database, now: number) {
  const at = new Date(now)
  const [row] = await database.$queryRaw<
    { due: number; leased: number; polled: number; failing: number; unsubscribed: number }[]
  >`
    SELECT
      (count(*) FILTER (WHERE ${isDue(now)}))::int AS "due",
      (count(*) FILTER (WHERE s."leaseUntil" > ${at}))::int AS "leased",
      (count(*) FILTER (WHERE s."nextPollAt" IS NOT NULL AND ${isUnpaused}))::int AS "polled",
      (count(*) FILTER (WHERE s."lastOutcome" IN ('failed', 'gone') AND s."consecutiveFailures" > 0))::int
        AS "failing",
      (SELECT count(*)::int FROM ${listing} l WHERE l."subscribers" = 0) AS "unsubscribed"
    FROM "source" s`
  return row ?? { due: 0, leased: 0, polled: 0, failing: 0, unsubscribed: 0 }
}

/**
 * Looks at what publishers want polled no more are no polls: nothing is asked for. First polls are left out of the share that
 * was on time: an import brings many at once, and they have no plan to be late by.
 */
async function readPolls(database: Database, now: number) {
  const pollsLastDay = await countPollsSince(database, now - DAY_MS, now)
  const [row] = await database.$queryRaw<
    { lastHour: number; failures: number; planned: number; onTime: number }[]
  >`
    SELECT count(*)::int AS "lastHour",
      (count(*) FILTER (WHERE "outcome" IN ('failed', 'gone')))::int AS "failures",
      (count(*) FILTER (WHERE ${hasPlan}))::int AS "planned",
      (count(*) FILTER (WHERE ${hasPlan} AND "startedAt" - "plannedAt" <= make_interval(secs => ${onTimeMs / 1000})))::int
        AS "onTime"
    FROM "poll" WHERE "finishedAt" > ${new Date(now - HOUR_MS)} AND "outcome" <> 'opted-out'`
  return {
    pollsLastHour: row?.lastHour ?? 0,
    pollsLastDay,
    failuresLastHour: row?.failures ?? 0,
    onTimeShare: row === undefined || row.planned === 0 ? null : row.onTime / row.planned,
  }
}

async function readLatestPlanning(database: Database) {
  const row = await database.planningRun.findFirst({
    orderBy: { id: 'desc' },
    select: { madeAt: true, predictedDelayMs: true },
  })
  return { plannedAt: row?.madeAt.toISOString() ?? null, predictedDelayMs: row?.predictedDelayMs ?? null }
}
