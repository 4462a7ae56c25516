import type { PostingFilter } from '#lib/api/postings/postings.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import type { PostingCursor } from '#lib/store/ground/posting-cursor.ts'
import {
  cursorSource,
  isBehind,
  isPlaced,
  isSourceBehind,
  listOrder,
  ordered,
  sourcePlace,
  timeOf,
  type AskedOrder,
} from './posting-order.ts'
import { foldersWithinSql, isInScope } from '#lib/store/ground/subscription-scope.ts'

export type Page = {
  readonly after: PostingCursor | null
  readonly limit: number
  /** The time at which the first page was read: sources are weighed, and ages counted, as of then. */
  readonly asOfAt: Date
  /** Only postings from this id on, so that earlier parts are not even planned for (lib/store/partitions/part-windows.ts); null: all. */
  readonly fromId?: bigint | null
}

/**
 * The ids of one page as CTEs that end in `page(id, at, place, sourceId)`, for a subscriber with many sources.
 *
 * A page of n postings comes from at most n sources: those whose first matching posting is among the first n of all
 * such. So one index probe per source ("source id, shownAt, id", or by publication) finds the sources. The last of these n
 * postings bounds the page, as n stand before it: of each source only what stands before the bound is read, at most n rows.
 * Walking the common timeline index instead reads everything when a subscriber's postings are rare or old.
 *
 * In orders by source the sources are taken in their order until the page is full.
 *
 * Unread postings are those above the source's read mark but for exceptions, and the few exceptions at or below it.
 * Sources with nothing above the mark are left out before their probe, which would else walk all their postings.
 *
 * Of a label, the few postings that have it themselves come in addition.
 */
export function pageOfSubscribed(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  const order = listOrder(filter)
  const isUnread = filter.show === 'unread'
  return Prisma.sql`
    ${cursorSource(subscriberId, order, page.after)}
    subscribed AS MATERIALIZED (
      SELECT u."sourceId", u."readThrough", ${sourcePlace(order, page.asOfAt)} AS "place"
      FROM "subscription" u ${isPlaced(order) ? joinSource : Prisma.empty}
      WHERE u."subscriberId" = ${subscriberId} AND ${isInScope(subscriberId, filter)}
    ), ${firstOf(order)(subscriberId, filter, page)},
    page AS (
      SELECT * FROM own
      ${isUnread ? Prisma.sql`UNION ALL ${unreadBelowMark(subscriberId, filter, page)}` : Prisma.empty}
      ${filter.labelId === undefined ? Prisma.empty : Prisma.sql`UNION ALL ${labelled(subscriberId, filter, page)}`}
      ${ordered(order)} LIMIT ${page.limit}
    )`
}

function firstOf(order: AskedOrder) {
  if (order === 'fresh') return firstByBand
  return isPlaced(order) ? firstBySource : firstByTime
}

/** The same in bands of sources, each by time: of the young there are few. */
function firstByBand(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  return Prisma.sql`
    own AS (
      SELECT f.* FROM subscribed u CROSS JOIN LATERAL (
        ${rowsOf(subscriberId, filter, page, Prisma.empty)} LIMIT ${page.limit}) f
      WHERE ${isSourceBehind('fresh', page.after)}
    )`
}

/** A CTE `own` with the first postings of the sources `subscribed`, of all at most `limit` of each, by time. */
function firstByTime(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  const { order } = filter
  const [than, endOfTime] = order === 'oldest' ? ['<=', 'infinity'] : ['>=', '-infinity']
  const bounded = Prisma.sql`AND (${timeOf(order)}, p."id") ${Prisma.raw(than)} (
    coalesce((SELECT "at" FROM bound), ${endOfTime}::timestamptz), coalesce((SELECT "id" FROM bound), 0))`
  const active = filter.show === 'unread' ? hasAboveMark : Prisma.sql`TRUE`
  return Prisma.sql`
    active AS MATERIALIZED (SELECT u.* FROM subscribed u WHERE ${active}),
    contributing AS MATERIALIZED (
      SELECT u.*, f."id", f."at" FROM active u CROSS JOIN LATERAL (
        ${rowsOf(subscriberId, filter, page, Prisma.empty)} LIMIT 1) f
      ${ordered(order, 'f')} LIMIT ${page.limit}
    ), bound AS MATERIALIZED (
      SELECT "at", "id" FROM contributing ${ordered(order)} OFFSET ${page.limit - 1} LIMIT 1
    ), own AS (
      SELECT f.* FROM contributing u CROSS JOIN LATERAL (
        ${rowsOf(subscriberId, filter, page, bounded)} LIMIT ${page.limit}) f
    )`
}

/**
 * The same in orders by source. The sources are gone through as they stand in `sorted`, the only way there is to join
 * what refers to them: so the first `limit` rows are the first in the order, and sources after these are not looked at.
 */
function firstBySource(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  const { order } = filter
  const active = filter.show === 'unread' ? Prisma.sql`AND ${hasAboveMark}` : Prisma.empty
  return Prisma.sql`
    sorted AS MATERIALIZED (
      SELECT u.* FROM subscribed u WHERE ${isSourceBehind(order, page.after)} ORDER BY u."place", u."sourceId"
    ), own AS (
      SELECT f.* FROM sorted u CROSS JOIN LATERAL (
        ${rowsOf(subscriberId, filter, page, active)} LIMIT ${page.limit}) f LIMIT ${page.limit}
    )`
}

/** The matching postings of source `u` in order. */
function rowsOf(subscriberId: string, filter: PostingFilter, page: Page, condition: Prisma.Sql): Prisma.Sql {
  const { show } = filter
  const order = listOrder(filter)
  return Prisma.sql`
    SELECT p."id", ${timeOf(order)} AS "at", u."place", u."sourceId" FROM "posting" p
    WHERE p."sourceId" = u."sourceId" AND ${isBehind(order, page.after)} AND ${isYoung(filter, page)}
      AND ${show === 'unread' ? isUnreadAbove(subscriberId) : isNotHidden(subscriberId)}
      AND ${isWithin(page.fromId)} ${condition}
    ORDER BY ${timeOf(order)} ${direction(filter)}, p."id" ${direction(filter)}`
}

/**
 * The same for postings that are starred or read later, which stay readable when their source was left. They are few:
 * found by their stars.
 */
export function pageOfKept(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  const order = listOrder(filter)
  const isKept = filter.starred ? Prisma.sql`t."starredAt" IS NOT NULL` : Prisma.sql`t."laterAt" IS NOT NULL`
  return Prisma.sql`
    ${cursorSource(subscriberId, order, page.after)}
    kept AS MATERIALIZED (
      SELECT p."id", p."sourceId", p."shownAt", p."publishedAt", ${sourcePlace(order, page.asOfAt)} AS "place"
      FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId" JOIN "source" s ON s."id" = p."sourceId"
      LEFT JOIN "subscription" u ON u."subscriberId" = t."subscriberId" AND u."sourceId" = p."sourceId"
      WHERE t."subscriberId" = ${subscriberId} AND ${isKept}
        AND ${keptInScope(subscriberId, filter)} ${filter.show === 'unread' ? isUnreadNow : Prisma.empty}
    ), page AS (
      SELECT p."id", ${timeOf(order)} AS "at", p."place", p."sourceId" FROM kept p JOIN kept u ON u."id" = p."id"
      WHERE ${isSourceBehind(order, page.after)} AND ${isBehind(order, page.after)} AND ${isYoung(filter, page)}
      ${ordered(order)} LIMIT ${page.limit}
    )`
}

const isUnreadNow = Prisma.sql`AND NOT coalesce(t."isRead", p."id" <= u."readThrough", true)`

/** A posting that somebody kept is shown though its source is muted. */
function keptInScope(subscriberId: string, { folderId, sourceId, labelId }: PostingFilter): Prisma.Sql {
  if (sourceId !== undefined) return Prisma.sql`p."sourceId" = ${sourceId}`
  if (folderId !== undefined) return Prisma.sql`u."folderId" IN ${foldersWithinSql(subscriberId, folderId)}`
  if (labelId === undefined) return Prisma.sql`TRUE`
  return Prisma.sql`(EXISTS (SELECT 1 FROM "subscription_label" sl
      WHERE sl."labelId" = ${labelId} AND sl."subscriptionId" = u."id")
    OR EXISTS (SELECT 1 FROM "posting_label" pl
      WHERE pl."labelId" = ${labelId} AND pl."postingId" = p."id" AND pl."subscriberId" = ${subscriberId}))`
}

/** Postings that have the label themselves, of sources that do not have it. They are found by the label: it has few. */
function labelled(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  const order = listOrder(filter)
  return Prisma.sql`
    SELECT p."id", ${timeOf(order)} AS "at", u."place", p."sourceId" FROM (
      SELECT p."id" AS "postingId", p."sourceId", u."readThrough", ${sourcePlace(order, page.asOfAt)} AS "place"
      FROM "posting_label" pl JOIN "posting" p ON p."id" = pl."postingId" JOIN "source" s ON s."id" = p."sourceId"
      LEFT JOIN "subscription" u ON u."subscriberId" = pl."subscriberId" AND u."sourceId" = p."sourceId"
      WHERE pl."labelId" = ${filter.labelId} AND pl."subscriberId" = ${subscriberId}
        AND p."sourceId" NOT IN (SELECT "sourceId" FROM subscribed)
    ) u JOIN "posting" p ON p."id" = u."postingId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = p."id"
    WHERE t."hiddenAt" IS NULL AND ${isSourceBehind(order, page.after)} AND ${isBehind(order, page.after)} AND ${isYoung(filter, page)}
      ${filter.show === 'unread' ? isUnreadNow : Prisma.empty}`
}

/** Whether posting `p` is in the parts that are looked through. */
export function isWithin(fromId: bigint | null | undefined): Prisma.Sql {
  return fromId === null || fromId === undefined ? Prisma.sql`TRUE` : Prisma.sql`p."id" >= ${fromId}`
}

const joinSource = Prisma.sql`JOIN "source" s ON s."id" = u."sourceId"`

function direction(filter: PostingFilter): Prisma.Sql {
  return filter.order === 'oldest' ? Prisma.sql`ASC` : Prisma.sql`DESC`
}

/** Whether posting `p` belongs in the fresh list, where that is asked for. First documents do not: they were there before. */
function isYoung({ freshMinutes }: PostingFilter, { asOfAt }: Page): Prisma.Sql {
  if (freshMinutes === undefined) return Prisma.sql`TRUE`
  return Prisma.sql`(NOT p."isInitial" AND p."shownAt" >= ${youngFrom(freshMinutes, asOfAt)})`
}

/** The beginning of the fresh list at an instant. */
export function youngFrom(freshMinutes: number, asOfAt: Date): Date {
  return new Date(asOfAt.getTime() - freshMinutes * 60_000)
}

const hasAboveMark = Prisma.sql`
  EXISTS (SELECT 1 FROM "posting" a WHERE a."sourceId" = u."sourceId" AND a."id" > u."readThrough")`

function isUnreadAbove(subscriberId: string): Prisma.Sql {
  return Prisma.sql`p."id" > u."readThrough" AND NOT EXISTS (
    SELECT 1 FROM "posting_state" t
    WHERE t."subscriberId" = ${subscriberId} AND t."postingId" = p."id" AND t."isRead")`
}

function unreadBelowMark(subscriberId: string, filter: PostingFilter, page: Page): Prisma.Sql {
  const order = listOrder(filter)
  return Prisma.sql`
    SELECT p."id", ${timeOf(order)} AS "at", u."place", u."sourceId"
    FROM "posting_state" t JOIN subscribed u ON u."sourceId" = t."sourceId"
    JOIN "posting" p ON p."id" = t."postingId"
    WHERE t."subscriberId" = ${subscriberId} AND t."isRead" = false AND p."id" <= u."readThrough"
      AND ${isSourceBehind(order, page.after)} AND ${isBehind(order, page.after)} AND ${isYoung(filter, page)}`
}

/**
 * No rule of the subscriber hides posting `p`. What is hidden is read, too (a CHECK of the table says so): lists of unread
 * postings and all counts leave it out without asking. It is shown among the stars and what is read later, and where a search
 * asks for it by `is:hidden`.
 */
function isNotHidden(subscriberId: string): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT 1 FROM "posting_state" hidden
    WHERE hidden."subscriberId" = ${subscriberId} AND hidden."postingId" = p."id" AND hidden."hiddenAt" IS NOT NULL)`
}
