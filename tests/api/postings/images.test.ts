import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as images from '#app/api/v1/images/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import { findImage, loadImage } from '#lib/handlers/images/load-image.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { takeRequests } from '#lib/store/accounts/request-allowances.ts'
import { addSubscriber, publicUrl, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { redirect, status } from '#tests/support/servers/feed-answers.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'

let database: Database
let stop: () => Promise<void>
let server: FeedServer
let reader: { readonly id: string; readonly token: string }
let postingId: bigint
let picture: Buffer
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-images-'))

beforeAll(async () => {
  server = await createFeedServer({ hosts: 2 })
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#06a' } })
    .png()
    .toBuffer()
  const environment = { DATA_DIR: dataDir, ALLOWED_PRIVATE_NETWORKS: '127.0.0.1/32' }
  ;({ database, stop } = await startServerDatabase(environment))
  reader = await addSubscriber(database, { name: 'reader' })
  const { sourceId } = await addSubscription(database, reader.id, 'pictures')
  const [id = 0n] = await addPostings(database, sourceId, [{ title: 'Ferry' }])
  postingId = id
  await database.posting.update({ where: { id }, data: { imageUrl: `${server.origin}/a.png` } })
})

afterAll(async () => {
  await stop()
  await server.close()
  rmSync(dataDir, { recursive: true })
})

afterEach(() => vi.useRealTimers())

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

/** The address of the posting's picture as it was given out. */
async function signedAddress(): Promise<string> {
  const { body } = await callRoute(reader.token, { module: posting, params: { id: `${postingId}` } })
  return String(body['imageUrl'])
}

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

  test('one that two readers miss is fetched once, though the second looked before it came and asks after', async () => {
    server.route('/late.png', (_, response) => void response.writeHead(200).end(picture))
    const address = `${server.origin}/late.png`
    expect(await Promise.all([findImage(address), findImage(address)])).toEqual([null, null])
    const [first, second] = [await loadImage(address), await loadImage(address)]
    expect(second).toMatchObject({ kind: 'image', type: first?.kind === 'image' ? first.type : '' })
    expect(server.requests.filter(({ path }) => path === '/late.png')).toHaveLength(1)
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

  /** A page that told what went wrong as it came was where Miniflux ran scripts (CVE-2023-27592). */
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

  test('one whose server is busy is asked for again half a minute later, and no browser keeps that it failed', async () => {
    for (const [name, code] of [
      ['/busy', 503],
      ['/many', 429],
    ] as const) {
      server.route(name, status(code))
      await database.posting.update({ where: { id: postingId }, data: { imageUrl: server.origin + name } })
      const address = await signedAddress()
      for (const answer of [await getImage(address), await getImage(address)]) {
        const { headers } = answer
        expect([answer.status, headers.get('cache-control'), headers.get('retry-after')]).toEqual([
          503,
          'no-store',
          '30',
        ])
      }
      expect(server.requests.filter((request) => request.path === name)).toHaveLength(1)
      server.route(name, (_, response) => void response.end(picture))
      vi.useFakeTimers({ now: Date.now() + 31_000, toFake: ['Date'] })
      expect((await getImage(address)).status).toBe(200)
      vi.useRealTimers()
    }
  })

  test('a host that does not want us is not asked for pictures', async () => {
    await database.publisherLimit.create({ data: { host: '127.0.0.1', isOptedOut: true } })
    await database.posting.update({ where: { id: postingId }, data: { imageUrl: `${server.origin}/b.png` } })
    expect((await getImage(await signedAddress())).status).toBe(404)
    expect(server.requests.filter((request) => request.path === '/b.png')).toEqual([])
    await database.publisherLimit.deleteMany()
  })

  test('300 a minute are fetched for somebody, by all web servers together; others still get theirs', async () => {
    const at = (address: string) => ({ 'x-forwarded-for': address })
    await database.posting.update({ where: { id: postingId }, data: { imageUrl: `${server.origin}/c.png` } })
    server.route('/c.png', status(200, { 'content-type': 'image/png' }, 'no picture'))
    const address = await signedAddress()
    // Another web server had them, in this minute or, should it end, the next.
    const windowAt = Date.now() - (Date.now() % 60_000) + 60_000
    await takeRequests(database, 'pictures of at 192.0.2.7', { windowAt, size: 300 })
    const refused = await getImage(address, at('192.0.2.7'))
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(server.requests.filter((request) => request.path === '/c.png')).toEqual([])
    expect((await getImage(address, at('192.0.2.8'))).status).toBe(404)
    expect(server.requests.filter((request) => request.path === '/c.png')).toHaveLength(1)
  })
})
