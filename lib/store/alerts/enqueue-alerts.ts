import type { Transaction } from '#lib/store/connection/database.ts'
import { fileMessages, type WantedItem } from './file-messages.ts'
import { isoText, jsonRows } from '#lib/store/connection/json-rows.ts'
import { notifyAll, type Notification } from '#lib/store/connection/notify.ts'

/** Something that somebody is to be told of: by an alert, by a rule, or to try a channel. */
export type FoundHit = {
  readonly subscriberId: string
  /** The subject it is about: of the same subscriber, the same is told once. */
  readonly key: string
  readonly kind: 'posting' | 'promise' | 'test'
  readonly alertId: number | null
  readonly ruleId: number | null
  readonly postingId: bigint | null
  readonly sourceId: number | null
  /** Epoch milliseconds. */
  readonly foundAt: number
  readonly detail?: object
  /** Besides the page; null: all channels of the subscriber. */
  readonly channelIds: readonly number[] | null
}

/** Finds are compared within seconds, by rules within minutes; longer ago only after an outage. */
const lateMs = 600_000

/** A posting as a subscriber is told of it. */
export function alertedPosting(postingId: bigint): string {
  return `p${postingId}`
}

/**
 * Puts what was found into the list of the page and into the outbox, in the transaction that notices it: either that is
 * noticed and will be sent, or neither. What its subscriber was told of already, or is about to be by the same channel, is
 * left as it is; of two alerts with different channels each has its own. Senders and pages hear of it when the transaction
 * commits.
 * @returns how many stand in the list for the first time
 */
export async function enqueueAlerts(
  transaction: Transaction,
  noticed: readonly FoundHit[],
  now: number,
): Promise<number> {
  if (noticed.length === 0) return 0
  await lockSubscribers(transaction, noticed)
  const found = await ofAlertsThatAre(transaction, noticed)
  const inserted = await insertHits(transaction, found, now)
  const items = await wantedItems(transaction, found, now)
  const isDue = await fileMessages(transaction, items, now)
  const told = Map.groupBy(inserted, ({ subscriberId }) => subscriberId)
  await notifyAll(transaction, [
    ...(isDue ? [{ type: 'outbox' } as const] : []),
    ...[...told].map(([subscriberId, hits]): Notification => {
      return { type: 'alert', subscriberId, count: hits.length }
    }),
  ])
  return inserted.length
}

/** In one order. Limits are counted for a subscriber's channels: two that count at the same time would both find room. */
async function lockSubscribers(transaction: Transaction, found: readonly FoundHit[]): Promise<void> {
  const ids = [...new Set(found.map(({ subscriberId }) => subscriberId))].toSorted()
  await transaction.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended('skylark alerts ' || n."id", 0))
    FROM (SELECT "id" FROM unnest(${ids}::text[]) u("id") ORDER BY "id") n`
}

/** Without what alerts asked for that were deleted since they were looked for; from here on the others stay until all is told. */
async function ofAlertsThatAre(
  transaction: Transaction,
  noticed: readonly FoundHit[],
): Promise<readonly FoundHit[]> {
  const ids = noticed.flatMap(({ alertId }) => alertId ?? [])
  const rows = await transaction.$queryRaw<{ id: number }[]>`
    SELECT "id" FROM "alert" WHERE "id" = ANY(${[...new Set(ids)]}::int[]) ORDER BY "id" FOR KEY SHARE`
  const left = new Set(rows.map(({ id }) => id))
  return noticed.filter(({ alertId }) => alertId === null || left.has(alertId))
}

/** Tests stand in no list. @returns the new ones that do */
async function insertHits(
  transaction: Transaction,
  found: readonly FoundHit[],
  now: number,
): Promise<{ subscriberId: string }[]> {
  const rows = found.map(({ postingId, foundAt, detail, channelIds: _, ...hit }) => ({
    ...hit,
    postingId: postingId?.toString() ?? null,
    foundAt: isoText(foundAt),
    detail: detail ?? null,
  }))
  const inserted = await transaction.$queryRaw<{ subscriberId: string; kind: string }[]>`
    INSERT INTO "alert_hit" ("subscriberId", "key", "kind", "alertId", "ruleId", "postingId", "sourceId", "foundAt", "detail",
      "madeAt")
    SELECT "subscriberId", "key", "kind", "alertId", "ruleId", "postingId", "sourceId", "foundAt", "detail", ${new Date(now)}
    FROM ROWS FROM (json_to_recordset(${jsonRows(rows)}::json) AS ("subscriberId" text, "key" text, "kind" text, "alertId" int,
      "ruleId" int, "postingId" bigint, "sourceId" int, "foundAt" timestamptz, "detail" jsonb)) WITH ORDINALITY
    ORDER BY "ordinality"
    ON CONFLICT ("subscriberId", "key") DO NOTHING
    RETURNING "subscriberId", "kind"`
  return inserted.filter(({ kind }) => kind !== 'test')
}

/** The items that are to be sent by each channel and were not yet, in order. */
function wantedItems(
  transaction: Transaction,
  found: readonly FoundHit[],
  now: number,
): Promise<WantedItem[]> {
  const rows = found.map(({ subscriberId, key, alertId, ruleId, channelIds }) => ({
    subscriberId,
    key,
    alertId,
    ruleId,
    channelIds: channelIds === null ? null : `{${channelIds.join(',')}}`,
  }))
  return transaction.$queryRaw`
    SELECT DISTINCT ON (h."id", c."id") c."id" AS "channelId", c."subscriberId", h."id" AS "hitId", h."key" AS "hitKey",
      h."kind" = 'test' AS "isTest", h."kind" = 'posting' AND h."foundAt" < ${new Date(now - lateMs)} AS "isLate", w."alertId", w."ruleId"
    FROM ROWS FROM (json_to_recordset(${jsonRows(rows)}::json)
      AS ("subscriberId" text, "key" text, "alertId" int, "ruleId" int, "channelIds" text)) WITH ORDINALITY w
    JOIN "alert_hit" h ON h."subscriberId" = w."subscriberId" AND h."key" = w."key"
    JOIN "alert_channel" c ON c."subscriberId" = w."subscriberId" AND c."endedAt" IS NULL
      AND (w."channelIds" IS NULL OR c."id" = ANY(w."channelIds"::int[]))
    WHERE NOT EXISTS (SELECT 1 FROM "alert_delivery_item" i WHERE i."channelId" = c."id" AND i."hitId" = h."id")
    ORDER BY h."id", c."id", w."ordinality"`
}
