import RssParser from 'rss-parser'
import { describe, expect, test } from 'vitest'
import { feedFormats, type OutputDocument, type OutputEntry } from '#lib/documents/write/output-document.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { writeFeed } from '#lib/documents/write/write-feed.ts'

/** Text that must not break a document: all controls, the end of a CDATA section, halves of characters, markup, references. */
const hostile = `${String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code))} ]]> \uD83D \uDE00\uFFFE <b>&amp;&nbsp;"'😀`
const at = new Date('2026-01-05T08:00:00Z')

const entry: OutputEntry = {
  id: 'tag:news.example,2026:skylark/posting/7',
  title: `Title ${hostile}`,
  url: 'https://one.example/a?b=1&c="2"',
  author: `Author ${hostile}`,
  html: '<p>Whole &amp; <b>bold</b> ]]&gt;</p>',
  excerpt: `Beginning ${hostile}`,
  publishedAt: at,
  updatedAt: at,
  sourceId: 'tag:news.example,2026:skylark/source/3',
  sourceTitle: `Source ${hostile}`,
  sourceUrl: 'https://one.example/?a=1&b=2',
  labels: [`Label ${hostile}`],
  enclosures: [{ url: 'https://one.example/a.mp3?x=1&y=2', type: 'audio/mpeg', length: 7 }],
}
const document: OutputDocument = {
  id: 'tag:news.example,2026:skylark/feed/1',
  title: `Feed ${hostile}`,
  selfUrl: 'https://news.example/out/secret.atom',
  homeUrl: 'https://news.example/?folder=1',
  hubUrl: 'https://news.example/hub',
  updatedAt: at,
  entries: [entry, { ...entry, id: `${entry.id}8`, url: null, author: null, html: null, enclosures: [] }],
}

describe.each(feedFormats)('%s', (format) => {
  const text = writeFeed(document, format)

  test('is well-formed whatever the texts hold', async () => {
    expect(text.isWellFormed()).toBe(true)
    expect(text).not.toContain(']]>'.repeat(format === 'json' ? 2 : 1))
    if (format === 'json') expect(() => JSON.parse(text) as unknown).not.toThrow()
    // A strict reader of XML: it throws for anything that is not well-formed.
    else expect((await new RssParser().parseString(text)).items).toHaveLength(2)
  })

  test('is read back as it was written', async () => {
    const parsed = await parseFeed({ body: Buffer.from(text), contentType: null, url: document.selfUrl })
    if (!parsed.ok) throw new Error(parsed.error.message)
    const [first, second] = parsed.feed.entries
    expect(parsed.feed.entries).toHaveLength(2)
    expect(first?.title).toMatch(/^Title .*😀$/)
    expect(first?.url).toBe('https://one.example/a?b=1&c=%222%22')
    expect(first?.html).toBe('<p>Whole &amp; <b>bold</b> ]]&gt;</p>')
    expect(second?.url ?? null).toBeNull()
    expect(new Set(parsed.feed.entries.map(({ guid }) => guid)).size).toBe(2)
  })

  test('without entries is a feed', async () => {
    const empty = writeFeed({ ...document, entries: [] }, format)
    const parsed = await parseFeed({ body: Buffer.from(empty), contentType: null, url: document.selfUrl })
    expect(parsed.ok && parsed.feed.entries).toEqual([])
  })
})

test('the source of an entry in Atom has a name and a time (RFC 4287, 4.2.11; W3C warns where they are missing)', () => {
  const text = writeFeed({ ...document, entries: [{ ...entry, sourceTitle: 'One' }] }, 'atom')
  const name = '<id>tag:news.example,2026:skylark/source/3</id><title>One</title>'
  expect(text).toContain(`<source>${name}<updated>2026-01-05T08:00:00.000Z</updated><link `)
})

describe('what the rules of the W3C want', () => {
  const bare = { ...entry, title: '', excerpt: '', html: null, url: null, enclosures: [] }
  const write = (change: Partial<OutputEntry>, format: 'atom' | 'rss' | 'json') =>
    writeFeed({ ...document, title: 'Feed', entries: [{ ...bare, ...change }] }, format)

  test('an entry without an address has a content: its beginning, where the feed has short texts', () => {
    expect(write({ excerpt: 'Beginning' }, 'atom')).toContain('<content>Beginning</content>')
    expect(write({ excerpt: 'Beginning', url: 'https://one.example/' }, 'atom')).not.toContain('<content')
  })

  test('elements that would be empty are left out', () => {
    const named = { title: 'Title', url: 'https://one.example/', html: '' }
    for (const format of ['atom', 'rss'] as const)
      expect(write(named, format)).not.toMatch(/<(summary|content|description|content:encoded)[^>]*><\//)
    expect(write({ excerpt: 'Beginning' }, 'rss')).not.toContain('<title></title>')
    expect(write({}, 'rss')).toContain('<title></title>')
    expect(write({ html: '<p>Text</p>' }, 'rss')).toMatch(/<description><\/description>\s*<content:encoded>/)
    expect(write({ html: '<p>Text</p>' }, 'json')).not.toContain('"title":""')
  })

  test('what has no source to name is by the feed in Atom, and by nobody elsewhere', () => {
    const unnamed = { title: 'Title', author: null, sourceTitle: '' }
    expect(write(unnamed, 'atom')).toContain('<author><name>Feed</name></author>')
    expect(write(unnamed, 'atom')).not.toContain('<source>')
    expect(write(unnamed, 'rss')).not.toContain('<dc:creator>')
    expect(write(unnamed, 'json')).not.toContain('"authors"')
  })

  test('plain text that looks like HTML is told apart from it', () => {
    const title = 'Write <b>, not &amp;'
    expect(write({ title }, 'atom')).toContain(
      '<title type="html">Write &amp;lt;b&amp;gt;, not &amp;amp;amp;</title>',
    )
    expect(write({ title }, 'rss')).toContain('<title>Write &#x3C;b&gt;, not &#x26;amp;</title>')
  })
})
