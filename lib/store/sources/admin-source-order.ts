/** The orders of the admin's list of sources, as SQL over sources `s`. */
import type { AdminSourcesQuery, SourceSortKey } from '#lib/api/server/admin.ts'
import type { WeightFormula } from '#lib/policy/basics/weight.ts'
import { isPolled } from './admin-source-filter.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { delayFigures } from '#lib/store/freshness/delay-ranking.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { listing } from '#lib/store/ground/source-listing.ts'
import { fastReaders, weightSql } from '#lib/store/planning/source-weights.ts'
import { nextPollAtOfHost } from '#lib/store/hosts/next-poll.ts'
import { isUnpaused } from '#lib/store/ground/unpaused-sources.ts'

export const title = Prisma.sql`coalesce(nullif(s."title", ''), s."url")`
// A source that is not polled keeps its last plan, which then grants nothing.
export const pollsPerDay = Prisma.sql`CASE WHEN NOT ${isUnpaused} THEN 0 WHEN ${isPolled} THEN p."pollsPerDay" END`
/** Null for a source that was never read: what its plan supposes then is only what sources post on average. */
export const postingsPerDay = Prisma.sql`CASE WHEN s."lastSuccessAt" IS NOT NULL THEN p."ratePerDay" END`
export const predictedDelayMs = Prisma.sql`CASE WHEN ${isPolled} AND ${isUnpaused} THEN p."predictedDelayMs" END`

export function weightBy(formula: WeightFormula): Prisma.Sql {
  return weightSql(formula, Prisma.sql`coalesce(c."subscribers", 0)`, Prisma.sql`say."readers"`)
}

/** Joins what readers want fast, of all sources or of those whose id fits `which`. */
export function sayOf(formula: WeightFormula, which: Prisma.Sql | null): Prisma.Sql {
  return Prisma.sql`LEFT JOIN ${fastReaders(formula, which)} say ON say."sourceId" = s."id"`
}

const planOfSource = Prisma.sql`LEFT JOIN "plan" p ON p."id" = s."planId"`
const countOfSource = Prisma.sql`LEFT JOIN ${listing} c ON c."sourceId" = s."id"`

type DelaySort = 'delay' | 'delayNinety'

/** The values that the orders sort by, and their joins. */
const orders: Readonly<Record<Exclude<SourceSortKey, DelaySort | 'weight'>, Order>> = {
  title: { value: Prisma.sql`lower(${title})`, join: Prisma.empty },
  subscribers: { value: Prisma.sql`coalesce(c."subscribers", 0)`, join: countOfSource },
  postingsPerDay: { value: postingsPerDay, join: planOfSource },
  pollsPerDay: { value: pollsPerDay, join: planOfSource },
  predictedDelay: { value: predictedDelayMs, join: planOfSource },
  promise: {
    value: Prisma.sql`pf."promiseMs"`,
    join: Prisma.sql`LEFT JOIN "source_freshness" pf ON pf."sourceId" = s."id"`,
  },
  nextPoll: { value: nextPollAtOfHost, join: Prisma.sql`LEFT JOIN "host" h ON h."name" = s."hostName"` },
}

/** The value that is sorted by, and the join that it needs. */
export type Order = { readonly value: Prisma.Sql; readonly join: Prisma.Sql }

/** The order of a query, and its direction. */
export async function adminOrderOf(
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
