import { afterAll, beforeAll, expect, test } from 'vitest'
import * as opml from '#app/api/v1/opml/route.ts'
import * as fullText from '#app/api/v1/postings/[id]/full-text/route.ts'
import * as savedPages from '#app/api/v1/saved-pages/route.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { addSubscriber, requestWith, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { status } from '#tests/support/servers/feed-answers.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { importLines } from '#tests/support/world/moving.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { byTier } from '#tests/support/run/tier.ts'

let database: Database
let feeds: FeedServer
let stop: () => Promise<void>

const html = { 'content-type': 'text/html; charset=utf-8' }
const pageOf = (paragraphs: number) =>
  `<!doctype html><html><body><article>${'<p>The first ferry of the day leaves earlier from Monday on.</p>'.repeat(paragraphs)}</article></body></html>`

/** Takes much longer to read than all others take to arrive; by night it is given up. */
const long = status(200, html, pageOf(byTier({ night: 40_000, sample: 10_000 })))
const short = status(200, html, pageOf(10))

beforeAll(async () => {
  // Each page on a host of its own, as one host is asked for one page at a time.
  feeds = await createFeedServer({ hosts: 8 })
  const server = await startServerDatabase({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
  database = server.database
  feeds.route('/long', long)
  feeds.route('/saved', long)
  feeds.route('/short', short)
  stop = async () => {
    await server.stop()
    await feeds.close()
  }
})
afterAll(() => stop())

/** Subscribes somebody to postings whose originals are these pages. Returns the token and the postings. */
async function readerOf(name: string, urls: readonly string[]) {
  const { id, token } = await addSubscriber(database, { name })
  const { sourceId } = await addSubscription(database, id, name)
  const ids = await addPostings(
    database,
    sourceId,
    urls.map((_, at) => ({ title: `Posting ${at}` })),
  )
  for (const [at, url] of urls.entries())
    await database.posting.update({ where: { id: ids[at] ?? 0n }, data: { url } })
  return { token, ids }
}

async function load(token: string, id: bigint): Promise<Response> {
  const request = requestWith(token, '/api/v1/route', 'POST')
  return fullText.POST(request, { params: Promise.resolve({ id: `${id}` }) })
}

test('who loads many texts at once is told to come again, and others have their turn between', async () => {
  const eve = await readerOf(
    'eve',
    feeds.origins.slice(0, 7).map((origin) => `${origin}/long`),
  )
  const ada = await readerOf('ada', [`${feeds.origins[7]}/short`])
  const answered: string[] = []
  const refused = Promise.withResolvers<Response>()
  const many = eve.ids.map(async (id) => {
    const answer = await load(eve.token, id)
    answered.push(`eve ${answer.status}`)
    if (answer.status === 503) refused.resolve(answer)
    return answer.status
  })
  const refusal = await refused.promise
  expect(refusal.headers.get('retry-after')).toBe('10')
  expect(await refusal.json()).toMatchObject({
    error: { code: 'unavailable', message: expect.stringContaining('Try again in ten seconds') },
  })
  const answer = await load(ada.token, ada.ids[0] ?? 0n)
  expect(await answer.json()).toMatchObject({ fullText: { kind: 'text' } })
  answered.push('ada')
  const statuses = await Promise.all(many)
  expect(statuses.filter((each) => each === 503).length).toBeGreaterThan(0)
  expect(answered.at(-1)).toBe('eve 200')
  feeds.route('/long', short)
  const again = await load(eve.token, eve.ids[statuses.indexOf(503)] ?? 0n)
  expect(await again.json()).toMatchObject({ fullText: { kind: 'text' } })
})

test('a page that could not be read for others is saved, and read when it is saved again', async () => {
  const { token } = await addSubscriber(database, { name: 'bob' })
  const save = (url: string) => callRoute(token, { module: savedPages, method: 'POST', body: { url } })
  const urls = feeds.origins.slice(0, 7).map((origin) => `${origin}/saved`)
  const answers = await Promise.all(urls.map(save))
  const at = answers.findIndex((answer) => answer.status === 503)
  expect(at).not.toBe(-1)
  feeds.route('/saved', short)
  expect(await save(urls[at] ?? '')).toMatchObject({ status: 200, body: { fullText: null } })
  expect(await database.posting.count({ where: { url: { endsWith: '/saved' } } })).toBe(urls.length)
})

test('who sends many lists at once is told to come again', async () => {
  const { token } = await addSubscriber(database, { name: 'cid' })
  // Entries without an address: much to read, nothing to store.
  const list = `<opml version="2.0"><body>${'<outline type="rss" text="None"/>'.repeat(byTier({ night: 20_000, sample: 5_000 }))}</body></opml>`
  const send = () => {
    const { url, headers } = requestWith(token, '/api/v1/opml')
    return opml.POST(new Request(url, { method: 'POST', headers, body: list }), {
      params: Promise.resolve({}),
    })
  }
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(2)
  const refusal = answers.find(({ status }) => status === 429)
  expect(refusal?.headers.get('retry-after')).toBe('5')
  expect((await send()).status).toBe(200)
})

test('where too many imports wait, the next one says so in its last line', async () => {
  const file = `{"items":[${'{},'.repeat(byTier({ night: 100_000, sample: 30_000 }))}{}]}`
  const tokens: string[] = []
  for (let n = 0; n < 14; n += 1) tokens.push((await addSubscriber(database, { name: `mover ${n}` })).token)
  const ends = await Promise.all(tokens.map(async (token) => (await importLines(token, file)).at(-1)))
  const refused = ends.findIndex((line) => line?.type === 'error')
  expect(ends[refused]).toMatchObject({
    error: { code: 'unavailable', message: expect.stringContaining('Try again in ten seconds') as unknown },
  })
  expect((await importLines(tokens[refused] ?? '', file)).at(-1)).toMatchObject({ type: 'report' })
})
