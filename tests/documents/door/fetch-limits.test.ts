import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import type { FetchOptions, FetchResult } from '#lib/documents/door/fetch-types.ts'
import { crumbs, gzipBomb, huge, slow } from '#tests/support/servers/feed-answers.ts'
import { createFeedServer } from '#tests/support/servers/feed-server.ts'
import type { FeedServer } from '#tests/support/servers/feed-server.ts'
import { measurePeak } from '#tests/support/measure/measured-memory.ts'

let server: FeedServer
beforeAll(async () => {
  server = await createFeedServer()
})
afterAll(() => server.close())

const options: FetchOptions = {
  userAgent: 'Skylark/test',
  allowedPrivateNetworks: ['127.0.0.0/8'],
  timeoutMs: 5_000,
}

function get(path: string, more: Partial<FetchOptions> = {}): Promise<FetchResult> {
  const url = server.origin + path
  return fetchFeed({ url, etag: null, lastModified: null }, { ...options, ...more })
}

describe('limits', () => {
  it('a gzip bomb and an endless body are cut off', async () => {
    server.route('/bomb', gzipBomb(60_000_000))
    server.route('/huge', huge(200_000_000))
    expect(await get('/bomb', { maxBytes: 1_000_000 })).toMatchObject({
      kind: 'failed',
      errorKind: 'too-large',
    })
    expect(await get('/huge', { maxBytes: 1_000_000 })).toMatchObject({
      kind: 'failed',
      errorKind: 'too-large',
    })
  })

  it('reading stops at the limit: the server gets rid of little more', async () => {
    let sent = 0
    const closed = new Promise<void>((resolve) => {
      server.route('/endless', (_request, response) => {
        const piece = Buffer.alloc(65_536, ' ')
        const send = () => {
          let isTaken = true
          while (isTaken && !response.destroyed) {
            isTaken = response.write(piece)
            sent += piece.length
          }
        }
        response.on('drain', send).once('close', resolve)
        send()
      })
    })
    expect(await get('/endless', { maxBytes: 1_000_000 })).toMatchObject({ errorKind: 'too-large' })
    await closed
    expect(sent).toBeGreaterThan(500_000)
    // What the buffers of both ends take, on top of the limit.
    expect(sent).toBeLessThan(20_000_000)
  })

  it('a body takes no more memory in parts of one byte', async () => {
    server.route('/crumbs', crumbs(3_000_000))
    const { grownMb } = await measurePeak(async () => {
      const answer = await get('/crumbs', { timeoutMs: 60_000 })
      expect(answer.kind === 'fetched' && answer.body.length).toBe(3_000_000)
    })
    expect(grownMb).toBeLessThan(200) // each part kept by itself took 400 MB
  })

  it('the time limit holds for the body too, even when it trickles', async () => {
    server.route('/slow', slow(60_000))
    expect(await get('/slow', { timeoutMs: 200 })).toMatchObject({ kind: 'failed', errorKind: 'timeout' })
    server.route('/trickle', (_request, response) => {
      const timer = setInterval(() => response.write(' '), 10)
      response.once('close', () => clearInterval(timer))
    })
    expect(await get('/trickle', { timeoutMs: 300 })).toMatchObject({ kind: 'failed', errorKind: 'timeout' })
  })

  it('the caller can give up', async () => {
    server.route('/slow', slow(60_000))
    const result = await fetchFeed(
      { url: `${server.origin}/slow`, etag: null, lastModified: null, signal: AbortSignal.timeout(100) },
      options,
    )
    expect(result).toMatchObject({ kind: 'failed', errorKind: 'aborted' })
  })
})
