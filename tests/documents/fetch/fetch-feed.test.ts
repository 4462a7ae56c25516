import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import type { FetchOptions, FetchResult } from '#lib/documents/door/fetch-types.ts'
import { packed, redirect, reset, status, truncated } from '#tests/support/servers/feed-answers.ts'
import { document } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer } from '#tests/support/servers/feed-server.ts'
import type { FeedServer } from '#tests/support/servers/feed-server.ts'

let server: FeedServer
beforeAll(async () => {
  server = await createFeedServer({ hosts: 2 })
})
afterAll(() => server.close())

const options: FetchOptions = {
  userAgent: 'Skylark/test',
  allowedPrivateNetworks: ['127.0.0.0/8'],
  timeoutMs: 5_000,
}

function get(
  path: string,
  more: Partial<FetchOptions> = {},
  etag: string | null = null,
  lastModified: string | null = null,
): Promise<FetchResult> {
  const url = path.startsWith('http') ? path : server.origin + path
  return fetchFeed({ url, etag, lastModified }, { ...options, ...more })
}

describe('validators', () => {
  it('are sent back byte for byte and a 304 is told apart', async () => {
    server.route(
      '/feed',
      document('<rss/>', 'text/xml', {
        etag: 'W/"odd--gzip;x=\'1\'"',
        'last-modified': 'yesterday, about noon',
      }),
    )
    const first = await get('/feed')
    if (first.kind !== 'fetched') throw new Error(JSON.stringify(first))
    expect(first.body.toString()).toBe('<rss/>')
    const second = await get('/feed', {}, first.etag, first.lastModified)
    expect(second.kind).toBe('not-modified')
    expect(server.requests.at(-1)?.headers).toMatchObject({
      'if-none-match': 'W/"odd--gzip;x=\'1\'"',
      'if-modified-since': 'yesterday, about noon',
      'user-agent': 'Skylark/test',
    })
    expect(server.requests.at(-1)?.headers.cookie).toBeUndefined()
  })
})

describe('redirects', () => {
  it('give a permanent address only when every one of them is permanent', async () => {
    server.route('/end', document('x'))
    server.route('/a', redirect('/b', 301))
    server.route('/b', redirect('/end', 308))
    server.route('/c', redirect('/a', 302))
    expect(await get('/a')).toMatchObject({
      kind: 'fetched',
      finalUrl: `${server.origin}/end`,
      permanentUrl: `${server.origin}/end`,
    })
    expect(await get('/c')).toMatchObject({
      kind: 'fetched',
      finalUrl: `${server.origin}/end`,
      permanentUrl: null,
    })
    expect(await get('/end')).toMatchObject({ permanentUrl: null })
  })

  it('in a circle end', async () => {
    server.route('/loop', redirect('/loop', 301))
    const before = server.requests.length
    expect(await get('/loop')).toMatchObject({ kind: 'failed', errorKind: 'too-many-redirects' })
    expect(server.requests.length - before).toBe(2)
  })

  it('are checked like first addresses', async () => {
    for (const target of [
      'http://10.0.0.1/',
      'http://[::1]/',
      'http://169.254.169.254/latest/',
      'http://0x0a000001/',
    ]) {
      server.route('/out', redirect(target))
      expect(await get('/out'), target).toMatchObject({ kind: 'failed', errorKind: 'private-address' })
    }
    server.route('/out', redirect('file:///etc/passwd'))
    expect(await get('/out')).toMatchObject({ kind: 'failed', errorKind: 'bad-url' })
    server.route('/out', redirect(`${server.origins[1] ?? ''}/end`))
    expect(await get('/out', { allowedPrivateNetworks: ['127.0.0.1/32'] })).toMatchObject({
      errorKind: 'private-address',
    })
  })
})

describe('pauses and ends', () => {
  it('a 429 carries the end of the pause in seconds or as a date of the server', async () => {
    server.route('/busy', status(429, { 'retry-after': '120' }))
    const before = Date.now()
    const busy = await get('/busy')
    if (busy.kind !== 'throttled') throw new Error(busy.kind)
    expect(busy.retryAt).toBeGreaterThanOrEqual(before + 120_000)
    expect(busy.retryAt).toBeLessThanOrEqual(Date.now() + 120_000)
    // The server's clock is years off; its "in one hour" is one hour all the same.
    server.route(
      '/busy',
      status(503, { 'retry-after': 'Mon, 05 Jan 2026 01:00:00 GMT', date: 'Mon, 05 Jan 2026 00:00:00 GMT' }),
    )
    const askedAt = Date.now()
    const later = await get('/busy')
    if (later.kind !== 'throttled') throw new Error(later.kind)
    expect(later.retryAt).toBeGreaterThanOrEqual(askedAt + 3_600_000)
    expect(later.retryAt).toBeLessThanOrEqual(Date.now() + 3_600_000)
    server.route('/busy', status(429))
    expect(await get('/busy')).toMatchObject({ kind: 'throttled', retryAt: null, httpStatus: 429 })
  })

  it('410 is gone, other bad statuses are failures with the status', async () => {
    server.route('/gone', status(410))
    expect(await get('/gone')).toMatchObject({ kind: 'gone', httpStatus: 410 })
    expect(await get('/nowhere')).toMatchObject({ kind: 'failed', errorKind: 'http', httpStatus: 404 })
  })
})

describe('broken servers', () => {
  it('give a failure in words, never an exception', async () => {
    server.route('/reset', reset())
    server.route('/cut', truncated('x'.repeat(10_000)))
    server.route('/half', packed(gzipSync('x'.repeat(10_000)).subarray(0, 30), 'gzip'))
    server.route('/odd', packed(Buffer.from('x'), 'rot13'))
    expect(await get('/reset')).toMatchObject({ kind: 'failed', errorKind: 'connect' })
    expect(await get('/cut')).toMatchObject({ kind: 'failed', errorKind: 'connect' })
    expect(await get('/half')).toMatchObject({ kind: 'failed', errorKind: 'encoding' })
    expect(await get('/odd')).toMatchObject({ kind: 'failed', errorKind: 'encoding' })
    expect(await get('http://127.0.0.1:9999999/')).toMatchObject({ kind: 'failed', errorKind: 'bad-url' })
    expect(await get('http://nowhere.invalid/')).toMatchObject({ kind: 'failed', errorKind: 'dns' })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ] as const)('%s is unpacked', async (encoding, pack) => {
    server.route('/packed', packed(pack(Buffer.from('plain text')), encoding))
    const result = await get('/packed')
    expect(result.kind === 'fetched' ? result.body.toString() : result).toBe('plain text')
  })

  it.each([
    ['a label that is no coding', 'UTF-8', (text: Buffer) => text],
    ['a label that nobody knows', 'aws-chunked', (text: Buffer) => text],
    ['what says br and is not packed', 'br', (text: Buffer) => text],
    ['gzip within gzip', 'gzip', (text: Buffer) => gzipSync(gzipSync(text))],
    ['gzip without its check sum', 'gzip', (text: Buffer) => gzipSync(text).subarray(0, -8)],
    ['gzip that no header names', 'identity', gzipSync],
  ] as const)('%s is read as browsers and curl do', async (_name, encoding, pack) => {
    server.route('/odd-packing', packed(pack(Buffer.from('<rss/>')), encoding))
    const result = await get('/odd-packing')
    expect(result.kind === 'fetched' ? result.body.toString() : result).toBe('<rss/>')
  })

  it('a cookie that is set on the way comes back to the same host, where its path fits, and to no later request', async () => {
    const seen: (string | undefined)[] = []
    const redirecting =
      (to: string, cookies: string[]) => (request: IncomingMessage, response: ServerResponse) => {
        seen.push(request.headers.cookie)
        response.writeHead(302, { location: to, 'set-cookie': cookies }).end()
      }
    server.route(
      '/chain',
      redirecting('/chain/2', ['a=1; Path=/', 'gone=1; Max-Age=0', 'other=1; Path=/elsewhere']),
    )
    server.route(
      '/chain/2',
      redirecting('/end', ['b=2; Path=/chain; HttpOnly', 'a=3; Path=/', 'safe=1; Secure']),
    )
    server.route('/end', (request, response) => {
      seen.push(request.headers.cookie)
      response.end('plain text')
    })
    expect(await get('/chain')).toMatchObject({ kind: 'fetched' })
    expect(await get('/end')).toMatchObject({ kind: 'fetched' })
    expect(seen).toEqual([undefined, 'a=1', 'a=3', undefined])
  })
})
