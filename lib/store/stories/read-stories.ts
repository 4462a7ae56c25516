import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { itemJoins, mayRead } from '#lib/store/ground/posting-item.ts'
import { notifyAll } from '#lib/store/connection/notify.ts'
import { splitClusters } from './stories.ts'
import { mostNotified } from '#lib/store/ground/state-groups.ts'

/**
 * The postings that are read with those that a subscriber opens, or marks read where lists show stories once: the others of their
 * stories, in sources subscribed to, unless the subscriber wants them apart. Neither the postings themselves nor others of
 * their sources, which nobody saw.
 */
export async function listRestOfStories(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly bigint[],
  { isOpened }: { readonly isOpened: boolean },
): Promise<bigint[]> {
  const rows = await database.$queryRaw<{ id: bigint }[]>`
    ${restOf(subscriberId, ids)} AND NOT coalesce(t."isRead", p."id" <= u."readThrough")
      AND (${isOpened} OR coalesce(r."showsStoryOnce", true))`
  return rows.map(({ id }) => id)
}

/** The rest of stories that `listRestOfStories` read by the same act as these postings, to the millisecond: unread again with them. */
export async function listReadWith(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly bigint[],
): Promise<bigint[]> {
  const rows = await database.$queryRaw<{ id: bigint }[]>`
    ${restOf(subscriberId, ids)} AND t."isRead" AND coalesce(r."showsStoryOnce", true)
      AND EXISTS (SELECT 1 FROM told o WHERE o."clusterId" = p."clusterId" AND o."isRead" AND o."readAt" = t."readAt")`
  return rows.map(({ id }) => id)
}

/** Others `p` of the stories of postings `told` that may be read, with settings `r`; ends in a condition. */
function restOf(subscriberId: string, ids: readonly bigint[]): Prisma.Sql {
  return Prisma.sql`
    WITH told AS MATERIALIZED (
      SELECT p."clusterId", p."sourceId", t."isRead", t."readAt" FROM "posting" p ${itemJoins(subscriberId)}
      WHERE p."id" = ANY(${[...ids]}::bigint[]) AND p."clusterId" IS NOT NULL AND ${mayRead})
    SELECT p."id" FROM "posting" p ${itemJoins(subscriberId)}
    LEFT JOIN "reading_settings" r ON r."subscriberId" = ${subscriberId}
    WHERE p."clusterId" = ANY(ARRAY(SELECT "clusterId" FROM told))
      AND NOT EXISTS (SELECT 1 FROM told o WHERE o."clusterId" = p."clusterId" AND o."sourceId" = p."sourceId")
      AND u."id" IS NOT NULL AND coalesce(r."readsWholeStory", true)
      AND p."clusterId" NOT IN (${splitClusters(subscriberId)})`
}

/**
 * Of postings that were just linked with others, marks those read whose story somebody opened before they came: it would
 * come back as unread otherwise. What a subscriber did with a posting itself stays.
 */
export async function readOpenedStories(
  transaction: Transaction,
  ids: readonly bigint[],
  now: number,
): Promise<void> {
  const rows = await transaction.$queryRaw<{ subscriberId: string; postingId: bigint }[]>`
    INSERT INTO "posting_state" ("subscriberId", "postingId", "sourceId", "isRead", "updatedAt")
    SELECT DISTINCT u."subscriberId", p."id", p."sourceId", true, ${new Date(now)}::timestamptz
    FROM "posting" p
    JOIN "posting" q ON q."clusterId" = p."clusterId" AND q."sourceId" <> p."sourceId"
    JOIN "subscription" u ON u."sourceId" = p."sourceId" AND p."id" > u."readThrough"
    JOIN "posting_state" t ON t."subscriberId" = u."subscriberId" AND t."postingId" = q."id"
      AND t."seenAt" IS NOT NULL AND t."isRead"
    LEFT JOIN "reading_settings" r ON r."subscriberId" = u."subscriberId"
    WHERE p."id" = ANY(${[...ids]}::bigint[]) AND coalesce(r."readsWholeStory", true)
      AND NOT EXISTS (SELECT 1 FROM "story_split" x JOIN "posting" sp ON sp."id" = x."postingId"
        WHERE x."subscriberId" = u."subscriberId" AND sp."clusterId" = p."clusterId")
    ORDER BY p."id", u."subscriberId" -- two polls that link postings lock them in the same order
    ON CONFLICT DO NOTHING
    RETURNING "subscriberId", "postingId"`
  // Not read before, starred or put off: they had no state.
  const told = { isRead: true, isStarred: false, isLater: false }
  await notifyAll(
    transaction,
    [...Map.groupBy(rows, (row) => row.subscriberId)].map(([subscriberId, read]) => ({
      type: 'state',
      subscriberId,
      postings:
        read.length > mostNotified ? 'many' : [{ ids: read.map((row) => `${row.postingId}`), ...told }],
    })),
  )
}
