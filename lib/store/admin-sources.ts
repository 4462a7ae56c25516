import type { AdminSourceRow, AdminSourcesPage, AdminSourcesQuery, SourceSortKey } from '#lib/api/admin.ts'
import type { Database } from './database.ts'
import { summariseDelaysBySource } from './delay-summary.ts'
import { Prisma } from './generated/client.ts'
import { sourceHealth } from './source-health.ts'

const delayWindowMs = 30 * 86_400_000

type PageRow = Omit<AdminSourceRow, 'delay' | 'health' | 'lastPolledAt' | 'nextPollAt'> & {
  readonly lastPolledAt: Date | null
  readonly nextPollAt: Date | null
  readonly lastError: string | null
}

/**
 * A page of all sources, sorted in the database. Delay figures are read for the page's sources alone; only an order by
 * delay reads all postings of the 30 days, and then just their mean. Sources without the sorted figure come last.
 */
export async function listAdminSources(
  database: Database,
  query: AdminSourcesQuery,
  now: number,
): Promise<AdminSourcesPage> {
  const [rows, counts] = await Promise.all([
    pageRows(database, query, now),
    countByState(database, query.search),
  ])
  const sources = await withDelays(database, rows, now)
  return { sources, total: counts[query.state], page: query.page, pageSize: query.pageSize, counts }
}

/** One source as a row of the list, or null. */
export async function findAdminSource(
  database: Database,
  id: number,
  now: number,
): Promise<AdminSourceRow | null> {
  const rows = await database.$queryRaw<PageRow[]>`
    SELECT ${columns} FROM "source" s ${joins} WHERE s."id" = ${id}`
  return (await withDelays(database, rows, now))[0] ?? null
}

async function withDelays(
  database: Database,
  rows: readonly PageRow[],
  now: number,
): Promise<AdminSourceRow[]> {
  const ids = rows.map((row) => row.id)
  const delays = await summariseDelaysBySource(database, ids, now - delayWindowMs)
  return rows.map(({ lastError, ...row }) => {
    const delay = delays.get(row.id)
    return {
      ...row,
      delay: {
        count: delay?.count ?? 0,
        meanMs: delay?.meanMs ?? null,
        medianMs: delay?.medianMs ?? null,
        p90Ms: delay?.p90Ms ?? null,
      },
      health: sourceHealth({ ...row, lastError }),
      lastPolledAt: row.lastPolledAt?.toISOString() ?? null,
      nextPollAt: row.nextPollAt?.toISOString() ?? null,
    }
  })
}

const joins = Prisma.sql`
  LEFT JOIN LATERAL (SELECT count(*)::int AS "n" FROM "subscription" u WHERE u."sourceId" = s."id") c ON true
  LEFT JOIN "plan" p ON p."id" = s."planId"`

/** Like `joins`, counted for all sources at once: what a sort over all of them needs. */
const joinsForAll = Prisma.sql`
  LEFT JOIN (SELECT u."sourceId", count(*)::int AS "n" FROM "subscription" u GROUP BY u."sourceId") c
    ON c."sourceId" = s."id"
  LEFT JOIN "plan" p ON p."id" = s."planId"`

const title = Prisma.sql`coalesce(nullif(s."title", ''), s."url")`
/** A source that is not polled keeps its last plan, which then grants nothing. */
const isPolled = Prisma.sql`s."nextPollAt" IS NOT NULL`
const pollsPerDay = Prisma.sql`CASE WHEN ${isPolled} THEN p."pollsPerDay" END`
const predictedDelayMs = Prisma.sql`CASE WHEN ${isPolled} THEN p."predictedDelayMs" END`

const columns = Prisma.sql`
  s."id", ${title} AS "title", s."url", s."hostName" AS "host", s."iconUrl",
  coalesce(c."n", 0) AS "subscribers", s."weightFactor", coalesce(c."n", 0) * s."weightFactor" AS "weight",
  p."ratePerDay" AS "postingsPerDay", ${pollsPerDay} AS "pollsPerDay", ${predictedDelayMs} AS "predictedDelayMs",
  s."lastPolledAt", s."lastOutcome", s."lastHttpStatus", s."lastError", s."nextPollAt"`

const sortValues: Readonly<Record<SourceSortKey, Prisma.Sql>> = {
  title: Prisma.sql`lower(${title})`,
  subscribers: Prisma.sql`coalesce(c."n", 0)`,
  weight: Prisma.sql`coalesce(c."n", 0) * s."weightFactor"`,
  postingsPerDay: Prisma.sql`p."ratePerDay"`,
  pollsPerDay,
  predictedDelay: predictedDelayMs,
  delay: Prisma.sql`d."mean"`,
  nextPoll: Prisma.sql`s."nextPollAt"`,
}

async function pageRows(database: Database, query: AdminSourcesQuery, now: number): Promise<PageRow[]> {
  const direction = query.direction === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`
  return database.$queryRaw<PageRow[]>`
    SELECT ${columns} FROM "source" s ${joinsForAll}
      ${query.sort === 'delay' ? meanDelays(now) : Prisma.empty}
    WHERE ${matches(query.search)} AND ${inState[query.state]}
    ORDER BY ${sortValues[query.sort]} ${direction} NULLS LAST, s."id"
    LIMIT ${query.pageSize} OFFSET ${(query.page - 1) * query.pageSize}`
}

function meanDelays(now: number): Prisma.Sql {
  return Prisma.sql`
    LEFT JOIN (
      SELECT g."sourceId", avg(g."foundAt" - g."publishedAt") AS "mean" FROM "posting" g
      WHERE g."foundAt" >= ${new Date(now - delayWindowMs)} AND NOT g."isInitial" AND g."publishedAt" IS NOT NULL
      GROUP BY g."sourceId"
    ) d ON d."sourceId" = s."id"`
}

function matches(search: string): Prisma.Sql {
  if (search === '') return Prisma.sql`TRUE`
  // strpos instead of LIKE: what is looked for may hold % and _.
  const holds = (text: Prisma.Sql) => Prisma.sql`strpos(lower(${text}), lower(${search})) > 0`
  return Prisma.sql`(${holds(Prisma.sql`s."title"`)} OR ${holds(Prisma.sql`s."url"`)} OR ${holds(Prisma.sql`s."hostName"`)})`
}

const inState: Readonly<Record<AdminSourcesQuery['state'], Prisma.Sql>> = {
  all: Prisma.sql`TRUE`,
  failing: Prisma.sql`coalesce(s."lastOutcome" IN ('failed', 'gone'), false)`,
  waiting: Prisma.sql`s."lastPolledAt" IS NULL`,
  unsubscribed: Prisma.sql`c."n" IS NULL`,
}

async function countByState(database: Database, search: string): Promise<AdminSourcesPage['counts']> {
  const [row] = await database.$queryRaw<AdminSourcesPage['counts'][]>`
    SELECT count(*)::int AS "all", (count(*) FILTER (WHERE ${inState.failing}))::int AS "failing",
      (count(*) FILTER (WHERE ${inState.waiting}))::int AS "waiting",
      (count(*) FILTER (WHERE ${inState.unsubscribed}))::int AS "unsubscribed"
    FROM "source" s
    LEFT JOIN (SELECT u."sourceId", 1 AS "n" FROM "subscription" u GROUP BY u."sourceId") c ON c."sourceId" = s."id"
    WHERE ${matches(search)}`
  return row ?? { all: 0, failing: 0, waiting: 0, unsubscribed: 0 }
}
