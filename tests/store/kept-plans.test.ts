import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#lib/store/database.ts'
import { createTestDatabase } from '../support/database.ts'

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
