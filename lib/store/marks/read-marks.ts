import type { Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** At most this many postings of a newly subscribed source start as unread. */
const maxUnreadAtStart = 30

/**
 * A posting that was published before its source was known and surfaced later, when the document grew. No other has been
 * part of a first document and has a successful poll before it.
 */
export const isSurfaced = Prisma.sql`("isInitial" AND "notBeforeAt" IS NOT NULL)`

/** Somebody keeps a posting by its state `t`: by a star, a label or a note, or for later. Whatever is kept has a state. */
export const isKept = Prisma.sql`(t."postingId" IS NOT NULL AND (
  coalesce(t."starredAt", t."laterAt", t."notedAt") IS NOT NULL OR EXISTS (SELECT 1 FROM "posting_label" pl
    WHERE pl."subscriberId" = t."subscriberId" AND pl."postingId" = t."postingId")))`

/**
 * The read mark with which a subscription to source `s` begins: the newest postings that the source's document still
 * shows are unread, at most 30 of them, older ones read. 0 while no more than these are known. Old postings that surfaced
 * later are no news, though their ids are: they do not count, and are marked as read one by one (`markSurfacedRead`).
 */
export const firstReadMark = Prisma.sql`coalesce((
  SELECT p."id" FROM "posting" p WHERE p."sourceId" = s."id" AND NOT ${isSurfaced} ORDER BY p."id" DESC
  OFFSET least(${maxUnreadAtStart}::int, coalesce(s."windowSize", ${maxUnreadAtStart}::int)) LIMIT 1), 0)`

/**
 * Sets the marks of those who subscribed before the first postings of these sources were stored. To be called in the
 * transaction that stores them.
 */
export async function setFirstReadMarks(
  transaction: Transaction,
  sourceIds: readonly number[],
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "subscription" u SET "readThrough" = ${firstReadMark} FROM "source" s
    WHERE s."id" = ANY(${[...sourceIds]}) AND u."sourceId" = s."id" AND u."readThrough" = 0`
}

/**
 * Marks old postings that surfaced as read for everybody who has been past their time: their place in the timeline is
 * before what is marked as read, or before the subscription. What was published since then and missed stays unread.
 */
export async function markSurfacedRead(
  transaction: Transaction,
  postingIds: readonly bigint[],
): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO "posting_state" ("subscriberId", "postingId", "sourceId", "isRead", "updatedAt")
    SELECT u."subscriberId", p."id", p."sourceId", true, p."foundAt"
    FROM "posting" p JOIN "subscription" u ON u."sourceId" = p."sourceId"
    LEFT JOIN "posting" m ON m."id" = u."readThrough"
    WHERE p."id" = ANY(${[...postingIds]}::bigint[]) AND p."shownAt" <= greatest(u."createdAt", m."shownAt")
    ORDER BY u."subscriberId", p."id"
    ON CONFLICT ("subscriberId", "postingId") DO NOTHING`
}

/** The same for somebody who subscribes now: of postings above the new mark. */
export async function markOldSurfacedRead(
  transaction: Transaction,
  subscriberId: string,
  sourceIds: readonly number[],
): Promise<void> {
  const rows = await transaction.$queryRaw<{ id: bigint }[]>`
    SELECT p."id" FROM "subscription" u JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."id" > u."readThrough"
    WHERE u."subscriberId" = ${subscriberId} AND u."sourceId" = ANY(${[...sourceIds]}) AND ${isSurfaced}`
  if (rows.length === 0) return
  await transaction.$executeRaw`
    INSERT INTO "posting_state" ("subscriberId", "postingId", "sourceId", "isRead", "updatedAt")
    SELECT ${subscriberId}, p."id", p."sourceId", true, p."foundAt" FROM "posting" p
    WHERE p."id" = ANY(${rows.map(({ id }) => id)}::bigint[])
    ORDER BY p."id"
    ON CONFLICT ("subscriberId", "postingId") DO NOTHING`
}
