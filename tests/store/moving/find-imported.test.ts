import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { findImported } from '#lib/store/moving/find-imported.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { countRowsRead } from '#tests/support/measure/rows-read.ts'
import { sumOfCpuMs } from '#tests/support/measure/growth.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

const urlOf = async (id = 0n) => String((await database.posting.findUniqueOrThrow({ where: { id } })).url)
const find = (reader: string, ...sought: Parameters<typeof findImported>[2]) =>
  database.$transaction((transaction) => findImported(transaction, reader, sought))
const noKey = 'f'.repeat(40)

test('an address is found without reading all postings of its source', async () => {
  const reader = await addReader(database, 'long')
  const { sourceId } = await addSubscription(database, reader, 'long')
  const ids = await addPostings(
    database,
    sourceId,
    Array.from({ length: 5_000 }, () => ({})),
  )
  await database.$executeRaw`ANALYZE "posting"`
  const urls = [await urlOf(ids[7]), await urlOf(ids[4_000])]
  const sought = urls.map((url) => ({ key: noKey, urls: [url], feedUrl: 'https://long.example/feed' }))
  const { result: found, rows } = await database.$transaction((transaction) =>
    countRowsRead(transaction, () => findImported(transaction, reader, sought)),
  )
  expect(found.map((one) => one?.id)).toEqual([ids[7], ids[4_000]])
  expect(rows).toBeGreaterThan(0)
  expect(rows).toBeLessThan(50)
})

test('a posting of no feed is found by key, then by address, in own sources only', async () => {
  const reader = await addReader(database, 'own')
  const other = await addReader(database, 'other')
  const one = await addSubscription(database, reader, 'own-1')
  const two = await addSubscription(database, reader, 'own-2')
  const foreign = await addSubscription(database, other, 'foreign')
  const [first] = await addPostings(database, one.sourceId, [{}])
  const [second] = await addPostings(database, two.sourceId, [{}])
  const [hidden] = await addPostings(database, foreign.sourceId, [{}])
  const { key } = await database.posting.findUniqueOrThrow({ where: { id: second ?? 0n } })
  const secret = await database.posting.findUniqueOrThrow({ where: { id: hidden ?? 0n } })
  const found = await find(
    reader,
    { key, urls: [await urlOf(first)], feedUrl: null },
    { key: noKey, urls: ['https://nowhere.example/', await urlOf(first)], feedUrl: null },
    { key: secret.key, urls: [String(secret.url)], feedUrl: null },
  )
  expect(found).toEqual([{ id: second, sourceId: two.sourceId }, { id: first, sourceId: one.sourceId }, null])
})

test('postings of no feed are looked for once, however many sources there are', async () => {
  const reader = await addReader(database, 'many')
  const other = await addReader(database, 'few')
  await database.host.create({ data: { name: 'many.example' } })
  const sources = await database.source.createManyAndReturn({
    data: Array.from({ length: 4_000 }, (_, n) => ({
      url: `https://many.example/${n}`,
      hostName: 'many.example',
    })),
    select: { id: true },
  })
  const subscriptionsOf = (subscriberId: string, count: number) =>
    sources.slice(0, count).map(({ id }) => ({ subscriberId, sourceId: id }))
  await database.subscription.createMany({
    data: [...subscriptionsOf(reader, 4_000), ...subscriptionsOf(other, 40)],
  })
  const sought = Array.from({ length: 500 }, (_, n) => ({
    key: createHash('sha1').update(String(n)).digest('hex'),
    urls: [`https://x.example/${n}`, `http://x.example/${n}`],
    feedUrl: null,
  }))
  const lookFor = async (subscriberId: string) =>
    expect(await find(subscriberId, ...sought)).toEqual(sought.map(() => null))
  const fewMs = await sumOfCpuMs(() => lookFor(other))
  // Looked for in each source, a hundred times as many would take a hundred times as long.
  expect(await sumOfCpuMs(() => lookFor(reader))).toBeLessThan(10 * Math.max(fewMs, 20))
})
