import type { PostingFilter } from '#lib/api/postings/postings.ts'
import type { ReadingSettings } from '#lib/api/accounts/declared-reading.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { youngFrom } from './posting-page-sql.ts'
import { splitClusters } from '#lib/store/stories/stories.ts'
import { isInScope } from '#lib/store/ground/subscription-scope.ts'

/** Whether a list shows a story once. Those of one source and of what was kept show every posting. */
export function foldsStories(
  { showsStoryOnce }: Pick<ReadingSettings, 'showsStoryOnce'>,
  { sourceId, starred, later }: Pick<PostingFilter, 'sourceId' | 'starred' | 'later'>,
): boolean {
  return showsStoryOnce && sourceId === undefined && !starred && !later
}

type StoryFilter = Pick<PostingFilter, 'show' | 'folderId' | 'sourceId' | 'labelId' | 'freshMinutes'>

/**
 * Whether a list shows a posting `p`: of a story, the first one that it would show, in its scope, and unread where only
 * that is listed; of the fresh list, as it was at `asOfAt`, the first that is young enough for it. Postings of one source never stand for each other: the second of its source is shown unless another
 * source had a second before, so that a story has as many rows as its most talkative source has postings. Costs a probe of
 * the index of clusters for a posting that is in one; for the rows of a page, not for all that are looked through for it
 * (measured: ten times as much).
 */
export function isFirstOfStory(subscriberId: string, filter: StoryFilter, asOfAt: Date): Prisma.Sql {
  const isListed =
    filter.show === 'unread'
      ? Prisma.sql`AND NOT coalesce(t."isRead", q."id" <= u."readThrough", true)`
      : Prisma.empty
  const isYoung =
    filter.freshMinutes === undefined
      ? Prisma.empty
      : Prisma.sql`AND NOT q."isInitial" AND q."shownAt" >= ${youngFrom(filter.freshMinutes, asOfAt)}`
  return Prisma.sql`(p."clusterId" IS NULL OR p."clusterId" IN (${splitClusters(subscriberId)}) OR (
    SELECT coalesce(max("count") FILTER (WHERE "sourceId" <> p."sourceId"), 0)
      <= coalesce(max("count") FILTER (WHERE "sourceId" = p."sourceId"), 0)
    FROM (SELECT q."sourceId", count(*) AS "count" FROM "posting" q
    LEFT JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = q."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = q."id"
    WHERE q."clusterId" = p."clusterId" AND (q."shownAt", q."id") < (p."shownAt", p."id") AND t."hiddenAt" IS NULL
      AND (${isInScope(subscriberId, filter)} OR ${hasLabelItself(subscriberId, filter)}) ${isListed} ${isYoung}
    GROUP BY q."sourceId") earlier))`
}

/** A list of a label shows the postings `q` that have it themselves too, whether or not their source is read. */
function hasLabelItself(subscriberId: string, { labelId }: StoryFilter): Prisma.Sql {
  if (labelId === undefined) return Prisma.sql`FALSE`
  return Prisma.sql`EXISTS (SELECT 1 FROM "posting_label" pl
    WHERE pl."labelId" = ${labelId} AND pl."postingId" = q."id" AND pl."subscriberId" = ${subscriberId})`
}
