import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCounts } from '#lib/store/lists/counts.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { createReplicaReads } from '#lib/store/connection/replica.ts'
import { searchPostings } from '#lib/store/lists/search.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { startReplicated, type Replicated } from '#tests/support/servers/replicated.ts'

let servers: Replicated
let primary: Database
let replica: Database
let reader = ''
let sourceId = 0
const filter = { show: 'all', starred: false, later: false, order: 'newest' } as const

beforeAll(async () => {
  servers = await startReplicated()
  primary = openDatabase(servers.url)
  replica = openDatabase(servers.replicaUrl)
  reader = await addReader(primary, 'reader')
  sourceId = (await addSubscription(primary, reader, 'source')).sourceId
})
afterAll(async () => {
  await primary.$disconnect()
  await replica.$disconnect()
  await servers.stop()
})

/** The number of unread postings, and by which of the two that was said. */
async function unreadBy(read: ReturnType<typeof createReplicaReads>) {
  return read(async (database) => ({
    all: (await readCounts(database, reader)).all,
    by: database === replica ? 'replica' : 'primary',
  }))
}

test('whoever wrote something reads it, sixty times in a row, and the replica says it', async () => {
  const read = createReplicaReads(primary, replica, { patienceMs: 5_000 })
  for (let count = 1; count <= 60; count++) {
    const [id = 0n] = await addPostings(primary, sourceId, [{}])
    expect(await unreadBy(read)).toEqual({ all: 1, by: 'replica' })
    await markRead(primary, reader, { throughId: id.toString() }, Date.now())
    expect(await unreadBy(read)).toEqual({ all: 0, by: 'replica' })
  }
})

test('many reads at once see what was written before each of them', async () => {
  const read = createReplicaReads(primary, replica, { patienceMs: 5_000 })
  const before = await primary.posting.count()
  const seen = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      await addPostings(primary, sourceId, [{ title: `At once ${index}` }])
      return read((database) => database.posting.count({ where: { title: `At once ${index}` } }))
    }),
  )
  expect(seen).toEqual(Array.from({ length: 40 }, () => 1))
  expect(await primary.posting.count()).toBe(before + 40)
})

test('lists, counts and searches ask for nothing that a replica cannot do', async () => {
  const request = { after: null, limit: 10, now: Date.now() }
  const asked = {
    subscriberId: reader,
    filter,
    isBest: false,
    ...request,
    query: parseQuery('is:unread').query,
  }
  expect((await listPostings(replica, reader, filter, request)).postings).toHaveLength(10)
  expect((await searchPostings(replica, asked)).postings).toHaveLength(10)
  const worded = { ...asked, query: parseQuery('posting -nothing').query }
  expect((await searchPostings(replica, worded)).postings).toEqual([])
})

test('while the replica is behind the primary is read, and the replica again when it is not', async () => {
  const read = createReplicaReads(primary, replica, { patienceMs: 30 })
  const { all } = await unreadBy(createReplicaReads(primary, replica, { patienceMs: 5_000 }))
  await servers.ask(servers.replicaUrl, 'SELECT pg_wal_replay_pause()')
  await addPostings(primary, sourceId, [{}])
  expect(await unreadBy(read)).toEqual({ all: all + 1, by: 'primary' })
  await servers.ask(servers.replicaUrl, 'SELECT pg_wal_replay_resume()')
  expect(await unreadBy(createReplicaReads(primary, replica, { patienceMs: 5_000 }))).toEqual({
    all: all + 1,
    by: 'replica',
  })
})

test('what the replica refuses the primary does', async () => {
  const read = createReplicaReads(primary, replica, { patienceMs: 5_000 })
  const label = await read((database) =>
    database.label.create({ data: { name: 'Kept', subscriberId: reader } }),
  )
  expect(await primary.label.count({ where: { id: label.id } })).toBe(1)
  await expect(read(() => Promise.reject(new RangeError('ours')))).rejects.toThrow('ours')
})

test('without the replica the primary is read, and the replica again when it is back', async () => {
  const read = createReplicaReads(primary, replica, { patienceMs: 5_000, restMs: 0 })
  await servers.stopReplica()
  await addPostings(primary, sourceId, [{}])
  const { all, by } = await unreadBy(read)
  expect(by).toBe('primary')
  await servers.startReplica()
  expect(await unreadBy(read)).toEqual({ all, by: 'replica' })
})

test('a database that is no replica is not taken for one', async () => {
  const other = openDatabase(servers.url)
  const read = createReplicaReads(primary, other, { patienceMs: 20 })
  const isPrimary = await read((database) => Promise.resolve(database === primary))
  await other.$disconnect()
  expect(isPrimary).toBe(true)
})
