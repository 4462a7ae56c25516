import type { PlanningRun } from '#lib/policy/facts/types.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { listing } from '#lib/store/ground/source-listing.ts'
import { isUnpaused } from '#lib/store/ground/unpaused-sources.ts'

/** A planning of all sources as it is stored. */
export type StoredRun = {
  readonly id: number
  readonly run: PlanningRun
  readonly sources: number
  readonly grantedPerDay: number
}

/** Runs never change, and each source that is new needs the latest: it is kept, per database. */
const latestRuns = new WeakMap<Database, StoredRun>()

/** The latest planning of all sources, or null before the first. */
export async function findLatestRun(database: Database): Promise<StoredRun | null> {
  const id = await findLatestRunId(database)
  const known = latestRuns.get(database)
  if (id === null || known?.id === id) return known ?? null
  const row = await database.planningRun.findUniqueOrThrow({ where: { id } })
  const { sources, grantedPerDay } = row
  const latest = { id, run: row.run as unknown as PlanningRun, sources, grantedPerDay }
  latestRuns.set(database, latest)
  return latest
}

/** The planning that was in force at an instant; null before the first. */
export async function findRunBefore(database: Database, at: number): Promise<StoredRun | null> {
  const row = await database.planningRun.findFirst({
    where: { madeAt: { lt: new Date(at) } },
    orderBy: { id: 'desc' },
  })
  if (row === null) return null
  const { id, run, sources, grantedPerDay } = row
  return { id, run: run as unknown as PlanningRun, sources, grantedPerDay }
}

/** The latest planning; null before the first. */
export async function findLatestRunId(database: Database | Transaction): Promise<number | null> {
  const [row] = await database.$queryRaw<
    { id: number | null }[]
  >`SELECT max("id") AS "id" FROM "planning_run"`
  return row?.id ?? null
}

/** Requests made since an instant, whatever came of them: all of them count against the budget. */
export async function countPollsSince(database: Database, since: number, until: number): Promise<number> {
  return database.poll.count({
    where: { finishedAt: { gt: new Date(since), lte: new Date(until) }, outcome: { not: 'opted-out' } },
  })
}

/** Polls a day that the plans in force grant to sources with subscribers that are not paused, and how many such sources there are. */
export async function sumGranted(database: Database): Promise<{ pollsPerDay: number; sources: number }> {
  const rows = await database.$queryRaw<{ pollsPerDay: number; sources: number }[]>`
    SELECT coalesce(sum(p."pollsPerDay"), 0) AS "pollsPerDay", count(*)::int AS "sources"
    FROM "plan" p JOIN "source" s ON s."planId" = p."id"
    JOIN ${listing} l ON l."sourceId" = s."id" AND l."subscribers" > 0
    WHERE ${isUnpaused}`
  return rows[0] ?? { pollsPerDay: 0, sources: 0 }
}
