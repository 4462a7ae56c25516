import { Prisma } from '#lib/store/generated/client.ts'
import type { TimeRange } from './search-condition.ts'
import type { SearchWindow } from './search-windows.ts'
import type { HitsRequest, SearchPlan } from './search-plan.ts'

/**
 * The hits of a window in order, at most the page's, beside how many postings were read for them; one row without a hit
 * where there is none. First come the candidates `h`: what the index gives for the words, or the postings of the sources
 * where there are no words. Only in their order and until the page is full is looked at what else is asked: without
 * OFFSET 0 the database would ask all of them before it sorts.
 */
export function windowSql(request: HitsRequest, plan: SearchPlan, window: SearchWindow): Prisma.Sql {
  const order = orderSql(request.order)
  const direction = Prisma.raw(request.order === 'newest' ? 'DESC' : 'ASC')
  const candidates = candidatesSql(request, plan, window)
  return Prisma.sql`
    WITH h AS MATERIALIZED (${candidates}),
    found AS (${hitsOf(request, plan.condition, Prisma.sql`(SELECT * FROM h ${order} OFFSET 0)`)} LIMIT ${request.limit})
    SELECT found."id", found."shownAt", r."read" FROM (SELECT count(*)::int AS "read" FROM h) r
    LEFT JOIN found ON true ORDER BY found."shownAt" ${direction}, found."id" ${direction}`
}

/**
 * The candidates, each with its posting, subscription and state, that meet a condition, in order. All are joined from the
 * left: the database leaves out those that the condition does not ask.
 */
function hitsOf(
  { subscriberId, order }: Pick<HitsRequest, 'subscriberId' | 'order'>,
  condition: Prisma.Sql,
  candidates: Prisma.Sql,
): Prisma.Sql {
  const direction = Prisma.raw(order === 'newest' ? 'DESC' : 'ASC')
  return Prisma.sql`
    SELECT h."id", h."shownAt" FROM ${candidates} h
    LEFT JOIN "posting" p ON p."id" = h."id"
    LEFT JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = h."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = h."id"
    WHERE ${condition} ORDER BY h."shownAt" ${direction}, h."id" ${direction}`
}

function candidatesSql(request: HitsRequest, plan: SearchPlan, window: SearchWindow): Prisma.Sql {
  if (plan.kept !== null) return kept(request, plan, window)
  return plan.necessary === null ? walked(request, plan, window) : indexed(request, plan, window)
}

const keptColumns = {
  starred: Prisma.sql`t."starredAt"`,
  later: Prisma.sql`t."laterAt"`,
  noted: Prisma.sql`t."notedAt"`,
  hidden: Prisma.sql`t."hiddenAt"`,
} as const

function kept(request: HitsRequest, plan: SearchPlan, window: SearchWindow): Prisma.Sql {
  const inPlace = request.isPlaced ? Prisma.sql`AND p."sourceId" = ANY(${plan.sources}::int[])` : Prisma.empty
  return Prisma.sql`
    SELECT p."id", p."shownAt", p."sourceId", s."document" FROM "posting_state" t
    JOIN "posting" p ON p."id" = t."postingId" LEFT JOIN "posting_search" s ON s."postingId" = p."id"
    WHERE t."subscriberId" = ${request.subscriberId} AND ${keptColumns[plan.kept ?? 'starred']} IS NOT NULL ${inPlace}
      AND ${boundsSql(request, window, Prisma.sql`p."shownAt"`, Prisma.sql`p."id"`)}`
}

function indexed(request: HitsRequest, plan: SearchPlan, window: SearchWindow): Prisma.Sql {
  const entries = window.entries === null ? plan.necessary : `${plan.necessary ?? ''} & ${window.entries}`
  return Prisma.sql`
    SELECT s."postingId" AS "id", s."shownAt", s."sourceId", ${documentSql(plan)} FROM "posting_search" s
    WHERE s."document" @@ ${entries}::tsquery AND s."sourceId" = ANY(${plan.sources}::int[])
      AND ${boundsSql(request, window, Prisma.sql`s."shownAt"`, Prisma.sql`s."postingId"`)}`
}

function walked(request: HitsRequest, plan: SearchPlan, window: SearchWindow): Prisma.Sql {
  const bounds = boundsSql(request, window, Prisma.sql`p."shownAt"`, Prisma.sql`p."id"`)
  return Prisma.sql`
    SELECT c."id", c."shownAt", c."sourceId", ${documentSql(plan)}
    FROM (
      SELECT p."id", p."shownAt", p."sourceId" FROM "subscription" u CROSS JOIN LATERAL (
        SELECT p."id", p."shownAt", p."sourceId" FROM "posting" p
        WHERE p."sourceId" = u."sourceId" AND ${bounds}
          ${plan.isUnread ? Prisma.sql`AND p."id" > u."readThrough"` : Prisma.empty}) p
      WHERE u."subscriberId" = ${request.subscriberId} AND u."sourceId" = ANY(${plan.sources}::int[])
        ${plan.isUnread ? hasAboveMark : Prisma.empty}
      ${plan.isUnread ? Prisma.sql`UNION ALL ${unreadBelowMark(request, plan, bounds)}` : Prisma.empty}) c
    ${plan.readsWords ? Prisma.sql`LEFT JOIN "posting_search" s ON s."postingId" = c."id"` : Prisma.empty}`
}

/** Candidates are kept while they are looked at: no longer than they need to be. */
function documentSql({ readsWords }: SearchPlan): Prisma.Sql {
  return readsWords ? Prisma.sql`s."document"` : Prisma.sql`NULL::tsvector AS "document"`
}

const hasAboveMark = Prisma.sql`AND EXISTS (
  SELECT 1 FROM "posting" a WHERE a."sourceId" = u."sourceId" AND a."id" > u."readThrough")`

function unreadBelowMark(request: HitsRequest, plan: SearchPlan, bounds: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT p."id", p."shownAt", p."sourceId" FROM "posting_state" t
    JOIN "subscription" u ON u."subscriberId" = t."subscriberId" AND u."sourceId" = t."sourceId"
    JOIN "posting" p ON p."id" = t."postingId"
    WHERE t."subscriberId" = ${request.subscriberId} AND t."isRead" = false AND p."id" <= u."readThrough"
      AND t."sourceId" = ANY(${plan.sources}::int[]) AND ${bounds}`
}

function boundsSql(
  { after, order, throughId }: HitsRequest,
  window: TimeRange,
  shownAt: Prisma.Sql,
  id: Prisma.Sql,
): Prisma.Sql {
  const bounds = [timeSql(shownAt, window)]
  if (after !== null) {
    const than = Prisma.raw(order === 'newest' ? '<' : '>')
    bounds.push(Prisma.sql`(${shownAt}, ${id}) ${than} (${after.shownAt}::timestamptz, ${after.id}::bigint)`)
  }
  if (throughId !== null) bounds.push(Prisma.sql`${id} <= ${throughId}::bigint`)
  return Prisma.join(bounds, ' AND ')
}

export function timeSql(shownAt: Prisma.Sql, { startAt, endAt }: TimeRange): Prisma.Sql {
  const from = Number.isFinite(startAt) ? Prisma.sql`${shownAt} >= ${new Date(startAt)}` : Prisma.sql`TRUE`
  const to = Number.isFinite(endAt) ? Prisma.sql`${shownAt} < ${new Date(endAt)}` : Prisma.sql`TRUE`
  return Prisma.sql`${from} AND ${to}`
}

export function orderSql(order: HitsRequest['order']): Prisma.Sql {
  return order === 'newest'
    ? Prisma.sql`ORDER BY "shownAt" DESC, "id" DESC`
    : Prisma.sql`ORDER BY "shownAt" ASC, "id" ASC`
}
