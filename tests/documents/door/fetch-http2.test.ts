import { readFileSync } from 'node:fs'
import { createSecureServer, type Http2SecureServer } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import path from 'node:path'
import tls from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import type { FetchOptions } from '#lib/documents/door/fetch-types.ts'

const fixtures = path.resolve('tests/fixtures/tls')
const [cert, key] = ['certificate.pem', 'key.pem'].map((name) =>
  readFileSync(path.join(fixtures, name), 'utf8'),
)
const authorities = tls.getCACertificates('default')

let server: Http2SecureServer
let origin: string
const versions: string[] = []
const open = new Set<Socket>()

beforeAll(async () => {
  tls.setDefaultCACertificates([...authorities, cert ?? ''])
  server = createSecureServer({ cert, key, allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion)
    if (request.url === '/gone') return void response.writeHead(410).end()
    if (request.url === '/known') return void response.writeHead(304, { etag: '"1"' }).end()
    if (request.url === '/endless') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('x'.repeat(20_000)), 1)
      return void response.once('close', () => clearInterval(timer))
    }
    if (request.url === '/silent') return
    response
      .writeHead(200, { 'content-type': 'text/xml', 'content-encoding': 'gzip' })
      .end(gzipSync('<rss/>'))
  })
  server.on('sessionError', () => undefined) // a cut connection is what some tests are about
  server.on('connection', (socket) => open.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `https://localhost:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  tls.setDefaultCACertificates(authorities)
  for (const socket of open) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
})

const openNow = () => [...open].filter(({ destroyed }) => !destroyed).length

const options: FetchOptions = {
  userAgent: 'Skylark/test',
  allowedPrivateNetworks: ['127.0.0.0/8'],
}
const get = (name: string, more: Partial<FetchOptions> = {}, etag: string | null = null) =>
  fetchFeed({ url: origin + name, etag, lastModified: null }, { ...options, ...more })

describe('HTTP/2 where it is offered', () => {
  it('brings documents, "not modified" and ends as HTTP/1.1 does', async () => {
    const fetched = await get('/feed')
    if (fetched.kind !== 'fetched') throw new Error(JSON.stringify(fetched))
    expect(fetched.body.toString()).toBe('<rss/>')
    expect((await get('/known', {}, '"1"')).kind).toBe('not-modified')
    expect((await get('/gone')).kind).toBe('gone')
    expect(new Set(versions)).toEqual(new Set(['2.0']))
  })

  it('keeps to the limits of size and time, and the connection serves on', async () => {
    expect(await get('/endless', { maxBytes: 100_000 })).toMatchObject({ errorKind: 'too-large' })
    expect(await get('/endless', { timeoutMs: 300 })).toMatchObject({ errorKind: 'timeout' })
    expect(await get('/silent', { timeoutMs: 300 })).toMatchObject({ errorKind: 'timeout' })
    expect((await get('/feed')).kind).toBe('fetched')
  })

  it('serves several requests over one connection, which ends when nobody needs it', async () => {
    await expect.poll(() => openNow()).toBe(0)
    const before = open.size
    for (let n = 0; n < 10; n += 1) await get('/feed')
    expect(openNow()).toBe(1)
    expect(open.size - before).toBeLessThan(10) // it is kept for a second: on a busy machine not each request comes in time
    await expect.poll(() => openNow()).toBe(0)
  })

  it('is asked for at guarded addresses only', async () => {
    expect(await get('/feed', { allowedPrivateNetworks: [] })).toMatchObject({ errorKind: 'private-address' })
  })
})
