import { expect, test } from 'vitest'
import { findOrCreateArchives, linkArrived } from '#lib/store/postings/archives.ts'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { savedPagesFeed } from '#lib/documents/moving/saved-pages.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { keepAll } from '#tests/support/world/retention.ts'
import { countRowsRead } from '#tests/support/measure/rows-read.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const dayMs = 86_400_000
const { database } = await fileDatabase()

async function archiveOf(reader: string, feedUrl: string | null): Promise<number> {
  const feed = { feedUrl, title: null, siteUrl: null }
  const archives = await database.$transaction((transaction) =>
    findOrCreateArchives(transaction, reader, [feed], Date.now()),
  )
  return archives.get(feedUrl ?? '') ?? 0
}

const change = (id: bigint, data: object) => database.posting.update({ where: { id }, data })
const get = (id: bigint) => database.posting.findUniqueOrThrow({ where: { id } })
const link = (...ids: bigint[]) =>
  database.$transaction((transaction) =>
    linkArrived(
      transaction,
      ids.map((id) => ({ id })),
      referenceAt,
    ),
  )
const keep = (subscriberId: string, postingId: bigint, sourceId: number, more: object = {}) =>
  database.postingState.create({
    data: { subscriberId, postingId, sourceId, starredAt: new Date(0), ...more },
  })
const stateOf = (subscriberId: string, postingId: bigint) =>
  database.postingState.findUnique({ where: { subscriberId_postingId: { subscriberId, postingId } } })

test('what arrives finds its twins in a long archive without reading it, http or https, and takes nothing from them', async () => {
  const reader = await addReader(database, 'archivist')
  const { sourceId } = await addSubscription(database, reader, 'long')
  const archiveId = await archiveOf(reader, 'https://long.example/feed')
  const many = Array.from({ length: 5_000 }, () => ({}))
  const brought = await addPostings(database, archiveId, many)
  const [secure = 0n, plain = 0n, keyed = 0n] = [brought[10], brought[2_000], brought[4_000]]
  await change(plain, { url: 'http://example.org/plain?a=1' })
  for (const id of [secure, plain, keyed]) await keep(reader, id, archiveId)
  const heard = { mediaKey: 'a'.repeat(40), positionMs: 61_000, durationMs: 90_000 }
  await database.mediaPosition.create({ data: { ...heard, postingId: secure, subscriberId: reader } })
  await database.storySplit.create({ data: { postingId: plain, subscriberId: reader } })
  const { url } = await get(secure)
  const { key } = await get(keyed)
  const arrived = await addPostings(database, sourceId, [{}, {}, {}, {}])
  const [first = 0n, second = 0n, third = 0n, fourth = 0n] = arrived
  await change(first, { url: String(url).replace('https:', 'http:') })
  await change(second, { url: 'https://example.org/plain?a=1' })
  await change(third, { key, url: null })
  await database.$executeRaw`ANALYZE "posting"`
  const { rows } = await database.$transaction((transaction) =>
    countRowsRead(transaction, () =>
      linkArrived(
        transaction,
        arrived.map((id) => ({ id })),
        referenceAt,
      ),
    ),
  )
  for (const [archivedId, id] of [
    [secure, first],
    [plain, second],
    [keyed, third],
  ] as const)
    expect([(await get(archivedId)).clusterId, (await get(id)).clusterId]).toEqual([id, id])
  expect((await get(fourth)).clusterId).toBeNull()
  const states = await database.postingState.findMany({ where: { subscriberId: reader } })
  expect(new Set(states.map(({ postingId }) => postingId))).toEqual(new Set([secure, plain, keyed]))
  expect(await database.mediaPosition.findMany()).toMatchObject([{ ...heard, postingId: secure }])
  expect(await database.storySplit.findMany()).toMatchObject([{ postingId: plain }])
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThan(100)
})

test('all archives that have the address are linked: of several owners, of no feed, of saved pages', async () => {
  const [one, two, away] = await Promise.all(['one', 'two', 'away'].map((name) => addReader(database, name)))
  const { sourceId } = await addSubscription(database, one ?? '', 'shared')
  await addSubscription(database, two ?? '', 'shared')
  const [arrived = 0n] = await addPostings(database, sourceId, [{}])
  const { url } = await get(arrived)
  const archived = async (reader = '', feedUrl: string | null) => {
    const archiveId = await archiveOf(reader, feedUrl)
    const [id = 0n] = await addPostings(database, archiveId, [{}])
    await change(id, { url })
    await keep(reader, id, archiveId)
    return id
  }
  const linked = [
    await archived(one, null),
    await archived(one, 'https://shared.example/feed'),
    await archived(one, savedPagesFeed),
    await archived(two, null),
    await archived(away, 'https://shared.example/feed'),
  ]
  const others = [await archived(away, null), await archived(one, 'https://elsewhere.example/feed')]
  await link(arrived)
  for (const id of linked) expect((await get(id)).clusterId).toBe(arrived)
  for (const id of others) expect((await get(id)).clusterId).toBeNull()
})

test('what was read in an archive is read where it arrives, for its owner alone; starred and noted there it is not', async () => {
  const reader = await addReader(database, 'read')
  const other = await addReader(database, 'notread')
  const { sourceId } = await addSubscription(database, reader, 'reading')
  await addSubscription(database, other, 'reading')
  const archiveId = await archiveOf(reader, 'https://reading.example/feed')
  const [read = 0n, unread = 0n] = await addPostings(database, archiveId, [{}, {}])
  await keep(reader, read, archiveId, { isRead: true, laterAt: new Date(0), notedAt: new Date(0) })
  await keep(reader, unread, archiveId)
  const [first = 0n, second = 0n] = await addPostings(database, sourceId, [{}, {}])
  await change(first, { url: (await get(read)).url })
  await change(second, { url: (await get(unread)).url })
  await link(first, second)
  const none = { starredAt: null, laterAt: null, notedAt: null, seenAt: null }
  expect(await stateOf(reader, first)).toMatchObject({ isRead: true, ...none })
  expect(await stateOf(reader, second)).toBeNull()
  expect(await stateOf(other, first)).toBeNull()
})

test('of another feed it stays unread for whoever wants each posting to be read by itself', async () => {
  const reader = await addReader(database, 'each')
  await database.readingSettings.create({ data: { subscriberId: reader, readsWholeStory: false } })
  const { sourceId } = await addSubscription(database, reader, 'each')
  const archived = async (feedUrl: string | null) => {
    const archiveId = await archiveOf(reader, feedUrl)
    const [id = 0n] = await addPostings(database, archiveId, [{}])
    await keep(reader, id, archiveId, { isRead: true })
    return (await get(id)).url
  }
  const [first = 0n, second = 0n] = await addPostings(database, sourceId, [{}, {}])
  await change(first, { url: await archived(null) })
  await change(second, { url: await archived('https://each.example/feed') })
  await link(first, second)
  expect(await stateOf(reader, first)).toBeNull()
  expect(await stateOf(reader, second)).toMatchObject({ isRead: true })
})

test('an address that all postings of a source have tells of none of them', async () => {
  const reader = await addReader(database, 'changelog')
  const { sourceId } = await addSubscription(database, reader, 'changelog')
  const archiveId = await archiveOf(reader, null)
  const [archived = 0n] = await addPostings(database, archiveId, [{}])
  await keep(reader, archived, archiveId, { isRead: true })
  const { url } = await get(archived)
  const [first = 0n, second = 0n] = await addPostings(database, sourceId, [{}, {}])
  await database.posting.updateMany({ where: { id: { in: [first, second] } }, data: { url } })
  await link(second)
  expect((await get(archived)).clusterId).toBeNull()
  expect(await stateOf(reader, second)).toBeNull()
})

test('a story ends with its last posting of a source, and its archived ones stay', async () => {
  const reader = await addReader(database, 'ends')
  const { sourceId } = await addSubscription(database, reader, 'ends')
  const archives = [await archiveOf(reader, null), await archiveOf(reader, 'https://ends.example/feed')]
  const foundAt = referenceAt - 400 * dayMs
  const [arrived = 0n] = await addPostings(database, sourceId, [{ foundAt, isInitial: true }])
  const { url } = await get(arrived)
  const archived: bigint[] = []
  for (const archiveId of archives) {
    const [id = 0n] = await addPostings(database, archiveId, [{ foundAt }])
    await change(id, { url })
    await keep(reader, id, archiveId, { isRead: true })
    archived.push(id)
  }
  await link(arrived)
  await removeByRules(database, { ...keepAll, keepReadDays: 90 }, referenceAt)
  expect(await database.posting.count({ where: { sourceId } })).toBe(0)
  for (const id of archived) expect((await get(id)).clusterId).toBeNull()
})
