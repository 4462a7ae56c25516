import { afterEach, beforeEach, expect, test } from 'vitest'
import { parseSourcesAddress } from '#components/admin/sources/parse-sources-address.ts'
import { listAdminSources } from '#lib/store/sources/admin-sources.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { foldSubscriptionChanges } from '#lib/store/ground/source-listing.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'

let database: Database
let stop: () => Promise<void>

beforeEach(async () => {
  ;({ database, stop } = await openTestDatabase())
})
afterEach(() => stop())

async function addSource(of: Database, name: string, title = name): Promise<number> {
  const hostName = `${name}.example`
  const { id } = await of.source.create({
    data: { url: `https://${hostName}/Feed`, title, host: { create: { name: hostName } } },
  })
  return id
}

async function addReaders(of: Database, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `reader-${n}`)
  await of.user.createMany({ data: ids.map((id) => ({ id, name: id, email: `${id}@example.org` })) })
  return ids
}

/** The rows of the list, sorted by subscribers: the page's rows are counted, their order is by the listing. */
async function listed(search = ''): Promise<[string, number][]> {
  const page = await listAdminSources(database, parseSourcesAddress({ search }), Date.now())
  return page.sources.map(({ title, subscribers }) => [title, subscribers])
}

test('sources are found and sorted by the subscriptions of this moment, before and after these are counted in', async () => {
  const calm = await addSource(database, 'calm')
  const brisk = await addSource(database, 'brisk')
  const readers = await addReaders(database, 3)
  await database.subscription.createMany({
    data: readers.map((subscriberId) => ({ subscriberId, sourceId: brisk })),
  })
  await database.subscription.create({ data: { subscriberId: 'reader-0', sourceId: calm } })
  const check = async (expected: [string, number][]) => {
    expect(await listed()).toEqual(expected)
    expect(await listed('subscribers:>2')).toEqual(expected.filter(([, count]) => count > 2))
    await foldSubscriptionChanges(database)
    expect(await database.subscriptionChange.count()).toBe(0)
    expect(await listed()).toEqual(expected)
    expect(await listed('subscribers:>2')).toEqual(expected.filter(([, count]) => count > 2))
  }
  await check([
    ['brisk', 3],
    ['calm', 1],
  ])
  await database.subscription.deleteMany({ where: { sourceId: brisk, subscriberId: { not: 'reader-2' } } })
  await database.subscription.updateMany({ where: { sourceId: brisk }, data: { sourceId: calm } })
  await check([
    ['calm', 2],
    ['brisk', 0],
  ])
  // With the account go its subscriptions, by the foreign key.
  await database.user.delete({ where: { id: 'reader-0' } })
  await check([
    ['calm', 1],
    ['brisk', 0],
  ])
  await database.source.delete({ where: { id: calm } })
  await check([['brisk', 0]])
})

test('counting waits for nobody who renames sources, as they hold them in another order, and counts these the next time', async () => {
  const brisk = await addSource(database, 'brisk')
  const calm = await addSource(database, 'calm')
  const [reader = ''] = await addReaders(database, 1)
  await database.subscription.createMany({
    data: [brisk, calm].map((sourceId) => ({ subscriberId: reader, sourceId })),
  })
  await database.$transaction(async (transaction) => {
    await transaction.source.update({ where: { id: brisk }, data: { title: 'Brisk' } })
    await foldSubscriptionChanges(database)
    expect(await database.subscriptionChange.findMany()).toMatchObject([{ sourceId: brisk }])
  })
  await foldSubscriptionChanges(database)
  expect(await database.subscriptionChange.count()).toBe(0)
  const counted = await database.sourceListing.findMany({ orderBy: { sourceId: 'asc' } })
  expect(counted.map(({ subscribers }) => subscribers)).toEqual([1, 1])
})

test('a search takes signs as they are, and finds a source by its new name', async () => {
  const id = await addSource(database, 'percent', '100 % wool_x')
  await addSource(database, 'other', '1000 wools')
  expect(await listed('"100 %"')).toEqual([['100 % wool_x', 0]])
  expect(await listed('wool_')).toEqual([['100 % wool_x', 0]])
  expect(await listed('\\')).toEqual([])
  expect((await listed('/FEED')).length).toBe(2)
  expect(await listed('host:PERCENT.ex')).toEqual([['100 % wool_x', 0]])
  expect(await listed('host:wool')).toEqual([])
  await database.source.update({ where: { id }, data: { title: 'Linen' } })
  expect(await listed('linen')).toEqual([['Linen', 0]])
  expect(await listed('wool_')).toEqual([])
})
