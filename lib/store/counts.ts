import type { UnreadCounts } from '#lib/api/postings.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'

/**
 * How many postings of subscription `u` are unread: those above its read mark, without the ones read singly, and those
 * marked unread at or below it. Three index scans that read what they count; states whose posting was removed by
 * retention do not count.
 */
export const unreadOfSubscription = Prisma.sql`(
  (SELECT count(*) FROM "posting" p WHERE p."sourceId" = u."sourceId" AND p."id" > u."readThrough")
  - (SELECT count(*) FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
     WHERE t."subscriberId" = u."subscriberId" AND t."sourceId" = u."sourceId"
       AND t."postingId" > u."readThrough" AND t."isRead")
  + (SELECT count(*) FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
     WHERE t."subscriberId" = u."subscriberId" AND t."sourceId" = u."sourceId"
       AND t."postingId" <= u."readThrough" AND NOT t."isRead"))::int`

/** Unread and starred postings of a subscriber. Sources and folders without unread postings are 0, not missing. */
export async function readCounts(
  database: Database | Transaction,
  subscriberId: string,
): Promise<UnreadCounts> {
  const rows = await database.$queryRaw<{ sourceId: number; folderId: number | null; unread: number }[]>`
    SELECT u."sourceId", u."folderId", ${unreadOfSubscription} AS "unread"
    FROM "subscription" u WHERE u."subscriberId" = ${subscriberId}`
  const folders = await database.folder.findMany({ where: { subscriberId }, select: { id: true } })
  const [starred] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
    WHERE t."subscriberId" = ${subscriberId} AND t."starredAt" IS NOT NULL`
  const byFolder: Record<string, number> = Object.fromEntries(folders.map((folder) => [folder.id, 0]))
  for (const { folderId, unread } of rows) {
    if (folderId !== null) byFolder[folderId] = (byFolder[folderId] ?? 0) + unread
  }
  return {
    all: rows.reduce((sum, row) => sum + row.unread, 0),
    starred: starred?.count ?? 0,
    bySource: Object.fromEntries(rows.map((row) => [row.sourceId, row.unread])),
    byFolder,
  }
}
