import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { enqueueAlerts, alertedPosting, type FoundHit } from './enqueue-alerts.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isLocked } from '#lib/store/accounts/locked-accounts.ts'
import { matchQueries, type Match, type Slow } from './match-queries.ts'
import { isSurfaced } from '#lib/store/marks/read-marks.ts'

type MatchOptions = { readonly now: number; readonly limit: number; readonly slow: Slow }

/** On a machine that is busy it must not be begun for ever. */
const transactionOptions = { timeout: 600_000 }

/**
 * Compares the next postings with all alerts and puts what they ask for into the outbox, in the transaction that moves the
 * position on: whatever dies, each posting is compared once. A pass of its own and not a part of the poll, for polls store
 * their postings under a lock that all of them wait for, and words are looked for in what the search index makes of a
 * posting later; it never overtakes that. Ids rise in the order in which postings become visible, so that none is skipped.
 * A second process meanwhile does nothing. Nobody's searches make the others wait (match-queries.ts).
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
    if (news.length > 0) await matchPostings(transaction, news, options)
    await transaction.alertProgress.update({ where: { id: 1 }, data: { throughId: last } })
    return batch.length
  }, transactionOptions)
}

/** A first look begins with what is found next: no alert is older than that. */
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

async function matchPostings(
  transaction: Transaction,
  ids: readonly bigint[],
  options: MatchOptions,
): Promise<void> {
  const { now } = options
  const placed = await matchPlaces(transaction, ids)
  const queried = await matchQueries(transaction, ids, options)
  // The page names the alert that came first; each has its own channels.
  const matches = [...placed, ...queried].toSorted(
    (a, b) => Number(a.postingId - b.postingId) || a.alertId - b.alertId,
  )
  await enqueueAlerts(transaction, matches.map(toHit), now)
}

function toHit({ postingId, foundAt, ...match }: Match): FoundHit {
  return {
    ...match,
    key: alertedPosting(postingId),
    kind: 'posting',
    ruleId: null,
    postingId,
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
        AND NOT ${isLocked(Prisma.sql`u."subscriberId"`)}
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
