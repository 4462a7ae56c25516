import type { AdminSourceRow, AdminSourcesPage, AdminSourcesQuery, SourceSortKey } from '#lib/api/admin.ts'
import type { WeightFormula } from '#lib/policy/weight.ts'
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
import { getSettings } from './settings.ts'
import { listing } from './source-listing.ts'
import { sourceHealth } from './source-health.ts'
import { fastReaders, weightSql } from './source-weights.ts'

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
  const formula = await getSettings(database)
  const filter = await sourceFilter(database, query.search, formula, now)
  const [rows, counts] = await Promise.all([
    pageRows(database, query, { filter, formula, now }),
    query.search === '' ? countAll(database, now) : countByState(database, filter, now),
  ])
  const sources = await withDelays(database, rows, now)
  return { sources, total: counts[query.state], page: query.page, pageSize: query.pageSize, counts }
}

/** The condition on `s` that a filter of the list stands for. */
export async function fitsFilter(
  database: Database,
  { search, state }: Pick<AdminSourcesQuery, 'search' | 'state'>,
  now: number,
): Promise<Prisma.Sql> {
  const filter = await sourceFilter(database, search, await getSettings(database), now)
  return Prisma.sql`s."id" IN (SELECT s."id" FROM "source" s ${filter.joins} WHERE ${listed({ state }, filter, now)})`
}

/** One source as a row of the list, or null. */
export async function findAdminSource(
  database: Database,
  id: number,
  now: number,
): Promise<AdminSourceRow | null> {
  const formula = await getSettings(database)
  const rows = await database.$queryRaw<PageRow[]>`
    SELECT ${columnsBy(formula)} FROM "source" s ${joins} ${sayOf(formula, Prisma.sql`= ${id}`)} WHERE s."id" = ${id}`
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
  const formula = await getSettings(database)
  const filter = await sourceFilter(database, query.search, formula, now)
  const order = await orderOf(database, query, formula)
  const sorted = await database.$queryRaw<{ id: number }[]>`
    SELECT s."id" FROM "source" s ${order.join} ${filter.joins}
    WHERE ${listed(query, filter, now)} ORDER BY ${order.value} ${order.direction} NULLS LAST, s."id"`
  const ids = Int32Array.from(sorted, ({ id }) => id)
  for (let at = 0; at < ids.length; at += exportedTogether) {
    const part = [...ids.subarray(at, at + exportedTogether)]
    const rows = await database.$queryRaw<PageRow[]>`
      SELECT ${columnsBy(formula)} FROM unnest(${part}::int[]) WITH ORDINALITY AS part("id", "place")
      JOIN "source" s ON s."id" = part."id" ${joins} ${sayOf(formula, Prisma.sql`= ANY(${part}::int[])`)}
      ORDER BY part."place"`
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
  LEFT JOIN LATERAL (SELECT count(*)::int AS "subscribers" FROM "subscription" u WHERE u."sourceId" = s."id") c ON true
  LEFT JOIN "plan" p ON p."id" = s."planId"`

const title = Prisma.sql`coalesce(nullif(s."title", ''), s."url")`
// A source that is not polled keeps its last plan, which then grants nothing.
const pollsPerDay = Prisma.sql`CASE WHEN ${isPolled} THEN p."pollsPerDay" END`
const predictedDelayMs = Prisma.sql`CASE WHEN ${isPolled} THEN p."predictedDelayMs" END`

const columnsBy = (formula: WeightFormula) => Prisma.sql`
  s."id", ${title} AS "title", s."url", s."hostName" AS "host", s."iconUrl",
  coalesce(c."subscribers", 0) AS "subscribers", s."weightFactor", ${weightBy(formula)} AS "weight",
  p."ratePerDay" AS "postingsPerDay", ${pollsPerDay} AS "pollsPerDay", ${predictedDelayMs} AS "predictedDelayMs",
  s."lastPolledAt", s."lastOutcome", s."lastHttpStatus", s."lastError", s."consecutiveFailures",
  s."nextPollAt"`

function weightBy(formula: WeightFormula): Prisma.Sql {
  return weightSql(formula, Prisma.sql`coalesce(c."subscribers", 0)`, Prisma.sql`say."readers"`)
}

/** Joins what readers want fast, of all sources or of those whose id fits `which`. */
function sayOf(formula: WeightFormula, which: Prisma.Sql | null): Prisma.Sql {
  return Prisma.sql`LEFT JOIN ${fastReaders(formula, which)} say ON say."sourceId" = s."id"`
}

const planOfSource = Prisma.sql`LEFT JOIN "plan" p ON p."id" = s."planId"`
const countOfSource = Prisma.sql`LEFT JOIN ${listing} c ON c."sourceId" = s."id"`

type DelaySort = 'delay' | 'delayNinety'

/** What each order sorts by, and what it joins for that. */
const orders: Readonly<Record<Exclude<SourceSortKey, DelaySort | 'weight'>, Order>> = {
  title: { value: Prisma.sql`lower(${title})`, join: Prisma.empty },
  subscribers: { value: Prisma.sql`coalesce(c."subscribers", 0)`, join: countOfSource },
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
  { filter, formula, now }: { filter: SourceFilter; formula: WeightFormula; now: number },
): Promise<PageRow[]> {
  const order = await orderOf(database, query, formula)
  return database.$queryRaw<PageRow[]>`
    WITH page AS MATERIALIZED (
      SELECT s."id", ${order.value} AS "sorted" FROM "source" s ${order.join} ${filter.joins}
      WHERE ${listed(query, filter, now)}
      ORDER BY "sorted" ${order.direction} NULLS LAST, s."id" LIMIT ${query.pageSize} OFFSET ${(query.page - 1) * query.pageSize}
    )
    SELECT ${columnsBy(formula)} FROM page JOIN "source" s ON s."id" = page."id" ${joins}
    ${sayOf(formula, Prisma.sql`IN (SELECT "id" FROM page)`)}
    ORDER BY page."sorted" ${order.direction} NULLS LAST, page."id"`
}

function listed({ state }: Pick<AdminSourcesQuery, 'state'>, filter: SourceFilter, now: number): Prisma.Sql {
  return state === 'all' ? filter.where : Prisma.sql`${filter.where} AND ${inState(state, now)}`
}

type Order = { readonly value: Prisma.Sql; readonly join: Prisma.Sql }

async function orderOf(
  database: Database,
  { sort, direction }: AdminSourcesQuery,
  formula: WeightFormula,
): Promise<Order & { readonly direction: Prisma.Sql }> {
  const order = await orderBy(database, sort, formula)
  return { ...order, direction: direction === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC` }
}

async function orderBy(database: Database, sort: SourceSortKey, formula: WeightFormula): Promise<Order> {
  if (isOfDelay(sort)) return orderByDelay(database, sort)
  if (sort !== 'weight') return orders[sort]
  return { value: weightBy(formula), join: Prisma.sql`${countOfSource} ${sayOf(formula, null)}` }
}

function isOfDelay(sort: SourceSortKey): sort is DelaySort {
  return sort === 'delay' || sort === 'delayNinety'
}

async function orderByDelay(database: Database, sort: DelaySort): Promise<Order> {
  const join = Prisma.sql`LEFT JOIN ${await delayFigures(database)} d ON d."sourceId" = s."id"`
  return { value: sort === 'delay' ? Prisma.sql`d."medianMs"` : Prisma.sql`d."p90Ms"`, join }
}
