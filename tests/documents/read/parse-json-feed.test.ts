import { describe, expect, it } from 'vitest'
import type { ParsedFeed } from '#lib/documents/read/feed-types.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'

const url = 'http://example.org/site/feed.xml'

async function parse(body: string | Buffer, contentType: string | null = null): Promise<ParsedFeed> {
  const result = await parseFeed({ body: Buffer.from(body), contentType, url })
  if (!result.ok) throw new Error(result.error.message)
  return result.feed
}

describe('JSON Feed', () => {
  it('has no sizes of files that no file has', async () => {
    const attachments = [1e300, -1, 0.5, 7].map((size, at) => ({ url: `/${at}.mp3`, size_in_bytes: size }))
    const json = { version: 'https://jsonfeed.org/version/1.1', items: [{ id: '1', attachments }] }
    const [entry] = (await parse(JSON.stringify(json))).entries
    expect(entry?.enclosures.map(({ length }) => length)).toEqual([null, null, null, 7])
  })

  it('says how long a sound is, in seconds that can be', async () => {
    const [seconds, durations] = [
      [1865, 2.5238095238095, '60', 0, -5, 1e300, 2_000_000, null],
      [1_865_000, 2524, 60_000, undefined, undefined, undefined, undefined, undefined],
    ]
    const attachments = seconds.map((each, at) => ({ url: `/${at}.mp3`, duration_in_seconds: each }))
    const json = { version: 'https://jsonfeed.org/version/1.1', items: [{ id: '1', attachments }] }
    const [entry] = (await parse(JSON.stringify(json))).entries
    expect(entry?.enclosures.map(({ durationMs }) => durationMs)).toEqual(durations)
  })

  it('is read, null fields and relative addresses included', async () => {
    const json = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      home_page_url: 'http://example.org/',
      items: [
        {
          id: 7,
          url: '/1',
          title: null,
          content_html: '<script>x</script><p>a</p>',
          date_published: '2026-01-05T00:00:00Z',
        },
      ],
    }
    const feed = await parse(JSON.stringify(json), 'text/plain')
    expect(feed).toMatchObject({ kind: 'JSON Feed', title: 'J' })
    expect(feed.entries[0]).toMatchObject({
      guid: '7',
      url: 'http://example.org/1',
      html: '<p>a</p>',
      publishedAt: Date.UTC(2026, 0, 5),
    })
  })
})
