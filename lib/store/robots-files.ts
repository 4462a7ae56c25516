import type { RobotsRule, RobotsRules } from '#lib/feeds/robots.ts'
import type { Database } from './database.ts'

/** What a robots.txt said when it was last asked for. */
export type StoredRobots = RobotsRules & { readonly checkedAt: number }

/** The robots.txt of an origin as last read; null: never asked for. */
export async function findRobots(database: Database, origin: string): Promise<StoredRobots | null> {
  const row = await database.robotsFile.findUnique({ where: { origin } })
  if (row === null) return null
  // Written by storeRobots alone.
  return {
    rules: row.rules as unknown as RobotsRule[],
    crawlDelayMs: row.crawlDelayMs,
    checkedAt: row.checkedAt.getTime(),
  }
}

/** Forgets files that nobody has needed for a month. */
export async function forgetOldRobots(database: Database, now: number): Promise<void> {
  await database.robotsFile.deleteMany({ where: { checkedAt: { lt: new Date(now - 30 * 86_400_000) } } })
}

/** Keeps what a robots.txt says to us. */
export async function storeRobots(database: Database, origin: string, robots: StoredRobots): Promise<void> {
  await database.$executeRaw`
    INSERT INTO "robots_file" ("origin", "checkedAt", "rules", "crawlDelayMs")
    VALUES (${origin}, ${new Date(robots.checkedAt)}, ${JSON.stringify(robots.rules)}::jsonb, ${robots.crawlDelayMs})
    ON CONFLICT ("origin") DO UPDATE SET "checkedAt" = excluded."checkedAt", "rules" = excluded."rules",
      "crawlDelayMs" = excluded."crawlDelayMs"`
}
