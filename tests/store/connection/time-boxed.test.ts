import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { within } from '#lib/store/connection/time-boxed.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'

const patienceMs = 30_000
let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await openTestDatabase())
})
afterAll(() => stop())

test('a reading that fails leaves its transaction to those that follow', async () => {
  await database.$transaction(async (transaction) => {
    const failed = await within(transaction, patienceMs, () => transaction.$queryRaw`SELECT 1 / 0`)
    expect(failed).toEqual({ error: expect.any(Error) as Error })
    const next = await within(transaction, patienceMs, () => transaction.$queryRaw`SELECT 1 AS "one"`)
    expect(next).toEqual({ result: [{ one: 1 }] })
  })
})

test('a database without room is not taken for a reading that fails', async () => {
  const reading = database.$transaction((transaction) =>
    within(
      transaction,
      patienceMs,
      () => transaction.$executeRaw`DO $$ BEGIN RAISE SQLSTATE '53100'; END $$`,
    ),
  )
  await expect(reading).rejects.toThrow()
})
