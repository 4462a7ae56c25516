import { isIP } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import type { Resolve } from '#lib/documents/door/resolve-name.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'

/**
 * Two servers on this machine: 127.0.0.2 plays the web and may be asked, 127.0.0.1 plays what must stay out of reach.
 * A hole in the guard does not only return the wrong word: the second server hears of it.
 */
let server: FeedServer
const allowed = ['127.0.0.2/32']
const options = { userAgent: 'Skylark/test', allowedPrivateNetworks: allowed, timeoutMs: 4_000 }

beforeAll(async () => {
  server = await createFeedServer({ hosts: 2 })
  server.route('*', rss({ postings: [{ title: 'secret', publishedAt: 0 }] }))
})
afterAll(() => server.close())

describe('a name', () => {
  /** Gives each list of addresses once, in turn, and the last one from then on. */
  function answering(...lists: readonly string[][]): Resolve {
    let asked = 0
    return (_hostname, _options, callback) => {
      const list = lists[Math.min(asked++, lists.length - 1)] ?? []
      callback(
        null,
        list.map((address) => ({ address, family: isIP(address) })),
      )
    }
  }
  const get = (resolve: Resolve, host = 'feed.test') => {
    const url = `http://${host}:${new URL(server.origins[1] ?? '').port}/`
    return fetchFeed({ url, etag: null, lastModified: null }, { ...options, resolve })
  }

  it.each([['127.0.0.1'], ['10.0.0.7'], ['::1'], ['::ffff:127.0.0.1'], ['169.254.169.254'], ['fe80::1']])(
    'that resolves to %s is refused',
    async (address) => {
      expect(await get(answering([address]))).toMatchObject({ errorKind: 'private-address' })
    },
  )

  it('with good and bad addresses is asked at the good ones only', async () => {
    expect((await get(answering(['127.0.0.1', '10.0.0.1', '127.0.0.2']))).kind).toBe('fetched')
    expect(server.requests.at(-1)?.origin).toBe(server.origins[1])
  })

  it('is connected at the very address that was checked: rebinding it afterwards changes nothing', async () => {
    const rebinding = answering(['127.0.0.2'], ['127.0.0.1'])
    expect((await get(rebinding, 'rebind.test')).kind).toBe('fetched')
    expect(await get(rebinding, 'rebind.test')).toMatchObject({ errorKind: 'private-address' })
    expect(server.requests.at(-1)?.origin).toBe(server.origins[1])
  })
})
