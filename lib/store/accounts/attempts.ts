import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** So many attempts in a window. */
export type AttemptLimit = { readonly max: number; readonly windowMs: number }

/** Counts an attempt as `pauseOfAttempt` does; false when it is one too many. */
export async function countAttempt(
  database: Database,
  key: string,
  limit: AttemptLimit,
  now: number,
): Promise<boolean> {
  return (await pauseOfAttempt(database, key, limit, now)) === 0
}

/** Clocks of several machines may differ by seconds; a window that begins later than this was begun by a clock that was set back since. */
export const mostAheadMs = 60_000

/**
 * Counts an attempt under a key in fixed windows of `windowMs`. 0, or, when it is more than the `max`-th of its window, how
 * long that lasts in milliseconds. The rows share better-auth's table.
 */
export async function pauseOfAttempt(
  database: Database,
  key: string,
  { max, windowMs }: AttemptLimit,
  now: number,
): Promise<number> {
  const { count, begunAt } = await countUp(database, key, { amount: 1, windowMs }, now)
  return count <= max ? 0 : Math.max(1, begunAt + windowMs - now)
}

/** Adds to what is counted under a key, in fixed windows. @returns the sum in this window, and when that began */
export async function countUp(
  database: Database | Transaction,
  key: string,
  { amount, windowMs }: { readonly amount: number; readonly windowMs: number },
  now: number,
): Promise<{ readonly count: number; readonly begunAt: number }> {
  const isOver = Prisma.sql`r."lastRequest" <= ${BigInt(now - windowMs)} OR r."lastRequest" > ${BigInt(now + mostAheadMs)}`
  const [row] = await database.$queryRaw<{ count: number; lastRequest: bigint }[]>`
    INSERT INTO "rate_limit" AS r ("id", "key", "count", "lastRequest")
    VALUES (${randomUUID()}, ${key}, ${amount}::int, ${BigInt(now)})
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN ${isOver} THEN excluded."count" ELSE r."count" + excluded."count" END,
      "lastRequest" = CASE WHEN ${isOver} THEN excluded."lastRequest" ELSE r."lastRequest" END
    RETURNING "count", "lastRequest"`
  return { count: row?.count ?? amount, begunAt: Number(row?.lastRequest ?? now) }
}

/**
 * Takes back one attempt that was counted, as it was no guess: those of others under the same key stay. Counted first and taken back
 * then, so that many guesses at once are bounded, too.
 */
export async function takeBackAttempt(database: Database, key: string): Promise<void> {
  await database.rateLimit.updateMany({ where: { key, count: { gt: 0 } }, data: { count: { decrement: 1 } } })
}

/** The longest window of all. */
const longestWindow = '1 hour'

/** Removes what counts for nothing any more. @returns how many rows */
export async function removeOldAttempts(database: Database): Promise<number> {
  return database.$executeRaw`
    DELETE FROM "rate_limit"
    WHERE "lastRequest" < extract(epoch FROM clock_timestamp() - ${longestWindow}::interval) * 1000`
}
