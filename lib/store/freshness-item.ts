import type { SourceFreshness } from '#lib/api/sources.ts'
import type { SourceFreshness as FreshnessRow } from './generated/client.ts'

/** The stored freshness of a source as the API gives it. */
export function toFreshness(row: FreshnessRow): SourceFreshness {
  return {
    countedAt: row.countedAt.toISOString(),
    promiseMs: row.promiseMs === null ? null : Number(row.promiseMs),
    keptShare: row.keptShare,
    state: row.state as SourceFreshness['state'], // the words of schema.prisma, written by refreshSourceFreshness
    stateSince: row.stateSince.toISOString(),
    cause: row.cause as SourceFreshness['cause'],
    within5: row.within5,
    within15: row.within15,
    within60: row.within60,
  }
}
