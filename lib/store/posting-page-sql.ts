import type { PostingFilter } from '#lib/api/postings.ts'
import { Prisma } from './generated/client.ts'
import type { PostingCursor } from './posting-cursor.ts'
import { splitClusters } from './stories.ts'
import { foldersWithin, isInScope } from './subscription-scope.ts'

type Page = { readonly after: PostingCursor | null; readonly limit: number }

/**
 * The ids of one page as CTEs that end in `page(id, "shownAt")`, for a subscriber with many sources.
 *
 * A page of n postings comes from at most n sources: those whose first matching posting is among the first n of all
 * such. So one index probe per source ("source id, shownAt, id") finds the sources, and at most n rows of each of these
 * are merged: O(sources + n²) index entries, whatever the number of postings. Walking the common timeline index instead
 * reads everything when a subscriber's postings are rare or old.
 *
 * Unread postings are those above the source's read mark but for exceptions, and the few exceptions at or below it.
 * Sources with nothing above the mark are left out before their probe, which would else walk all their postings.
 *
 * Of a label, the few postings that have it themselves come in addition.
 */
export function pageOfSubscribed(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  const isUnread = filter.show === 'unread'
  const rows = Prisma.sql`
    SELECT p."id", p."shownAt" FROM "posting" p
    WHERE p."sourceId" = u."sourceId" AND ${afterCursor(filter, page)}
      ${isUnread ? aboveMark(subscriberId) : Prisma.empty}
    ${ordered(filter, 'p')}`
  return Prisma.sql`
    subscribed AS MATERIALIZED (
      SELECT u."sourceId", u."readThrough" FROM "subscription" u
      WHERE u."subscriberId" = ${subscriberId} AND ${isInScope(subscriberId, filter)}
    ), active AS MATERIALIZED (
      SELECT u.* FROM subscribed u ${isUnread ? hasAboveMark : Prisma.empty}
    ), contributing AS MATERIALIZED (
      SELECT u.* FROM active u CROSS JOIN LATERAL (${rows} LIMIT 1) f
      ${ordered(filter, 'f')} LIMIT ${page.limit}
    ), page AS (
      SELECT f."id", f."shownAt" FROM contributing u CROSS JOIN LATERAL (${rows} LIMIT ${page.limit}) f
      ${isUnread ? Prisma.sql`UNION ALL ${unreadBelowMark(subscriberId, filter, page)}` : Prisma.empty}
      ${filter.labelId === undefined ? Prisma.empty : Prisma.sql`UNION ALL ${labelled(subscriberId, filter, page)}`}
      ${ordered(filter)} LIMIT ${page.limit}
    )`
}

/**
 * The same for postings that are starred or read later, which stay readable when their source was left. They are few:
 * found by their stars.
 */
export function pageOfKept(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  const isKept = filter.starred ? Prisma.sql`t."starredAt" IS NOT NULL` : Prisma.sql`t."laterAt" IS NOT NULL`
  return Prisma.sql`
    page AS (
      SELECT p."id", p."shownAt" FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
      LEFT JOIN "subscription" u ON u."subscriberId" = t."subscriberId" AND u."sourceId" = p."sourceId"
      WHERE t."subscriberId" = ${subscriberId} AND ${isKept} AND ${afterCursor(filter, page)}
        AND ${keptInScope(subscriberId, filter)} ${filter.show === 'unread' ? isUnreadNow : Prisma.empty}
      ${ordered(filter, 'p')} LIMIT ${page.limit}
    )`
}

const isUnreadNow = Prisma.sql`AND NOT coalesce(t."isRead", p."id" <= u."readThrough", true)`

/** What somebody kept is shown though its source is muted. */
function keptInScope(subscriberId: string, { folderId, sourceId, labelId }: PostingFilter): Prisma.Sql {
  if (sourceId !== undefined) return Prisma.sql`p."sourceId" = ${sourceId}`
  if (folderId !== undefined) return Prisma.sql`u."folderId" IN ${foldersWithin(subscriberId, folderId)}`
  if (labelId === undefined) return Prisma.sql`TRUE`
  return Prisma.sql`(EXISTS (SELECT 1 FROM "subscription_label" sl
      WHERE sl."labelId" = ${labelId} AND sl."subscriptionId" = u."id")
    OR EXISTS (SELECT 1 FROM "posting_label" pl
      WHERE pl."labelId" = ${labelId} AND pl."postingId" = p."id" AND pl."subscriberId" = ${subscriberId}))`
}

/** Postings that have the label themselves, of sources that do not have it. They are found by the label: it has few. */
function labelled(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  return Prisma.sql`
    SELECT p."id", p."shownAt" FROM "posting_label" pl JOIN "posting" p ON p."id" = pl."postingId"
    LEFT JOIN "subscription" u ON u."subscriberId" = pl."subscriberId" AND u."sourceId" = p."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = pl."subscriberId" AND t."postingId" = pl."postingId"
    WHERE pl."labelId" = ${filter.labelId} AND pl."subscriberId" = ${subscriberId} AND ${afterCursor(filter, page)}
      AND p."sourceId" NOT IN (SELECT "sourceId" FROM subscribed)
      ${filter.show === 'unread' ? isUnreadNow : Prisma.empty}`
}

/**
 * Whether a list shows a posting `p`: of a story, the first one that it would show, in its scope, and unread where only
 * that is listed. The lists of one source and of what was kept show each. Costs a probe of the index of clusters for a
 * posting that is in one; for the rows of a page, not for all that are looked through for it (measured: ten times as much).
 */
export function isFirstOfStory(subscriberId: string, filter: PostingFilter): Prisma.Sql {
  if (filter.sourceId !== undefined || filter.starred || filter.later) return Prisma.sql`TRUE`
  const isListed =
    filter.show === 'unread'
      ? Prisma.sql`AND NOT coalesce(t."isRead", q."id" <= u."readThrough", true)`
      : Prisma.empty
  return Prisma.sql`(p."clusterId" IS NULL OR p."clusterId" IN (${splitClusters(subscriberId)}) OR NOT EXISTS (
    SELECT 1 FROM "posting" q
    LEFT JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = q."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = q."id"
    WHERE q."clusterId" = p."clusterId" AND (q."shownAt", q."id") < (p."shownAt", p."id")
      AND (${isInScope(subscriberId, filter)} OR ${hasLabelItself(subscriberId, filter)}) ${isListed}))`
}

/** A list of a label shows the postings `q` that have it themselves too, whether or not their source is read. */
function hasLabelItself(subscriberId: string, { labelId }: PostingFilter): Prisma.Sql {
  if (labelId === undefined) return Prisma.sql`FALSE`
  return Prisma.sql`EXISTS (SELECT 1 FROM "posting_label" pl
    WHERE pl."labelId" = ${labelId} AND pl."postingId" = q."id" AND pl."subscriberId" = ${subscriberId})`
}

function afterCursor(filter: PostingFilter, { after }: Page): Prisma.Sql {
  if (after === null) return Prisma.sql`TRUE`
  const place = Prisma.sql`(${after.shownAt}::timestamptz, ${after.id}::bigint)`
  return filter.order === 'newest'
    ? Prisma.sql`(p."shownAt", p."id") < ${place}`
    : Prisma.sql`(p."shownAt", p."id") > ${place}`
}

/** Timeline order of a table's columns, or of the columns of a union. */
function ordered(filter: PostingFilter, table: 'p' | 'f' | null = null): Prisma.Sql {
  const prefix = Prisma.raw(table === null ? '' : `${table}.`)
  return filter.order === 'newest'
    ? Prisma.sql`ORDER BY ${prefix}"shownAt" DESC, ${prefix}"id" DESC`
    : Prisma.sql`ORDER BY ${prefix}"shownAt" ASC, ${prefix}"id" ASC`
}

const hasAboveMark = Prisma.sql`
  WHERE EXISTS (SELECT 1 FROM "posting" p WHERE p."sourceId" = u."sourceId" AND p."id" > u."readThrough")`

function aboveMark(subscriberId: string): Prisma.Sql {
  return Prisma.sql`AND p."id" > u."readThrough" AND NOT EXISTS (
    SELECT 1 FROM "posting_state" t
    WHERE t."subscriberId" = ${subscriberId} AND t."postingId" = p."id" AND t."isRead")`
}

function unreadBelowMark(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  return Prisma.sql`
    SELECT p."id", p."shownAt" FROM "posting_state" t JOIN subscribed u ON u."sourceId" = t."sourceId"
    JOIN "posting" p ON p."id" = t."postingId"
    WHERE t."subscriberId" = ${subscriberId} AND t."isRead" = false AND p."id" <= u."readThrough"
      AND ${afterCursor(filter, page)}`
}
