import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPage } from '#lib/documents/discover/read-page.ts'
import { seekWantedIcons } from '#lib/aggregator/seek-icons.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { redirect, status } from '#tests/support/servers/feed-answers.ts'
import { document, rssDocument } from '#tests/support/servers/feed-documents.ts'
import { page } from '#tests/support/browser/article-page.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { whileUnderWay } from '#tests/support/measure/until.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const world = polledWorldOfEachTest()
const origin = () => world.server.origin

const picture = (body: Buffer) => document(body, 'image/png')
/** As the feed of a site would be, with such a channel. */
const feedOf = (channel = '') =>
  document(rssDocument('Gazette', [postingAfter('One', -hourMs)]).replace('</title>', `</title>${channel}`))

/** A source that was read once. */
async function readOnce(channel = ''): Promise<number> {
  world.server.route('/feed', feedOf(`${channel}<link>${origin()}/</link>`))
  const id = await world.addSource('/feed')
  await world.pass()
  return id
}

/** Lets an aggregator look for icons, as long as that takes by its clock. */
async function seek(): Promise<number> {
  const pages = {
    readPage: (document: Parameters<typeof readPage>[0]) => Promise.resolve(readPage(document)),
  }
  const seeking = seekWantedIcons({ ...world.context(), pages }, new AbortController().signal)
  return whileUnderWay('the icons', seeking, async () => {
    // Where nobody waits for the clock, the database is at work: moved on then, the time for a host's turn ends before the turn comes.
    if (world.clock.sleepers() > 0) await world.clock.advance(200)
  })
}

const iconOf = (id: number) =>
  world.database.source.findUniqueOrThrow({ where: { id }, select: { iconUrl: true, iconDueAt: true } })
const asked = (path: string) => world.server.requests.filter((request) => request.path === path).length

test('a feed that names no icon gets that of its site, and keeps it while nothing else is named', async () => {
  world.server.route(
    '/',
    page('<link rel="icon" href="/small.png"><link rel="apple-touch-icon" href="touch.png">'),
  )
  world.server.route('/touch.png', picture(png))
  const id = await readOnce()
  expect(await seek()).toBe(1)
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/touch.png`)
  expect(asked('/small.png')).toBe(0)
  world.server.route('/feed', feedOf(`<link>${origin()}/</link><ttl>60</ttl>`))
  await world.pollAt(id, world.clock.now() + hourMs)
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/touch.png`)
  expect(await seek()).toBe(0)
  await world.clock.advance(31 * dayMs)
  expect(await seek()).toBe(1)
  expect(asked('/touch.png')).toBe(2)
})

test('what the document names goes first, and its site is not asked', async () => {
  const image = (name: string) => `<image><url>${origin()}/${name}.png</url></image>`
  const id = await readOnce(image('own'))
  expect(await iconOf(id)).toEqual({ iconUrl: `${origin()}/own.png`, iconDueAt: null })
  expect(await seek()).toBe(0)
})

test('what the document names later takes the place of its site’s', async () => {
  world.server.route('/favicon.ico', picture(png))
  const id = await readOnce()
  await seek()
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/favicon.ico`)
  world.server.route('/feed', feedOf(`<image><url>${origin()}/late.png</url></image>`))
  await world.pollAt(id, world.clock.now() + hourMs)
  expect(await iconOf(id)).toEqual({ iconUrl: `${origin()}/late.png`, iconDueAt: null })
})

test('drawings, pages and broken files are no icons; the usual place is looked at last', async () => {
  world.server.route(
    '/',
    page(
      '<link rel=icon type=image/svg+xml href=/a><link rel=icon href=/b.svg><link rel=mask-icon href=/c.png><link rel="shortcut icon" href=/d.png>',
    ),
  )
  world.server.route('/d.png', page('Not found'))
  world.server.route('/favicon.ico', document(readFileSync('tests/fixtures/icons/favicon.ico'), 'text/plain'))
  const id = await readOnce()
  await seek()
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/favicon.ico`)
  expect(['/a', '/b.svg', '/c.png', '/d.png'].map(asked)).toEqual([0, 0, 0, 1])
})

test('a site without one is not asked again for a month, and one that has trouble the next day', async () => {
  const id = await readOnce()
  await seek()
  expect((await iconOf(id)).iconUrl).toBeNull()
  await world.clock.advance(29 * dayMs)
  expect(await seek()).toBe(0)
  world.server.route('/', status(503))
  await world.clock.advance(2 * dayMs)
  expect(await seek()).toBe(1)
  world.server.route('/', page('<link rel=icon href=/icon.png>'))
  world.server.route('/icon.png', picture(png))
  expect(await seek()).toBe(0)
  await world.clock.advance(dayMs + hourMs)
  expect(await seek()).toBe(1)
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/icon.png`)
})

test('nobody is asked whose robots.txt or publisher does not want it', async () => {
  world.server.route('/', page('<link rel=icon href=/icon.png>'))
  world.server.route('/icon.png', picture(png))
  world.server.route(
    '/robots.txt',
    document('User-agent: Skylark\nDisallow: /icon.png\nDisallow: /favicon.ico', 'text/plain'),
  )
  const id = await readOnce()
  await seek()
  expect((await iconOf(id)).iconUrl).toBeNull()
  expect(['/icon.png', '/favicon.ico'].map(asked)).toEqual([0, 0])
})

test('a look that was lost with its process is made again within the hour', async () => {
  world.server.route('/favicon.ico', picture(png))
  const id = await readOnce()
  await world.database.$executeRaw`UPDATE "source" SET "iconDueAt" = ${new Date(world.clock.now() + hourMs)}`
  expect(await seek()).toBe(0)
  await world.clock.advance(hourMs)
  expect(await seek()).toBe(1)
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/favicon.ico`)
})

test('a source that nobody reads any more is not asked for', async () => {
  const id = await readOnce()
  await world.database.subscription.deleteMany()
  await world.database.source.update({ where: { id }, data: { nextPollAt: null } })
  expect(await seek()).toBe(0)
  expect((await iconOf(id)).iconDueAt).toBeNull()
  expect(asked('/')).toBe(0)
})

test('a page is not asked again and again because its icon has to wait for its turn', async () => {
  world.server.route('/robots.txt', document('User-agent: Skylark\nCrawl-delay: 30', 'text/plain'))
  world.server.route('/', page('<link rel=icon href=/icon.png>'))
  world.server.route('/icon.png', picture(png))
  const id = await readOnce()
  for (let run = 0; run < 20; run++) {
    await world.clock.advance(30_000)
    await seek()
  }
  expect(asked('/')).toBe(1)
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/icon.png`)
})

test('an icon is kept while the name of its site is not found, which is looked for the next day', async () => {
  world.server.route('/favicon.ico', picture(png))
  const id = await readOnce()
  await seek()
  await world.database.source.update({ where: { id }, data: { siteUrl: 'http://nowhere.invalid/' } })
  await world.clock.advance(31 * dayMs)
  expect(await seek()).toBe(1)
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/favicon.ico`)
})

test('a look that is given up is made again within the hour', async () => {
  world.server.route('/favicon.ico', picture(png))
  const id = await readOnce()
  const pages = { readPage: () => Promise.reject(new Error('not reached')) }
  await seekWantedIcons({ ...world.context(), pages }, AbortSignal.abort())
  await world.clock.advance(hourMs)
  expect(await seek()).toBe(1)
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/favicon.ico`)
})

test('an icon that has trouble keeps nobody from the usual place', async () => {
  world.server.route(
    '/',
    page('<link rel=icon href=/a.png><link rel=icon href=http://nowhere.invalid/b.png>'),
  )
  world.server.route('/a.png', status(503))
  world.server.route('/favicon.ico', picture(png))
  const id = await readOnce()
  await seek()
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/favicon.ico`)
})

test('a host that sends us on to one that rests is not asked each time', async () => {
  const id = await readOnce()
  const elsewhere = String(world.server.origins[1])
  world.server.route('/', redirect(`${elsewhere}/there`))
  const { database, clock } = world
  await database.host.create({
    data: { name: new URL(elsewhere).hostname, nextRequestAt: new Date(clock.now() + 20_000) },
  })
  await seek()
  for (let run = 0; run < 10; run++) {
    await clock.advance(30_000)
    await seek()
  }
  expect(asked('/')).toBe(1)
  expect((await iconOf(id)).iconUrl).toBeNull()
})

test('one site of a host is looked at in one run, and sites of others beside it', async () => {
  const { database, clock, server } = world
  const sourceAt = async (origin: string, path: string, dueMs: number) =>
    database.source.create({
      data: {
        url: `${origin}/${path}.xml`,
        siteUrl: `${origin}/${path}`,
        nextPollAt: new Date(clock.now() + dayMs),
        iconDueAt: new Date(clock.now() - dueMs),
        host: {
          connectOrCreate: {
            where: { name: new URL(origin).hostname },
            create: { name: new URL(origin).hostname },
          },
        },
      },
    })
  for (let at = 0; at < 9; at++) await sourceAt(origin(), `of-one-${at}`, hourMs + at)
  await sourceAt(String(server.origins[1]), 'of-other', 1)
  expect(await seek()).toBe(2)
  expect(server.requests.map(({ path }) => path)).toEqual(expect.arrayContaining(['/of-one-8', '/of-other']))
  expect(await seek()).toBe(1)
  expect(asked('/of-one-7')).toBe(1)
})

test('a site that asks for a pause, which holds for its feed, too, is not asked again for a month', async () => {
  const id = await readOnce()
  world.server.route('/', status(429, { 'retry-after': '86400' }))
  for (let hour = 0; hour < 29 * 24; hour += 8) {
    await seek()
    await world.clock.advance(8 * hourMs)
  }
  expect(asked('/')).toBe(1)
  await world.clock.advance(2 * dayMs)
  expect(await seek()).toBe(1)
  expect((await iconOf(id)).iconUrl).toBeNull()
})

test('a feed without an icon that is read again, and did not change, is looked at, too', async () => {
  world.server.route('/favicon.ico', picture(png))
  const id = await readOnce()
  const { database, clock } = world
  const [subscription] = await database.subscription.findMany()
  await database.subscription.deleteMany()
  await database.source.update({ where: { id }, data: { nextPollAt: null } })
  expect(await seek()).toBe(0)
  await database.subscription.create({
    data: { sourceId: id, subscriberId: String(subscription?.subscriberId) },
  })
  await world.pollAt(id, clock.now() + 2 * hourMs)
  expect(await seek()).toBe(1)
  expect((await iconOf(id)).iconUrl).toBe(`${origin()}/favicon.ico`)
})

test('neither a source without a site is looked at, nor one that is paused, nor any while polling is paused', async () => {
  world.server.route('/favicon.ico', picture(png))
  const id = await readOnce()
  await changeServerSettings(world.database, { isPaused: true })
  expect(await seek()).toBe(0)
  await changeServerSettings(world.database, { isPaused: false })
  await world.database.source.update({ where: { id }, data: { isPaused: true } })
  expect(await seek()).toBe(0)
  await world.database.source.update({
    where: { id },
    data: { isPaused: false, siteUrl: null, iconDueAt: new Date(world.clock.now()) },
  })
  expect(await seek()).toBe(0)
  expect(asked('/favicon.ico')).toBe(0)
})
