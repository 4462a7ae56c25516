import type { MarkReadRequest, MarkReadResult } from '#lib/api/lists/mark-read.ts'
import { actTime, isNotSince, type ActTime } from '#lib/store/ground/act-time.ts'
import { clearExceptions } from '#lib/store/organising/clear-exceptions.ts'
import { unreadOfSubscription } from '#lib/store/lists/counts.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { isPart, markPartRead, partOf, type ChangedMarks } from './mark-part-read.ts'
import { isInPlace, isInScope } from '#lib/store/ground/subscription-scope.ts'
import { formatUndoToken, parseUndoToken, type MovedMark, type Undo } from './undo-token.ts'

/** The time for which a mark-read can be taken back. */
const undoWithinMs = 60 * 60_000
/** 100,000 unread postings on a machine that is busy with other things take longer than Prisma's five seconds. */
const patience = { timeout: 60_000 }

/**
 * Marks the postings of a scope read that are not newer than `throughId`, by moving the read marks of its
 * subscriptions; exceptions that the marks pass are cleared. Nothing above `throughId` changes. Another subscriber's
 * folder or source marks nothing. Where only part of the scope is asked for, `markPartRead` does it. `agoMs`: it was done so
 * long before, offline; what was marked unread since stays so.
 */
export async function markRead(
  database: Database,
  subscriberId: string,
  request: MarkReadRequest,
  now: number,
  agoMs = 0,
): Promise<MarkReadResult> {
  const time = actTime(now, agoMs)
  return database.$transaction(async (transaction) => {
    const throughId = BigInt(request.throughId)
    const inScope = request.starred || request.later ? isInPlace : isInScope
    const locked = await transaction.$queryRaw<{ id: number }[]>`
      SELECT u."id" FROM "subscription" u WHERE u."subscriberId" = ${subscriberId} AND ${inScope(subscriberId, request)}
      ORDER BY u."id" FOR UPDATE`
    const ids = locked.map((row) => row.id)
    const labelledIds = await readLabelled(transaction, subscriberId, request, time)
    const before = await countUnread(transaction, ids)
    const changed = isPart(request)
      ? await markPartRead(transaction, { subscriberId, ids, throughId, request, time })
      : await markAllRead(transaction, ids, throughId, time)
    const marked = before - (await countUnread(transaction, ids)) + labelledIds.length
    await notify(transaction, { type: 'state', subscriberId, postings: 'many' })
    const readIds = [...changed.readIds, ...labelledIds]
    return { marked, undoToken: formatUndoToken({ madeAt: now, ...changed, readIds }) }
  }, patience)
}

/**
 * Marks all postings of before an instant read but those that are kept by a star, a label or a note, or for later: of all
 * subscriptions, muted ones, too.
 */
export async function markOldRead(
  transaction: Transaction,
  subscriberId: string,
  before: Date,
  now: number,
): Promise<MarkReadResult> {
  const locked = await transaction.$queryRaw<{ id: number }[]>`
    SELECT u."id" FROM "subscription" u WHERE u."subscriberId" = ${subscriberId} ORDER BY u."id" FOR UPDATE`
  const ids = locked.map((row) => row.id)
  const [newest] = await transaction.$queryRaw<
    { id: bigint | null }[]
  >`SELECT max("id") AS "id" FROM "posting"`
  const throughId = newest?.id ?? 0n
  const request = {
    throughId: throughId.toString(),
    before: before.toISOString(),
    unlessKept: true,
  } as const
  const unreadBefore = await countUnread(transaction, ids)
  const time = actTime(now, 0)
  const changed = await markPartRead(transaction, { subscriberId, ids, throughId, request, time })
  const marked = unreadBefore - (await countUnread(transaction, ids))
  if (marked > 0) await notify(transaction, { type: 'state', subscriberId, postings: 'many' })
  return { marked, undoToken: formatUndoToken({ madeAt: now, ...changed }) }
}

async function markAllRead(
  transaction: Transaction,
  ids: readonly number[],
  throughId: bigint,
  time: ActTime,
): Promise<ChangedMarks> {
  const marks = await moveMarks(transaction, ids, throughId)
  const unreadIds = await clearExceptions(transaction, ids, Prisma.sql`t."postingId" <= ${throughId}`, time)
  return { marks, unreadIds, readIds: [] }
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
  return database.$transaction(
    async (transaction) => ({ restored: await restoreMarks(transaction, subscriberId, token, now) }),
    patience,
  )
}

/** Takes back what an undo names, however old. @returns how many postings became unread */
export async function restoreMarks(
  transaction: Transaction,
  subscriberId: string,
  token: Undo,
  now: number,
): Promise<number> {
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
    WHERE "subscriberId" = ${subscriberId} AND "postingId" = ANY(${[...token.readIds]}::bigint[]) AND "isRead"
      AND "hiddenAt" IS NULL`
  await notify(transaction, { type: 'state', subscriberId, postings: 'many' })
  return (await countUnread(transaction, ids)) - before
}

/** Reads singly what has the label itself and is of a source without it. */
async function readLabelled(
  transaction: Transaction,
  subscriberId: string,
  request: MarkReadRequest,
  time: ActTime,
): Promise<bigint[]> {
  const { labelId, throughId, starred, later } = request
  if (labelId === undefined) return []
  const { condition, place } = await partOf(transaction, { subscriberId, request, time })
  const inScope = starred || later ? isInPlace : isInScope
  const rows = await transaction.$queryRaw<{ postingId: bigint }[]>`
    UPDATE "posting_state" t SET "isRead" = true, "readAt" = ${time.actedAt}, "updatedAt" = ${time.storedAt}
    FROM "posting_label" pl JOIN "posting" p ON p."id" = pl."postingId", (
      SELECT u.*, ${place} AS "place" FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
      WHERE u."subscriberId" = ${subscriberId}) u
    WHERE pl."labelId" = ${labelId} AND pl."subscriberId" = ${subscriberId} AND pl."postingId" <= ${BigInt(throughId)}
      AND t."subscriberId" = pl."subscriberId" AND t."postingId" = pl."postingId"
      AND u."sourceId" = p."sourceId" AND ${condition} AND ${isNotSince(time, Prisma.sql`t."readAt"`)}
      AND NOT ${inScope(subscriberId, { labelId })} AND NOT coalesce(t."isRead", p."id" <= u."readThrough")
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
