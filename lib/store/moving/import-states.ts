import type { Transaction } from '#lib/store/connection/database.ts'
import type { Found } from './find-imported.ts'
import { findOrCreateLabels, labelledRows } from '#lib/store/organising/import-labels.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { againstRemoval } from '#lib/store/ground/posting-item.ts'

/** The subscriber's state of a posting before an import. */
export type Before = {
  readonly isStarred: boolean
  readonly isLater: boolean
  readonly isRead: boolean
  readonly isSubscribed: boolean
  readonly labels: readonly string[]
}

/** Reads the subscriber's present state of each posting and locks the postings against removal. Removed ones are missing. */
export async function readStates(
  transaction: Transaction,
  subscriberId: string,
  placed: readonly (Found | null)[],
): Promise<Map<bigint, Before>> {
  const ids = placed.flatMap((one) => one?.id ?? [])
  const rows = await transaction.$queryRaw<(Before & { id: bigint })[]>`
    SELECT p."id", t."starredAt" IS NOT NULL AS "isStarred", u."id" IS NOT NULL AS "isSubscribed",
      t."laterAt" IS NOT NULL AS "isLater",
      ARRAY(SELECT l."name" FROM "posting_label" pl JOIN "label" l ON l."id" = pl."labelId"
        WHERE pl."subscriberId" = ${subscriberId} AND pl."postingId" = p."id") AS "labels",
      coalesce(t."isRead", p."id" <= u."readThrough", false) AS "isRead"
    FROM "posting" p
    LEFT JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = p."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = p."id"
    WHERE p."id" = ANY(${ids}::bigint[]) ORDER BY p."id" ${againstRemoval}`
  return new Map(rows.map(({ id, ...before }) => [id, before]))
}

/** The state of a posting that an import sets; null is left as it is. */
export type StateRow = {
  readonly postingId: string
  readonly sourceId: number
  readonly isRead: boolean | null
  readonly starredAt: string | null
  readonly laterAt: string | null
  /** Names of those that it has not yet. */
  readonly labels: readonly string[]
}

/** Sets states and labels in one transaction; labels that are missing are made. */
export async function setStates(
  transaction: Transaction,
  subscriberId: string,
  states: readonly StateRow[],
  now: number,
): Promise<void> {
  if (states.length === 0) return
  const at = new Date(now)
  await transaction.$executeRaw`
    INSERT INTO "posting_state" AS state
      ("subscriberId", "postingId", "sourceId", "isRead", "starredAt", "laterAt", "readAt", "updatedAt")
    SELECT ${subscriberId}, "postingId", "sourceId", "isRead", "starredAt", "laterAt",
      CASE WHEN "isRead" IS NOT NULL THEN ${at}::timestamptz END, ${at}
    FROM jsonb_to_recordset(${jsonRows(states)}::jsonb)
      AS row("postingId" bigint, "sourceId" int, "isRead" bool, "starredAt" timestamptz, "laterAt" timestamptz)
    ORDER BY "postingId"
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = coalesce(excluded."isRead", state."isRead"),
      "readAt" = coalesce(excluded."readAt", state."readAt"),
      "starredAt" = coalesce(state."starredAt", excluded."starredAt"),
      "laterAt" = coalesce(state."laterAt", excluded."laterAt"),
      "updatedAt" = excluded."updatedAt"`
  await labelPostings(transaction, subscriberId, states, now)
}

async function labelPostings(
  transaction: Transaction,
  subscriberId: string,
  states: readonly StateRow[],
  now: number,
): Promise<void> {
  const names = states.flatMap(({ labels }) => labels)
  const idOf = await findOrCreateLabels(transaction, subscriberId, names)
  const rows = labelledRows(
    states.map(({ postingId, labels }) => ({ id: postingId, labels })),
    idOf,
  )
  await transaction.$executeRaw`
    INSERT INTO "posting_label" ("labelId", "postingId", "createdAt", "subscriberId")
    SELECT l."id", row."id", ${new Date(now)}, ${subscriberId}
    FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb) AS row("id" bigint, "labelIds" int[])
    CROSS JOIN LATERAL unnest(row."labelIds") AS l("id")
    ON CONFLICT DO NOTHING`
}
