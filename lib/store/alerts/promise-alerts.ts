import type { Database } from '#lib/store/connection/database.ts'
import { enqueueAlerts, type FoundHit } from './enqueue-alerts.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isLocked } from '#lib/store/accounts/locked-accounts.ts'

type BrokenRow = {
  readonly subscriberId: string
  readonly alertId: number
  readonly channelIds: number[]
  readonly sourceId: number
  readonly since: Date
  readonly promiseMs: bigint | null
  readonly cause: string | null
}

/**
 * Tells of sources whose delay has left its promise for as many hours as an alert says, with the cause: once for each time
 * that it is broken, by each channel of all alerts that ask for it; muted ones only where an alert names them. @returns how many stand in the list for the first time
 */
export async function tellBrokenPromises(database: Database, now: number): Promise<number> {
  return database.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<BrokenRow[]>`
      WITH RECURSIVE watched AS MATERIALIZED (
        SELECT a."id", a."subscriberId", a."channelIds", a."brokenHours", a."sourceId", a."folderId" FROM "alert" a
        WHERE a."kind" = 'promise' AND a."isOn" AND NOT ${isLocked(Prisma.sql`a."subscriberId"`)}
      ), within AS ( -- UNION ends any circle
        SELECT w."id" AS "alertId", f."id" FROM watched w JOIN "folder" f ON f."id" = w."folderId"
        UNION SELECT i."alertId", f."id" FROM within i JOIN "folder" f ON f."parentId" = i."id"
      )
      SELECT w."subscriberId", w."id" AS "alertId", w."channelIds", g."sourceId", g."stateSince" AS "since", g."promiseMs",
        g."cause"
      FROM watched w JOIN "subscription" u ON u."subscriberId" = w."subscriberId"
        AND (w."sourceId" IS NULL OR u."sourceId" = w."sourceId") AND (NOT u."isMuted" OR w."sourceId" IS NOT NULL)
        AND (w."folderId" IS NULL OR u."folderId" IN (SELECT i."id" FROM within i WHERE i."alertId" = w."id"))
      JOIN "source_freshness" g ON g."sourceId" = u."sourceId" AND g."state" = 'broken'
        AND g."stateSince" <= ${new Date(now)}::timestamptz - w."brokenHours" * interval '1 hour'
      LEFT JOIN "alert_hit" h ON h."subscriberId" = w."subscriberId"
        AND h."key" = 'b' || g."sourceId" || '-' || floor(extract(epoch FROM g."stateSince"))::bigint
      WHERE h."id" IS NULL OR EXISTS (SELECT 1 FROM "alert_channel" c -- another alert told, by other channels
        WHERE c."id" = ANY(w."channelIds") AND c."subscriberId" = w."subscriberId" AND c."endedAt" IS NULL
          AND NOT EXISTS (SELECT 1 FROM "alert_delivery_item" i WHERE i."channelId" = c."id" AND i."hitId" = h."id"))
      ORDER BY w."id", g."sourceId"`
    return enqueueAlerts(transaction, rows.map(toHit), now)
  })
}

/** The words tell how it is when somebody is told: causes change while a promise is broken. */
function toHit({ since, promiseMs, cause, ...row }: BrokenRow): FoundHit {
  const { sourceId } = row
  return {
    ...row,
    key: `b${sourceId}-${Math.floor(since.getTime() / 1000)}`,
    kind: 'promise',
    ruleId: null,
    postingId: null,
    foundAt: since.getTime(),
    detail: { since: since.toISOString(), promiseMs: promiseMs === null ? null : Number(promiseMs), cause },
  }
}
