import type { AlertDeliveryItem, AlertDeliveryPage } from '#lib/api/alerts/alerts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { shownTitle } from '#lib/store/ground/posting-item.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

const pageSize = 50
/** The told alerts, and the log of them, are kept so long. */
const keptMs = 30 * DAY_MS
const removedAtOnce = 5000

type DeliveryRow = Omit<AlertDeliveryItem, 'id' | 'channel' | 'madeAt' | 'dueAt' | 'sentAt'> & {
  readonly id: bigint
  readonly channelId: number
  readonly channelKind: AlertDeliveryItem['channel']['kind']
  readonly channelName: string
  readonly madeAt: Date
  readonly dueAt: Date
  readonly sentAt: Date | null
}

/** A page of a subscriber's messages and what became of them, newest first; below the id of `cursor`. */
export async function listDeliveries(
  database: Database,
  subscriberId: string,
  cursor: string | undefined,
): Promise<AlertDeliveryPage> {
  const below = cursor === undefined ? Prisma.empty : Prisma.sql`AND d."id" < ${BigInt(cursor)}`
  const rows = await database.$queryRaw<DeliveryRow[]>`
    SELECT d."id", d."key", d."state", d."madeAt", d."dueAt", d."sentAt", d."tries", d."httpStatus", d."error",
      c."id" AS "channelId", c."kind" AS "channelKind", c."name" AS "channelName", i.*
    FROM "alert_delivery" d JOIN "alert_channel" c ON c."id" = d."channelId"
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "count", coalesce(bool_or(h."kind" = 'test'), false) AS "isTest",
        (array_agg(coalesce(nullif(${shownTitle}, ''), s."title") ORDER BY h."id"))[1] AS "title"
      FROM "alert_delivery_item" i JOIN "alert_hit" h ON h."id" = i."hitId"
      LEFT JOIN "posting" p ON p."id" = h."postingId" LEFT JOIN "source" s ON s."id" = h."sourceId"
      WHERE i."deliveryId" = d."id") i
    WHERE d."subscriberId" = ${subscriberId} ${below} ORDER BY d."id" DESC LIMIT ${pageSize + 1}`
  const page = rows.slice(0, pageSize)
  return {
    deliveries: page.map(toItem),
    nextCursor: rows.length > pageSize ? (page.at(-1)?.id.toString() ?? null) : null,
  }
}

function toItem({ channelId, channelKind, channelName, ...row }: DeliveryRow): AlertDeliveryItem {
  return {
    ...row,
    id: row.id.toString(),
    channel: { id: channelId, kind: channelKind, name: channelName },
    madeAt: row.madeAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  }
}

/** Forgets what was told long ago; what waits is left. What a posting was told by goes before the posting could come again. */
export async function removeOldAlerts(database: Database, now: number): Promise<number> {
  const before = new Date(now - keptMs)
  const removed = await database.$executeRaw`
    DELETE FROM "alert_delivery" WHERE "id" IN (
      SELECT "id" FROM "alert_delivery" WHERE "madeAt" < ${before} AND "state" <> 'waiting' LIMIT ${removedAtOnce})`
  const hits = await database.$executeRaw`
    DELETE FROM "alert_hit" WHERE "id" IN (
      SELECT h."id" FROM "alert_hit" h WHERE h."madeAt" < ${before}
        AND NOT EXISTS (SELECT 1 FROM "alert_delivery_item" i WHERE i."hitId" = h."id") LIMIT ${removedAtOnce})`
  return removed + hits
}
