import type { PostingOrder } from '#lib/api/lists/list-settings.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import type { PostingCursor } from '#lib/store/ground/posting-cursor.ts'

/** The orders that a list is asked for, and that of the fresh list in the place of `weight`. */
export type AskedOrder = PostingOrder | 'fresh'

/**
 * The order of a list. Among the young `weight` means bands: what weighs within four times the same stands together,
 * the youngest first, whichever its source.
 */
export function listOrder({
  order,
  freshMinutes,
}: {
  readonly order: PostingOrder
  readonly freshMinutes?: number | undefined
}): AskedOrder {
  return order === 'weight' && freshMinutes !== undefined ? 'fresh' : order
}

/** Orders in which sources have places, or bands of them. */
export function isPlaced(order: AskedOrder): boolean {
  return order === 'fresh' || order === 'weight' || order === 'source'
}

/** The instant by which postings `p` stand within a list, or within their source; an index begins with it behind the source's id. */
export function timeOf(order: AskedOrder): Prisma.Sql {
  return order === 'published' ? Prisma.sql`coalesce(p."publishedAt", p."shownAt")` : Prisma.sql`p."shownAt"`
}

/**
 * The place of a source `s` (subscription `u`, which may be missing) among the sources, least first: its name, or the
 * weight that each of its postings has: weight divided by postings a day, at least one in 100 days; for the young a band of such weights, each four times the
 * next. The plan in force at `asOfAt` says both, so that all pages of a list agree. Sources without a plan stand last;
 * other orders know no places.
 */
export function sourcePlace(order: AskedOrder, asOfAt: Date): Prisma.Sql {
  if (order === 'source') return Prisma.sql`lower(coalesce(u."title", nullif(s."title", ''), s."url"))`
  if (!isPlaced(order)) return Prisma.sql`0`
  const perPosting = Prisma.sql`n."weight" / greatest(n."ratePerDay", 0.01)`
  const isBand = order === 'fresh'
  return Prisma.sql`coalesce((
    SELECT ${isBand ? Prisma.sql`-floor(ln(greatest(${perPosting}, 1e-9)::float8) / ln(4::float8))` : Prisma.sql`-(${perPosting})`}
    FROM "plan" n WHERE n."sourceId" = s."id" AND n."madeAt" <= ${asOfAt}
    ORDER BY n."madeAt" DESC, n."id" DESC LIMIT 1), ${isBand ? Prisma.sql`1000` : Prisma.sql`0`})`
}

/** The order of columns "place", "sourceId", "at" and "id" of a table, or of a union. */
export function ordered(order: AskedOrder, table: string | null = null): Prisma.Sql {
  const column = (name: string) => Prisma.raw(`${table === null ? '' : `${table}.`}"${name}"`)
  const direction = Prisma.raw(order === 'oldest' ? 'ASC' : 'DESC')
  const byTime = Prisma.sql`${column('at')} ${direction}, ${column('id')} ${direction}`
  if (!isPlaced(order)) return Prisma.sql`ORDER BY ${byTime}`
  if (order === 'fresh') return Prisma.sql`ORDER BY ${column('place')}, ${byTime}`
  return Prisma.sql`ORDER BY ${column('place')}, ${column('sourceId')}, ${byTime}`
}

/** The place of a cursor's source, read once: a CTE `cursor_source(place)`. */
export function cursorSource(
  subscriberId: string,
  order: AskedOrder,
  cursor: PostingCursor | null,
): Prisma.Sql {
  if (cursor?.source === undefined || !isPlaced(order)) return Prisma.empty
  return Prisma.sql`
    cursor_source AS MATERIALIZED (
      SELECT ${sourcePlace(order, cursor.source.asOfAt)} AS "place" FROM "source" s
      LEFT JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = s."id"
      WHERE s."id" = ${cursor.source.id}
    ),`
}

const cursorSourcePlace = Prisma.sql`(SELECT "place" FROM cursor_source)`

/** Whether source `u` ("place", "sourceId") may have postings behind the cursor. */
export function isSourceBehind(order: AskedOrder, cursor: PostingCursor | null): Prisma.Sql {
  if (cursor?.source === undefined || !isPlaced(order)) return Prisma.sql`TRUE`
  if (order === 'fresh') return Prisma.sql`u."place" >= ${cursorSourcePlace}`
  return Prisma.sql`(u."place", u."sourceId") >= (${cursorSourcePlace}, ${cursor.source.id}::int)`
}

/**
 * Whether posting `p` of such a source `u` is behind the cursor. Written so that an index on source and time starts right
 * there: in places behind the cursor's, at the end of time.
 */
export function isBehind(order: AskedOrder, cursor: PostingCursor | null): Prisma.Sql {
  if (cursor === null) return Prisma.sql`TRUE`
  const { shownAt, id, source } = cursor
  const place = Prisma.sql`(${timeOf(order)}, p."id")`
  if (order === 'oldest') return Prisma.sql`${place} > (${shownAt}::timestamptz, ${id}::bigint)`
  if (source === undefined || !isPlaced(order))
    return Prisma.sql`${place} < (${shownAt}::timestamptz, ${id}::bigint)`
  const isIts =
    order === 'fresh' ? Prisma.sql`u."place" = ${cursorSourcePlace}` : Prisma.sql`u."sourceId" = ${source.id}`
  return Prisma.sql`${place} < (
    CASE WHEN ${isIts} THEN ${shownAt}::timestamptz ELSE 'infinity'::timestamptz END,
    CASE WHEN ${isIts} THEN ${id}::bigint ELSE 9223372036854775807 END)`
}
