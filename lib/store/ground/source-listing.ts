import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { unlessOthers } from '#lib/store/connection/once-across-processes.ts'

/** Rows ("sourceId", "text", "subscribers") of all sources: counted when subscriptions come and go, not when somebody asks. */
export const listing = Prisma.sql`(
  SELECT l."sourceId", l."text", l."subscribers" + coalesce(n."change", 0)::int AS "subscribers"
  FROM "source_listing" l LEFT JOIN (
    SELECT v."sourceId", sum(v."change") AS "change" FROM "subscription_change" v GROUP BY v."sourceId"
  ) n ON n."sourceId" = l."sourceId")`

/** A condition on the text of a listing `l`: it holds these words as they are. By trigrams where there are three letters. */
export function textHolds(text: string): Prisma.Sql {
  const literal = text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  return Prisma.sql`l."text" LIKE '%' || lower(${literal}) || '%'`
}

/** The same of the host alone, the last line. */
export function hostHolds(text: string): Prisma.Sql {
  const literal = text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
  return Prisma.sql`(l."text" LIKE '%' || lower(${literal}) || '%'
    AND strpos(split_part(l."text", E'\n', -1), lower(${text})) > 0)`
}

/** Counts in what came and went since the last time; of several aggregators one does. */
export async function foldSubscriptionChanges(database: Database): Promise<void> {
  await unlessOthers(database, 'countingSubscriptions', () => foldNow(database))
}

/** Sources that somebody else holds wait for the next time: a group of polls that gives many their titles holds them in an order of its own. */
async function foldNow(database: Database): Promise<void> {
  await database.$executeRaw`
    WITH free AS (
      SELECT l."sourceId" FROM "source_listing" l
      WHERE l."sourceId" IN (SELECT "sourceId" FROM "subscription_change") FOR NO KEY UPDATE SKIP LOCKED),
    gone AS (
      DELETE FROM "subscription_change" c
      WHERE c."sourceId" IN (SELECT "sourceId" FROM free)
        OR NOT EXISTS (SELECT 1 FROM "source_listing" l WHERE l."sourceId" = c."sourceId")
      RETURNING c."sourceId", c."change"),
    changes AS (SELECT "sourceId", sum("change")::int AS "change" FROM gone GROUP BY "sourceId")
    UPDATE "source_listing" l SET "subscribers" = l."subscribers" + c."change"
    FROM changes c WHERE c."sourceId" = l."sourceId" AND c."change" <> 0`
}
