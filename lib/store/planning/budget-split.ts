import type { BudgetGroup, BudgetSharesAnswer } from '#lib/api/server/budget.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { keepCostly } from '#lib/store/connection/cache-by-cost.ts'
import { listing } from '#lib/store/ground/source-listing.ts'
import { markLastChange } from './last-change.ts'
import { readSourceTitles } from './source-weights.ts'
import { isUnpaused } from '#lib/store/ground/unpaused-sources.ts'

const groupsShown = 20
/** A folder's name that fewer use could tell whose it is. */
const leastReaders = 3

/** The names of the groups, from the planned sources `s` with their plan `p`. */
const groupings: Readonly<Record<BudgetGroup, { readonly key: Prisma.Sql; readonly join: Prisma.Sql }>> = {
  source: { key: Prisma.sql`s."id"::text`, join: Prisma.empty },
  host: { key: Prisma.sql`s."hostName"`, join: Prisma.empty },
  state: {
    key: Prisma.sql`coalesce(f."state", 'learning')`,
    join: Prisma.sql`LEFT JOIN "source_freshness" f ON f."sourceId" = s."id"`,
  },
  folder: {
    key: Prisma.sql`n."name"`,
    join: Prisma.sql`JOIN (
      SELECT u."sourceId", count(*) OVER (PARTITION BY u."sourceId") AS "readers",
        CASE WHEN k."name" IS NOT NULL THEN o."name" END AS "name"
      FROM "subscription" u LEFT JOIN "folder" o ON o."id" = u."folderId"
      LEFT JOIN (SELECT "name" FROM "folder" GROUP BY "name" HAVING count(DISTINCT "subscriberId") >= ${leastReaders}) k
        ON k."name" = o."name") n ON n."sourceId" = s."id"`,
  },
}

/** The shares of polls, by the plans in force. Of very many sources they may be some seconds old. */
export async function readBudgetShares(database: Database, by: BudgetGroup): Promise<BudgetSharesAnswer> {
  return readers[by](database)
}

const readers = {
  source: keepShares('source'),
  host: keepShares('host'),
  state: keepShares('state'),
  folder: keepShares('folder'),
} satisfies Record<BudgetGroup, unknown>

function keepShares(by: BudgetGroup) {
  return keepCostly((database: Database) => readShares(database, by), { readMark: markLastChange })
}

type Group = {
  readonly key: string | null
  readonly sources: number
  readonly pollsPerDay: number
  readonly gain: number
  readonly allSources: number
  readonly allPolls: number
  readonly allGain: number
}

async function readShares(database: Database, by: BudgetGroup): Promise<BudgetSharesAnswer> {
  const { key, join } = groupings[by]
  const part = by === 'folder' ? Prisma.sql`/ n."readers"` : Prisma.empty
  const rows = await database.$queryRaw<Group[]>`
    WITH shared AS (
      SELECT ${key} AS "key", s."id", p."pollsPerDay" ${part} AS "pollsPerDay",
        p."weight" * p."ratePerDay" ${part} AS "gain"
      FROM "source" s JOIN "plan" p ON p."id" = s."planId"
      JOIN ${listing} l ON l."sourceId" = s."id" AND l."subscribers" > 0 ${join}
      WHERE ${isUnpaused} AND s."nextPollAt" IS NOT NULL
    ), grouped AS (
      SELECT "key", count(DISTINCT "id")::int AS "sources", sum("pollsPerDay") AS "pollsPerDay", sum("gain") AS "gain"
      FROM shared GROUP BY "key"
    )
    SELECT g.*, (SELECT count(DISTINCT "id")::int FROM shared) AS "allSources",
      (SELECT sum("pollsPerDay") FROM grouped) AS "allPolls", (SELECT sum("gain") FROM grouped) AS "allGain"
    FROM grouped g ORDER BY g."pollsPerDay" DESC, g."key" LIMIT ${groupsShown}`
  const titles = by === 'source' ? await titlesOf(database, rows) : null
  const all = rows[0]
  return {
    by,
    pollsPerDay: all?.allPolls ?? 0,
    sources: all?.allSources ?? 0,
    groups: rows.map((row) => ({
      name: titles === null ? row.key : (titles.get(Number(row.key)) ?? ''),
      id: titles === null ? null : Number(row.key),
      sources: row.sources,
      pollsPerDay: row.pollsPerDay,
      pollsShare: row.allPolls > 0 ? row.pollsPerDay / row.allPolls : 0,
      gainShare: row.allGain > 0 ? row.gain / row.allGain : 0,
    })),
  }
}

async function titlesOf(database: Database, rows: readonly Group[]): Promise<Map<number, string>> {
  return readSourceTitles(
    database,
    rows.map(({ key }) => Number(key)),
  )
}
