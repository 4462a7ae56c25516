import type { AuditAct } from '#lib/api/server/audit.ts'
import type { Database } from '#lib/store/connection/database.ts'

/** Acts by which an admin changes how sources are weighed, planned and polled. */
const acts: readonly AuditAct[] = [
  'settings-changed',
  'weights-changed',
  'source-changed',
  'host-wish-changed',
]

/**
 * Differs after each planning of all sources and each of these changes: an admin who looks at figures after it sees its effect.
 * Counted, because two changes may be stored in another order than they were asked for.
 */
export async function markLastChange(database: Database): Promise<string> {
  const [row] = await database.$queryRaw<{ mark: string }[]>`
    SELECT concat_ws(' ', (SELECT max("id") FROM "planning_run"), count(*), max("at")) AS "mark"
    FROM "audit_log" WHERE "act" = ANY(${[...acts]})`
  return row?.mark ?? ''
}
