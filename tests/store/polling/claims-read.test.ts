import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimDueSources } from '#lib/store/polling/claim-due-sources.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'

const sources = 3_000
const plansOfEach = 10
const limit = 48

let database: Database
let url: string
let drop: () => Promise<void>

/** After a standstill: all sources are due, each on a host of its own, the first 48 the weightiest. */
beforeAll(async () => {
  ;({ url, drop } = await createTestDatabase())
  database = openDatabase(url, { maxConnections: 1 }) // whose figures are read
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const statement of [
    `INSERT INTO "host" ("name") SELECT 'host-' || n FROM generate_series(1, ${sources}) n`,
    `INSERT INTO "source" ("id", "url", "hostName", "nextPollAt")
     SELECT n, 'https://host-' || n || '/feed', 'host-' || n, now() - interval '1 hour' + n * interval '1 ms'
     FROM generate_series(1, ${sources}) n`,
    `INSERT INTO "plan" ("madeAt", "policy", "policyVersion", "weight", "ratePerDay", "pollsPerDay", "pattern", "carry",
       "predictedDelayMs", "minIntervalMs", "maxStalenessMs", "sourceId")
     SELECT now(), 'price', '1', CASE WHEN n <= 48 THEN 5 ELSE 1 END, 1, 1, array_fill(0.04, ARRAY[24]), 0, 0, 1, 1, n
     FROM generate_series(1, ${plansOfEach}), generate_series(1, ${sources}) n`,
    `UPDATE "source" s SET "planId" = (SELECT max(p."id") FROM "plan" p WHERE p."sourceId" = s."id")`,
    'VACUUM ANALYZE',
  ])
    await client.query(statement)
  await client.end()
}, 60_000)

afterAll(async () => {
  await database.$disconnect()
  await drop()
})

/** Rows of the tables of plans and hosts that were read from end to end. */
async function readInTurn(): Promise<number> {
  await database.$executeRaw`SELECT pg_stat_force_next_flush()`
  const [row] = await database.$queryRaw<{ rows: bigint }[]>`
    SELECT sum("seq_tup_read")::bigint AS "rows" FROM pg_stat_user_tables WHERE "relname" IN ('plan', 'host')`
  return Number(row?.rows)
}

test('a claim takes the weightiest of what is due, and reads neither plans that are not in force nor hosts that nothing is due of', async () => {
  const before = await readInTurn()
  const claim = { owner: 'one', now: Date.now(), limit, leaseMs: 60_000, spacingMs: 1_000 }
  const claimed = await claimDueSources(database, claim)
  expect(claimed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: limit }, (_, index) => index + 1),
  )
  expect((await readInTurn()) - before).toBe(0)
})

test('where little is due, and PostgreSQL takes it for much, as it was when it last counted, no other hosts are read', async () => {
  await database.$executeRaw`UPDATE "source" SET "nextPollAt" = now() + interval '1 hour' WHERE "id" > 60`
  const before = await readInTurn()
  const claim = { owner: 'two', now: Date.now(), limit, leaseMs: 60_000, spacingMs: 1_000 }
  expect((await claimDueSources(database, claim)).length).toBe(12)
  expect((await readInTurn()) - before).toBe(0)
})
