import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as images from '#app/api/v1/images/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as fullText from '#app/api/v1/postings/[id]/full-text/route.ts'
import * as mediaPosition from '#app/api/v1/postings/[id]/media-position/route.ts'
import * as readingSettings from '#app/api/v1/reading-settings/route.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import { sanitiseHtml } from '#lib/feeds/sanitise-html.ts'
import type { Database } from '#lib/store/database.ts'
import { addSubscriber, publicUrl, startServerDatabase } from '#tests/support/accounts.ts'
import { callRoute, type Call } from '#tests/support/call-route.ts'
import { redirect, status } from '#tests/support/feed-answers.ts'
import { createFeedServer, type FeedServer } from '#tests/support/feed-server.ts'
import { addPostings, addSubscription } from '#tests/support/reading.ts'

let database: Database
let stop: () => Promise<void>
let server: FeedServer
let reader: { readonly id: string; readonly token: string }
let subscriptionId: number
let postingId: bigint
let picture: Buffer
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-text-'))
const sound = 'https://cast.example/1.mp3'

beforeAll(async () => {
  server = await createFeedServer({ hosts: 2 })
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#06a' } })
    .png()
    .toBuffer()
  server.route('/a.png', status(200, { 'content-type': 'text/html' }, ''))
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

function serve(body: Buffer | string): void {
  server.route(
    '/a.png',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(body),
  )
}

/** Asks for a picture as a browser does. */
async function getImage(address: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(`${publicUrl}${address}`, { headers })
  return images.GET(request, { params: Promise.resolve({}) })
}

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

describe('pictures', () => {
  test('one that was given out comes as a picture and nothing else, and is fetched once', async () => {
    serve(picture)
    const address = await signedAddress()
    const first = await getImage(address)
    expect(first.status).toBe(200)
    expect(Buffer.from(await first.arrayBuffer())).toEqual(picture)
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringContaining('immutable'),
    })
    const etag = first.headers.get('etag') ?? ''
    expect((await getImage(address, { 'if-none-match': etag })).status).toBe(304)
    expect((await getImage(address)).status).toBe(200)
    expect(server.requests.filter((request) => request.path === '/a.png')).toHaveLength(1)
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('referer')
    expect(server.requests.at(-1)?.headers).not.toHaveProperty('cookie')
  })

  test('nothing is fetched that was not given out', async () => {
    const asked = server.requests.length
    const wanted = encodeURIComponent(`${server.origin}/secret`)
    const address = await signedAddress()
    const signature = new URL(address, publicUrl).searchParams.get('signature') ?? ''
    for (const wrong of [signature, 'x'.repeat(24), '='])
      expect((await getImage(`/api/v1/images?url=${wanted}&signature=${wrong}`)).status).toBe(403)
    expect((await getImage(`/api/v1/images?url=${wanted}`)).status).toBe(400)
    expect(server.requests).toHaveLength(asked)
  })

  test('what is no picture, or leads to a private address, is a 404 that is not asked for again at once', async () => {
    server.route(
      '/svg',
      status(200, { 'content-type': 'image/svg+xml' }, '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    )
    server.route('/away', redirect(`${server.origins[1] ?? ''}/private`))
    for (const name of ['/svg', '/away', '/missing']) {
      await database.posting.update({ where: { id: postingId }, data: { imageUrl: server.origin + name } })
      const address = await signedAddress()
      const answers = [await getImage(address), await getImage(address)]
      for (const answer of answers)
        expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([404, 0])
      expect(server.requests.filter((request) => request.path === name)).toHaveLength(1)
    }
    expect(server.requests.filter(({ origin }) => origin === server.origins[1])).toEqual([])
  })

  test('a host that does not want us is not asked for pictures', async () => {
    await database.hostWish.create({ data: { host: '127.0.0.1', isOptedOut: true } })
    await database.posting.update({ where: { id: postingId }, data: { imageUrl: `${server.origin}/b.png` } })
    expect((await getImage(await signedAddress())).status).toBe(404)
    expect(server.requests.filter((request) => request.path === '/b.png')).toEqual([])
    await database.hostWish.deleteMany()
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
