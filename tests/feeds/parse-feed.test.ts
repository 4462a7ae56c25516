import { readFileSync } from 'node:fs'
import path from 'node:path'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import type { ParsedFeed } from '#lib/feeds/feed-types.ts'
import { parseDate } from '#lib/feeds/parse-date.ts'
import { parseFeed } from '#lib/feeds/parse-feed.ts'

const url = 'http://example.org/site/feed.xml'

async function parse(body: string | Buffer, contentType: string | null = null): Promise<ParsedFeed> {
  const result = await parseFeed({ body: Buffer.from(body), contentType, url })
  if (!result.ok) throw new Error(result.error.message)
  return result.feed
}

const fixture = (name: string) =>
  parse(readFileSync(path.join(import.meta.dirname, '../fixtures/feeds', name)))

describe('fixtures', () => {
  it('broken XML is mended', async () => {
    const feed = await fixture('broken-xml.xml')
    expect(feed.title).toBe('Fish & Chips — café')
    expect(feed.entries.map(({ title }) => title)).toEqual(['One & two', 'Two'])
    expect(feed.entries[0]?.url).toBe('http://example.org/1?x=1&y=2')
    expect(feed.entries[0]?.excerpt).toBe('1 < 2')
    expect(feed.entries[1]?.html).toBe('<p>cut off</p>')
  })

  it('entities never grow nor read files', async () => {
    const feed = await fixture('entity-bomb.xml')
    expect(feed.title).toBe('Acme © news')
    expect(feed.entries[0]?.title).toBe('&b;&x;')
  })

  it('namespaces count, not prefixes; xml:base nests; XHTML keeps its order', async () => {
    const feed = await fixture('own-prefixes.xml')
    expect(feed).toMatchObject({
      kind: 'Atom',
      title: 'A & B',
      siteUrl: 'http://example.org/base/index.html',
    })
    expect(feed).toMatchObject({
      selfUrl: 'http://example.org/base/feed.atom',
      hubUrl: 'https://hub.example/',
    })
    expect(feed.entries[0]).toMatchObject({
      guid: 'urn:1',
      title: '1 < 2 <b>',
      url: 'http://example.org/base/sub/a.html',
      author: 'Ada',
    })
    expect(feed.entries[0]).toMatchObject({
      publishedAt: Date.UTC(2026, 0, 5, 9),
      updatedAt: null,
      imageUrl: 'http://example.org/t.jpg',
    })
    expect(feed.entries[0]?.html).toMatch(
      /first <b>second<\/b> third <img .*src="http:\/\/example.org\/base\/sub\/i.png"/,
    )
  })

  it('hints, enclosures and relative addresses of RSS are read', async () => {
    const feed = await fixture('rss-hints.xml')
    expect(feed).toMatchObject({
      title: 'Hints',
      language: 'en-gb',
      siteUrl: 'http://example.org/site/',
      iconUrl: 'http://example.org/logo.png',
    })
    expect(feed.hints).toEqual({
      ttlMinutes: 60,
      skipHours: [0, 3],
      skipDays: [0],
      updatePeriodMs: 6 * 3_600_000,
    })
    const entry = feed.entries[0]
    expect(entry).toMatchObject({
      title: 'Italic & more',
      url: 'http://example.org/site/posts/1',
      guid: 'g1',
      author: 'Ada',
    })
    expect(entry?.enclosures).toEqual([
      { url: 'http://example.org/a.mp3', type: 'audio/mpeg', length: 7 },
      { url: 'http://example.org/b.mp4', type: 'video/mp4', length: null },
    ])
    expect(entry?.html).toMatch(/^<p>Text <img src="http:\/\/example.org\/site\/posts\/p.png"/)
    expect(entry?.publishedAt).toBe(Date.UTC(2026, 0, 4, 23))
  })
})

describe('JSON Feed', () => {
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

describe('encodings', () => {
  const text = '<rss version="2.0"><channel><title>Новости</title></channel></rss>'
  it.each([
    ['windows-1251', `<?xml version="1.0" encoding="windows-1251"?>${text}`, null],
    ['koi8-r', text, 'text/xml; charset=KOI8-R'],
    ['utf-16le', `\uFEFF${text}`, null],
    ['utf-16be', text, null],
    ['utf-32be', `\uFEFF${text}`, null],
    ['utf-8', `<?xml version="1.0" encoding="iso-8859-1"?>${text}`, null],
    ['utf-8', `<?xml version="1.0" encoding="x-unheard-of"?>${text}`, 'text/xml; charset=nonsense'],
  ])('%s is recognised', async (encoding, document, contentType) => {
    expect((await parse(iconv.encode(document, encoding), contentType)).title).toBe('Новости')
  })
})

describe('what is no feed', () => {
  it.each([
    ['', 'empty'],
    ['<!DOCTYPE html><html><body>Log in</body></html>', 'html'],
    ['[1, 2]', 'not-a-feed'],
    ['{"a": 1}', 'not-a-feed'],
    ['{"a": ', 'broken'],
    ['<urlset><url><loc>http://example.org/</loc></url></urlset>', 'not-a-feed'],
    ['just text', 'not-a-feed'],
  ])('%s is refused with a reason', async (body, kind) => {
    expect(await parseFeed({ body: Buffer.from(body), contentType: null, url })).toMatchObject({
      ok: false,
      error: { kind },
    })
  })
})

describe('parseDate', () => {
  it.each([
    ['Mon, 05 Jan 2026 00:00:00 GMT', '2026-01-05T00:00:00.000Z'],
    ['5 January 2026 1:30 pm EST', '2026-01-05T18:30:00.000Z'],
    ['2026-01-05T01:00:00+0100', '2026-01-05T00:00:00.000Z'],
    ['20260105T000000Z', '2026-01-05T00:00:00.000Z'],
    ['Mon Jan  5 00:00:00 2026', '2026-01-05T00:00:00.000Z'],
    ['Lun, 05 Jan 2026 00:00:00 +0000', '2026-01-05T00:00:00.000Z'],
    ['Fri, 31 Dec 1999 24:00:00 GMT', '2000-01-01T00:00:00.000Z'],
    ['1767571200', '2026-01-05T00:00:00.000Z'],
    ['05.01.2026 00:00', '2026-01-05T00:00:00.000Z'],
  ])('reads %s', (written, iso) => {
    expect(new Date(parseDate(written) ?? Number.NaN).toISOString()).toBe(iso)
  })
  it.each([
    '',
    'soon',
    '0000-00-00 00:00:00',
    'Mon, 31 Jun 2026 10:00:00 GMT',
    '2026-13-01',
    'x'.repeat(10_000),
  ])('knows that %s is no date', (written) => {
    expect(parseDate(written)).toBeNull()
  })
})
