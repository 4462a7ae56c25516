import type { Database, Transaction } from './database.ts'
import { itemJoins } from './posting-item.ts'
import { notifyAll } from './notify.ts'
import { splitClusters } from './stories.ts'

/**
 * What is read with postings that a subscriber opens: the others of their stories, in sources subscribed to, unless the
 * subscriber wants them apart. Without the postings themselves.
 */
export async function listRestOfStories(
  database: Database,
  subscriberId: string,
  ids: readonly bigint[],
): Promise<bigint[]> {
  const rows = await database.$queryRaw<{ id: bigint }[]>`
    SELECT p."id" FROM "posting" p ${itemJoins(subscriberId)}
    LEFT JOIN "reading_settings" r ON r."subscriberId" = ${subscriberId}
    WHERE p."clusterId" IN (SELECT o."clusterId" FROM "posting" o WHERE o."id" = ANY(${[...ids]}::bigint[]))
      AND p."id" <> ALL(${[...ids]}::bigint[]) AND u."id" IS NOT NULL AND coalesce(r."readsWholeStory", true)
      AND NOT coalesce(t."isRead", p."id" <= u."readThrough")
      AND p."clusterId" NOT IN (${splitClusters(subscriberId)})`
  return rows.map(({ id }) => id)
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
  const rows = await transaction.$queryRaw<{ subscriberId: string }[]>`
    INSERT INTO "posting_state" ("subscriberId", "postingId", "sourceId", "isRead", "updatedAt")
    SELECT DISTINCT u."subscriberId", p."id", p."sourceId", true, ${new Date(now)}::timestamptz
    FROM "posting" p
    JOIN "posting" q ON q."clusterId" = p."clusterId" AND q."id" <> p."id"
    JOIN "subscription" u ON u."sourceId" = p."sourceId" AND p."id" > u."readThrough"
    JOIN "posting_state" t ON t."subscriberId" = u."subscriberId" AND t."postingId" = q."id"
      AND t."seenAt" IS NOT NULL AND t."isRead"
    LEFT JOIN "reading_settings" r ON r."subscriberId" = u."subscriberId"
    WHERE p."id" = ANY(${[...ids]}::bigint[]) AND coalesce(r."readsWholeStory", true)
      AND NOT EXISTS (SELECT 1 FROM "story_split" x JOIN "posting" sp ON sp."id" = x."postingId"
        WHERE x."subscriberId" = u."subscriberId" AND sp."clusterId" = p."clusterId")
    ON CONFLICT DO NOTHING
    RETURNING "subscriberId"`
  const subscriberIds = [...new Set(rows.map((row) => row.subscriberId))]
  await notifyAll(
    transaction,
    subscriberIds.map((subscriberId) => ({ type: 'state', subscriberId })),
  )
}
