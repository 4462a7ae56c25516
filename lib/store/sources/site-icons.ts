import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isUnpaused } from '#lib/store/ground/unpaused-sources.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'

/** A source whose icon is to be looked for at its site. */
export type WantedIcon = { readonly sourceId: number; readonly siteUrl: string }

/** A process that died is not waited for any longer. */
const lostAfterMs = HOUR_MS
/** Sites change their icons seldom. */
export const nextLookMs = 30 * DAY_MS

/** It is polled, and its document names its site. */
const hasSite = Prisma.sql`(s."nextPollAt" IS NOT NULL AND s."siteUrl" IS NOT NULL AND ${isUnpaused})`

/** So many are looked through for sites of different hosts. */
const mostDue = 1_000

/**
 * Takes sources whose site may be asked for its icon, the longest due first. A poll makes those due whose documents name none
 * (lib/store/polling/poll-rows.ts). Of each host one is taken, so that its polls have their turns between. Sources that name no site or are
 * not polled are due again when they are read again. None is taken while polling is paused.
 */
export async function claimWantedIcons(
  database: Database,
  now: number,
  limit: number,
): Promise<WantedIcon[]> {
  const rows = await database.$queryRaw<(WantedIcon & { hasSite: boolean })[]>`
    UPDATE "source" s SET "iconDueAt" = CASE WHEN ${hasSite} THEN ${new Date(now + lostAfterMs)}::timestamptz END
    FROM (
      SELECT "id" FROM "source" WHERE "iconDueAt" <= ${new Date(now)} AND "id" = ANY(ARRAY(
        SELECT DISTINCT ON (split_part("siteUrl", '/', 3)) "id" FROM (
          SELECT "id", "siteUrl", "iconDueAt" FROM "source"
          WHERE "iconDueAt" <= ${new Date(now)} AND NOT coalesce((SELECT "isPaused" FROM "server_settings"), false)
          ORDER BY "iconDueAt" LIMIT ${mostDue}) waiting
        ORDER BY split_part("siteUrl", '/', 3), "iconDueAt"))
      ORDER BY "iconDueAt" LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED) due
    WHERE s."id" = due."id"
    RETURNING s."id" AS "sourceId", coalesce(s."siteUrl", '') AS "siteUrl", ${hasSite} AS "hasSite"`
  return rows.filter((row) => row.hasSite)
}

/** Stores what the look at a site brought; null: none, and what was known is kept. A document that named one meanwhile says more. */
export async function recordIcon(
  database: Database,
  sourceId: number,
  iconUrl: string | null,
  now: number,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.source.updateMany({
      where: { id: sourceId, iconDueAt: { not: null } },
      data: { ...(iconUrl === null ? {} : { iconUrl }), iconDueAt: new Date(now + nextLookMs) },
    })
    if (count > 0 && iconUrl !== null) await notify(transaction, { type: 'source', sourceId })
  })
}

/** Puts the look off: the site rests, or could not be reached. */
export async function putOffIcon(database: Database, sourceId: number, until: number): Promise<void> {
  await database.source.updateMany({
    where: { id: sourceId, iconDueAt: { not: null } },
    data: { iconDueAt: new Date(until) },
  })
}
