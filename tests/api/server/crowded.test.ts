import { afterAll, beforeAll, expect, test } from 'vitest'
import { route } from '#lib/api/http/route.ts'
import { openDatabase, type Database, type Transaction } from '#lib/store/connection/database.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { openDatabaseGate } from '#tests/support/servers/database-gate.ts'

let database: Database
let url: string
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ url, drop } = await createTestDatabase())
  database = openDatabase(url)
})
afterAll(async () => {
  await database.$disconnect()
  await drop()
})

/** The answer to a request that does this. */
async function answerTo(work: () => Promise<unknown>) {
  const handler = route(work, () => undefined)
  const response = await handler(new Request('http://localhost/'), { params: Promise.resolve({}) })
  return { status: response.status, retryAfter: response.headers.get('retry-after') }
}

test('who was undone to end a deadlock is told to ask again', async () => {
  const locking = (first: number, second: number) => () =>
    database.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${first}::int)`
      await new Promise((resolve) => setTimeout(resolve, 300))
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${second}::int)`
    })
  const answers = await Promise.all([answerTo(locking(1, 2)), answerTo(locking(2, 1))])
  expect(answers.toSorted((a, b) => a.status - b.status)).toEqual([
    { status: 204, retryAfter: null },
    { status: 503, retryAfter: '1' },
  ])
})

test('who finds no place among the connections of the database is told to ask again', async () => {
  await database.$executeRaw`CREATE ROLE "crowded" LOGIN PASSWORD 'crowded' CONNECTION LIMIT 0`
  const address = new URL(url)
  address.username = address.password = 'crowded'
  const crowded = openDatabase(address.href)
  expect(await answerTo(() => crowded.$queryRaw`SELECT 1`)).toEqual({ status: 503, retryAfter: '1' })
  expect(await answerTo(() => crowded.user.count())).toEqual({ status: 503, retryAfter: '1' })
  await crowded.$disconnect()
  await database.$executeRaw`DROP ROLE "crowded"`
})

// Prisma wraps what fails of a statement, and of COMMIT not.
test.each([
  ['a statement', (transaction: Transaction) => transaction.$executeRaw`SELECT 1`],
  ['the end of the transaction', () => Promise.resolve()],
])('whose connection was reset while %s was waited for is told to ask again', async (_, last) => {
  const gate = await openDatabaseGate(url)
  const behind = openDatabase(gate.url)
  const work = () =>
    behind.$transaction(async (transaction) => {
      await transaction.$executeRaw`SELECT 1`
      gate.hush()
      setTimeout(gate.reset, 200)
      await last(transaction)
    })
  expect(await answerTo(work)).toEqual({ status: 503, retryAfter: '5' })
  await behind.$disconnect()
  await gate.shut()
})
