import type { AlertHitItem, AlertHitPage, PromiseDetail } from '#lib/api/alerts/alerts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { shownTitle, sourceName } from '#lib/store/ground/posting-item.ts'

const pageSize = 50

type HitRow = {
  readonly id: bigint
  readonly kind: string
  readonly detail: PromiseDetail | null
  readonly alertId: number | null
  readonly alertName: string | null
  readonly sourceId: number | null
  readonly sourceTitle: string | null
  readonly postingId: bigint | null
  readonly title: string | null
  readonly url: string | null
  readonly foundAt: Date
  readonly madeAt: Date
  readonly seenAt: Date | null
}

/** A page of what a subscriber was told in the page, newest first; below the id of `cursor`. */
export async function listHits(
  database: Database,
  subscriberId: string,
  cursor: string | undefined,
): Promise<AlertHitPage> {
  const below = cursor === undefined ? Prisma.empty : Prisma.sql`AND h."id" < ${BigInt(cursor)}`
  const rows = await database.$queryRaw<HitRow[]>`
    SELECT h."id", h."kind", h."detail", a."id" AS "alertId", a."name" AS "alertName", s."id" AS "sourceId",
      ${sourceName} AS "sourceTitle", p."id" AS "postingId", ${shownTitle} AS "title", p."url",
      h."foundAt", h."madeAt", h."seenAt"
    FROM "alert_hit" h LEFT JOIN "alert" a ON a."id" = h."alertId" LEFT JOIN "source" s ON s."id" = h."sourceId"
    LEFT JOIN "subscription" u ON u."subscriberId" = h."subscriberId" AND u."sourceId" = h."sourceId"
    LEFT JOIN "posting" p ON p."id" = h."postingId"
    WHERE h."subscriberId" = ${subscriberId} AND h."kind" <> 'test' ${below} ORDER BY h."id" DESC LIMIT ${pageSize + 1}`
  const page = rows.slice(0, pageSize)
  return {
    hits: page.map(toHit),
    unseen: await countUnseen(database, subscriberId),
    nextCursor: rows.length > pageSize ? (page.at(-1)?.id.toString() ?? null) : null,
  }
}

/** The number of told alerts that were not seen. */
export async function countUnseen(database: Database, subscriberId: string): Promise<number> {
  return database.alertHit.count({ where: { subscriberId, seenAt: null, kind: { not: 'test' } } })
}

/** Marks all up to an id as seen; other windows hear of it. */
export async function markHitsSeen(
  database: Database,
  subscriberId: string,
  throughId: bigint,
  now: number,
): Promise<void> {
  const { count } = await database.alertHit.updateMany({
    where: { subscriberId, id: { lte: throughId }, seenAt: null },
    data: { seenAt: new Date(now) },
  })
  if (count > 0) await notify(database, { type: 'alert', subscriberId, count: 0 })
}

function toHit(row: HitRow): AlertHitItem {
  const { alertId, alertName, sourceId, sourceTitle, postingId, title, url } = row
  return {
    id: row.id.toString(),
    kind: row.kind === 'promise' ? 'promise' : 'posting',
    alert: alertId === null ? null : { id: alertId, name: alertName ?? '' },
    source: sourceId === null ? null : { id: sourceId, title: sourceTitle ?? '' },
    posting: postingId === null ? null : { id: postingId.toString(), title: title ?? '', url },
    promise: row.detail,
    foundAt: row.foundAt.toISOString(),
    madeAt: row.madeAt.toISOString(),
    seenAt: row.seenAt?.toISOString() ?? null,
  }
}
