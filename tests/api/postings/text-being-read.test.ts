import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as postings from '#app/api/v1/postings/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as fullText from '#app/api/v1/postings/[id]/full-text/route.ts'
import * as mediaPosition from '#app/api/v1/postings/[id]/media-position/route.ts'
import * as readingSettings from '#app/api/v1/reading-settings/route.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { status } from '#tests/support/servers/feed-answers.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'

let database: Database
let stop: () => Promise<void>
let server: FeedServer
let reader: { readonly id: string; readonly token: string }
let subscriptionId: number
let postingId: bigint
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-text-'))
const sound = 'https://cast.example/1.mp3'

beforeAll(async () => {
  server = await createFeedServer({ hosts: 2 })
  ;({ database, stop } = await startServerDatabase({
    DATA_DIR: dataDir,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.1/32',
  }))
  reader = await addSubscriber(database, { name: 'reader' })
  const { sourceId, ...subscribed } = await addSubscription(database, reader.id, 'text')
  ;({ subscriptionId } = subscribed)
  const [id = 0n] = await addPostings(database, sourceId, [{ title: 'Ferry' }])
  postingId = id
  const html = `<p>See <a href="/x?utm_source=a&_ga=1">x</a><img src="/a.png" width="30"><img src="https://pixel.wp.com/g.gif"></p>`
  await database.posting.update({
    where: { id },
    data: {
      url: `${server.origin}/ferry?utm_source=rss&id=1`,
      html: sanitiseHtml(html, server.origin),
      imageUrl: `${server.origin}/a.png`,
      enclosures: [{ url: sound, type: 'audio/mpeg', length: 1 }],
    },
  })
})

afterAll(async () => {
  await stop()
  await server.close()
  rmSync(dataDir, { recursive: true })
})

const call = (route: Call) => callRoute(reader.token, route)
const detail = async () => (await call({ module: posting, params: { id: `${postingId}` } })).body

async function signedAddress(): Promise<string> {
  return String((await detail())['imageUrl'])
}

describe('what is given out', () => {
  test('pictures lead to this server, trackers lead nowhere', async () => {
    const { html, url } = await detail()
    expect(url).toBe(`${server.origin}/ferry?id=1`)
    expect(html).toContain('href="' + `${server.origin}/x"`)
    expect(html).not.toContain('pixel.wp.com')
    expect(html).toMatch(/<img src="\/api\/v1\/images\?url=[^"]+&amp;signature=[\w-]{24}" width="30"/)
    const list = await call({ module: postings })
    expect(list.body['postings']).toMatchObject([{ imageUrl: await signedAddress() }])
  })

  test('what is stored stays as it came', async () => {
    const row = await database.posting.findUniqueOrThrow({ where: { id: postingId } })
    expect(row.html).toContain(`src="${server.origin}/a.png"`)
  })

  test.each([
    ['direct', (html: string) => expect(html).toContain(`src="${server.origin}/a.png"`)],
    ['none', (html: string) => expect(html).not.toContain('<img')],
    ['proxied', (html: string) => expect(html).toContain('/api/v1/images?')],
  ] as const)('with pictures "%s"', async (choice, check) => {
    const body = { images: choice }
    expect((await call({ module: readingSettings, method: 'PATCH', body })).body).toMatchObject(body)
    check(String((await detail())['html']))
  })
})

describe('full text', () => {
  const page = `<html><body><article>${`<p>${'All of the story about the ferry, as its page tells it. '.repeat(8)}<img src="/a.png"></p>`.repeat(4)}</article></body></html>`
  const load = () => call({ module: fullText, method: 'POST', params: { id: `${postingId}` } })

  test('a failure is told, and the text comes when the page does', async () => {
    expect(await detail()).toMatchObject({ fullText: null, prefersFullText: false })
    server.route('/ferry', status(404))
    expect((await load()).body['fullText']).toMatchObject({
      kind: 'failed',
      failure: 'http',
      message: 'The server answered with status 404.',
      retryAt: expect.any(String),
    })
    await load()
    expect(server.requests.filter((request) => request.path.startsWith('/ferry'))).toHaveLength(1)
    await database.postingFullText.updateMany({ data: { nextTryAt: new Date(0) } })
    server.route('/ferry', status(200, { 'content-type': 'text/html' }, page))
    const { body } = await load()
    expect(body['fullText']).toMatchObject({
      kind: 'text',
      html: expect.stringContaining('All of the story'),
    })
    expect(JSON.stringify(body['fullText'])).toContain('/api/v1/images?')
    expect(body['html']).toContain('See <a')
  })

  test('a subscription can want it always', async () => {
    const params = { id: `${subscriptionId}` }
    const changed = await call({ module: subscription, method: 'PATCH', params, body: { fullText: true } })
    expect(changed.body).toMatchObject({ fullText: true })
    expect(await detail()).toMatchObject({ prefersFullText: true })
  })
})

describe('sound and film', () => {
  const put = (body: unknown) =>
    call({ module: mediaPosition, method: 'PUT', params: { id: `${postingId}` }, body })

  test('how far one has come is kept', async () => {
    expect(await detail()).toMatchObject({ enclosures: [{ url: sound, position: null }] })
    expect((await put({ url: sound, positionMs: 61_000, durationMs: 3_600_000 })).status).toBe(204)
    expect((await put({ url: sound, positionMs: 71_000 })).status).toBe(204)
    expect(await detail()).toMatchObject({
      enclosures: [{ position: { positionMs: 71_000, durationMs: 3_600_000 } }],
    })
  })

  test('what stands in the text and beside it is played in one place', async () => {
    const { html, enclosures } = await database.posting.findUniqueOrThrow({ where: { id: postingId } })
    await database.postingFullText.deleteMany({})
    const other = 'https://cast.example/other.mp3'
    const players = [sound, other].map((file) => `<audio src="${file}" controls="" preload="none"></audio>`)
    const change = (data: { html: string; enclosures?: object }) =>
      database.posting.update({ where: { id: postingId }, data })
    await change({ html: `<p>One</p>${players[0]}` })
    expect(await detail()).toMatchObject({ html: '<p>One</p>', enclosures: [{ url: sound }] })
    await change({
      html: players.join(''),
      enclosures: [sound, other].map((url) => ({ url, type: 'audio/mpeg', length: null })),
    })
    const both = await detail()
    expect(both).toMatchObject({
      html: players.join(''),
      enclosures: [{ isInText: true }, { isInText: true }],
    })
    await change({ html, enclosures: enclosures as object })
  })

  test('only of what came with the posting', async () => {
    expect((await put({ url: 'https://cast.example/2.mp3', positionMs: 1 })).status).toBe(404)
    expect((await put({ url: sound, positionMs: -1 })).status).toBe(400)
  })
})

test('settings out of bounds, and ways to share that are no address, are refused', async () => {
  const patch = (body: unknown) => call({ module: readingSettings, method: 'PATCH', body })
  for (const body of [
    { sizePx: 14 },
    { widthPx: 801 },
    { lineHeight: 3 },
    { typeface: 'url(x)' },
    { shareTemplates: [{ name: 'x', url: 'javascript:alert({url})' }] },
    { shareTemplates: [{ name: 'x', url: 'https://a.example/' }] },
  ])
    expect((await patch(body)).status).toBe(400)
  const shareTemplates = [{ name: 'Pinboard', url: 'https://pinboard.in/add?url={url}&title={title}' }]
  expect((await patch({ shareTemplates })).body).toMatchObject({ shareTemplates })
})
