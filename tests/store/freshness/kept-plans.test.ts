import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeStories } from '#lib/store/marks/change-stories.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { readDayNumbers } from '#lib/store/freshness/day-numbers.ts'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

let url: string
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ url, drop } = await createTestDatabase())
})
afterAll(() => drop())

/** Statements that the only connection keeps, after settings were asked for so often. */
async function keptAfter(database: Database, times: number): Promise<number> {
  for (let asked = 0; asked < times; asked++) await database.serverSettings.findMany({ where: { id: asked } })
  const [row] = await database.$queryRaw<{ kept: number }[]>`
    SELECT count(*)::int AS "kept" FROM pg_prepared_statements WHERE "statement" LIKE '%server_settings%'`
  await database.$disconnect()
  return row?.kept ?? NaN
}

test('a connection plans once what is asked again and again, where it is opened for that', async () => {
  const options = { maxConnections: 1, keepsPlans: true }
  expect(await keptAfter(openDatabase(url, options), 2)).toBe(0)
  expect(await keptAfter(openDatabase(url, options), 9)).toBe(1)
  expect(await keptAfter(openDatabase(url, { maxConnections: 1 }), 9)).toBe(0)
})

test('a statement whose plan is kept sees what changed since, a column that was added and rows by the thousand', async () => {
  const database = openDatabase(url, { maxConnections: 1, keepsPlans: true })
  const count = () => database.host.count({ where: { probes: 0 } })
  for (let asked = 0; asked < 9; asked++) expect(await count()).toBe(0)
  await database.$executeRaw`ALTER TABLE "host" ADD COLUMN "later" int DEFAULT 0`
  await database.$executeRaw`INSERT INTO "host" ("name") SELECT 'host-' || n FROM generate_series(1, 5000) n`
  expect(await count()).toBe(5000)
  await database.$disconnect()
})

test('opening and marking postings and asking for numbers is planned once, whichever they are', async () => {
  const database = openDatabase(url, { maxConnections: 1, keepsPlans: true })
  const reader = await addReader(database, 'again-and-again')
  const { sourceId } = await addSubscription(database, reader, 'again-and-again')
  const ids = await addPostings(
    database,
    sourceId,
    Array.from({ length: 2_000 }, () => ({})),
  )
  await database.$executeRaw`ANALYZE "posting", "posting_state", "subscription"`
  for (const id of ids.slice(0, 30)) {
    expect(await findPosting(database, reader, id)).toMatchObject({ isRead: false })
    expect(await changeStories(database, reader, [id], { isRead: true }, referenceAt)).toBe(1)
    expect(await findPosting(database, reader, id)).toMatchObject({ isRead: true })
    const { fresh } = await readDayNumbers(database, reader, 30, referenceAt)
    expect(fresh.unread).toBe(ids.length - ids.indexOf(id) - 1)
  }
  // PostgreSQL plans a statement five times for what it is asked with, and then once for all, where that is no worse.
  const plannedAnew = await database.$queryRaw<{ statement: string }[]>`
    SELECT "statement" FROM pg_prepared_statements WHERE "statement" LIKE '%"posting"%' AND "custom_plans" > 5`
  const [numbers] = await database.$queryRaw<{ plannedOnce: number }[]>`
    SELECT count(*)::int AS "plannedOnce" FROM pg_prepared_statements
    WHERE "statement" LIKE '%WITH day AS%' AND "generic_plans" > 0`
  await database.$disconnect()
  expect(plannedAnew).toEqual([])
  expect(numbers?.plannedOnce).toBe(1)
})
