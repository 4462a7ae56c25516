import { expect, test } from 'vitest'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as poll from '#app/api/v1/sources/[id]/poll/route.ts'
import * as source from '#app/api/v1/sources/[id]/route.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import {
  arrive,
  fixture,
  importFile,
  importLines,
  starTimes,
  starred,
  subscribeTo,
} from '#tests/support/world/moving.ts'
import { byTier } from '#tests/support/run/tier.ts'
import { whileUnderWay } from '#tests/support/measure/until.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

test('stars of Google Reader come with their dates and texts, and a second time nothing changes', async () => {
  const { id, token } = await addSubscriber(database, { name: 'reader' })
  const [report] = await importFile(token, fixture('google-reader.json'))
  expect(report).toMatchObject({
    kind: 'reader-json',
    found: 4,
    added: 2,
    alreadyThere: 0,
    notHere: 0,
    refused: 2,
  })
  expect(report?.labels).toEqual(['Trees'])
  expect(report?.problems.map(({ place }) => place)).toEqual(['items[2].title', 'items[3]'])
  expect(await starTimes(database, id)).toEqual(['2013-06-19T00:00:00.123Z', '2013-06-20T03:46:40.000Z'])
  const list = await starred(token)
  expect(list).toMatchObject([
    { title: 'Only a link', sourceTitle: 'Trees', isStarred: true },
    { title: 'Why oaks & beeches wait', shownAt: '2013-06-17T20:13:20.000Z', delay: { kind: 'initial' } },
  ])
  const detail = await callRoute(token, { module: posting, params: { id: String(list[1]?.['id']) } })
  expect(detail.body['html']).toContain('They wait.')
  const [again] = await importFile(token, fixture('google-reader.json'))
  expect(again).toMatchObject({ added: 0, alreadyThere: 2, refused: 2 })
  expect(await starTimes(database, id)).toHaveLength(2)
})

test('what is brought is shown to nobody else, never polled and in no list of sources', async () => {
  const brings = await addSubscriber(database, { name: 'brings' })
  const reads = await addSubscriber(database, { name: 'reads' })
  const admin = await addSubscriber(database, { name: 'root', role: 'admin' })
  const sourceId = await subscribeTo(database, reads.id, 'https://rivers.example/feed')
  await importFile(brings.token, fixture('freshrss.json'))
  expect(await database.posting.count({ where: { sourceId } })).toBe(0)
  const [own] = await starred(brings.token)
  const params = { id: String(own?.['id']) }
  expect((await callRoute(brings.token, { module: posting, params })).status).toBe(200)
  expect((await callRoute(reads.token, { module: posting, params })).status).toBe(404)
  const archive = { id: String(own?.['sourceId']) }
  for (const { token } of [brings, reads, admin]) {
    expect((await callRoute(token, { module: source, params: archive })).status).toBe(404)
    expect((await callRoute(token, { module: poll, method: 'POST', params: archive })).status).toBe(404)
  }
  const row = await database.source.findUniqueOrThrow({ where: { id: Number(archive.id) } })
  expect([row.nextPollAt, row.archiveOwnerId, row.archivedUrl]).toEqual([
    null,
    brings.id,
    'https://rivers.example/feed',
  ])
})

test('a posting of the feed that is named gets the star itself, found by guid or address, http or https', async () => {
  const { id, token } = await addSubscriber(database, { name: 'known' })
  const rivers = await subscribeTo(database, id, 'https://rivers.example/feed')
  const trains = await subscribeTo(database, id, 'http://trains.example/rss')
  const harbour = await subscribeTo(database, id, 'https://harbour.example/feed')
  await arrive(database, rivers, {
    guid: 'https://rivers.example/?p=7',
    url: 'https://rivers.example/moved',
    title: 'The long river',
    html: '<p>Long. And more.</p><img src="https://rivers.example/a.png">',
  })
  await arrive(database, trains, {
    guid: 'train-9',
    url: 'http://trains.example/night',
    title: 'Night train',
    html: 'It goes.',
  })
  await arrive(database, harbour, {
    guid: 'quiet-1',
    url: 'https://harbour.example/quiet',
    title: 'A quiet harbour',
    html: '<p>Quiet.</p>',
  })
  for (const file of ['freshrss.json', 'inoreader.json', 'feedbin.json'])
    await importFile(token, fixture(file))
  const list = await starred(token)
  expect(
    list
      .map((one) => one['sourceId'])
      .filter((sourceId) => [rivers, trains, harbour].includes(Number(sourceId)))
      .toSorted(),
  ).toEqual([rivers, trains].toSorted())
  expect(list).toHaveLength(4) // Feedbin names no feeds
  expect(list.find((one) => one['title'] === 'Night train')).toMatchObject({ isRead: true })
})

test('Miniflux: what is read is marked where it is stored, and counted where it is not', async () => {
  const { id, token } = await addSubscriber(database, { name: 'mini' })
  const [first] = await importFile(token, fixture('miniflux.json'))
  expect(first).toMatchObject({ kind: 'miniflux', found: 2, added: 1, notHere: 1 })
  const bread = await subscribeTo(database, id, 'https://bread.example/atom.xml')
  await arrive(database, bread, { guid: 'b2', url: 'https://bread.example/day', title: 'Bread by day' })
  const [second] = await importFile(token, fixture('miniflux.json'))
  expect(second).toMatchObject({ added: 1, alreadyThere: 1, notHere: 0 })
  const { body } = await callRoute(token, { module: postings, query: '?show=unread' })
  expect(body['postings']).toEqual([])
})

const many = byTier({ night: 36_515, sample: 4_000 })
test(`${many} feeds are subscribed with progress; meanwhile others are answered`, async () => {
  const { id, token } = await addSubscriber(database, { name: 'many' })
  const quick = await addSubscriber(database, { name: 'quick' })
  const outlines = Array.from(
    { length: many },
    (_, n) => `<outline text="F${n}" xmlUrl="https://h${n}.example/"/>`,
  )
  const list = `<opml version="2.0"><body>\n${outlines.join('\n')}\n</body></opml>`
  let answers = 0
  const ask = async () => {
    await callRoute(quick.token, { module: postings, query: '' })
    answers += 1
  }
  const messages = await whileUnderWay('the import', importLines(token, list), ask, { patienceMs: 110_000 })
  expect(messages.filter(({ type }) => type === 'progress').length).toBeGreaterThan(many / 1_200)
  expect(messages.at(-1)).toMatchObject({
    type: 'report',
    files: [{ found: many, added: many, refused: 0 }],
  })
  expect(await database.subscription.count({ where: { subscriberId: id } })).toBe(many)
  expect(answers).toBeGreaterThan(10) // one that had to wait for the import would be the only one
}, 120_000)

test('one import at a time; what is not read is told, and the next one goes', async () => {
  const { token } = await addSubscriber(database, { name: 'twice' })
  const both = await Promise.allSettled([
    importFile(token, fixture('feedbin.json')),
    importFile(token, fixture('feedbin.json')),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await importFile(token, '{"items": [')).toMatchObject([
    { kind: null, added: 0, refusal: 'The file breaks off or has a mistake in line 1: it is not JSON.' },
  ])
  expect(await importFile(token, fixture('miniflux.json'))).toMatchObject([{ added: 1 }])
})
