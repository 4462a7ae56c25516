import type { MarkReadRequest, MarkReadResult } from '#lib/api/mark-read.ts'
import { unreadOfSubscription } from './counts.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { notify } from './notify.ts'
import { isInScope } from './subscription-scope.ts'
import { formatUndoToken, parseUndoToken, type MovedMark } from './undo-token.ts'

/** How long a mark-read can be taken back. */
const undoWithinMs = 60 * 60_000

/**
 * Marks the postings of a scope read that are not newer than `throughId`, by moving the read marks of its
 * subscriptions; exceptions that the marks pass are cleared. Nothing above `throughId` changes. Another subscriber's
 * folder or source marks nothing. `agoMs`: it was done so long before, offline; what was marked unread since stays so.
 */
export async function markRead(
  database: Database,
  subscriberId: string,
  request: MarkReadRequest,
  now: number,
  agoMs = 0,
): Promise<MarkReadResult> {
  const actedAt = new Date(now - agoMs)
  return database.$transaction(async (transaction) => {
    const throughId = BigInt(request.throughId)
    const locked = await transaction.$queryRaw<{ id: number }[]>`
      SELECT u."id" FROM "subscription" u WHERE u."subscriberId" = ${subscriberId} AND ${isInScope(subscriberId, request)}
      ORDER BY u."id" FOR UPDATE`
    const ids = locked.map((row) => row.id)
    const readIds = await readLabelled(transaction, subscriberId, request, now, agoMs)
    const before = await countUnread(transaction, ids)
    const marks = await moveMarks(transaction, ids, throughId)
    const cleared = await transaction.$queryRaw<{ postingId: bigint }[]>`
      UPDATE "posting_state" t SET "isRead" = NULL, "readAt" = ${actedAt}, "updatedAt" = ${new Date(now)}
      FROM "subscription" u
      WHERE u."id" = ANY(${ids}) AND t."subscriberId" = u."subscriberId" AND t."sourceId" = u."sourceId"
        AND t."isRead" = false AND t."postingId" <= least(u."readThrough", ${throughId})
        AND ${isNotSince(actedAt, agoMs)}
      RETURNING t."postingId"`
    const marked = before - (await countUnread(transaction, ids)) + readIds.length
    await notify(transaction, { type: 'state', subscriberId })
    const unreadIds = cleared.map((row) => row.postingId)
    return { marked, undoToken: formatUndoToken({ madeAt: now, marks, unreadIds, readIds }) }
  })
}

/**
 * Takes a mark-read back: marks that have not moved since return to their place, cleared exceptions too. What was read
 * singly in the meantime stays read.
 * @returns how many postings became unread, or why it cannot be done
 */
export async function undoMarkRead(
  database: Database,
  subscriberId: string,
  undoToken: string,
  now: number,
): Promise<{ readonly restored: number } | 'invalid' | 'expired'> {
  const token = parseUndoToken(undoToken)
  if (token === null) return 'invalid'
  if (now - token.madeAt > undoWithinMs) return 'expired'
  return database.$transaction(async (transaction) => {
    const owned = await transaction.$queryRaw<{ id: number }[]>`
      SELECT u."id" FROM "subscription" u
      WHERE u."subscriberId" = ${subscriberId} ORDER BY u."id" FOR UPDATE`
    const ids = owned.map((row) => row.id)
    const before = await countUnread(transaction, ids)
    await moveMarksBack(transaction, subscriberId, token.marks)
    await transaction.$executeRaw`
      UPDATE "posting_state" SET "isRead" = false, "readAt" = ${new Date(now)}, "updatedAt" = ${new Date(now)}
      WHERE "subscriberId" = ${subscriberId} AND "postingId" = ANY(${[...token.unreadIds]}::bigint[])
        AND "isRead" IS NULL`
    await transaction.$executeRaw`
      UPDATE "posting_state" SET "isRead" = false, "readAt" = ${new Date(now)}, "updatedAt" = ${new Date(now)}
      WHERE "subscriberId" = ${subscriberId} AND "postingId" = ANY(${[...token.readIds]}::bigint[]) AND "isRead"`
    await notify(transaction, { type: 'state', subscriberId })
    return { restored: (await countUnread(transaction, ids)) - before }
  })
}

/** What was marked unread after an act that comes late stays so. */
function isNotSince(actedAt: Date, agoMs: number): Prisma.Sql {
  return agoMs === 0 ? Prisma.sql`TRUE` : Prisma.sql`coalesce(t."readAt" <= ${actedAt}, true)`
}

/** Reads singly what has the label itself and is of a source without it. */
async function readLabelled(
  transaction: Transaction,
  subscriberId: string,
  { labelId, throughId }: MarkReadRequest,
  now: number,
  agoMs: number,
): Promise<bigint[]> {
  if (labelId === undefined) return []
  const actedAt = new Date(now - agoMs)
  const rows = await transaction.$queryRaw<{ postingId: bigint }[]>`
    UPDATE "posting_state" t SET "isRead" = true, "readAt" = ${actedAt}, "updatedAt" = ${new Date(now)}
    FROM "posting_label" pl JOIN "posting" p ON p."id" = pl."postingId", "subscription" u
    WHERE pl."labelId" = ${labelId} AND pl."subscriberId" = ${subscriberId} AND pl."postingId" <= ${BigInt(throughId)}
      AND t."subscriberId" = pl."subscriberId" AND t."postingId" = pl."postingId"
      AND u."subscriberId" = pl."subscriberId" AND u."sourceId" = p."sourceId"
      AND NOT ${isInScope(subscriberId, { labelId })} AND NOT coalesce(t."isRead", p."id" <= u."readThrough")
      AND ${isNotSince(actedAt, agoMs)}
    RETURNING t."postingId"`
  return rows.map((row) => row.postingId)
}

/** A source's mark becomes its newest posting up to `throughId`, unless it is there or above already. */
async function moveMarks(
  transaction: Transaction,
  ids: readonly number[],
  throughId: bigint,
): Promise<MovedMark[]> {
  return transaction.$queryRaw<MovedMark[]>`
    WITH moving AS (
      SELECT u."id", u."readThrough" AS "from", newest."id" AS "to" FROM "subscription" u
      CROSS JOIN LATERAL (SELECT max(p."id") AS "id" FROM "posting" p
        WHERE p."sourceId" = u."sourceId" AND p."id" <= ${throughId}) newest
      WHERE u."id" = ANY(${[...ids]}) AND newest."id" > u."readThrough"
    )
    UPDATE "subscription" u SET "readThrough" = moving."to" FROM moving WHERE u."id" = moving."id"
    RETURNING u."id" AS "subscriptionId", moving."from", moving."to"`
}

async function moveMarksBack(
  transaction: Transaction,
  subscriberId: string,
  marks: readonly MovedMark[],
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE "subscription" u SET "readThrough" = moved."from"
    FROM unnest(${marks.map((mark) => mark.subscriptionId)}::int[], ${marks.map((mark) => mark.from)}::bigint[],
      ${marks.map((mark) => mark.to)}::bigint[]) AS moved("id", "from", "to")
    WHERE u."id" = moved."id" AND u."subscriberId" = ${subscriberId} AND u."readThrough" = moved."to"`
}

async function countUnread(transaction: Transaction, ids: readonly number[]): Promise<number> {
  const [row] = await transaction.$queryRaw<{ unread: number }[]>`
    SELECT coalesce(sum(${unreadOfSubscription}), 0)::int AS "unread"
    FROM "subscription" u WHERE u."id" = ANY(${[...ids]})`
  return row?.unread ?? 0
}
