import type { Database } from '#lib/store/connection/database.ts'
import { isUnpaused } from '#lib/store/ground/unpaused-sources.ts'

/** Ids of the sources that somebody subscribes to, are not paused, were polled before an instant and contain the words; the first `most` of a shuffle. */
export async function listLabSources(
  database: Database,
  { takeoverAt, search }: { readonly takeoverAt: number; readonly search: string },
  most: number,
): Promise<{ readonly ids: number[]; readonly all: number }> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const rows = await database.$queryRaw<{ id: number; all: number }[]>`
    SELECT s."id", (count(*) OVER ())::int AS "all" FROM "source" s
    WHERE s."firstPolledAt" < ${new Date(takeoverAt)} AND s."archiveOwnerId" IS NULL AND ${isUnpaused}
      AND EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id")
      AND (${search} = '' OR s."title" ILIKE ${pattern} OR s."url" ILIKE ${pattern} OR s."hostName" ILIKE ${pattern})
    ORDER BY md5(s."id"::text) LIMIT ${most}`
  return { ids: rows.map(({ id }) => id).sort((a, b) => a - b), all: rows[0]?.all ?? 0 }
}
