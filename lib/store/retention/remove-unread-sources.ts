import type { Database } from '#lib/store/connection/database.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

const sourcesAtOnce = 1_000

/**
 * Removes sources that were never asked, and that nobody has subscribed to for a day: an account that subscribes to lists of 50,000 addresses and leaves
 * them again would add rows without end. Whoever subscribes at this moment plans a poll in the same row, which keeps it. What an admin set for a source
 * stays, and so does what a rule or an alert names.
 * @returns how many there were
 */
export async function removeUnreadSources(
  database: Database,
  now: number,
  drain?: AbortSignal,
): Promise<number> {
  const before = new Date(now - DAY_MS)
  let removed = 0
  for (;;) {
    if (drain?.aborted === true) return removed
    const batch = await database.$executeRaw`
      DELETE FROM "source" WHERE "nextPollAt" IS NULL AND "firstPolledAt" IS NULL AND "leaseOwner" IS NULL AND "id" IN (
        SELECT s."id" FROM "source" s
        WHERE s."nextPollAt" IS NULL AND s."firstPolledAt" IS NULL AND s."leaseOwner" IS NULL AND s."archiveOwnerId" IS NULL
          AND s."createdAt" < ${before} AND NOT s."isPaused" AND s."weightFactor" = 1
          AND s."fixedIntervalMs" IS NULL AND s."greatestDelayMs" IS NULL AND s."keepDays" IS NULL
          AND NOT EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id")
          AND NOT EXISTS (SELECT 1 FROM "ended_subscription" e WHERE e."sourceId" = s."id" AND e."endedAt" >= ${before})
          AND NOT EXISTS (SELECT 1 FROM "posting" p WHERE p."sourceId" = s."id")
          AND NOT EXISTS (SELECT 1 FROM "rule" r WHERE r."sourceId" = s."id")
          AND NOT EXISTS (SELECT 1 FROM "alert" a WHERE a."sourceId" = s."id")
          AND NOT EXISTS (SELECT 1 FROM "alert_source" a WHERE a."sourceId" = s."id")
        ORDER BY s."id" LIMIT ${sourcesAtOnce} FOR UPDATE OF s SKIP LOCKED)`
    removed += batch
    if (batch === 0) return removed
  }
}
