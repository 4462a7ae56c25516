import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchImage } from '#lib/documents/fetch/fetch-image.ts'
import { createGate } from '#lib/documents/door/gate.ts'
import { createImageCache } from '#lib/documents/images/image-cache.ts'
import { huge, redirect } from '#tests/support/servers/feed-answers.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'

let server: FeedServer
let folder: string
const options = { userAgent: 'Skylark/test', allowedPrivateNetworks: ['127.0.0.0/8'] }

beforeAll(async () => {
  server = await createFeedServer({ hosts: 2 })
  folder = await mkdtemp(path.join(os.tmpdir(), 'skylark-images-'))
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

function serve(body: Buffer | string, type = 'image/jpeg'): void {
  server.route('/x', (_, response) => void response.writeHead(200, { 'content-type': type }).end(body))
}

const get = () => fetchImage(`${server.origin}/x`, options)

function picture(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#06a' } })
}

/** A PNG of so many pixels in some kilobytes: its rows are all alike. */
function bomb(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const length = Buffer.alloc(4)
    const sum = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head[8] = 1 // bits for each pixel
  const rows = deflateSync(Buffer.alloc(Math.ceil(side / 8 + 1) * side))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'a %s is handed out as it came',
  async (format) => {
    const body = await picture(40, 30).toFormat(format).toBuffer()
    serve(body, 'text/html')
    expect(await get()).toEqual({ kind: 'image', type: `image/${format}`, bytes: body })
  },
)

test('a large picture is made smaller, and keeps its shape', async () => {
  serve(await picture(4000, 2000).jpeg().toBuffer())
  const image = await get()
  if (image.kind !== 'image') throw new Error(image.message)
  expect(image.type).toBe('image/webp')
  expect(await sharp(image.bytes).metadata()).toMatchObject({ width: 1600, height: 800 })
})

test.each([
  // CVE-2025-31483: scripts ran in pictures that the proxy of Miniflux handed on.
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
  ['a page', '<!doctype html><script>alert(1)</script>', 'image/png'],
  ['a TIFF', Buffer.from('49492a0008000000', 'hex'), 'image/jpeg'],
  ['nothing', '', 'image/png'],
  ['the beginning of a JPEG', Buffer.from('ffd8ffe000104a46', 'hex'), 'image/jpeg'],
  ['a page that begins like a GIF', 'GIF89a<script>alert(1)</script>', 'image/gif'],
])('%s is no picture', async (_, body, type) => {
  serve(body, type)
  expect(await get()).toMatchObject({ kind: 'failed' })
})

test('a picture that would unpack to gigabytes is refused before it does', async () => {
  const body = bomb(30_000) // 900 million pixels
  expect(body.length).toBeLessThan(200_000)
  serve(body, 'image/png')
  const before = process.memoryUsage().rss
  expect(await get()).toMatchObject({ kind: 'failed' })
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
})

test('more than 8 MB are given up', async () => {
  server.route('/x', huge(20_000_000))
  expect(await get()).toMatchObject({ kind: 'failed', message: expect.stringContaining('8000000') })
})

test('a redirect to a private address is not followed', async () => {
  server.route('/x', redirect(`${server.origins[1] ?? ''}/secret`))
  const asked = server.requests.length
  const allowed = { ...options, allowedPrivateNetworks: ['127.0.0.1/32'] }
  expect(await fetchImage(`${server.origin}/x`, allowed)).toMatchObject({ kind: 'failed' })
  expect(server.requests.slice(asked).map((request) => request.path)).toEqual(['/x'])
})

test('kept pictures come back whole; the room is not exceeded, and what is used stays longest', async () => {
  const body = await picture(300, 300).png({ compressionLevel: 0 }).toBuffer()
  let now = Date.now()
  const cache = createImageCache(folder, body.length * 4.5, () => now)
  const image = { type: 'image/png', bytes: body } as const
  for (const name of ['a', 'b', 'c', 'd']) await cache.store(name, image)
  now += 2 * 3_600_000
  expect(await cache.find('a')).toEqual(image)
  await cache.store('e', image)
  await cache.store('f', image)
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(names.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(4)
  expect(await cache.find('a')).toEqual(image)
  expect(await cache.find('missing')).toBeNull()
})

test('the smallest pictures take as much of the room as of the disk', async () => {
  const bytes = await picture(1, 1).png().toBuffer()
  const room = 20 * 4096
  const cache = createImageCache(folder, room, Date.now)
  for (let at = 0; at < 60; at += 1) await cache.store(`tiny ${at}`, { type: 'image/png', bytes })
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  expect(names.filter((entry) => entry.isFile()).length).toBeLessThanOrEqual(20)
})

test('a gate lets so many through at once, the others in order, and turns back who is too many', async () => {
  const gate = createGate(2, 1)
  const events: string[] = []
  const open: (() => void)[] = []
  const work = (name: string) => () => {
    events.push(name)
    return new Promise<string>((resolve) => open.push(() => resolve(name)))
  }
  const passed = ['a', 'b', 'c'].map((name) => gate.pass(work(name)))
  expect(await gate.pass(work('d'))).toBeNull()
  expect(events).toEqual(['a', 'b'])
  open[0]?.()
  expect(await passed[0]).toBe('a')
  await expect.poll(() => events).toEqual(['a', 'b', 'c'])
  open.slice(1).forEach((end) => end())
  expect(await Promise.all(passed)).toEqual(['a', 'b', 'c'])
})
