import pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { readDayNumbers, readFreshCount } from '#lib/store/freshness/day-numbers.ts'
import { listParts, type PartedTable } from '#lib/store/partitions/parts.ts'
import { tendParts } from '#lib/store/partitions/partitions.ts'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { rollUpPolls } from '#lib/store/retention/roll-up-polls.ts'
import { changingFeed, fivePostings } from '#tests/support/servers/changing-feed.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { keepAll } from '#tests/support/world/retention.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const dayMs = 86_400_000
const world = polledWorldOfEachTest()
const { serve, ids } = changingFeed(world)
/** A part of each month, however little it holds. */
const small = { idsEach: 1000n, worthAPart: 0n }

/** One part of each table, as migrations leave it. */
beforeEach(async () => {
  for (const table of ['posting', 'poll'] as const) {
    for (const { name } of await listParts(world.database, table)) {
      await world.database.$executeRawUnsafe(`ALTER TABLE "${table}" DETACH PARTITION "${name}"`)
      await world.database.$executeRawUnsafe(`DROP TABLE "${name}"`)
    }
    await world.database.$executeRawUnsafe(
      `CREATE TABLE "${table}_from_0" PARTITION OF "${table}" FOR VALUES FROM (MINVALUE) TO (33554432)`,
    )
  }
})

const partsOf = async (table: PartedTable) =>
  (await listParts(world.database, table)).map(({ name }) => name.replace(`${table}_from_`, ''))

async function countIn(table: PartedTable, part: string): Promise<number> {
  const [row] = await world.database.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(*)::int AS "count" FROM "${table}_from_${part}"`,
  )
  return row?.count ?? -1
}

async function goOn(table: PartedTable, id: bigint): Promise<void> {
  await world.database.$executeRaw`SELECT setval(${`${table}_id_seq`}::regclass, ${id}, true)`
}

test('the next part, a larger one, is made before the ids of one run out, and rows go on into it', async () => {
  const { database } = world
  const [first] = await listParts(database, 'posting')
  const end = first?.toId ?? 0n
  await tendParts(database, referenceAt, small)
  expect(await partsOf('posting')).toEqual(['0'])
  await goOn('posting', end - 3n)
  await tendParts(database, referenceAt, small)
  await tendParts(database, referenceAt, small)
  expect(await partsOf('posting')).toEqual(['0', String(end)])
  expect((await listParts(database, 'posting'))[1]?.toId).toBe(end + 2n * small.idsEach)
  const id = await world.addSource('/feed')
  expect(await addPostings(database, id, [{}, {}, {}, {}])).toEqual([end - 2n, end - 1n, end, end + 1n])
  expect([await countIn('posting', '0'), await countIn('posting', String(end))]).toEqual([2, 2])
})

test('with the month a part ends, and postings of both are known by their keys', async () => {
  const { database } = world
  const id = await world.addSource('/feed')
  serve(fivePostings.slice(0, 3))
  await world.pollAt(id, referenceAt)
  await tendParts(database, referenceAt + 5 * dayMs, small)
  expect(await partsOf('posting')).toEqual(['0'])
  await tendParts(database, referenceAt + 31 * dayMs, small)
  const [first, second] = await partsOf('posting')
  expect([first, second]).toEqual(['0', expect.any(String)])
  serve(fivePostings)
  await world.pollAt(id, referenceAt + 31 * dayMs)
  expect(await ids()).toEqual([1n, 2n, 3n, BigInt(second ?? 0), BigInt(second ?? 0) + 1n])
  expect(await countIn('poll', (await partsOf('poll'))[1] ?? '')).toBe(1)
  await world.pollAt(id, referenceAt + 32 * dayMs)
  expect(await ids()).toHaveLength(5)
  expect(await database.postingAlias.count()).toBe(5)
})

test('a process that dies while a part ends with its month leaves all ids a part', async () => {
  const { database } = world
  const id = await world.addSource('/feed')
  await addPostings(database, id, [{ shownAt: referenceAt }])
  const killer = new pg.Client({ connectionString: world.databaseUrl })
  await killer.connect()
  const send: (...given: unknown[]) => unknown = pg.Client.prototype.query
  let hasGoneOn = false
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client & { readonly processID?: number },
    ...given: unknown[]
  ) {
    const asked = given[0] as string | { readonly text: string }
    const text = typeof asked === 'string' ? asked : asked.text
    hasGoneOn ||= text.includes('setval(')
    if (!hasGoneOn || !text.startsWith('COMMIT')) return send.apply(this, given)
    spy.mockRestore()
    return killer
      .query('SELECT pg_terminate_backend($1, 10000)', [this.processID])
      .then(() => send.apply(this, given))
  } as typeof pg.Client.prototype.query)
  await expect(tendParts(database, referenceAt + 31 * dayMs, small)).rejects.toThrow()
  await killer.end()
  const [, second] = await partsOf('posting')
  expect(second).toBeDefined()
  expect(await addPostings(database, id, [{}])).toEqual([BigInt(second ?? 0)])
})

test('a part of which retention has left nothing is removed, one of which somebody keeps a posting is not', async () => {
  const { database } = world
  const id = await world.addSource('/feed')
  await database.source.update({ where: { id }, data: { nextPollAt: null } })
  for (const month of [0, 1, 2]) {
    const at = referenceAt + month * 31 * dayMs
    await tendParts(database, at, small)
    await addPostings(database, id, [{ shownAt: at }, { shownAt: at }])
  }
  const [, second, third] = await partsOf('posting')
  const now = referenceAt + 400 * dayMs
  const starred = { subscriberId: 'reader-reader', sourceId: id, starredAt: new Date(now) }
  await database.postingState.create({ data: { ...starred, postingId: BigInt(second ?? 0) } })
  await removeByRules(database, { ...keepAll, keepUnreadDays: 90 }, now)
  await tendParts(database, now - 330 * dayMs, small)
  expect(await partsOf('posting')).toEqual([second, third])
  expect(await database.posting.count()).toBe(1)
})

test('what the roll-up leaves of an old part of polls goes to the part before', async () => {
  const { database } = world
  const id = await world.addSource('/feed')
  const poll = { sourceId: id, outcome: 'failed', factOutcome: 'failed', consecutiveFailures: 1 }
  for (const month of [0, 1, 2]) {
    const begin = referenceAt + month * 31 * dayMs
    await tendParts(database, begin, small)
    const times = Array.from({ length: 15 }, (_, n) => new Date(begin + n * dayMs))
    await database.poll.createMany({
      data: times.map((at) => ({ ...poll, startedAt: at, finishedAt: at })),
    })
  }
  await database.source.update({ where: { id }, data: { firstPolledAt: new Date(referenceAt) } })
  const [, second, third] = await partsOf('poll')
  const now = referenceAt + 150 * dayMs
  expect((await rollUpPolls(database, now)).polls).toBe(25)
  await tendParts(database, referenceAt + 70 * dayMs, small)
  expect(await partsOf('poll')).toEqual(['0', second, third]) // not old enough, by that clock
  await goOn('poll', BigInt(third ?? 0) + 400n)
  await tendParts(database, now, { ...small, worthAPart: 10_000n })
  expect(await partsOf('poll')).toEqual(['0', third])
  expect([await countIn('poll', '0'), await countIn('poll', third ?? '')]).toEqual([5, 15])
})

test('while others hold what it needs it leaves parts to the next time', async () => {
  const [first] = await listParts(world.database, 'posting')
  await goOn('posting', (first?.toId ?? 0n) - 3n)
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN; LOCK TABLE "posting_alias" IN ROW EXCLUSIVE MODE')
    await tendParts(world.database, referenceAt, small)
    expect(await partsOf('posting')).toEqual(['0'])
  } finally {
    await client.end()
  }
  await tendParts(world.database, referenceAt, small)
  expect(await partsOf('posting')).toHaveLength(2)
})

test('the numbers of a day are those of all parts that hold some of it', async () => {
  const { database } = world
  const hourMs = 3_600_000
  const reader = await addReader(database, 'parted')
  const { sourceId } = await addSubscription(database, reader, 'parted')
  const end = (await listParts(database, 'posting'))[0]?.toId ?? 0n
  await goOn('posting', end - 3n)
  await tendParts(database, referenceAt, small)
  await tendParts(database, referenceAt, small)
  // Hours after the first: two in the first part, four in the second.
  const shown = [0, 1, 2, 20, 30, 31]
  await addPostings(
    database,
    sourceId,
    shown.map((hours) => ({ shownAt: referenceAt + hours * hourMs })),
  )
  expect((await listParts(database, 'posting')).length).toBe(2)
  for (const hours of [2, 20, 24, 25, 26, 27, 31, 50, 60]) {
    const now = referenceAt + hours * hourMs
    const since = now - 24 * hourMs
    const until = (age: number) => shown.filter((at) => at <= hours && at > hours - age).length
    const { day, fresh } = await readDayNumbers(database, reader, 60, now)
    expect(Date.parse(day.startAt), `${hours}`).toBe(since + 15 * 60_000)
    const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0)
    expect([sum(day.found), sum(day.unread)], `${hours}`).toEqual([until(24), until(24)])
    const young = shown.filter((at) => at >= hours - 1).length
    expect(fresh.unread, `${hours}`).toBe(young)
    expect(await readFreshCount(database, reader, 60, now)).toEqual(fresh)
  }
})
