import { gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'
import { afterAll, describe, expect, test } from 'vitest'
import type { ParsedFeed } from '#lib/documents/read/feed-types.ts'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import { normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { createArticlePool } from '#lib/documents/threads/parse-in-worker.ts'
import { parseOpml } from '#lib/documents/moving/parse-opml.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import { packed } from '#tests/support/servers/feed-answers.ts'
import { createFeedServer } from '#tests/support/servers/feed-server.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

/** Published attacks on what reads documents elsewhere, each by its number; others stand where the attacked part is tested. */
const url = 'https://evil.example/feed'

async function parse(body: string | Buffer, contentType: string | null = null): Promise<ParsedFeed> {
  const result = await parseFeed({ body: Buffer.from(body), contentType, url })
  if (!result.ok) throw new Error(result.error.message)
  return result.feed
}

const rssWith = (item: string, doctype = '') =>
  `${doctype}<rss version="2.0"><channel><title>t</title><item><guid>1</guid>${item}</item></channel></rss>`

describe('XML', () => {
  test('whose elements and attributes mean the prototype of all objects changes none (xml2js, CVE-2023-0842)', async () => {
    const texts = [
      rssWith('<__proto__ polluted="y"><polluted>y</polluted></__proto__><constructor>y</constructor>'),
      '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:__proto__="urn:x"><entry __proto__="y"><id>1</id><__proto__:title>y</__proto__:title></entry></feed>',
    ]
    for (const text of texts) expect((await parse(text)).entries).toHaveLength(1)
    const list =
      '<opml><body><outline __proto__="x" constructor="y" xmlUrl="https://a.example/"/></body></opml>'
    expect(parseOpml(list).outlines).toHaveLength(1)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  test('that declares what every document may say brings no markup by it (fast-xml-parser, CVE-2026-25896)', async () => {
    const doctype =
      '<!DOCTYPE rss [<!ENTITY lt "<img src=x onerror=alert(1)>"><!ENTITY l. "<b>"><!ENTITY amp "&#60;script>">]>'
    const item = '<title>1 &lt; 2 &amp; 3</title><description>&lt;p>x&lt;/p>&l.;</description>'
    const [entry] = (await parse(rssWith(item, doctype))).entries
    expect(entry?.title).toBe('1 < 2 & 3')
    expect(entry?.html).toContain('<p>x</p>')
    expect(entry?.html).not.toMatch(/<img|<script|onerror|<b>/)
  })

  test('with two document types and a flood of references is read in time (CVE-2026-33036, CVE-2026-73569)', async () => {
    const doctype = `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(1_000)}">]>`
    const flood = (count: number) =>
      parse(rssWith(`<title>${'&a;'.repeat(count)}${'&#65;'.repeat(5 * count)}</title>`, doctype + doctype))
    expect(JSON.stringify(await flood(100_000)).length).toBeLessThan(2_000_000)
    expect(await growthOverFour(flood, 2_000)).toBeLessThan(growthOfNoSquare)
  })

  test.each(['utf-16le', 'utf-16be', 'utf-32le'])(
    'with entities of entities grows in no encoding: %s (feedparser, CVE-2012-2921)',
    async (encoding) => {
      const laughs = Array.from(
        { length: 9 },
        (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
      ).join('')
      const text = rssWith('<title>Read &l9;</title>', `<!DOCTYPE rss [<!ENTITY l0 "ha">${laughs}]>`)
      const body = iconv.encode(text, encoding, { addBOM: true })
      const parsed = await parseFeed({ body, contentType: null, url })
      expect(parsed.ok && parsed.feed.entries[0]?.title).toMatch(/^Read /)
      expect(JSON.stringify(parsed).length).toBeLessThan(10_000)
    },
  )
})

describe('HTML', () => {
  test.each([
    ['CVE-2017-16017', `<img src=" onmouseover="alert(1)">`],
    ['CVE-2026-40186', '<option>&lt;img src=x onerror=alert(1)&gt;</option>'],
    ['CVE-2026-40186', '<textarea>&lt;/textarea&gt;<img src=x onerror=alert(1)></textarea>'],
    [
      'CVE-2026-84371',
      '<svg><a><animate attributeName="href" values="#a;javascript:alert(1)"/><text>x</text></a></svg>',
    ],
    [
      'CVE-2026-84371',
      '<a href="#"><set attributeName="href" to="javascript:alert(1)"></set><use href="data:,x"></use>x</a>',
    ],
  ])('of %s is harmless: %s', (_number, html) => {
    const safe = sanitiseHtml(html, 'https://example.org/')
    expect(safe).not.toMatch(/<(animate|set|use|svg|option|textarea)\b/i)
    for (const tag of safe.match(/<[^>]*>/g) ?? []) expect(tag).not.toMatch(/\son\w+\s*=|javascript:|data:/i)
    expect(sanitiseHtml(safe, 'https://example.org/')).toBe(safe)
  })

  test.each(['<!--', '<!-- -', '<!---', '<!--->'])(
    'of comments that do not end is read in time: %s (sanitize-html, CVE-2022-25887)',
    async (piece) => {
      const sanitise = (count: number) => sanitiseHtml(piece.repeat(count), 'https://example.org/')
      expect(await growthOverFour(sanitise, 1_000)).toBeLessThan(growthOfNoSquare)
    },
  )

  describe('pages', () => {
    const pool = createArticlePool()
    afterAll(() => pool.close())

    test('whose title is all separators is read in time (Readability, CVE-2025-2792)', async () => {
      const article = `<article>${'<p>The first ferry of the day will leave twenty minutes earlier from Monday on.</p>'.repeat(40)}</article>`
      const title = `A${' '.repeat(100_000)}|${' '.repeat(100_000)}B`
      const page = `<!doctype html><html><head><title>${title}</title></head><body><main>${article}</main></body></html>`
      const asked = { body: Buffer.from(page), contentType: 'text/html', url: 'https://a.example/x' }
      expect(await pool.extract(asked)).toMatchObject({ ok: true })
    })
  })
})

describe('answers', () => {
  const options = {
    userAgent: 'Skylark/test',
    allowedPrivateNetworks: ['127.0.0.0/8'],
    timeoutMs: 5_000,
    maxBytes: 1_000_000,
  }

  test.each([
    [3, 'encoding'],
    [2_000, 'encoding'],
    [1, 'too-large'],
  ])('packed %d times over end at once (undici, CVE-2026-22036)', async (times, errorKind) => {
    const encoding = Array.from({ length: times }, () => 'gzip').join(', ')
    const server = await createFeedServer()
    try {
      server.route('/packed', packed(gzipSync(Buffer.alloc(60_000_000, 'A')), encoding))
      const address = { url: `${server.origin}/packed`, etag: null, lastModified: null }
      expect(await fetchFeed(address, options)).toMatchObject({ kind: 'failed', errorKind })
    } finally {
      await server.close()
    }
  })
})

test.each([
  'exec:/usr/bin/id',
  'filter:cat:https://a.example/feed',
  '|id > /tmp/x',
  'query:x:unread = "yes"',
  '`id`',
  '$(id)',
])('an address that other readers run is none: %s (Newsboat, Liferea CVE-2023-1350)', (address) => {
  expect(normaliseSourceUrl(address)).toBeNull()
})
