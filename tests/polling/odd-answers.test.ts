import { expect, test } from 'vitest'
import { redirect, status } from '#tests/support/servers/feed-answers.ts'
import { rss, rssDocument } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const world = polledWorldOfEachTest()
const old = Array.from({ length: 20 }, (_, index) => postingAfter(`old ${index}`, -(index + 30) * dayMs))
const news = () => world.database.posting.count({ where: { isInitial: false } })
const source = (id: number) => world.database.source.findUniqueOrThrow({ where: { id } })

test.each([
  ['an empty document', rss({ postings: [] })],
  ['a 304 that nobody asked for', status(304)],
])('after %s the archive that follows is old', async (_name, first) => {
  world.server.route('/feed', first)
  const id = await world.addSource('/feed')
  await world.pass()
  world.server.route('/feed', rss({ postings: old }))
  await world.pollAt(id, referenceAt + dayMs)
  expect(await world.database.posting.count()).toBe(20)
  expect(await news()).toBe(0)
})

test.each([
  ['short titles', (index: number) => `Day ${index}`],
  ['no titles', () => ''],
])('postings with %s that get new ids and addresses stay what they were', async (_name, title) => {
  const text = (index: number) =>
    `The text of number ${index} says ${'more '.repeat(index + 8)}about ${index}.`
  const serve = (run: number) =>
    world.server.route(
      '/feed',
      rss({
        postings: Array.from({ length: 15 }, (_, index) => ({
          title: title(index),
          text: text(index),
          publishedAt: referenceAt - (index + 1) * dayMs,
          guid: `urn:${run}:${index}`,
          link: `${world.server.origin}/${run}/entry-${run * 100 + index}`,
        })),
      }),
    )
  serve(0)
  const id = await world.addSource('/feed')
  await world.pass()
  serve(1)
  await world.pollAt(id, referenceAt + hourMs)
  expect(await world.database.posting.count()).toBe(15)
  expect(await news()).toBe(0)
})

test('new validators of a document that stayed are sent at the next poll', async () => {
  const body = rssDocument('A feed', old)
  let etag = '"a"'
  world.server.route('/feed', (request, response) => {
    response.setHeader('etag', etag)
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(body)
  })
  const id = await world.addSource('/feed')
  await world.pass()
  etag = '"b"'
  await world.pollAt(id, referenceAt + hourMs)
  expect((await source(id)).etag).toBe('"b"')
  await world.pollAt(id, referenceAt + 2 * hourMs)
  expect((await source(id)).lastHttpStatus).toBe(304)
})

test.each([
  ['404', status(404, { 'retry-after': '604800' }), 7 * dayMs],
  ['a redirect', redirectWith('3600'), hourMs],
  ['429, sent twice', status(429, { 'retry-after': '3600, 3600' }), hourMs],
])('Retry-After holds on %s', async (_name, answer, pauseMs) => {
  world.server.route('/feed', answer)
  world.server.route('/new', rss({ postings: old }))
  const id = await world.addSource('/feed')
  await world.pass()
  expect((await source(id)).nextPollAt?.getTime()).toBeGreaterThanOrEqual(referenceAt + pauseMs)
  expect(await world.database.posting.count()).toBe(0)
})

test.each([
  ['that is over is no pause', '0', 0],
  ['is over at the poll after it, whatever is asked for again', '3600', hourMs],
])('the pause of a redirect %s', async (_name, retryAfter, pauseMs) => {
  const elsewhere = world.server.origins[1] ?? ''
  world.server.route('/feed', redirectWith(retryAfter, `${elsewhere}/new`))
  world.server.route('/new', rss({ postings: old }), elsewhere)
  const id = await world.addSource('/feed')
  await world.pass()
  if (pauseMs > 0) await world.pollAt(id, referenceAt + pauseMs)
  expect(await world.database.posting.count()).toBe(20)
  const host = await world.database.host.findUniqueOrThrow({ where: { name: '127.0.0.1' } })
  expect(host).toMatchObject({ pauseStatus: null, requestsPerHour: null })
})

test('a pause until beyond all time is stored as one', async () => {
  const headers = { date: 'Thu, 01 Jan 1970 00:00:00 GMT', 'retry-after': 'Fri, 31 Dec 9999 23:59:59 GMT' }
  world.server.route('/feed', status(429, headers))
  const id = await world.addSource('/feed')
  await world.pass()
  expect(await source(id)).toMatchObject({ lastOutcome: 'throttled', leaseOwner: null })
})

function redirectWith(retryAfter: string, location = '/new'): ReturnType<typeof redirect> {
  return (_request, response) => void response.writeHead(302, { location, 'retry-after': retryAfter }).end()
}

test('the reason of a failed poll names little of an endless host', async () => {
  world.server.route('/feed', redirect(`http://${'a.'.repeat(8_000)}example/feed`))
  const id = await world.addSource('/feed')
  await world.pass()
  const { lastOutcome, lastError } = await source(id)
  expect(lastOutcome).toBe('failed')
  expect(JSON.stringify(lastError).length).toBeLessThan(400)
})
