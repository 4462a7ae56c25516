import type { AdminSourceRow, AdminSourcesPage, AdminSourcesQuery, SourceSortKey } from '#lib/api/admin.ts'
import { readSourceDelays, type SourceDelays } from './admin-source-delays.ts'
import {
  countAll,
  countByState,
  inState,
  isPolled,
  sourceFilter,
  type SourceFilter,
} from './admin-source-filter.ts'
import type { Database } from './database.ts'
import { delayFigures } from './delay-ranking.ts'
import { Prisma } from './generated/client.ts'
import { sourceHealth } from './source-health.ts'

/** Rows of an export that are read together. */
const exportedTogether = 500

type PageRow = Omit<AdminSourceRow, keyof SourceDelays | 'health' | 'lastPolledAt' | 'nextPollAt'> & {
  readonly lastPolledAt: Date | null
  readonly nextPollAt: Date | null
  readonly lastError: Prisma.JsonValue
  readonly consecutiveFailures: number
}

/**
 * A page of all sources, sorted in the database: first the page is found, joining only what its order needs, then its
 * rows are filled. Delay figures are read for the page's sources alone. Sources without the sorted figure come last.
 */
export async function listAdminSources(
  database: Database,
  query: AdminSourcesQuery,
  now: number,
): Promise<AdminSourcesPage> {
  const filter = await sourceFilter(database, query.search, now)
  const [rows, counts] = await Promise.all([
    pageRows(database, query, filter, now),
    query.search === '' ? countAll(database, now) : countByState(database, filter, now),
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

/**
 * All sources that a query lists, of all its pages, some hundred at a time: of a long list only the ids are held.
 * Who is deleted meanwhile is left out.
 */
export async function* exportAdminSources(
  database: Database,
  query: AdminSourcesQuery,
  now: number,
): AsyncGenerator<AdminSourceRow[]> {
  const filter = await sourceFilter(database, query.search, now)
  const order = await orderOf(database, query)
  const sorted = await database.$queryRaw<{ id: number }[]>`
    SELECT s."id" FROM "source" s ${order.join} ${filter.joins}
    WHERE ${listed(query, filter, now)} ORDER BY ${order.value} ${order.direction} NULLS LAST, s."id"`
  const ids = Int32Array.from(sorted, ({ id }) => id)
  for (let at = 0; at < ids.length; at += exportedTogether) {
    const part = [...ids.subarray(at, at + exportedTogether)]
    const rows = await database.$queryRaw<PageRow[]>`
      SELECT ${columns} FROM unnest(${part}::int[]) WITH ORDINALITY AS part("id", "place")
      JOIN "source" s ON s."id" = part."id" ${joins} ORDER BY part."place"`
    yield await withDelays(database, rows, now)
  }
}

async function withDelays(
  database: Database,
  rows: readonly PageRow[],
  now: number,
): Promise<AdminSourceRow[]> {
  const ids = rows.map((row) => row.id)
  const delays = await readSourceDelays(database, ids, now)
  return rows.map(({ lastError, consecutiveFailures, ...row }) => {
    return {
      ...row,
      ...delays(row.id),
      health: sourceHealth({ ...row, lastError, consecutiveFailures }),
      lastPolledAt: row.lastPolledAt?.toISOString() ?? null,
      nextPollAt: row.nextPollAt?.toISOString() ?? null,
    }
  })
}

const joins = Prisma.sql`
  LEFT JOIN LATERAL (SELECT count(*)::int AS "n" FROM "subscription" u WHERE u."sourceId" = s."id") c ON true
  LEFT JOIN "plan" p ON p."id" = s."planId"`

const title = Prisma.sql`coalesce(nullif(s."title", ''), s."url")`
// A source that is not polled keeps its last plan, which then grants nothing.
const pollsPerDay = Prisma.sql`CASE WHEN ${isPolled} THEN p."pollsPerDay" END`
const predictedDelayMs = Prisma.sql`CASE WHEN ${isPolled} THEN p."predictedDelayMs" END`

const columns = Prisma.sql`
  s."id", ${title} AS "title", s."url", s."hostName" AS "host", s."iconUrl",
  coalesce(c."n", 0) AS "subscribers", s."weightFactor", coalesce(c."n", 0) * s."weightFactor" AS "weight",
  p."ratePerDay" AS "postingsPerDay", ${pollsPerDay} AS "pollsPerDay", ${predictedDelayMs} AS "predictedDelayMs",
  s."lastPolledAt", s."lastOutcome", s."lastHttpStatus", s."lastError", s."consecutiveFailures",
  s."nextPollAt"`

const planOfSource = Prisma.sql`LEFT JOIN "plan" p ON p."id" = s."planId"`
const countOfSource = Prisma.sql`
  LEFT JOIN (SELECT u."sourceId", count(*)::int AS "n" FROM "subscription" u GROUP BY u."sourceId") c
    ON c."sourceId" = s."id"`

type DelaySort = 'delay' | 'delayNinety'

/** What each order sorts by, and what it joins for that. */
const orders: Readonly<Record<Exclude<SourceSortKey, DelaySort>, Order>> = {
  title: { value: Prisma.sql`lower(${title})`, join: Prisma.empty },
  subscribers: { value: Prisma.sql`coalesce(c."n", 0)`, join: countOfSource },
  weight: { value: Prisma.sql`coalesce(c."n", 0) * s."weightFactor"`, join: countOfSource },
  postingsPerDay: { value: Prisma.sql`p."ratePerDay"`, join: planOfSource },
  pollsPerDay: { value: pollsPerDay, join: planOfSource },
  predictedDelay: { value: predictedDelayMs, join: planOfSource },
  promise: {
    value: Prisma.sql`pf."promiseMs"`,
    join: Prisma.sql`LEFT JOIN "source_freshness" pf ON pf."sourceId" = s."id"`,
  },
  nextPoll: { value: Prisma.sql`s."nextPollAt"`, join: Prisma.empty },
}

async function pageRows(
  database: Database,
  query: AdminSourcesQuery,
  filter: SourceFilter,
  now: number,
): Promise<PageRow[]> {
  const order = await orderOf(database, query)
  return database.$queryRaw<PageRow[]>`
    WITH page AS MATERIALIZED (
      SELECT s."id", ${order.value} AS "sorted" FROM "source" s ${order.join} ${filter.joins}
      WHERE ${listed(query, filter, now)}
      ORDER BY "sorted" ${order.direction} NULLS LAST, s."id" LIMIT ${query.pageSize} OFFSET ${(query.page - 1) * query.pageSize}
    )
    SELECT ${columns} FROM page JOIN "source" s ON s."id" = page."id" ${joins} ORDER BY page."sorted" ${order.direction} NULLS LAST, page."id"`
}

function listed({ state }: AdminSourcesQuery, filter: SourceFilter, now: number): Prisma.Sql {
  return state === 'all' ? filter.where : Prisma.sql`${filter.where} AND ${inState(state, now)}`
}

type Order = { readonly value: Prisma.Sql; readonly join: Prisma.Sql }

async function orderOf(
  database: Database,
  { sort, direction }: AdminSourcesQuery,
): Promise<Order & { readonly direction: Prisma.Sql }> {
  const order = isOfDelay(sort) ? await orderByDelay(database, sort) : orders[sort]
  return { ...order, direction: direction === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC` }
}

function isOfDelay(sort: SourceSortKey): sort is DelaySort {
  return sort === 'delay' || sort === 'delayNinety'
}

async function orderByDelay(database: Database, sort: DelaySort): Promise<Order> {
  const join = Prisma.sql`LEFT JOIN ${await delayFigures(database)} d ON d."sourceId" = s."id"`
  return { value: sort === 'delay' ? Prisma.sql`d."medianMs"` : Prisma.sql`d."p90Ms"`, join }
}
