import type { RobotsRule, RobotsRules } from '#lib/documents/fetch/robots.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** The rules of a robots.txt when it was last asked for. */
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

/**
 * Pages of 8 kB that the files take, as the database estimates them: 500 MB. Beyond it no further origins are kept, and their files are asked for
 * each time: one poll may be sent on to ten origins that nobody ever asked, and the next one to ten others.
 */
const mostPages = 64_000

/** Forgets files that nobody has needed for a month. */
export async function forgetOldRobots(database: Database, now: number): Promise<void> {
  await database.robotsFile.deleteMany({ where: { checkedAt: { lt: new Date(now - 30 * DAY_MS) } } })
}

type Writing = { readonly waiting: Map<string, StoredRobots>; running: Promise<void> }
const writings = new WeakMap<Database, Writing>()

/** Keeps what a robots.txt says to us. What is brought while files are being written is written together, after them. */
export function storeRobots(database: Database, origin: string, robots: StoredRobots): Promise<void> {
  const writing = writings.get(database)
  if (writing !== undefined) {
    if (writing.waiting.size === 0)
      writing.running = writing.running.catch(() => undefined).then(() => writeWaiting(database, writing))
    writing.waiting.set(origin, robots)
    return writing.running
  }
  const own: Writing = { waiting: new Map([[origin, robots]]), running: Promise.resolve() }
  writings.set(database, own)
  own.running = writeWaiting(database, own)
  return own.running
}

async function writeWaiting(database: Database, writing: Writing): Promise<void> {
  const files = [...writing.waiting]
  writing.waiting.clear()
  try {
    await writeRobots(database, files)
  } finally {
    if (writing.waiting.size === 0) writings.delete(database)
  }
}

async function writeRobots(
  database: Database,
  files: readonly (readonly [origin: string, robots: StoredRobots])[],
): Promise<void> {
  const rows = files.map(([origin, { checkedAt, ...robots }]) => ({
    origin,
    ...robots,
    checkedAt: new Date(checkedAt).toISOString(),
  }))
  await database.$executeRaw`
    INSERT INTO "robots_file" ("origin", "checkedAt", "rules", "crawlDelayMs")
    SELECT * FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb)
      AS row("origin" text, "checkedAt" timestamptz, "rules" jsonb, "crawlDelayMs" int)
    WHERE (SELECT sum(c."relpages") FROM pg_class c WHERE c."oid" = 'robots_file'::regclass
        OR c."oid" = (SELECT f."reltoastrelid" FROM pg_class f WHERE f."oid" = 'robots_file'::regclass)) < ${mostPages}
      OR EXISTS (SELECT 1 FROM "robots_file" f WHERE f."origin" = row."origin")
    ORDER BY "origin" -- several processes lock rows in one order
    ON CONFLICT ("origin") DO UPDATE SET "checkedAt" = excluded."checkedAt", "rules" = excluded."rules",
      "crawlDelayMs" = excluded."crawlDelayMs"`
}
