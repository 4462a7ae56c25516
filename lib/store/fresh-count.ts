import type { FreshCount } from '#lib/api/counts.ts'
import type { Database } from './database.ts'
import { youngFrom } from './posting-page-sql.ts'
import { isInScope } from './subscription-scope.ts'

/** Unread postings of a subscriber's fresh lane, of the sources that its list shows: one probe of "source, time" for each subscription. */
export async function readFreshCount(
  database: Database,
  subscriberId: string,
  freshMinutes: number,
  now: number,
): Promise<FreshCount> {
  const from = youngFrom(freshMinutes, new Date(now))
  const [row] = await database.$queryRaw<{ unread: number }[]>`
    SELECT count(*)::int AS "unread" FROM "subscription" u
    JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."shownAt" >= ${from}
    LEFT JOIN "posting_state" t ON t."subscriberId" = u."subscriberId" AND t."postingId" = p."id"
    WHERE u."subscriberId" = ${subscriberId} AND ${isInScope(subscriberId, {})}
      AND NOT coalesce(t."isRead", p."id" <= u."readThrough")`
  return { unread: row?.unread ?? 0 }
}
