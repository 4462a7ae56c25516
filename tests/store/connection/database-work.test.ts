import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteAsker, watchDatabaseWork } from '#lib/runtime/database-work.ts'
import { shareFor } from '#lib/runtime/cache-for.ts'
import { keepCostly } from '#lib/store/connection/cache-by-cost.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { oneForAll } from '#lib/store/connection/one-for-all.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'

let database: Database
let url: string
let stop: () => Promise<void>
/** With one connection, for which others wait. */
let noting: Database

beforeAll(async () => {
  ;({ database, url, stop } = await openTestDatabase())
  noting = openDatabase(url, { maxConnections: 1, notesWork: true })
})
afterAll(async () => {
  await noting.$disconnect()
  await stop()
})

/** A request whose handler does `work`. */
function request(work: () => PromiseLike<unknown>) {
  let answered: Promise<unknown> = Promise.resolve()
  const begin = async () => work() // statements begin when they are awaited
  const isAtDatabase = watchDatabaseWork(() => (answered = begin()))
  return { isAtDatabase, answered: () => answered }
}

test('a request is at the database while a statement or a transaction of its own runs, or waits for a connection', async () => {
  const released = Promise.withResolvers<void>()
  const first = request(() =>
    noting.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1`
      await released.promise
    }),
  )
  await expect.poll(first.isAtDatabase).toBe(true)
  const second = request(() => noting.$executeRaw`SELECT 1`)
  await expect.poll(second.isAtDatabase).toBe(true)
  const idle = request(() => released.promise)
  const another = request(() => database.$queryRaw`SELECT 1 FROM pg_sleep(0.2)`)
  expect([first, second, idle, another].map(({ isAtDatabase }) => isAtDatabase())).toEqual([
    ...[true, true, false, false],
  ])
  released.resolve()
  await Promise.all([first, second, idle, another].map(({ answered }) => answered()))
  expect([first, second].map(({ isAtDatabase }) => isAtDatabase())).toEqual([false, false])
})

test('nor is it any more where its statement or its transaction failed', async () => {
  const failing = [
    () => noting.$queryRaw`SELECT 1 / 0`,
    () => noting.$transaction((transaction) => transaction.$queryRaw`SELECT 1 / 0`),
  ]
  for (const work of failing) {
    const { answered, isAtDatabase } = request(work)
    await expect(answered()).rejects.toThrow(/division by zero/)
    expect(isAtDatabase()).toBe(false)
  }
})

test('slow work of one account leaves connections to others, and goes on in its order', async () => {
  const shared = openDatabase(url, { maxConnections: 7, notesWork: true })
  const released = Promise.withResolvers<void>()
  let holding = 0
  const hold = () =>
    shared.$transaction(async () => {
      holding += 1
      await released.promise
    })
  const askAs = (who: string, work: () => PromiseLike<unknown>) =>
    request(() => {
      noteAsker(who)
      return work()
    })
  try {
    const slow = Array.from({ length: 3 }, () => askAs('ada', () => Promise.all([hold(), hold(), hold()])))
    await expect.poll(() => holding).toBe(6)
    let isAnswered = false
    const other = askAs('bob', () => shared.$queryRaw`SELECT 1`)
    void other.answered().then(() => (isAnswered = true))
    await expect.poll(() => isAnswered).toBe(true)
    expect(holding).toBe(6)
    expect(slow.map(({ isAtDatabase }) => isAtDatabase())).toEqual([true, true, true])
    released.resolve()
    await Promise.all(slow.map(({ answered }) => answered()))
    expect(holding).toBe(9)
    expect(slow.map(({ isAtDatabase }) => isAtDatabase())).toEqual([false, false, false])
  } finally {
    released.resolve()
    await shared.$disconnect()
  }
})

test('what is read for all takes no place of the account whose request began it', async () => {
  const shared = openDatabase(url, { maxConnections: 8, notesWork: true })
  const released = Promise.withResolvers<void>()
  let holding = 0
  const hold = () =>
    shared.$transaction(async () => {
      holding += 1
      await released.promise
    })
  const read = async () => (await shared.$queryRaw<unknown[]>`SELECT 1`).length
  const statement = () => shared.$executeRaw`SELECT 1` // begins as it is awaited
  const costly = keepCostly(read)
  const readings = [shareFor(0, read), oneForAll(read), oneForAll(statement), () => costly(shared)]
  const slow = request(() => {
    noteAsker('ada')
    return Promise.all(Array.from({ length: 6 }, hold))
  })
  try {
    await expect.poll(() => holding).toBe(6)
    const begun = request(() => {
      noteAsker('ada') // all of whose places are taken
      return Promise.all(readings.map((ask) => ask()))
    })
    let joined: unknown = null
    const another = request(() => {
      noteAsker('bob')
      return Promise.all(readings.map((ask) => ask())).then((rows) => (joined = rows))
    })
    await expect.poll(() => joined).toEqual([1, 1, 1, 1])
    await Promise.all([begun, another].map(({ answered }) => answered()))
  } finally {
    released.resolve()
    await slow.answered()
    await shared.$disconnect()
  }
})
