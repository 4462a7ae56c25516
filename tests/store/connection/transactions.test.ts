import { expect, test } from 'vitest'
import type { Transaction } from '#lib/store/connection/database.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'

async function readOne(transaction: Transaction): Promise<unknown> {
  return transaction.$queryRaw`SELECT 1 AS "one"`
}

test('only what $transaction gives fits where a transaction is needed', async () => {
  const { database, stop } = await openTestDatabase()
  expect(await database.$transaction((transaction) => readOne(transaction))).toEqual([{ one: 1 }])
  // @ts-expect-error The client writes past the transaction. The compiler says so; nothing else would.
  await readOne(database)
  await stop()
})
