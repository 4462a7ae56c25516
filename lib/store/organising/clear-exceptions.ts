import { isNotSince, type ActTime } from '#lib/store/ground/act-time.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** Clears those of the meant postings (states `t`) that were kept unread by hand and now lie at or below their mark. */
export async function clearExceptions(
  transaction: Transaction,
  ids: readonly number[],
  isMeant: Prisma.Sql,
  time: ActTime,
): Promise<bigint[]> {
  const cleared = await transaction.$queryRaw<{ postingId: bigint }[]>`
    UPDATE "posting_state" t SET "isRead" = NULL, "readAt" = ${time.actedAt}, "updatedAt" = ${time.storedAt}
    FROM "subscription" u
    WHERE u."id" = ANY(${[...ids]}) AND t."subscriberId" = u."subscriberId" AND t."sourceId" = u."sourceId"
      AND t."isRead" = false AND t."postingId" <= u."readThrough" AND ${isMeant}
      AND ${isNotSince(time, Prisma.sql`t."readAt"`)}
    RETURNING t."postingId"`
  return cleared.map((row) => row.postingId)
}
