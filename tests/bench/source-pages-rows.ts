import type pg from 'pg'
import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { memoryVersion, packMemory } from '#lib/policy/learning/pack.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { policyVersion } from '#lib/policy/basics/version.ts'

const sources = 100_000
/** The first sources have a reader, whole histories of postings and polls, and a memory; the others a few postings. */
export const subscribed = 1_000
/** A source of two years, polled every ten minutes. */
export const oftenPolled = 1
export const reader = 'made-up'

/** Fills an empty database, once. @throws Error when it holds other sources */
export async function fillSourcePages(client: pg.Client): Promise<void> {
  const { rows: others } = await client.query(
    `SELECT 1 FROM "source" WHERE "hostName" NOT LIKE '%.made-up.example' LIMIT 1`,
  )
  if (others.length > 0) throw new Error('This database has other sources.')
  const { rows: known } = await client.query(`SELECT 1 FROM "source" LIMIT 1`)
  if (known.length > 0) return
  await client.query('BEGIN')
  for (const statement of statements) await client.query(statement)
  await addRun(client)
  await addMemories(client)
  await client.query('COMMIT')
  await client.query('VACUUM ANALYZE')
}

const posted = (count: string, everyHours: string, where: string) => `
  INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "claimedAt", "publishedAt", "foundAt", "shownAt",
    "isInitial", "sourceId")
  SELECT s."id" || '-' || n, 'Posting ' || n, repeat('Text of a posting. ', 20), 'Text', '', at, at, at + delay, at + delay, false, s."id"
  FROM "source" s, generate_series(1, ${count}) n,
    LATERAL (SELECT now() - (n * ${everyHours} + s."id" % 7) * interval '1 hour' - interval '3 hours' AS at,
      ((s."id" * 7919 + n * 104729) % 7200) * interval '1 second' AS delay) t
  WHERE ${where}`

const polled = (count: string, everyMinutes: string, where: string) => `
  INSERT INTO "poll" ("sourceId", "planId", "plannedAt", "plannedReason", "startedAt", "finishedAt", "outcome", "factOutcome",
    "consecutiveFailures", "windowSize", "windowOldestAt", "windowNewestAt", "nextPollAt", "reason")
  SELECT s."id", s."planId", at, '{"code": "asked", "values": {}}', at, at + interval '1 second',
    CASE WHEN (n + s."id") % 97 < 3 THEN 'failed' WHEN n % 3 = 0 THEN 'fetched' ELSE 'not-modified' END,
    'unchanged', 0, 20, at - interval '3 days', at, at + interval '4 hours', '{"code": "asked", "values": {}}'
  FROM "source" s, generate_series(0, ${count}) n,
    LATERAL (SELECT now() - n * ${everyMinutes} * interval '1 minute' - interval '5 minutes' AS at) t
  WHERE ${where} ORDER BY at`

const statements = [
  `INSERT INTO "host" ("name") SELECT 'h' || n || '.made-up.example' FROM generate_series(1, ${sources}) n`,
  `INSERT INTO "source" ("id", "url", "title", "hostName", "firstPolledAt", "lastPolledAt", "lastSuccessAt", "lastOutcome", "windowSize", "nextPollAt")
   SELECT n, 'https://h' || n || '.made-up.example/feed', 'Source ' || n, 'h' || n || '.made-up.example', now() - interval '90 days',
     now() - interval '5 minutes', now() - interval '5 minutes', 'fetched', 20, now() + interval '1 hour' FROM generate_series(1, ${sources}) n`,
  `INSERT INTO "plan" ("madeAt", "policy", "policyVersion", "weight", "ratePerDay", "pollsPerDay", "pattern", "carry", "predictedDelayMs",
     "minIntervalMs", "maxStalenessMs", "sourceId")
   SELECT now() - interval '1 hour', 'price', '${policyVersion}', 1, 2, CASE WHEN "id" = ${oftenPolled} THEN 144 ELSE 6 END,
     array_fill(1 / 24.0, ARRAY[24]), 0, 7200000, 600000, 86400000, "id" FROM "source"`,
  `UPDATE "source" s SET "planId" = p."id" FROM "plan" p WHERE p."sourceId" = s."id"`,
  `INSERT INTO "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt") VALUES ('${reader}', 'made up', 'made-up@example.org', false, now(), now())`,
  `INSERT INTO "folder" ("name", "subscriberId", "position") SELECT 'Folder ' || n, '${reader}', n FROM generate_series(1, 20) n`,
  `INSERT INTO "subscription" ("subscriberId", "sourceId", "folderId")
   SELECT '${reader}', "id", (SELECT min("id") FROM "folder") + "id" % 20 FROM "source" WHERE "id" <= ${subscribed}`,
  posted('5', '100', `s."id" > ${subscribed}`),
  posted('160', '12', `s."id" <= ${subscribed} AND s."id" <> ${oftenPolled}`),
  posted('10000', '1.7', `s."id" = ${oftenPolled}`),
  polled('360', '240', `s."id" <= ${subscribed} AND s."id" <> ${oftenPolled}`),
  polled('8640', '10', `s."id" = ${oftenPolled}`),
]

async function addRun(client: pg.Client): Promise<void> {
  const now = Date.now()
  const population = { ...firstPopulation(now), price: 0.01 }
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO "planning_run" ("madeAt", "policyVersion", "run", "sources", "grantedPerDay") VALUES (now(), $1, $2, $3, 1) RETURNING "id"`,
    [policyVersion, JSON.stringify({ madeAt: now, policyVersion, population }), sources],
  )
  await client.query(`UPDATE "plan" SET "runId" = $1`, [rows[0]?.id])
}

async function addMemories(client: pg.Client): Promise<void> {
  const now = Date.now()
  const population = firstPopulation(now)
  const newTimes = Array.from({ length: 120 }, (_, index) => now - (120 - index) * 12 * 3_600_000)
  const memory = remember(
    emptyMemory(now - 60 * 86_400_000),
    { polledAt: now - 300_000, newTimes },
    population,
  )
  await client.query(
    `INSERT INTO "price_memory" ("sourceId", "version", "bytes") SELECT "id", $1, $2 FROM "source" WHERE "id" <= ${subscribed}`,
    [memoryVersion, packMemory(memory)],
  )
}
