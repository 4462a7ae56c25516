import { describe, expect, test } from 'vitest'
import { csvLine } from '#lib/api/http/csv.ts'
import { feedFormats, type OutputDocument } from '#lib/documents/write/output-document.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { parseImport } from '#lib/documents/moving/parse-import.ts'
import { parseOpml } from '#lib/documents/moving/parse-opml.ts'
import { writeFeed } from '#lib/documents/write/write-feed.ts'
import { writeOpml } from '#lib/documents/write/write-opml.ts'
import { openMailer } from '#lib/mail/mailer.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'

/**
 * The words of hostile publishers, in every place that a posting or source has: FreshRSS (issue 2121), Tiny Tiny RSS and others ran it.
 */
const attack = `"><img src=x onerror=alert(1)><script>alert(1)</script>]]>&lt;script&gt;alert(1)&lt;/script&gt;`
const escaped = attack
  .replaceAll('&', '&amp;')
  .replaceAll('<', '&lt;')
  .replaceAll('>', '&gt;')
  .replaceAll('"', '&quot;')
const bad = 'javascript:alert(1)//'

const documents = {
  RSS: `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel>
<title>${escaped}</title><link>${bad}</link><description>${escaped}</description>
<image><url>${bad}</url><title>${escaped}</title><link>${bad}</link></image><item><title>${escaped}</title><link>${bad}</link>
<guid isPermaLink="true">${bad}</guid><dc:creator>${escaped}</dc:creator><author>${escaped}</author><category>${escaped}</category>
<comments>${bad}</comments><enclosure url="${bad}" type="${escaped}" length="1"/><enclosure url="data:text/html,x" type="text/html" length="1"/>
<media:thumbnail url="${bad}"/><media:content url="${bad}" medium="image"/><description>${escaped}</description></item></channel></rss>`,
  Atom: `<feed xmlns="http://www.w3.org/2005/Atom"><title type="html">${escaped}</title><link href="${bad}"/><icon>${bad}</icon><logo>${bad}</logo>
<id>${bad}</id><entry><id>${bad}</id><title type="html">${escaped}</title><link href="${bad}"/><link rel="enclosure" href="${bad}"/>
<author><name>${escaped}</name><uri>${bad}</uri></author><category term="${escaped}"/>
<content type="html">${escaped}</content><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></div></content></entry></feed>`,
  'JSON Feed': JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: attack,
    home_page_url: bad,
    icon: bad,
    favicon: bad,
    items: [
      {
        id: bad,
        url: bad,
        external_url: bad,
        title: attack,
        content_html: attack,
        image: bad,
        banner_image: bad,
        authors: [{ name: attack, url: bad }],
        tags: [attack],
        attachments: [{ url: bad, mime_type: attack }],
      },
    ],
  }),
}

/** Every text in a value, wherever. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

describe.each(Object.entries(documents))('%s that attacks in every place', (_format, document) => {
  test('leaves no address that runs and no markup that does', async () => {
    const url = 'https://evil.example/feed'
    const parsed = await parseFeed({ body: Buffer.from(document), contentType: null, url })
    if (!parsed.ok) throw new Error(parsed.error.message)
    const { entries, ...head } = parsed.feed
    expect(entries.length).toBeGreaterThan(0)
    const places = [head, ...entries].flatMap((part) =>
      Object.entries(part).filter(([name]) => !['guid', 'key', 'html'].includes(name)),
    )
    for (const [name, value] of places)
      for (const text of textsIn(value))
        expect([name, /^\s*(javascript|data|vbscript):/i.test(text)]).toEqual([name, false])
    for (const { html } of entries) expect(html).not.toMatch(/<script|onerror|javascript:/i)
  })
})

describe('what we write of it', () => {
  const at = new Date(Date.UTC(2026, 0, 5))
  const url = 'https://a.example/?a="><script>'
  const document: OutputDocument = {
    id: 'urn:feed',
    title: attack,
    selfUrl: 'https://news.example/out/x',
    homeUrl: 'https://news.example/',
    hubUrl: 'https://news.example/hub',
    updatedAt: at,
    entries: [
      {
        id: 'urn:x',
        title: attack,
        url,
        author: attack,
        html: '<p>x]]></p>',
        excerpt: attack,
        publishedAt: at,
        updatedAt: at,
        sourceId: 'urn:s',
        sourceTitle: attack,
        sourceUrl: url,
        labels: [attack],
        enclosures: [{ url, type: attack, length: 1 }],
      },
    ],
  }
  test.each(feedFormats)('is markup nowhere, and comes back as text: %s', async (format) => {
    const written = writeFeed(document, format)
    if (format !== 'json') expect(written).not.toMatch(/<(script|img)\b/i)
    const parsed = await parseFeed({ body: Buffer.from(written), contentType: null, url: document.selfUrl })
    expect(parsed.ok && parsed.feed.entries.map(({ html }) => html.includes('<script'))).toEqual([false])
  })

  test('is markup nowhere: OPML, there and back', () => {
    const feed = { url: 'https://a.example/?"><script>', title: `${attack}\r\n`, siteUrl: bad }
    const folders = [{ title: attack, feeds: [feed], folders: [] }]
    const text = [...writeOpml({ title: attack, feeds: [feed], folders })].join('\n')
    expect(text).not.toMatch(/<(script|img)\b/i)
    for (const { url, siteUrl } of parseOpml(text).outlines) {
      expect(url).toMatch(/^https:/)
      expect(siteUrl).toBeNull()
    }
  })

  test.each(['=cmd|x', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '\n=1', '＝1', '"=1', '%0A', '|x'])(
    'is no formula in CSV: %j',
    (title) => {
      expect(csvLine([title])).toMatch(/^"?['"]/)
    },
  )
})

test('external entities, and entities of entities, are neither read nor grown in OPML', () => {
  const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
  const text = `<!DOCTYPE opml [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY % p SYSTEM "http://127.0.0.1:9/">%p;<!ENTITY l0 "ha">${laughs}]><opml><body><outline text="&x;&l9;" xmlUrl="https://a.example/"/></body></opml>`
  const { outlines } = parseOpml(text)
  expect(JSON.stringify(outlines).length).toBeLessThan(1000)
  expect(JSON.stringify(outlines)).not.toContain('root:')
})

test('an import whose keys mean the prototype of all objects changes none', () => {
  const item = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"title":"x"}'
  for (const text of [`{"id":"user/-/state/com.google/starred","items":[${item}]}`, `[${item}]`, item])
    parseImport(Buffer.from(text))
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test('a title with lines of its own adds no header to a mail, nor does an address', async () => {
  const server = await startMailServer()
  const mailer = openMailer({ smtpUrl: server.url, from: 'Skylark <s@news.example>' })
  const subject = 'News\r\nBcc: everybody@evil.example\r\n\r\nBuy this'
  expect((await mailer.send({ to: 'ada@example.org', subject, text: 'x', key: 'k' })).kind).toBe('taken')
  const mail = await server.next()
  expect(mail.to).toBe('ada@example.org')
  expect(server.mails).toHaveLength(1)
  const hidden = { to: 'ada@example.org\r\nRCPT TO:<eve@evil.example>', subject: 'x', text: 'x', key: 'k2' }
  await mailer.send(hidden)
  // CVE-2025-13033 of nodemailer: an address in quotes went to the one inside.
  await mailer.send({ to: '"eve@evil.example x"@news.example', subject: 'x', text: 'x', key: 'k3' })
  expect(JSON.stringify(server.mails.map(({ to }) => to))).not.toMatch(/"eve@/)
  mailer.close()
  await server.stop()
})
