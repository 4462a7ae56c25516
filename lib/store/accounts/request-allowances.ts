import { randomUUID } from 'node:crypto'
import { mostAheadMs } from './attempts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/**
 * Takes `size` requests at once of what a key has in the window that began at `windowAt`: one write for many requests, however
 * many processes share the key. A window that a clock began which was set back since counts for nothing. The rows share
 * better-auth's table, as those of attempts.ts.
 * @returns how many were taken by now, by all
 */
export async function takeRequests(
  database: Database,
  key: string,
  { windowAt, size }: { readonly windowAt: number; readonly size: number },
): Promise<number> {
  const began = BigInt(windowAt)
  const isOver = Prisma.sql`r."lastRequest" < ${began} OR r."lastRequest" > ${BigInt(windowAt + mostAheadMs)}`
  const [row] = await database.$queryRaw<{ count: number }[]>`
    INSERT INTO "rate_limit" AS r ("id", "key", "count", "lastRequest")
    VALUES (${randomUUID()}, ${key}, ${size}, ${began})
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN ${isOver} THEN ${size} ELSE r."count" + ${size} END,
      "lastRequest" = CASE WHEN ${isOver} THEN ${began} ELSE r."lastRequest" END
    RETURNING "count"`
  return row?.count ?? size
}
