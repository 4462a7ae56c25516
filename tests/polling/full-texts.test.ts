import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { loadFullText, loadWantedFullTexts } from '#lib/polling/load-full-texts.ts'
import { createArticlePool } from '#lib/documents/threads/parse-in-worker.ts'
import { claimFullText, findFullTexts } from '#lib/store/postings/full-texts.ts'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { document, rssDocument } from '#tests/support/servers/feed-documents.ts'
import { redirect, status } from '#tests/support/servers/feed-answers.ts'
import { article, page } from '#tests/support/browser/article-page.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { whileUnderWay } from '#tests/support/measure/until.ts'

const minuteMs = 60_000
const world = polledWorldOfEachTest()
const articles = createArticlePool()
afterAll(() => articles.close())

const loader = () => ({ ...world.context(), articles })
const signal = new AbortController().signal
let sourceId: number

/** A source with two postings whose pages are at the same host. */
beforeEach(async () => {
  const postings = ['a', 'b'].map((name, index) => ({
    title: name,
    guid: name,
    link: `${world.server.origin}/${name}`,
    text: 'Short.',
    publishedAt: referenceAt - index * minuteMs,
  }))
  world.server.route('/feed', document(rssDocument('Feed', postings)))
  world.server.route('/a', page(article))
  world.server.route('/b', page(article))
  sourceId = await world.addSource('/feed')
  await world.pass()
})

async function postingId(title: string): Promise<bigint> {
  return (await world.database.posting.findFirstOrThrow({ where: { title } })).id
}

async function tryOnce(title: string): Promise<boolean> {
  const id = await postingId(title)
  const claimed = await claimFullText(world.database, id, world.clock.now())
  if (claimed !== null) await loadFullText(loader(), claimed, { isAwaited: true })
  return claimed !== null
}

async function find(id: bigint) {
  return (await findFullTexts(world.database, [id], world.clock.now())).get(id) ?? null
}

function asked(path: string): number {
  return world.server.requests.filter((request) => request.path === path).length
}

const wait = (ms: number) => world.clock.set(world.clock.now() + ms)

test('a text is fetched once, and read by everybody who may read the posting', async () => {
  expect(await tryOnce('a')).toBe(true)
  expect(await tryOnce('a')).toBe(false)
  expect(asked('/a')).toBe(1)
  const posting = await findPosting(world.database, 'reader-reader', await postingId('a'))
  expect(posting).toMatchObject({
    html: 'Short.',
    fullText: { kind: 'text', html: expect.stringContaining('The whole story of the tides') },
  })
})

test('a failure is kept in words, and tried three times in all with growing pauses', async () => {
  world.server.route('/a', status(500))
  const id = await postingId('a')
  expect(await tryOnce('a')).toBe(true)
  expect(await find(id)).toMatchObject({
    kind: 'failed',
    failure: 'http',
    message: expect.stringContaining('500'),
    retryAt: new Date(world.clock.now() + 10 * minuteMs).toISOString(),
  })
  expect(await tryOnce('a')).toBe(false)
  await wait(10 * minuteMs)
  expect(await tryOnce('a')).toBe(true)
  await wait(10 * minuteMs)
  expect(await tryOnce('a')).toBe(false)
  await wait(110 * minuteMs)
  expect(await tryOnce('a')).toBe(true)
  expect(await find(id)).toMatchObject({ kind: 'failed', retryAt: null })
  await wait(1_000 * minuteMs)
  expect(await tryOnce('a')).toBe(false)
  expect(asked('/a')).toBe(3)
})

test('a process that dies at it counts as a try, and the next goes on after two minutes', async () => {
  const id = await postingId('a')
  expect(await claimFullText(world.database, id, world.clock.now())).toMatchObject({ tries: 1 })
  expect(await find(id)).toEqual({ kind: 'loading' })
  expect(await tryOnce('a')).toBe(false)
  await wait(2 * minuteMs)
  expect(await tryOnce('a')).toBe(true)
  expect(await find(id)).toMatchObject({ kind: 'text' })
})

test('a try that runs has not failed, and the last one is given up only when it is lost', async () => {
  world.server.route('/a', status(500))
  const id = await postingId('a')
  await tryOnce('a')
  for (const pauseMs of [10 * minuteMs, 120 * minuteMs]) {
    await wait(pauseMs)
    const claimed = await claimFullText(world.database, id, world.clock.now())
    expect(await find(id)).toEqual({ kind: 'loading' })
    if (claimed?.tries === 2) await loadFullText(loader(), claimed, { isAwaited: true })
  }
  await wait(2 * minuteMs)
  expect(await find(id)).toMatchObject({ kind: 'failed', failure: 'broken', retryAt: null })
})

test('what a late try brings does not replace what a later one brought', async () => {
  const id = await postingId('a')
  const late = await claimFullText(world.database, id, world.clock.now())
  if (late === null) throw new Error('not claimed')
  await wait(2 * minuteMs)
  await tryOnce('a')
  world.server.route('/a', status(404))
  await loadFullText(loader(), late, { isAwaited: true })
  expect(await find(id)).toMatchObject({ kind: 'text' })
})

test('only sources that somebody wants whole are loaded unasked, one page at a time for each host', async () => {
  expect(await loadWantedFullTexts(loader(), signal)).toBe(0)
  await world.database.subscription.updateMany({ where: { sourceId }, data: { fullText: true } })
  await wait(minuteMs)
  expect(await loadWantedFullTexts(loader(), signal)).toBe(1)
  expect(asked('/a') + asked('/b')).toBe(1)
  await wait(minuteMs)
  expect(await loadWantedFullTexts(loader(), signal)).toBe(1)
  expect(await loadWantedFullTexts(loader(), signal)).toBe(0)
  expect([asked('/a'), asked('/b')]).toEqual([1, 1])
})

test('two aggregators at once load each text once', async () => {
  await world.database.subscription.updateMany({ where: { sourceId }, data: { fullText: true } })
  await wait(minuteMs)
  const runs = await Promise.all([1, 2, 3].map(() => loadWantedFullTexts(loader(), signal)))
  expect(runs.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2)
  expect(asked('/a')).toBeLessThanOrEqual(1)
  expect(asked('/b')).toBeLessThanOrEqual(1)
})

test('a host that rests is not asked, and that is no try', async () => {
  await world.database.host.updateMany({
    data: { nextRequestAt: new Date(world.clock.now() + 60 * minuteMs), pauseStatus: 429 },
  })
  expect(await tryOnce('a')).toBe(true)
  expect(asked('/a')).toBe(0)
  const row = await world.database.postingFullText.findFirstOrThrow()
  expect(row).toMatchObject({ tries: 0, failureKind: 'resting' })
  expect(row.nextTryAt?.getTime()).toBeGreaterThanOrEqual(world.clock.now() + 60 * minuteMs)
})

test('where the publisher does not want us, nothing is asked, and never again', async () => {
  await world.database.publisherLimit.create({ data: { host: '127.0.0.1', isOptedOut: true } })
  await tryOnce('a')
  expect(asked('/a')).toBe(0)
  expect(await find(await postingId('a'))).toMatchObject({
    failure: 'opted-out',
    retryAt: null,
  })
})

test('robots.txt holds for the page, too', async () => {
  world.server.route('/robots.txt', status(200, {}, 'User-agent: skylark\nDisallow: /a'))
  await world.database.robotsFile.deleteMany()
  await tryOnce('a')
  expect(asked('/a')).toBe(0)
  expect(await find(await postingId('a'))).toMatchObject({ failure: 'opted-out' })
})

test('a pause that robots.txt asks for holds for the host', async () => {
  world.server.route('/robots.txt', status(429, { 'retry-after': '1800' }))
  await world.database.robotsFile.deleteMany()
  await tryOnce('a')
  expect(asked('/a')).toBe(0)
  const host = await world.database.host.findFirstOrThrow()
  expect(host.nextRequestAt?.getTime()).toBeGreaterThanOrEqual(world.clock.now() + 30 * minuteMs)
})

test('a page that leads to a host that is being asked is tried later, and that is no try', async () => {
  const name = '127.0.0.2'
  await world.database.host.create({
    data: { name, leaseOwner: 'another', leaseUntil: new Date(world.clock.now() + 60 * minuteMs) },
  })
  world.server.route('/a', redirect(`http://${name}/elsewhere`))
  const tried = tryOnce('a')
  await whileUnderWay('the page is tried', tried, async () => {
    await sleep(5)
    if (world.clock.sleepers() > 0) await world.clock.advance(500)
  })
  expect(asked('/a')).toBe(1)
  expect(await world.database.postingFullText.findFirstOrThrow()).toMatchObject({ tries: 0 })
})
