import { expect, test } from 'vitest'
import { clusterPostings } from '#lib/aggregator/cluster.ts'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { findOrCreateArchives } from '#lib/store/postings/archives.ts'
import { addPostings, addReader } from '#tests/support/world/reading.ts'
import { document, rssDocument, type ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const world = polledWorldOfEachTest()

const words = (subject: string) =>
  `${subject} said on Monday that ${Array.from({ length: 25 }, (_, at) => `${subject}${at}`).join(' ')}`

function posting(title: string, parts: Partial<ServedPosting> = {}): ServedPosting {
  return { title, guid: title, text: words(title), publishedAt: referenceAt - hourMs, ...parts }
}

/** Sources with these postings on a host each, polled and linked. */
async function publish(...feeds: (readonly ServedPosting[])[]): Promise<void> {
  for (const [index, postings] of feeds.entries()) {
    const origin = world.server.origins[index]
    world.server.route('/feed', document(rssDocument(`Feed ${index}`, postings)), origin)
    await world.addSource('/feed', index)
  }
  await world.pass()
  await clusterPostings({ database: world.database, clock: world.clock })
}

/** Titles by cluster, of those that are in one. */
async function clusters(): Promise<string[][]> {
  const rows = await world.database.posting.findMany({
    where: { clusterId: { not: null } },
    orderBy: { id: 'asc' },
  })
  const byCluster = new Map<bigint | null, string[]>()
  for (const { clusterId, title } of rows)
    byCluster.set(clusterId, [...(byCluster.get(clusterId) ?? []), title])
  return [...byCluster.values()].map((titles) => titles.sort())
}

test('postings with the same address, or nearly the same words, are linked over sources', async () => {
  await publish(
    [posting('Tides', { link: 'https://paper.example/tides?utm_source=a' }), posting('Bridges')],
    [posting('On tides', { link: 'http://paper.example/tides', text: 'Worth reading.' })],
    [posting('Bridges', { guid: 'other', text: `${words('Bridges')} and more` }), posting('Orchards')],
  )
  expect(await clusters()).toEqual(
    expect.arrayContaining([
      ['On tides', 'Tides'],
      ['Bridges', 'Bridges'],
    ]),
  )
  expect(await clusters()).toHaveLength(2)
})

test('three sources make one cluster, also where the middle one joins two', async () => {
  const shared = { link: 'https://paper.example/tides' }
  await publish([posting('Tides', shared)], [posting('Lanterns')])
  expect(await clusters()).toEqual([])
  world.server.route(
    '/feed',
    document(rssDocument('Feed 2', [posting('Lanterns', shared)])),
    world.server.origins[2],
  )
  await world.addSource('/feed', 2)
  await world.pass()
  await clusterPostings({ database: world.database, clock: world.clock })
  expect(await clusters()).toEqual([['Lanterns', 'Lanterns', 'Tides']])
})

/** One more source, polled and linked. */
async function publishLater(host: number, postings: readonly ServedPosting[], path = '/feed'): Promise<void> {
  const origin = world.server.origins[host]
  world.server.route(path, document(rssDocument(`Feed ${host}`, postings)), origin)
  await world.addSource(path, host)
  await world.clock.set(world.clock.now() + hourMs) // its host is to rest first
  await world.pass()
  await clusterPostings({ database: world.database, clock: world.clock })
}

/** The number of times that one source tells the same story. */
async function countTwins(): Promise<number> {
  const rows = await world.database.posting.groupBy({
    by: ['clusterId', 'sourceId'],
    where: { clusterId: { not: null } },
    _count: true,
  })
  return rows.filter(({ _count }) => _count > 1).length
}

test('a posting that tells two stories makes one cluster of those that had each', async () => {
  const tides = { link: 'https://paper.example/tides' }
  const lanterns = posting('Lanterns')
  await publish([posting('Tides', tides)], [posting('Sea', tides)], [lanterns])
  await publishLater(0, [{ ...lanterns, guid: 'other' }], '/more')
  expect(await clusters()).toHaveLength(2)
  await publishLater(1, [{ ...lanterns, ...tides }], '/more')
  expect(await clusters()).toEqual([['Lanterns', 'Lanterns', 'Lanterns', 'Sea', 'Tides']])
  const first = await world.database.posting.findFirstOrThrow({ orderBy: { id: 'asc' } })
  expect(await world.database.posting.count({ where: { clusterId: first.id } })).toBe(5)
})

test('two stories of one source stay two, whatever tells both', async () => {
  const tides = { link: 'https://paper.example/tides' }
  const lanterns = posting('Lanterns')
  await publish([posting('Tides', tides), lanterns], [posting('Sea', tides), { ...lanterns, guid: 'other' }])
  expect(await clusters()).toHaveLength(2)
  await publishLater(2, [{ ...lanterns, ...tides }])
  expect(await clusters()).toHaveLength(2)
  expect(await countTwins()).toBe(0)
})

test('feeds that fill in a form make no story of their postings', async () => {
  const form = `Weather report: ${Array.from({ length: 60 }, (_, at) => `field${at}`).join(' ')} degrees`
  const reports = (from: number) =>
    Array.from({ length: 10 }, (_, at) => posting(`Report ${from + at}`, { text: `${form} ${from + at}` }))
  await publish(reports(0), reports(10))
  await publishLater(2, reports(20))
  expect(await clusters()).toEqual([])
})

test('a story does not go on for longer than three days, posting by posting', async () => {
  const told = (days: number) =>
    posting('Tides', {
      guid: String(days),
      publishedAt: referenceAt - days * dayMs,
      link: 'https://paper.example/t',
    })
  await publish([told(2.9)], [told(1.5)])
  expect(await clusters()).toHaveLength(1)
  await world.clock.set(referenceAt + 2 * dayMs)
  const late = { ...told(0), publishedAt: referenceAt + 1.2 * dayMs }
  await publishLater(2, [late])
  expect(await clusters()).toEqual([['Tides', 'Tides']])
})

test('nothing is linked within a source, by a home page, by few words or over more than three days', async () => {
  await publish(
    [posting('Tides'), posting('Tides', { guid: 'again', publishedAt: referenceAt - 2 * hourMs })],
    [
      posting('Photo', { text: 'Photo of the day', link: 'https://paper.example/' }),
      posting('Glaciers', { publishedAt: referenceAt - 2.5 * dayMs }),
    ],
    [
      posting('Photo', { text: 'Photo of the day', link: 'https://paper.example/' }),
      posting('Glaciers', { publishedAt: referenceAt - 10 * dayMs }),
    ],
  )
  expect(await clusters()).toEqual([])
})

test('clues are forgotten when nothing new can match them', async () => {
  await publish([posting('Tides')])
  expect(await world.database.postingClue.count()).toBeGreaterThan(0)
  await world.clock.set(referenceAt + 7 * dayMs)
  await clusterPostings({ database: world.database, clock: world.clock })
  expect(await world.database.postingClue.count()).toBe(0)
})

test('a subscriber is shown clones in their own sources, and none in others', async () => {
  const shared = { link: 'https://paper.example/tides' }
  await publish([posting('Tides', shared)], [posting('Tides again', shared)])
  const again = { title: 'Tides again' }
  await world.database.posting.updateMany({ where: again, data: { url: `${shared.link}?utm_source=x` } })
  const [first, second] = await world.database.posting.findMany({ orderBy: { id: 'asc' } })
  if (first === undefined || second === undefined) throw new Error('two postings expected')
  const [subscription] = await world.database.subscription.findMany({ take: 1 })
  const shown = await findPosting(world.database, subscription?.subscriberId ?? '', first.id)
  expect(shown).toMatchObject({ clusterId: first.id.toString() })
  expect(shown?.clones.map(({ id }) => id)).toEqual([second.id.toString()])
  expect(shown?.clones[0]?.url).toBe(shared.link) // as every address that is shown
  const other = await addReader(world.database, 'other')
  await world.database.subscription.create({ data: { subscriberId: other, sourceId: first.sourceId } })
  expect((await findPosting(world.database, other, first.id))?.clones).toEqual([])
})

test('an archived posting goes where its story goes, and neither keeps postings apart nor links any', async () => {
  const shared = { link: 'https://paper.example/tides' }
  await publish([posting('Tides', shared)])
  const { database } = world
  const owner = await addReader(database, 'owner')
  const feed = { feedUrl: null, title: null, siteUrl: null }
  const archives = await database.$transaction((transaction) =>
    findOrCreateArchives(transaction, owner, [feed], referenceAt),
  )
  const archived = await addPostings(database, archives.get('') ?? 0, [
    { title: 'Brought', shownAt: referenceAt - 1_000 * dayMs },
    { title: 'Brought twice', shownAt: referenceAt },
  ])
  const [tides] = await database.posting.findMany({ where: { title: 'Tides' } })
  await database.posting.updateMany({
    where: { id: { in: [...archived, tides?.id ?? 0n] } },
    data: { clusterId: tides?.id ?? null, url: 'https://paper.example/tides' },
  })
  // What is stored lately and only archived is no teller that others might be linked with.
  await addPostings(database, archives.get('') ?? 0, [{ title: 'Alone', shownAt: referenceAt }])
  await database.posting.updateMany({
    where: { title: 'Alone' },
    data: { url: 'https://paper.example/alone' },
  })
  const origin = world.server.origins[1]
  const second = [posting('On tides', shared), posting('Alone too', { link: 'https://paper.example/alone' })]
  world.server.route('/feed', document(rssDocument('Feed 1', second)), origin)
  await world.addSource('/feed', 1)
  await world.pass()
  await clusterPostings({ database, clock: world.clock })
  expect(await clusters()).toEqual([['Brought', 'Brought twice', 'On tides', 'Tides']])
})
