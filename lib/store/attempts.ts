import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

/**
 * Counts an attempt under a key in fixed windows of `windowMs`; false when it is more than the `max`-th of its window.
 * The rows share better-auth's table, which clears out old ones.
 */
export async function countAttempt(
  database: Database,
  key: string,
  limit: { readonly max: number; readonly windowMs: number },
  now: number,
): Promise<boolean> {
  const ended = BigInt(now - limit.windowMs)
  const [row] = await database.$queryRaw<{ count: number }[]>`
    INSERT INTO "rate_limit" AS r ("id", "key", "count", "lastRequest") VALUES (${randomUUID()}, ${key}, 1, ${BigInt(now)})
    ON CONFLICT ("key") DO UPDATE SET
      "count" = CASE WHEN r."lastRequest" <= ${ended} THEN 1 ELSE r."count" + 1 END,
      "lastRequest" = CASE WHEN r."lastRequest" <= ${ended} THEN excluded."lastRequest" ELSE r."lastRequest" END
    RETURNING "count"`
  return (row?.count ?? 1) <= limit.max
}

/** Forgets the attempts under a key. */
export async function clearAttempts(database: Database, key: string): Promise<void> {
  await database.rateLimit.deleteMany({ where: { key } })
}
