import type { FreshCount } from '#lib/api/counts.ts'
import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'
import { youngFrom } from './posting-page-sql.ts'
import { getReadingSettings } from './reading-settings.ts'
import { foldsStories, isFirstOfStory } from './story-once.ts'
import { isInScope } from './subscription-scope.ts'

const everything = { sourceId: undefined, starred: false, later: false }

/**
 * Unread rows of a subscriber's fresh lane: of the sources that its list shows, a story once where lists show stories once. One probe of "source, time" for each subscription.
 */
export async function readFreshCount(
  database: Database,
  subscriberId: string,
  freshMinutes: number,
  now: number,
): Promise<FreshCount> {
  const from = youngFrom(freshMinutes, new Date(now))
  const isFolded = foldsStories(await getReadingSettings(database, subscriberId), everything)
  const isRow = isFolded
    ? isFirstOfStory(subscriberId, { show: 'unread', freshMinutes }, new Date(now))
    : Prisma.sql`TRUE`
  const [row] = await database.$queryRaw<{ unread: number }[]>`
    SELECT count(*)::int AS "unread" FROM "subscription" u
    JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."shownAt" >= ${from}
    LEFT JOIN "posting_state" t ON t."subscriberId" = u."subscriberId" AND t."postingId" = p."id"
    WHERE u."subscriberId" = ${subscriberId} AND ${isInScope(subscriberId, {})}
      AND NOT coalesce(t."isRead", p."id" <= u."readThrough") AND ${isRow}`
  return { unread: row?.unread ?? 0 }
}
