import { log } from '#lib/runtime/log.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Query } from '#lib/search/query.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isLocked } from '#lib/store/accounts/locked-accounts.ts'
import { conditionOf, type SearchContext } from '#lib/store/search/search-condition.ts'
import { readSearchContexts } from '#lib/store/search/search-context.ts'
import { within } from '#lib/store/connection/time-boxed.ts'

/** Subscribers whose searches failed or took too long lately: until they have rested, what they ask for is given up. */
export type Slow = {
  readonly isResting: (subscriberId: string) => boolean
  readonly failed: (subscriberId: string) => number
  readonly succeeded: (subscriberId: string) => void
}

/** A posting and an alert that asks for it. */
export type Match = {
  readonly subscriberId: string
  readonly alertId: number
  readonly channelIds: number[]
  readonly postingId: bigint
  readonly sourceId: number
  readonly foundAt: Date
}

/** A batch takes some 50 ms. What takes so long for all is tried for each subscriber, so long for each. */
const patienceMs = 5_000

/** Alerts of one statement: it holds 65,535 values, and each alert may have 60 parts of three. More would fail, for all accounts. */
const askedAtOnce = 100

/** Alerts that search. */
type AlertQuery = {
  readonly alertId: number
  readonly subscriberId: string
  readonly text: string
  readonly sourceId: number | null
  readonly folderId: number | null
  readonly channelIds: number[]
  readonly afterId: bigint
}

/**
 * The postings among these that alerts by search find, of those who subscribe to a source that brought something: most do
 * not. Where all of it takes too long or fails, what each subscriber asks for is tried once more alone. A subscriber
 * whose searches fail again is not told of these postings, nor of those of the pause that follows: nobody waits for them.
 */
export async function matchQueries(
  transaction: Transaction,
  ids: readonly bigint[],
  { now, slow }: { readonly now: number; readonly slow: Slow },
): Promise<Match[]> {
  const alerts = await transaction.$queryRaw<AlertQuery[]>`
    SELECT a."id" AS "alertId", a."subscriberId", coalesce(v."query", a."query", '') AS "text", a."sourceId", a."folderId",
      a."channelIds", a."afterId"
    FROM "alert" a LEFT JOIN "view" v ON v."id" = a."viewId"
    WHERE a."isOn" AND a."kind" IN ('query', 'view') AND NOT ${isLocked(Prisma.sql`a."subscriberId"`)} AND EXISTS (
      SELECT 1 FROM "posting" p JOIN "subscription" u ON u."sourceId" = p."sourceId"
      WHERE p."id" = ANY(${[...ids]}::bigint[]) AND u."subscriberId" = a."subscriberId")
    ORDER BY a."id"`
  const patient = alerts.filter(({ subscriberId }) => !slow.isResting(subscriberId))
  const match = (own: readonly AlertQuery[]) =>
    within(transaction, patienceMs, (limit) => matchAll(transaction, own, ids, now, limit))
  const together = await match(patient)
  if ('result' in together) {
    for (const { subscriberId } of patient) slow.succeeded(subscriberId)
    return together.result
  }
  const matches: Match[] = []
  for (const [subscriberId, own] of Map.groupBy(patient, (alert) => alert.subscriberId)) {
    const alone = await match(own)
    if ('result' in alone) {
      slow.succeeded(subscriberId)
      matches.push(...alone.result)
    } else {
      const { error } = alone
      log.error('alerts-given-up', { subscriberId, times: slow.failed(subscriberId), error })
    }
  }
  return matches
}

async function matchAll(
  transaction: Transaction,
  alerts: readonly AlertQuery[],
  ids: readonly bigint[],
  now: number,
  limit: () => Promise<void>,
): Promise<Match[]> {
  const matches: Match[] = []
  for (const own of Map.groupBy(alerts, placeOf).values()) {
    for (let at = 0; at < own.length; at += askedAtOnce) {
      await limit()
      matches.push(...(await matchOwn(transaction, own.slice(at, at + askedAtOnce), ids, now)))
    }
  }
  return matches
}

/** Names are read once for all that a subscriber asks in one place. */
function placeOf({ subscriberId, sourceId, folderId }: AlertQuery): string {
  return `${subscriberId} ${sourceId} ${folderId}`
}

async function matchOwn(
  transaction: Transaction,
  alerts: readonly AlertQuery[],
  ids: readonly bigint[],
  now: number,
): Promise<Match[]> {
  const asked = alerts.flatMap((alert) => {
    const { query, errors } = parseQuery(alert.text)
    return errors.length > 0 ? [] : [{ alert, query }] // a query that is no longer understood asks for nothing
  })
  const [first] = asked
  if (first === undefined) return []
  const { subscriberId, sourceId, folderId } = first.alert
  const place = { subscriberId, sourceId: sourceId ?? undefined, folderId: folderId ?? undefined, now }
  const contextOf = await readSearchContexts(
    transaction,
    place,
    asked.map(({ query }) => query),
  )
  const parts = asked.map(({ alert, query }) => hitsSql(alert, query, contextOf(query), ids))
  const rows = await transaction.$queryRaw<Omit<Match, 'channelIds' | 'subscriberId'>[]>`
    ${Prisma.join(parts, ' UNION ALL ')}`
  const channelsOf = new Map(alerts.map(({ alertId, channelIds }) => [alertId, channelIds]))
  return rows.map((row) => ({ ...row, subscriberId, channelIds: channelsOf.get(row.alertId) ?? [] }))
}

/** As a search would find them (search-window-sql.ts), among these postings alone. */
function hitsSql(
  { alertId, subscriberId, afterId }: AlertQuery,
  query: Query,
  context: SearchContext,
  ids: readonly bigint[],
): Prisma.Sql {
  return Prisma.sql`(
    SELECT ${alertId}::int AS "alertId", h."id" AS "postingId", h."sourceId", p."foundAt" FROM (
      SELECT s."postingId" AS "id", s."shownAt", s."sourceId", s."document" FROM "posting_search" s
      WHERE s."postingId" = ANY(${[...ids]}::bigint[]) AND s."postingId" > ${afterId}
        AND s."sourceId" = ANY(${[...context.scope.sourceIds]}::int[])) h
    JOIN "posting" p ON p."id" = h."id"
    LEFT JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = h."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = h."id"
    WHERE ${conditionOf(query, context)})`
}
