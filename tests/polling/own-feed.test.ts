import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as out from '#app/out/[file]/route.ts'
import { createOutputFeed } from '#lib/store/outputs/output-feeds.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createPolledWorld, postingAfter, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { addReader } from '#tests/support/world/reading.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const names = ['a', 'b', 'c']

let world: PolledWorld
let times: number
let startAt: number
beforeAll(async () => {
  world = await createPolledWorld()
  Object.assign(process.env, {
    DATABASE_URL: world.databaseUrl,
    PUBLIC_URL: publicUrl(),
    AUTH_SECRET: 'a secret of the tests, at least 32 characters',
  })
  world.server.route('/times', rss({ postings: names.map((name) => postingAfter(name, -hourMs)) }))
})
beforeEach(async () => {
  await world.database.outputFeed.deleteMany()
  await world.database.source.deleteMany()
  startAt = world.clock.now()
  times = await world.addSource('/times')
})
afterAll(async () => {
  await serverDatabase().$disconnect()
  await world.close()
})

const publicUrl = () => world.server.origins[1] ?? ''

/** The output feed of an account with all it reads, at its address here. */
async function sendOut(subscriberId: string, mostEntries = 50): Promise<string> {
  const asked = { name: 'All', place: { kind: 'all' }, text: 'full', mostEntries } as const
  const made = await createOutputFeed(world.database, subscriberId, asked, world.clock.now())
  if (typeof made === 'string') throw new Error(made)
  const file = `${made.address?.split('/').at(-1) ?? ''}.atom`
  world.server.route(`/out/${file}`, (_request, response) => {
    const request = new Request(`${publicUrl()}/out/${file}`)
    void out.GET(request, { params: Promise.resolve({ file }) }).then(async (answer) => {
      response.writeHead(answer.status, { 'content-type': 'application/atom+xml' })
      response.end(await answer.text())
    })
  })
  return `/out/${file}`
}

/** The ids and titles of what is sent out, the newest first. */
async function entriesOf(path: string): Promise<{ id: string; title: string }[]> {
  const text = await (await fetch(publicUrl() + path)).text()
  return [...text.matchAll(/<entry>\n<id>([^<]*)<\/id>\n<title>([^<]*)</g)].map(
    ([, id = '', title = '']) => ({
      id,
      title,
    }),
  )
}

async function pollAll(ids: readonly number[], polls = 8) {
  const counts: { readonly postings: number; readonly aliases: number; readonly revisions: number }[] = []
  const { database } = world
  for (let poll = 1; poll <= polls; poll += 1) {
    for (const [index, id] of ids.entries()) await world.pollAt(id, startAt + poll * hourMs + index * 600_000)
    counts.push({
      postings: await database.posting.count(),
      aliases: await database.postingAlias.count(),
      revisions: await database.postingRevision.count(),
    })
  }
  return counts
}

/** A server that is made to ask itself must not grow (RSSHub, CVE-2024-27927). */
describe('who subscribes here to what goes out of here', () => {
  test('has each posting once more, however often it is polled, and sends each out once', async () => {
    const reader = await world.database.user.findFirstOrThrow()
    const made = await sendOut(reader.id)
    const own = await world.addSource(made, 1)
    const counts = await pollAll([times, own])
    expect(counts.at(-1)).toEqual(counts.at(-4))
    expect(counts.at(-1)).toMatchObject({ postings: 2 * names.length, revisions: 0 })
    const first = await world.database.posting.findMany({
      where: { sourceId: times },
      orderBy: { id: 'asc' },
    })
    const sent = (await entriesOf(made)).map(({ id }) => id.split('/').at(-1))
    expect(sent.toSorted()).toEqual(first.map(({ id }) => `${id}`))
  })

  test('has the newest in a feed that holds few', async () => {
    const reader = await world.database.user.findFirstOrThrow()
    const made = await sendOut(reader.id, 3)
    const own = await world.addSource(made, 1)
    await pollAll([times, own], 3)
    expect((await entriesOf(made)).map(({ title }) => title).toSorted()).toEqual(names)
    const more = [...names, 'd'].map((name) => postingAfter(name, name === 'd' ? 0 : -hourMs))
    world.server.route('/times', rss({ postings: more }))
    await world.pollAt(times, world.clock.now() + hourMs)
    await world.pollAt(own, world.clock.now() + hourMs)
    const sent = (await entriesOf(made)).map(({ title }) => title)
    expect([sent[0], new Set(sent).size]).toEqual(['d', 3])
    world.server.route('/times', rss({ postings: more.slice(0, 3) }))
  })

  test('may stand in a circle with others', async () => {
    const { database } = world
    const ada = await database.user.findFirstOrThrow()
    const eve = await addReader(database, 'eve')
    const fromAda = await sendOut(ada.id)
    const fromEve = await sendOut(eve)
    const toAda = await world.addSource(fromEve, 1)
    const toEve = await world.addSource(fromAda, 1)
    await database.subscription.deleteMany({ where: { sourceId: toEve } })
    await database.subscription.create({ data: { subscriberId: eve, sourceId: toEve } })
    const counts = await pollAll([times, toEve, toAda])
    expect(counts.at(-1)).toEqual(counts.at(-4))
    expect(counts.at(-1)?.postings).toBe(3 * names.length)
    expect((await entriesOf(fromAda)).map(({ title }) => title).toSorted()).toEqual(names)
    expect((await entriesOf(fromEve)).map(({ title }) => title).toSorted()).toEqual(names)
  })
})

test('a publisher who calls entries as ours, and moves to an address of ours, takes no name', async () => {
  const { database } = world
  await world.pollAt(times, startAt + 60_000)
  const [real] = await database.posting.findMany({ orderBy: { id: 'asc' } })
  const host = new URL(publicUrl()).hostname
  const guids = [real?.id ?? 0n, 10n].map((id) => `tag:${host},2026:skylark/posting/${id}`)
  const postings = guids.map((guid, index) => ({ ...postingAfter(`evil${index}`, -hourMs), guid }))
  world.server.route('/evil', rss({ postings }))
  const evil = await world.addSource('/evil', 2)
  const reader = await database.user.findFirstOrThrow()
  const made = await sendOut(reader.id)
  await world.pollAt(evil, startAt + hourMs)
  const forged = await database.posting.findMany({ where: { sourceId: evil } })
  expect(forged.map(({ guid }) => guid).toSorted()).toEqual(guids.toSorted())
  world.server.route('/evil', (_request, response) => {
    response.writeHead(301, { location: `${publicUrl()}${made}?x=1` }).end()
  })
  for (let day = 1; day <= 5; day += 1) await world.pollAt(evil, startAt + day * dayMs)
  const { url } = await database.source.findUniqueOrThrow({ where: { id: evil } })
  expect(url).toBe(`${publicUrl()}${made}?x=1`)
  const sent = await entriesOf(made)
  expect(sent.length).toBeGreaterThan(0)
  // Ids that he gave to his own before are nobody's here: neither is another's taken, nor one of his sent under it.
  const called = sent.filter(({ id }) => guids.includes(id))
  expect(called.length).toBeGreaterThan(0)
  expect(called.filter(({ title }) => title?.includes('evil'))).toEqual([])
  const kept = await database.posting.findMany({ where: { id: { in: forged.map(({ id }) => id) } } })
  expect(kept.map(({ guid }) => guid)).toEqual([null, null])
})
