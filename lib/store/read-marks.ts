import type { Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'

/** At most this many postings of a newly subscribed source start as unread. */
const maxUnreadAtStart = 30

/**
 * The read mark with which a subscription to source `s` begins: the newest postings that the source's document still
 * shows are unread, at most 30 of them, older ones read. 0 while no more than these are known.
 */
export const firstReadMark = Prisma.sql`coalesce((
  SELECT p."id" FROM "posting" p WHERE p."sourceId" = s."id" ORDER BY p."id" DESC
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
