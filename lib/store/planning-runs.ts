import type { PlanningRun, PolicySettings } from '#lib/policy/types.ts'
import type { Database, Transaction } from './database.ts'
import { listing } from './source-listing.ts'
import { isUnpaused } from './unpaused-sources.ts'

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

/**
 * The settings that were in force over a span: those that were for the longest time, and the mean of the budgets, by how long each was.
 * Null: nothing was planned. A planning is in force until a later one, and each instant counts once, by the last planning made for it: after
 * the clock was set back, hours come twice.
 */
export async function readSettingsBetween(
  database: Database | Transaction,
  fromAt: number,
  untilAt: number,
): Promise<PolicySettings | null> {
  const rows = await database.$queryRaw<{ at: Date; settings: PolicySettings }[]>`
    SELECT "madeAt" AS "at", "run"->'settings' AS "settings" FROM "planning_run"
    WHERE "madeAt" < ${new Date(untilAt)} AND "id" >= coalesce(
      (SELECT max("id") FROM "planning_run" WHERE "madeAt" <= ${new Date(fromAt)}), 0)
    ORDER BY "id" DESC`
  const lastedMs = new Map<string, number>()
  let [sum, covered, replacedAt] = [0, 0, untilAt]
  for (const { at, settings } of rows) {
    const since = Math.max(fromAt, at.getTime())
    const lasted = Math.max(0, replacedAt - since)
    replacedAt = Math.min(replacedAt, since)
    const { budgetPerDay, ...others } = settings
    const key = JSON.stringify(others)
    lastedMs.set(key, (lastedMs.get(key) ?? 0) + lasted)
    sum += budgetPerDay * lasted
    covered += lasted
  }
  const [longest] = [...lastedMs].sort(([, one], [, other]) => other - one)
  if (longest === undefined || covered === 0) return null
  return { ...(JSON.parse(longest[0]) as PolicySettings), budgetPerDay: sum / covered }
}

/** Which planning is the latest; null before the first. */
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
