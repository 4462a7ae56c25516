import { parseQuery } from '#lib/search/parse-query.ts'
import type { Query } from '#lib/search/query.ts'
import type { Database, Transaction } from './database.ts'
import { enqueueAlerts, postingKey, type FoundHit } from './enqueue-alerts.ts'
import { Prisma } from './generated/client.ts'
import { isSurfaced } from './read-marks.ts'
import { conditionOf, type SearchContext } from './search-condition.ts'
import { readSearchContexts } from './search-context.ts'

export type MatchOptions = { readonly now: number; readonly limit: number }

/** A posting and an alert that asks for it. */
type Match = {
  readonly subscriberId: string
  readonly alertId: number
  readonly channelIds: number[]
  readonly postingId: bigint
  readonly sourceId: number
  readonly foundAt: Date
}

/** A batch takes some 50 ms; on a machine that is busy it must not be begun for ever. */
const transactionOptions = { timeout: 60_000, maxWait: 10_000 }

/**
 * Compares the next postings with all alerts and puts what they ask for into the outbox, in the transaction that moves the
 * position on: whatever dies, each posting is compared once. A pass of its own and not a part of the poll, for polls store
 * their postings under a lock that all of them wait for, and words are looked for in what the search index makes of a
 * posting later; it never overtakes that. Ids rise in the order in which postings become visible, so that none is skipped.
 * A second process meanwhile does nothing.
 * @returns how many were looked at; 0 when there is nothing left, or another process is at it
 */
export async function matchNextPostings(database: Database, options: MatchOptions): Promise<number> {
  if (!(await isAnythingNew(database))) return 0
  return database.$transaction(async (transaction) => {
    const [progress] = await transaction.$queryRaw<{ throughId: bigint; untilId: bigint }[]>`
      SELECT a."throughId", s."throughId" AS "untilId" FROM "alert_progress" a, "search_progress" s
      WHERE a."id" = 1 AND s."id" = 1 FOR UPDATE OF a SKIP LOCKED`
    if (progress === undefined) return 0
    const { throughId, untilId } = progress
    const batch = await transaction.$queryRaw<{ id: bigint; isNews: boolean }[]>`
      SELECT "id", NOT "isInitial" AND NOT ${isSurfaced} AS "isNews" FROM "posting"
      WHERE "id" > ${throughId} AND "id" <= ${untilId} ORDER BY "id" LIMIT ${options.limit}`
    const last = batch.at(-1)?.id ?? untilId
    const news = batch.filter(({ isNews }) => isNews).map(({ id }) => id)
    if (news.length > 0) await matchPostings(transaction, news, options.now)
    await transaction.alertProgress.update({ where: { id: 1 }, data: { throughId: last } })
    return batch.length
  }, transactionOptions)
}

/** Where nobody ever looked it begins with what is found next: no alert is older than that. */
async function isAnythingNew(database: Database): Promise<boolean> {
  const [known] = await database.$queryRaw<{ throughId: bigint | null; untilId: bigint }[]>`
    SELECT a."throughId", s."throughId" AS "untilId" FROM "search_progress" s
    LEFT JOIN "alert_progress" a ON a."id" = 1 WHERE s."id" = 1`
  if (known === undefined) return false
  if (known.throughId !== null) return known.untilId > known.throughId
  await database.$executeRaw`
    INSERT INTO "alert_progress" ("id", "throughId")
    SELECT 1, least(${known.untilId}::bigint, (SELECT min("afterId") FROM "alert")) ON CONFLICT DO NOTHING`
  return true
}

async function matchPostings(transaction: Transaction, ids: readonly bigint[], now: number): Promise<void> {
  const placed = await matchPlaces(transaction, ids)
  const queried = await matchQueries(transaction, ids, now)
  // The page names the alert that came first; each has its own channels.
  const matches = [...placed, ...queried].toSorted(
    (a, b) => Number(a.postingId - b.postingId) || a.alertId - b.alertId,
  )
  await enqueueAlerts(transaction, matches.map(toHit), now)
}

function toHit({ postingId, foundAt, ...match }: Match): FoundHit {
  return {
    ...match,
    ...{ key: postingKey(postingId), kind: 'posting', ruleId: null, postingId },
    foundAt: foundAt.getTime(),
  }
}

/** A muted source tells nobody of anything unless an alert names it. */
function matchPlaces(transaction: Transaction, ids: readonly bigint[]): Promise<Match[]> {
  return transaction.$queryRaw`
    WITH RECURSIVE found AS MATERIALIZED (
      SELECT "id", "sourceId", "foundAt" FROM "posting" WHERE "id" = ANY(${[...ids]}::bigint[])
    ), near AS MATERIALIZED (
      SELECT u."subscriberId", u."sourceId", u."folderId", u."isMuted" FROM "subscription" u
      WHERE u."sourceId" IN (SELECT "sourceId" FROM found)
        AND EXISTS (SELECT 1 FROM "alert" a WHERE a."subscriberId" = u."subscriberId" AND a."isOn")
    ), around AS ( -- UNION ends any circle
      SELECT n."subscriberId", n."sourceId", n."folderId" FROM near n WHERE n."folderId" IS NOT NULL AND NOT n."isMuted"
      UNION SELECT r."subscriberId", r."sourceId", f."parentId" FROM around r JOIN "folder" f ON f."id" = r."folderId"
      WHERE f."parentId" IS NOT NULL
    )
    SELECT a."subscriberId", a."id" AS "alertId", a."channelIds", f."id" AS "postingId", f."sourceId", f."foundAt"
    FROM near n JOIN "alert" a ON a."subscriberId" = n."subscriberId" AND a."kind" = 'source' AND a."sourceId" = n."sourceId"
    JOIN found f ON f."sourceId" = n."sourceId" AND f."id" > a."afterId" WHERE a."isOn"
    UNION ALL
    SELECT a."subscriberId", a."id", a."channelIds", f."id", f."sourceId", f."foundAt"
    FROM around r JOIN "alert" a ON a."subscriberId" = r."subscriberId" AND a."kind" = 'folder' AND a."folderId" = r."folderId"
    JOIN found f ON f."sourceId" = r."sourceId" AND f."id" > a."afterId" WHERE a."isOn"`
}

/** Alerts that search. */
export type AlertQuery = {
  readonly alertId: number
  readonly subscriberId: string
  readonly text: string
  readonly sourceId: number | null
  readonly folderId: number | null
  readonly channelIds: number[]
  readonly afterId: bigint
}

/** Only of those who subscribe to a source that brought something: most do not. */
async function matchQueries(transaction: Transaction, ids: readonly bigint[], now: number): Promise<Match[]> {
  const alerts = await transaction.$queryRaw<AlertQuery[]>`
    SELECT a."id" AS "alertId", a."subscriberId", coalesce(v."query", a."query", '') AS "text", a."sourceId", a."folderId",
      a."channelIds", a."afterId"
    FROM "alert" a LEFT JOIN "view" v ON v."id" = a."viewId"
    WHERE a."isOn" AND a."kind" IN ('query', 'view') AND EXISTS (
      SELECT 1 FROM "posting" p JOIN "subscription" u ON u."sourceId" = p."sourceId"
      WHERE p."id" = ANY(${[...ids]}::bigint[]) AND u."subscriberId" = a."subscriberId")
    ORDER BY a."id"`
  const matches: Match[] = []
  for (const own of Map.groupBy(alerts, placeOf).values())
    matches.push(...(await matchOwn(transaction, own, ids, now)))
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
