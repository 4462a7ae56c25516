import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** "subscribed": its subscriber came later than it, so it is nothing to tell of. */
type WhyDue = 'found' | 'edited' | 'subscribed'

/**
 * Notes on which postings rules are still to be run, and whose: where the words of a rule may match. Called in the transaction
 * that makes the postings searchable, so that none is passed over: what it commits is run, whatever dies.
 */
export async function queueForRules(
  transaction: Transaction,
  postingIds: readonly bigint[],
  why: Exclude<WhyDue, 'subscribed'>,
): Promise<void> {
  if (postingIds.length === 0) return
  await transaction.$executeRaw`
    WITH found AS MATERIALIZED (
      SELECT p."id", p."sourceId", s."document" || ''::tsvector AS "document" -- unpacked once, not for each rule
      FROM "posting" p JOIN "posting_search" s ON s."postingId" = p."id" WHERE p."id" = ANY(${[...postingIds]}::bigint[]))
    INSERT INTO "rule_due" ("subscriberId", "postingId", "why")
    SELECT u."subscriberId", f."id", ${why} FROM found f JOIN "subscription" u ON u."sourceId" = f."sourceId"
    WHERE ${mayMatch(Prisma.sql`f."document"`)}
    ON CONFLICT DO NOTHING`
}

/** The same of what is unread of sources that somebody subscribes to now, as far as it is searchable, and was found since an instant. */
export async function queueSubscribed(
  transaction: Transaction,
  subscriberId: string,
  sourceIds: readonly number[],
  since = new Date(0),
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO "rule_due" ("subscriberId", "postingId", "why")
    SELECT u."subscriberId", p."id", 'subscribed' FROM "subscription" u
    JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."id" > u."readThrough" AND p."foundAt" >= ${since}
    JOIN "posting_search" s ON s."postingId" = p."id"
    WHERE u."subscriberId" = ${subscriberId} AND u."sourceId" = ANY(${[...sourceIds]}::int[]) AND ${mayMatch(Prisma.sql`s."document"`)}
    ON CONFLICT DO NOTHING`
}

/** The subscriber of subscription `u` has a rule that may be about its source, and may match a document by its words. */
function mayMatch(document: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM "rule" r WHERE r."subscriberId" = u."subscriberId" AND r."isOn"
      AND (r."scope" <> 'source' OR r."sourceId" = u."sourceId")
      AND (r."candidateWords" IS NULL OR ${document} @@ r."candidateWords"))`
}

/** Subscribers with postings that their rules are still to be run on, found by a step through the index for each. */
export async function listDueSubscribers(database: Database, limit: number): Promise<string[]> {
  const rows = await database.$queryRaw<{ subscriberId: string }[]>`
    WITH RECURSIVE due AS (
      (SELECT "subscriberId" FROM "rule_due" ORDER BY "subscriberId" LIMIT 1)
      UNION ALL
      SELECT (SELECT d."subscriberId" FROM "rule_due" d WHERE d."subscriberId" > due."subscriberId"
        ORDER BY d."subscriberId" LIMIT 1)
      FROM due WHERE due."subscriberId" IS NOT NULL
    ) SELECT "subscriberId" FROM due WHERE "subscriberId" IS NOT NULL LIMIT ${limit}`
  return rows.map(({ subscriberId }) => subscriberId)
}

export type DuePosting = { readonly postingId: bigint; readonly why: WhyDue }

/** Takes postings of a subscriber that rules are to be run on, the earliest first; those that another process has are left. */
export async function takeDue(
  transaction: Transaction,
  subscriberId: string,
  limit: number,
): Promise<DuePosting[]> {
  return transaction.$queryRaw`
    DELETE FROM "rule_due" WHERE "subscriberId" = ${subscriberId} AND "postingId" IN (
      SELECT "postingId" FROM "rule_due" WHERE "subscriberId" = ${subscriberId}
      ORDER BY "postingId" LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING "postingId", "why"`
}
