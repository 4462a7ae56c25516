import type { PostingOrder } from '#lib/api/list-settings.ts'
import { Prisma } from './generated/client.ts'
import type { PostingCursor } from './posting-cursor.ts'

/** Orders in which all postings of a source stand together. */
export function isBySource(order: PostingOrder): boolean {
  return order === 'weight' || order === 'source'
}

/** What postings `p` stand by within a list, or within their source; an index begins with it behind the source's id. */
export function timeOf(order: PostingOrder): Prisma.Sql {
  return order === 'published' ? Prisma.sql`coalesce(p."publishedAt", p."shownAt")` : Prisma.sql`p."shownAt"`
}

/**
 * The place of a source `s` (subscription `u`, which may be missing) among the sources, least first: its name, or the
 * weight that each of its postings has: weight divided by postings a day, at least one in 100 days. The plan in force at
 * `asOfAt` says both, so that all pages of a list agree. Sources without a plan stand last; other orders know no places.
 */
export function sourcePlace(order: PostingOrder, asOfAt: Date): Prisma.Sql {
  if (order === 'source') return Prisma.sql`lower(coalesce(u."title", nullif(s."title", ''), s."url"))`
  if (order !== 'weight') return Prisma.sql`0`
  return Prisma.sql`coalesce((
    SELECT -n."weight" / greatest(n."ratePerDay", 0.01) FROM "plan" n
    WHERE n."sourceId" = s."id" AND n."madeAt" <= ${asOfAt} ORDER BY n."madeAt" DESC, n."id" DESC LIMIT 1), 0)`
}

/** The order of columns "place", "sourceId", "at" and "id" of a table, or of a union. */
export function ordered(order: PostingOrder, table: string | null = null): Prisma.Sql {
  const column = (name: string) => Prisma.raw(`${table === null ? '' : `${table}.`}"${name}"`)
  const direction = Prisma.raw(order === 'oldest' ? 'ASC' : 'DESC')
  const byTime = Prisma.sql`${column('at')} ${direction}, ${column('id')} ${direction}`
  return isBySource(order)
    ? Prisma.sql`ORDER BY ${column('place')}, ${column('sourceId')}, ${byTime}`
    : Prisma.sql`ORDER BY ${byTime}`
}

/** The place of a cursor's source, read once: a CTE `cursor_source(place)`. */
export function cursorSource(
  subscriberId: string,
  order: PostingOrder,
  cursor: PostingCursor | null,
): Prisma.Sql {
  if (cursor?.source === undefined || !isBySource(order)) return Prisma.empty
  return Prisma.sql`
    cursor_source AS MATERIALIZED (
      SELECT ${sourcePlace(order, cursor.source.asOfAt)} AS "place" FROM "source" s
      LEFT JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = s."id"
      WHERE s."id" = ${cursor.source.id}
    ),`
}

/** Whether source `u` ("place", "sourceId") may have postings behind the cursor. */
export function isSourceBehind(order: PostingOrder, cursor: PostingCursor | null): Prisma.Sql {
  if (cursor?.source === undefined || !isBySource(order)) return Prisma.sql`TRUE`
  return Prisma.sql`(u."place", u."sourceId") >= ((SELECT "place" FROM cursor_source), ${cursor.source.id}::int)`
}

/**
 * Whether posting `p` of such a source `u` is behind the cursor. Written so that an index on source and time starts right
 * there: in sources behind the cursor's, at the end of time.
 */
export function isBehind(order: PostingOrder, cursor: PostingCursor | null): Prisma.Sql {
  if (cursor === null) return Prisma.sql`TRUE`
  const { shownAt, id, source } = cursor
  const place = Prisma.sql`(${timeOf(order)}, p."id")`
  if (order === 'oldest') return Prisma.sql`${place} > (${shownAt}::timestamptz, ${id}::bigint)`
  if (source === undefined || !isBySource(order))
    return Prisma.sql`${place} < (${shownAt}::timestamptz, ${id}::bigint)`
  const isIts = Prisma.sql`u."sourceId" = ${source.id}`
  return Prisma.sql`${place} < (
    CASE WHEN ${isIts} THEN ${shownAt}::timestamptz ELSE 'infinity'::timestamptz END,
    CASE WHEN ${isIts} THEN ${id}::bigint ELSE 9223372036854775807 END)`
}
