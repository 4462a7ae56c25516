import type { AdminSourceRow, AdminSourcesPage, AdminSourcesQuery, SourceSortKey } from '#lib/api/admin.ts'
import type { WeightFormula } from '#lib/policy/weight.ts'
import type { Database } from './database.ts'
import { readDelayRanking, type DelayRanking } from './delay-ranking.ts'
import { summariseDelaysBySource } from './delay-summary.ts'
import { Prisma } from './generated/client.ts'
import { getSettings } from './settings.ts'
import { sourceHealth } from './source-health.ts'
import { fastShares, weightSql } from './source-weights.ts'

const delayWindowMs = 30 * 86_400_000

type PageRow = Omit<AdminSourceRow, 'delay' | 'health' | 'lastPolledAt' | 'nextPollAt'> & {
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
  const ranking = query.sort === 'delay' ? await readDelayRanking(database) : null
  const formula = await getSettings(database)
  const [rows, counts] = await Promise.all([
    pageRows(database, query, ranking, formula),
    countByState(database, query.search),
  ])
  const sources = await withDelays(database, rows, now)
  return { sources, total: counts[query.state], page: query.page, pageSize: query.pageSize, counts }
}

/** The condition on `s` that a filter of the list stands for. */
export function fitsFilter({ search, state }: Pick<AdminSourcesQuery, 'search' | 'state'>): Prisma.Sql {
  return Prisma.sql`${matches(search)} AND ${inState[state]}`
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

async function withDelays(
  database: Database,
  rows: readonly PageRow[],
  now: number,
): Promise<AdminSourceRow[]> {
  const ids = rows.map((row) => row.id)
  const delays = await summariseDelaysBySource(database, ids, now - delayWindowMs)
  return rows.map(({ lastError, consecutiveFailures, ...row }) => {
    const delay = delays.get(row.id)
    return {
      ...row,
      delay: {
        count: delay?.count ?? 0,
        meanMs: delay?.meanMs ?? null,
        medianMs: delay?.medianMs ?? null,
        p90Ms: delay?.p90Ms ?? null,
      },
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
/** A source that is not polled keeps its last plan, which then grants nothing. */
const isPolled = Prisma.sql`s."nextPollAt" IS NOT NULL`
const pollsPerDay = Prisma.sql`CASE WHEN ${isPolled} THEN p."pollsPerDay" END`
const predictedDelayMs = Prisma.sql`CASE WHEN ${isPolled} THEN p."predictedDelayMs" END`

const columnsBy = (formula: WeightFormula) => Prisma.sql`
  s."id", ${title} AS "title", s."url", s."hostName" AS "host", s."iconUrl",
  coalesce(c."n", 0) AS "subscribers", s."weightFactor", ${weightBy(formula)} AS "weight",
  p."ratePerDay" AS "postingsPerDay", ${pollsPerDay} AS "pollsPerDay", ${predictedDelayMs} AS "predictedDelayMs",
  s."lastPolledAt", s."lastOutcome", s."lastHttpStatus", s."lastError", s."consecutiveFailures",
  s."nextPollAt"`

function weightBy(formula: WeightFormula): Prisma.Sql {
  return weightSql(formula, Prisma.sql`coalesce(c."n", 0)`, Prisma.sql`say."shares"`)
}

/** Joins what readers want fast, of all sources or of those whose id fits `which`. */
function sayOf(formula: WeightFormula, which: Prisma.Sql | null): Prisma.Sql {
  return Prisma.sql`LEFT JOIN ${fastShares(formula, which)} say ON say."sourceId" = s."id"`
}

const planOfSource = Prisma.sql`LEFT JOIN "plan" p ON p."id" = s."planId"`
const countOfSource = Prisma.sql`
  LEFT JOIN (SELECT u."sourceId", count(*)::int AS "n" FROM "subscription" u GROUP BY u."sourceId") c
    ON c."sourceId" = s."id"`

/** What each order sorts by, and what it joins for that. */
const orders: Readonly<
  Record<Exclude<SourceSortKey, 'delay' | 'weight'>, { value: Prisma.Sql; join: Prisma.Sql }>
> = {
  title: { value: Prisma.sql`lower(${title})`, join: Prisma.empty },
  subscribers: { value: Prisma.sql`coalesce(c."n", 0)`, join: countOfSource },
  postingsPerDay: { value: Prisma.sql`p."ratePerDay"`, join: planOfSource },
  pollsPerDay: { value: pollsPerDay, join: planOfSource },
  predictedDelay: { value: predictedDelayMs, join: planOfSource },
  nextPoll: { value: Prisma.sql`s."nextPollAt"`, join: Prisma.empty },
}

async function pageRows(
  database: Database,
  query: AdminSourcesQuery,
  ranking: DelayRanking | null,
  formula: WeightFormula,
): Promise<PageRow[]> {
  const direction = query.direction === 'asc' ? Prisma.sql`ASC` : Prisma.sql`DESC`
  const order = orderOf(query.sort, ranking, formula)
  return database.$queryRaw<PageRow[]>`
    WITH page AS MATERIALIZED (
      SELECT s."id", row_number() OVER (ORDER BY ${order.value} ${direction} NULLS LAST, s."id") AS "place"
      FROM "source" s ${order.join}
      WHERE ${fitsFilter(query)}
      ORDER BY "place" LIMIT ${query.pageSize} OFFSET ${(query.page - 1) * query.pageSize}
    )
    SELECT ${columnsBy(formula)} FROM page JOIN "source" s ON s."id" = page."id" ${joins}
    ${sayOf(formula, Prisma.sql`IN (SELECT "id" FROM page)`)} ORDER BY page."place"`
}

function orderOf(sort: SourceSortKey, ranking: DelayRanking | null, formula: WeightFormula) {
  if (sort === 'delay') return orderByDelay(ranking)
  if (sort !== 'weight') return orders[sort]
  return { value: weightBy(formula), join: Prisma.sql`${countOfSource} ${sayOf(formula, null)}` }
}

function orderByDelay(ranking: DelayRanking | null): { value: Prisma.Sql; join: Prisma.Sql } {
  const { ids, meansMs } = ranking ?? { ids: [], meansMs: [] }
  return {
    value: Prisma.sql`d."meanMs"`,
    join: Prisma.sql`
      LEFT JOIN unnest(${[...ids]}::int[], ${[...meansMs]}::float8[]) AS d("id", "meanMs") ON d."id" = s."id"`,
  }
}

function matches(search: string): Prisma.Sql {
  const isPolled = Prisma.sql`s."archiveOwnerId" IS NULL`
  if (search === '') return isPolled
  // strpos instead of LIKE: what is looked for may hold % and _.
  const holds = (text: Prisma.Sql) => Prisma.sql`strpos(lower(${text}), lower(${search})) > 0`
  return Prisma.sql`${isPolled} AND (${holds(Prisma.sql`s."title"`)} OR ${holds(Prisma.sql`s."url"`)} OR ${holds(Prisma.sql`s."hostName"`)})`
}

const inState: Readonly<Record<AdminSourcesQuery['state'], Prisma.Sql>> = {
  all: Prisma.sql`TRUE`,
  failing: Prisma.sql`coalesce(s."lastOutcome" IN ('failed', 'gone') AND s."consecutiveFailures" > 0, false)`,
  waiting: Prisma.sql`s."lastPolledAt" IS NULL`,
  unsubscribed: Prisma.sql`NOT EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id")`,
}

async function countByState(database: Database, search: string): Promise<AdminSourcesPage['counts']> {
  const [row] = await database.$queryRaw<AdminSourcesPage['counts'][]>`
    SELECT n.*, (SELECT count(*)::int FROM "source" s WHERE ${matches(search)} AND ${inState.unsubscribed})
      AS "unsubscribed"
    FROM (
      SELECT count(*)::int AS "all", (count(*) FILTER (WHERE ${inState.failing}))::int AS "failing",
        (count(*) FILTER (WHERE ${inState.waiting}))::int AS "waiting"
      FROM "source" s WHERE ${matches(search)}
    ) n`
  return row ?? { all: 0, failing: 0, waiting: 0, unsubscribed: 0 }
}
