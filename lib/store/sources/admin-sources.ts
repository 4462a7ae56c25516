import { shownIcon } from '#lib/store/ground/shown-icon.ts'
import type { AdminSourcesQuery, AdminSourceRow, AdminSourcesPage } from '#lib/api/server/admin.ts'
import type { WeightFormula } from '#lib/policy/basics/weight.ts'
import { readSourceDelays, type AdminSourceDelays } from './admin-source-delays.ts'
import {
  countAll,
  countFound,
  flagOf,
  foundSources,
  inState,
  sourceFilter,
  type SourceFilter,
} from './admin-source-filter.ts'
import {
  adminOrderOf,
  pollsPerDay,
  postingsPerDay,
  predictedDelayMs,
  sayOf,
  title,
  weightBy,
  type Order,
} from './admin-source-order.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { nextPollAtSql } from '#lib/store/hosts/next-poll.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { healthOf } from './source-health.ts'

/** Rows of an export that are read together. */
const exportedTogether = 500

type PageRow = Omit<AdminSourceRow, keyof AdminSourceDelays | 'health' | 'lastPolledAt' | 'nextPollAt'> & {
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
  const order = await adminOrderOf(database, query, formula)
  const [ids, counts] = await (query.search === ''
    ? Promise.all([pageOfAll(database, query, { filter, order, now }), countAll(database, now)])
    : pageOfFound(database, query, { filter, order, now }))
  const sources = await fillRows(database, ids, { formula, now })
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

/** The same with its joins, for statements over `s` that take them in: reading 100,000 sources twice takes 50 ms. */
export async function foundBy(
  database: Database,
  { search, state }: Pick<AdminSourcesQuery, 'search' | 'state'>,
  formula: WeightFormula,
  now: number,
): Promise<SourceFilter> {
  const filter = await sourceFilter(database, search, formula, now)
  return { joins: filter.joins, where: listed({ state }, filter, now) }
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
  const order = await adminOrderOf(database, query, formula)
  const sorted = await database.$queryRaw<{ id: number }[]>`
    SELECT s."id" FROM "source" s ${order.join} ${filter.joins}
    WHERE ${listed(query, filter, now)} ORDER BY ${order.value} ${order.direction} NULLS LAST, s."id"`
  const ids = Int32Array.from(sorted, ({ id }) => id)
  for (let at = 0; at < ids.length; at += exportedTogether) {
    yield await fillRows(database, [...ids.subarray(at, at + exportedTogether)], { formula, now })
  }
}

/** The rows of these sources, in this order. */
async function fillRows(
  database: Database,
  ids: readonly number[],
  { formula, now }: { readonly formula: WeightFormula; readonly now: number },
): Promise<AdminSourceRow[]> {
  const rows = await database.$queryRaw<PageRow[]>`
    SELECT ${columnsBy(formula)} FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS part("id", "place")
    JOIN "source" s ON s."id" = part."id" ${joins} ${sayOf(formula, Prisma.sql`= ANY(${[...ids]}::int[])`)}
    ORDER BY part."place"`
  return withDelays(database, rows, now)
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
      iconUrl: shownIcon(row.iconUrl),
      ...delays(row.id),
      health: healthOf({ ...row, lastError, consecutiveFailures }),
      lastPolledAt: row.lastPolledAt?.toISOString() ?? null,
      nextPollAt: row.nextPollAt?.toISOString() ?? null,
    }
  })
}

const joins = Prisma.sql`
  LEFT JOIN LATERAL (SELECT count(*)::int AS "subscribers" FROM "subscription" u WHERE u."sourceId" = s."id") c ON true
  LEFT JOIN "plan" p ON p."id" = s."planId"`

const columnsBy = (formula: WeightFormula) => Prisma.sql`
  s."id", ${title} AS "title", s."url", s."hostName" AS "host", s."iconUrl",
  coalesce(c."subscribers", 0) AS "subscribers", s."weightFactor", ${weightBy(formula)} AS "weight",
  ${postingsPerDay} AS "postingsPerDay", ${pollsPerDay} AS "pollsPerDay", ${predictedDelayMs} AS "predictedDelayMs",
  s."lastPolledAt", s."lastOutcome", s."lastHttpStatus", s."lastError", s."consecutiveFailures",
  ${nextPollAtSql} AS "nextPollAt"`

type Asked = {
  readonly filter: SourceFilter
  readonly order: Order & { readonly direction: Prisma.Sql }
  readonly now: number
}

/** The ids of a page, where nothing is searched: how many there are is counted apart, and kept. */
async function pageOfAll(
  database: Database,
  query: AdminSourcesQuery,
  { filter, order, now }: Asked,
): Promise<number[]> {
  const rows = await database.$queryRaw<{ id: number }[]>`
    SELECT s."id" FROM "source" s ${order.join} ${filter.joins} WHERE ${listed(query, filter, now)}
    ORDER BY ${order.value} ${order.direction} NULLS LAST, s."id" ${partOf(query)}`
  return rows.map(({ id }) => id)
}

/** The ids of a page, and how many of what was found are in each state, in one statement: what is found is found once. */
async function pageOfFound(
  database: Database,
  query: AdminSourcesQuery,
  { filter, order, now }: Asked,
): Promise<[ids: readonly number[], counts: AdminSourcesPage['counts']]> {
  const isListed = query.state === 'all' ? Prisma.sql`TRUE` : flagOf[query.state]
  const sorted = { joins: Prisma.sql`${order.join} ${filter.joins}`, where: filter.where }
  const [row] = await database.$queryRaw<(AdminSourcesPage['counts'] & { readonly ids: number[] })[]>`
    WITH found AS MATERIALIZED (${foundSources(sorted, now, Prisma.sql`, ${order.value} AS "sorted"`)})
    SELECT counted.*, ARRAY(
      SELECT found."id" FROM found WHERE ${isListed}
      ORDER BY found."sorted" ${order.direction} NULLS LAST, found."id" ${partOf(query)}) AS "ids"
    FROM (${countFound}) counted`
  if (row === undefined) throw new Error('An aggregate answers with one row.')
  const { ids, ...counts } = row
  return [ids, counts]
}

function partOf({ page, pageSize }: AdminSourcesQuery): Prisma.Sql {
  return Prisma.sql`LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`
}

function listed({ state }: Pick<AdminSourcesQuery, 'state'>, filter: SourceFilter, now: number): Prisma.Sql {
  return state === 'all' ? filter.where : Prisma.sql`${filter.where} AND ${inState(state, now)}`
}
