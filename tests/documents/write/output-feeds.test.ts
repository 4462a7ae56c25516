import RssParser from 'rss-parser'
import { describe, expect, test } from 'vitest'
import { feedFormats, type OutputDocument, type OutputEntry } from '#lib/documents/write/output-document.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { writeFeed } from '#lib/documents/write/write-feed.ts'

/** What must not break a document: all controls, the end of a CDATA section, halves of characters, markup, references. */
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
