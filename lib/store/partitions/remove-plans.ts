import type { Database } from '#lib/store/connection/database.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { historyBegin } from '#lib/store/ground/history-begin.ts'

/** Sources whose plans are looked at in one statement. */
const sourcesAtOnce = 200

/**
 * Removes plans that were replaced before the history of polls begins and that no stored poll was decided by: each planning makes one for
 * every source, for ever. Of each source the last plan before stays, which was in force when the history begins. Two processes may do it at
 * once: the second one finds nothing left. With them go the plannings that none of them is left of, 40 kB each: of each day the last stays,
 * which the history of the budget shows.
 * @returns how many plans there were
 */
export async function removeOldPlans(database: Database, now: number, drain?: AbortSignal): Promise<number> {
  const until = new Date(historyBegin(await getSettings(database), now))
  let removed = 0
  let after = 0
  while (drain?.aborted !== true) {
    const rows = await database.source.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: sourcesAtOnce,
      select: { id: true },
    })
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) break
    removed += await database.$executeRaw`
      DELETE FROM "plan" p WHERE p."sourceId" = ANY(${ids}) AND p."madeAt" < ${until}
        AND EXISTS (SELECT 1 FROM "plan" n WHERE n."sourceId" = p."sourceId" AND n."madeAt" < ${until}
          AND (n."madeAt", n."id") > (p."madeAt", p."id"))
        AND NOT EXISTS (SELECT 1 FROM "poll" k WHERE k."planId" = p."id")
        AND NOT EXISTS (SELECT 1 FROM "source" s WHERE s."planId" = p."id")`
    after = ids.at(-1) ?? after
  }
  if (drain?.aborted === true) return removed
  await database.$executeRaw`
    DELETE FROM "planning_run" r WHERE r."madeAt" < ${until}
      AND EXISTS (SELECT 1 FROM "planning_run" n WHERE n."id" > r."id" AND n."madeAt" >= r."madeAt"
        AND n."madeAt" < date_trunc('day', r."madeAt", 'UTC') + interval '1 day')
      AND NOT EXISTS (SELECT 1 FROM "plan" p WHERE p."runId" = r."id")`
  return removed
}
