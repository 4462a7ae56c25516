import type { Database } from '#lib/store/connection/database.ts'
import { isDue, isUnpaused } from '#lib/store/ground/unpaused-sources.ts'

/** Of sources that are due and may not be polled yet, so many tell when the first of them may. */
const mostWaiting = 500

/**
 * The time at which something can be polled next, after `now`: the next planned poll, or the first due source whose host may be asked
 * again. Null: nothing is planned. Reads the first entries of an index.
 */
export async function findNextDue(database: Database, now: number): Promise<number | null> {
  const at = new Date(now)
  const [row] = await database.$queryRaw<{ at: Date | null }[]>`
    SELECT least(
      (SELECT min(s."nextPollAt") FROM "source" s WHERE s."nextPollAt" > ${at} AND ${isUnpaused}),
      (SELECT min(greatest(h."nextRequestAt", h."leaseUntil")) FROM (
          SELECT s."hostName" FROM "source" s WHERE s."nextPollAt" <= ${at} AND ${isUnpaused}
          ORDER BY s."nextPollAt" LIMIT ${mostWaiting}
        ) waiting JOIN "host" h ON h."name" = waiting."hostName"
        WHERE greatest(h."nextRequestAt", h."leaseUntil") > ${at})
    ) AS "at"`
  return row?.at?.getTime() ?? null
}

/** Whether a poll that may be made, its host free and nothing paused, has waited for longer than `lateMs`. */
export async function isPollingLate(database: Database, now: number, lateMs: number): Promise<boolean> {
  const at = new Date(now)
  const [row] = await database.$queryRaw<{ isLate: boolean }[]>`
    SELECT EXISTS (
      SELECT 1 FROM "source" s JOIN "host" h ON h."name" = s."hostName"
      WHERE s."nextPollAt" < ${new Date(now - lateMs)} AND ${isDue(now)}
        AND NOT coalesce((SELECT "isPaused" FROM "server_settings"), false)
        AND (h."leaseUntil" IS NULL OR h."leaseUntil" <= ${at})
        AND (h."nextRequestAt" IS NULL OR h."nextRequestAt" <= ${at})) AS "isLate"`
  return row?.isLate === true
}
