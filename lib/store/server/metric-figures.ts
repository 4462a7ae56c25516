import { isRunningStill, readLastPassAt, type ClockReading } from './aggregator-status.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { ProcessFigures } from './heartbeat.ts'
import { countPollsSince, findLatestRun } from '#lib/store/planning/planning-runs.ts'
import { budgetOf, getSettings } from '#lib/store/ground/server-settings.ts'
import { readTallies, type Tally } from '#lib/store/connection/tallies.ts'
import { isDue } from '#lib/store/ground/unpaused-sources.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** The figures for monitoring beside the web server's own measurements. Times are milliseconds since 1970. */
export type MetricFigures = {
  readonly tallies: readonly Tally[]
  readonly isAggregatorRunning: boolean
  /** An admin has paused all polling. */
  readonly isPaused: boolean
  /** The time at which a source last answered as it should; null: never, or not within what is kept of polls. */
  readonly lastSuccessAt: number | null
  readonly queue: Queue
  readonly hosts: { readonly paused: number; readonly down: number }
  readonly budgetPerDay: number
  readonly grantedPerDay: number
  readonly pollsLastDay: number
  /** Weighted posting-days waiting that are worth a poll; null under another policy. */
  readonly price: number | null
  readonly lapsedHubs: number
  readonly deliveriesWaiting: number
  readonly aggregators: readonly { readonly owner: string; readonly figures: ProcessFigures }[]
}

/** Sources that are due, how long the first of them has waited, and those in hand. */
type Queue = { readonly due: number; readonly longestWaitMs: number; readonly leased: number }

/** Reads the figures: about 40 ms with 100,000 sources, of which the leases are most. */
export async function readMetricFigures(database: Database, clock: ClockReading): Promise<MetricFigures> {
  const { now } = clock
  const [tallies, lastPassAt, lastSuccessAt, queue, hosts, push, settings, run, pollsLastDay, aggregators] =
    await Promise.all([
      readTallies(database),
      readLastPassAt(database),
      readLastSuccessAt(database),
      readQueue(database, now),
      readHosts(database, now),
      readPush(database),
      getSettings(database),
      findLatestRun(database),
      countPollsSince(database, now - DAY_MS, now),
      listAggregators(database, clock),
    ])
  return {
    tallies,
    lastSuccessAt,
    queue,
    hosts,
    pollsLastDay,
    aggregators,
    ...push,
    isPaused: settings.isPaused,
    isAggregatorRunning: isRunningStill(lastPassAt, clock),
    budgetPerDay: budgetOf(settings, run?.sources ?? 0),
    grantedPerDay: run?.grantedPerDay ?? 0,
    price: settings.policy === 'price' ? (run?.run.population?.price ?? null) : null,
  }
}

/** The time at which a source last answered as it should; null: never, or not within what is kept of polls. */
export async function readLastSuccessAt(database: Database): Promise<number | null> {
  const row = await database.poll.findFirst({
    where: { outcome: { in: ['fetched', 'not-modified'] } },
    orderBy: { finishedAt: 'desc' },
    select: { finishedAt: true },
  })
  return row?.finishedAt.getTime() ?? null
}

async function readQueue(database: Database, now: number): Promise<Queue> {
  const at = new Date(now)
  const [row] = await database.$queryRaw<{ due: number; firstAt: Date | null; leased: number }[]>`
    SELECT count(*)::int AS "due", min(s."nextPollAt") AS "firstAt",
      (SELECT count(*)::int FROM "source" WHERE "leaseUntil" > ${at}) AS "leased"
    FROM "source" s WHERE ${isDue(now)}`
  const firstAt = row?.firstAt?.getTime() ?? now
  return { due: row?.due ?? 0, longestWaitMs: now - firstAt, leased: row?.leased ?? 0 }
}

async function readHosts(database: Database, now: number): Promise<MetricFigures['hosts']> {
  const [row] = await database.$queryRaw<{ paused: number; down: number }[]>`
    SELECT (count(*) FILTER (WHERE "pauseStatus" IS NOT NULL AND "nextRequestAt" > ${new Date(now)}))::int AS "paused",
      (count(*) FILTER (WHERE "downSince" IS NOT NULL))::int AS "down" FROM "host"`
  return row ?? { paused: 0, down: 0 }
}

async function readPush(
  database: Database,
): Promise<Pick<MetricFigures, 'lapsedHubs' | 'deliveriesWaiting'>> {
  const [lapsedHubs, deliveriesWaiting] = await Promise.all([
    database.pushSubscription.count({ where: { state: 'lapsed', isOffered: true } }),
    database.pushDelivery.count(),
  ])
  return { lapsedHubs, deliveriesWaiting }
}

/** The aggregators that have told of themselves. The last word of a dead one is told no more: until another takes note, it is still there. */
export async function listAggregators(
  database: Database,
  clock: ClockReading,
): Promise<MetricFigures['aggregators']> {
  const rows = await database.aggregatorHeartbeat.findMany({ orderBy: { owner: 'asc' } })
  return rows.flatMap(({ owner, lastPassAt, figures }) =>
    figures === null || !isRunningStill(lastPassAt, clock)
      ? []
      : [{ owner, figures: figures as unknown as ProcessFigures }],
  )
}
