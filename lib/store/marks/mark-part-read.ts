import type { MarkReadRequest } from '#lib/api/lists/mark-read.ts'
import { isNotSince, type ActTime } from '#lib/store/ground/act-time.ts'
import { clearExceptions } from '#lib/store/organising/clear-exceptions.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isPlaced, listOrder, sourcePlace, timeOf, type AskedOrder } from '#lib/store/lists/posting-order.ts'
import { youngFrom } from '#lib/store/lists/posting-page-sql.ts'
import { isKept } from './read-marks.ts'
import type { MovedMark, Undo } from './undo-token.ts'

/** The marks that marking changed, for its undo. */
export type ChangedMarks = Omit<Undo, 'madeAt'>

type PartRequest = {
  readonly subscriberId: string
  /** Subscriptions, locked by the caller. */
  readonly ids: readonly number[]
  readonly throughId: bigint
  /** `unlessKept`: not what has a star, a label or a note, or is kept for later */
  readonly request: MarkReadRequest & { readonly unlessKept?: true }
  readonly time: ActTime
  /** Only what was found up to then. */
  readonly foundThrough?: Date | null
}

/** Whether a request asks for less than all of its scope. */
export function isPart({ starred, later, freshMinutes, before, beside }: MarkReadRequest): boolean {
  return (
    starred === true ||
    later === true ||
    freshMinutes !== undefined ||
    before !== undefined ||
    beside !== undefined
  )
}

/**
 * Marks the unread postings read that fit all conditions of a request. A source's mark moves as far as nothing unread
 * stays behind it; what fits beyond gets a state of its own. Reads the unread postings of the scope once: 100,000 in
 * about half a second.
 */
export async function markPartRead(transaction: Transaction, asked: PartRequest): Promise<ChangedMarks> {
  const { subscriberId, ids, time } = asked
  const found = await findUnread(transaction, asked)
  const marks = await moveMarks(
    transaction,
    found.filter(({ to }) => to !== null),
  )
  const fitting = found.flatMap(({ fittingIds }) => fittingIds)
  const unreadIds = await clearExceptions(
    transaction,
    ids,
    Prisma.sql`t."postingId" = ANY(${fitting}::bigint[])`,
    time,
  )
  const read = await transaction.$queryRaw<{ postingId: bigint }[]>`
    INSERT INTO "posting_state" AS state ("subscriberId", "postingId", "sourceId", "isRead", "readAt", "updatedAt")
    SELECT ${subscriberId}, p."id", p."sourceId", true, ${time.actedAt}, ${time.storedAt}
    FROM unnest(${fitting}::bigint[]) AS fitting("id") JOIN "posting" p ON p."id" = fitting."id"
    JOIN "subscription" u ON u."id" = ANY(${[...ids]}) AND u."sourceId" = p."sourceId"
    WHERE p."id" > u."readThrough" ORDER BY p."id" -- two windows lock them in the same order
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = true, "readAt" = excluded."readAt", "updatedAt" = excluded."updatedAt"
    WHERE state."isRead" IS DISTINCT FROM true AND ${isNotSince(time, Prisma.sql`state."readAt"`)}
    RETURNING "postingId"`
  return { marks, unreadIds, readIds: read.map(({ postingId }) => postingId) }
}

type FoundUnread = {
  readonly subscriptionId: number
  readonly from: bigint
  /** The newest posting up to `throughId` with nothing unread before it that does not fit; null: the mark stays. */
  readonly to: bigint | null
  /** Those that the mark alone does not make read: beyond it, or kept unread by hand. */
  readonly fittingIds: readonly bigint[]
}

async function findUnread(transaction: Transaction, asked: PartRequest): Promise<FoundUnread[]> {
  const { subscriberId, ids, throughId } = asked
  const { condition: fits, place } = await partOf(transaction, asked)
  const shared = Prisma.sql`
    LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = p."id"`
  return transaction.$queryRaw<FoundUnread[]>`
    WITH subscribed AS MATERIALIZED (
      SELECT u."id", u."sourceId", u."readThrough", ${place} AS "place"
      FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId" WHERE u."id" = ANY(${[...ids]})
    ), unread AS MATERIALIZED (
      SELECT u."id" AS "subscriptionId", p."id", coalesce(${fits}, false) AS "fits", true AS "isAbove",
        t."isRead" IS NOT NULL AS "isKept"
      FROM subscribed u JOIN "posting" p ON p."sourceId" = u."sourceId" AND p."id" > u."readThrough"
        AND p."id" <= ${throughId} ${shared}
      WHERE t."isRead" IS NOT TRUE
      UNION ALL
      SELECT u."id", p."id", coalesce(${fits}, false), false, true
      FROM subscribed u JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."sourceId" = u."sourceId"
        AND t."isRead" = false AND t."postingId" <= least(u."readThrough", ${throughId})
      JOIN "posting" p ON p."id" = t."postingId"
    ), summed AS (
      SELECT "subscriptionId", min("id") FILTER (WHERE NOT "fits" AND "isAbove") AS "firstLeft",
        bool_or("fits" AND "isAbove") AS "movesOn"
      FROM unread GROUP BY "subscriptionId" HAVING bool_or("fits")
    ), moving AS MATERIALIZED (
      SELECT u."id", u."readThrough" AS "from", CASE WHEN summed."movesOn" THEN (
        SELECT max(p."id") FROM "posting" p WHERE p."sourceId" = u."sourceId" AND p."id" > u."readThrough"
          AND p."id" <= ${throughId} AND p."id" < coalesce(summed."firstLeft", 9223372036854775807)
      ) END AS "to"
      FROM summed JOIN subscribed u ON u."id" = summed."subscriptionId"
    )
    SELECT moving."id" AS "subscriptionId", moving."from", moving."to",
      coalesce(array_agg(unread."id") FILTER (WHERE unread."id" IS NOT NULL), '{}') AS "fittingIds"
    FROM moving LEFT JOIN unread ON unread."subscriptionId" = moving."id" AND unread."fits"
      AND (unread."isKept" OR unread."id" > coalesce(moving."to", moving."from"))
    GROUP BY moving."id", moving."from", moving."to"`
}

type AskedPart = Pick<PartRequest, 'subscriberId' | 'request' | 'time' | 'foundThrough'>

/**
 * The condition on posting `p` of subscription `u` with state `t` (TRUE: anything), and on u."place", of
 * source `s`.
 */
export async function partOf(
  transaction: Transaction,
  asked: AskedPart,
): Promise<{ readonly condition: Prisma.Sql; readonly place: Prisma.Sql }> {
  const { beside, freshMinutes } = asked.request
  const order = beside === undefined ? 'newest' : listOrder({ order: beside.order, freshMinutes })
  const place = isPlaced(order) ? sourcePlace(order, asOfAt(asked)) : Prisma.sql`0`
  return { condition: await conditionOf(transaction, asked), place }
}

function asOfAt({ request, time }: AskedPart): Date {
  return request.asOfAt === undefined ? time.actedAt : new Date(request.asOfAt)
}

async function conditionOf(transaction: Transaction, asked: AskedPart): Promise<Prisma.Sql> {
  const { starred, later, freshMinutes, before, beside, unlessKept } = asked.request
  const { foundThrough = null } = asked
  const conditions = [foundThrough === null ? Prisma.sql`TRUE` : Prisma.sql`p."foundAt" <= ${foundThrough}`]
  if (unlessKept === true) conditions.push(Prisma.sql`NOT ${isKept}`)
  if (starred === true) conditions.push(Prisma.sql`t."starredAt" IS NOT NULL`)
  if (later === true) conditions.push(Prisma.sql`t."laterAt" IS NOT NULL`)
  if (freshMinutes !== undefined)
    conditions.push(
      Prisma.sql`NOT p."isInitial" AND p."shownAt" >= ${youngFrom(freshMinutes, asOfAt(asked))}`,
    )
  if (before !== undefined) conditions.push(Prisma.sql`p."shownAt" < ${new Date(before)}`)
  if (beside !== undefined) conditions.push(await besideCondition(transaction, asked, beside))
  return Prisma.join(conditions, ' AND ')
}

/** Above is what comes before the posting in its order, below what comes after it. Beside what is not there is nothing. */
async function besideCondition(
  transaction: Transaction,
  asked: AskedPart,
  { postingId, side, ...beside }: NonNullable<MarkReadRequest['beside']>,
): Promise<Prisma.Sql> {
  const order = listOrder({ order: beside.order, freshMinutes: asked.request.freshMinutes })
  const [at] = await transaction.$queryRaw<Omit<Anchor, 'id'>[]>`
    SELECT ${timeOf(order)} AS "at", p."sourceId", ${sourcePlace(order, asOfAt(asked))} AS "place"
    FROM "posting" p JOIN "source" s ON s."id" = p."sourceId"
    LEFT JOIN "subscription" u ON u."subscriberId" = ${asked.subscriberId} AND u."sourceId" = s."id"
    WHERE p."id" = ${BigInt(postingId)}`
  if (at === undefined) return Prisma.sql`FALSE`
  const id = BigInt(postingId)
  const isBeside = besideAnchor({ ...at, id }, side === 'below' ? 'below' : 'above', order)
  return side === 'upTo' ? Prisma.sql`(p."id" = ${id} OR ${isBeside})` : isBeside
}

type Anchor = {
  readonly id: bigint
  readonly at: Date
  readonly sourceId: number
  readonly place: string | number
}

function besideAnchor({ id, at, ...anchor }: Anchor, side: 'above' | 'below', order: AskedOrder): Prisma.Sql {
  // In time: the newest stand above in all orders but one.
  const isLater = (side === 'above') !== (order === 'oldest')
  const inTime = Prisma.sql`(${timeOf(order)}, p."id") ${Prisma.raw(isLater ? '>' : '<')} (${at}, ${id}::bigint)`
  if (!isPlaced(order)) return inTime
  const place =
    order === 'source'
      ? Prisma.sql`${String(anchor.place)}::text`
      : Prisma.sql`${Number(anchor.place)}::float8`
  if (order === 'fresh') {
    const inPlaces = Prisma.raw(side === 'above' ? '<' : '>')
    return Prisma.sql`(CASE WHEN u."place" = ${place} THEN ${inTime} ELSE u."place" ${inPlaces} ${place} END)`
  }
  const inSources = Prisma.sql`(u."place", u."sourceId") ${Prisma.raw(side === 'above' ? '<' : '>')} (${place}, ${anchor.sourceId}::int)`
  return Prisma.sql`(CASE WHEN u."sourceId" = ${anchor.sourceId} THEN ${inTime} ELSE ${inSources} END)`
}

async function moveMarks(transaction: Transaction, found: readonly FoundUnread[]): Promise<MovedMark[]> {
  const rows = found.map(({ subscriptionId, to }) => ({ subscriptionId, to: to ?? 0n }))
  const moved = await transaction.$queryRaw<{ subscriptionId: number }[]>`
    UPDATE "subscription" u SET "readThrough" = moving."to"
    FROM unnest(${rows.map((row) => row.subscriptionId)}::int[], ${rows.map((row) => row.to)}::bigint[])
      AS moving("id", "to")
    WHERE u."id" = moving."id" AND u."readThrough" < moving."to" RETURNING u."id" AS "subscriptionId"`
  const ids = new Set(moved.map((row) => row.subscriptionId))
  return found.flatMap(({ subscriptionId, from, to }) =>
    to !== null && ids.has(subscriptionId) ? [{ subscriptionId, from, to }] : [],
  )
}
