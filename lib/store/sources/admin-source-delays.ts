import type { Database } from '#lib/store/connection/database.ts'
import { summariseDelaysBySource } from '#lib/store/freshness/delay-summary.ts'
import type { SourceFreshness } from '#lib/store/generated/client.ts'
import type { AdminSourceRow } from '#lib/api/server/admin.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

const windowMs = 30 * DAY_MS

export type AdminSourceDelays = Pick<AdminSourceRow, 'delay' | 'dailyMediansMs' | 'promise'>

const unknown: AdminSourceDelays = {
  delay: { count: 0, meanMs: null, medianMs: null, p90Ms: null },
  dailyMediansMs: [],
  promise: null,
}

/**
 * The delays of these sources' postings, from `source_freshness`; for sources that are not counted there yet, the
 * delays are counted from their postings, and nothing is known of a promise.
 */
export async function readSourceDelays(
  database: Database,
  ids: readonly number[],
  now: number,
): Promise<(id: number) => AdminSourceDelays> {
  const counted = await database.sourceFreshness.findMany({ where: { sourceId: { in: [...ids] } } })
  const bySource = new Map(counted.map((row) => [row.sourceId, ofRow(row)]))
  const others = ids.filter((id) => !bySource.has(id))
  if (others.length > 0)
    for (const [id, delay] of await summariseDelaysBySource(database, others, now - windowMs)) {
      const { count, meanMs, medianMs, p90Ms } = delay
      bySource.set(id, { ...unknown, delay: { count, meanMs, medianMs, p90Ms } })
    }
  return (id) => bySource.get(id) ?? unknown
}

function ofRow(row: SourceFreshness): AdminSourceDelays {
  const { count, meanMs, medianMs, p90Ms } = row
  return {
    delay: { count, meanMs, medianMs, p90Ms },
    // -1 stands for a day without postings.
    dailyMediansMs: row.dailyMedianMs.map((ms) => (ms < 0 ? null : ms)),
    promise: {
      withinMs: row.promiseMs === null ? null : Number(row.promiseMs),
      keptShare: row.keptShare,
      state: row.state as 'learning' | 'kept' | 'broken', // the words of schema.prisma
      since: row.stateSince.toISOString(),
      cause: row.cause,
    },
  }
}
