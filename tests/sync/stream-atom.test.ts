import { beforeAll, expect, test } from 'vitest'
import RssParser from 'rss-parser'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { longItemId } from '#lib/sync/item-id.ts'
import { ask } from '#tests/support/api/ask.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

/** newsboat reads sources of FeedHQ as Atom documents, and marks entries by the ids that they have there. */
const server = withReaderApps()
const hostile = 'A < B & "C" ]]> \u0001\ud83d 😀'
let app: ReaderApp
let sourceId: number
let ids: bigint[]

beforeAll(async () => {
  const reader = await addReader(server.database, 'ada')
  ;({ sourceId } = await addSubscription(server.database, reader, 'site', { folderName: 'News & "more"' }))
  await server.database.source.update({
    where: { id: sourceId },
    data: { title: 'The Site', siteUrl: 'https://site.example/?a=1&b=2' },
  })
  const found = Array.from({ length: 3 }, (_, n) => ({ foundAt: referenceAt + n, publishedAt: referenceAt }))
  ids = await addPostings(server.database, sourceId, found)
  await server.database.posting.update({
    where: { id: ids[0] ?? 0n },
    data: {
      title: hostile.toWellFormed().replaceAll('\u0001', ''),
      author: 'A. Writer',
      html: '<p>Text &amp; more</p>',
      enclosures: [{ url: 'https://cdn.example/a.mp3?x=1&y=2', type: 'audio/mpeg', length: 123 }],
    },
  })
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  app = await server.app(reader)
  await app.post('edit-tag', { i: String(ids[0]), a: 'user/-/state/com.google/read' })
})

const read = (path: string, headers: Record<string, string> = {}) =>
  ask(`${server.url}${path}`, { headers: { authorization: `GoogleLogin auth=${app.auth}`, ...headers } })

test.each([
  '/reader/atom/feed',
  '//reader/atom/feed',
  '/api/greader.php/reader/atom/feed',
  '/reader/api/0/atom/feed',
])('%s/… is an Atom document of the source, whole', async (path) => {
  const { status, text, headers } = await read(`${path}%2F${sourceId}?n=50`)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(headers.get('cache-control')).toBe('private, no-store')
  const parsed = await parseFeed({ body: Buffer.from(text), contentType: null, url: 'https://x.example/' })
  if (!parsed.ok) throw new Error(parsed.error.message)
  const { title, entries } = parsed.feed
  expect([title, entries.map(({ guid }) => guid)]).toEqual(['The Site', ids.toReversed().map(longItemId)])
  expect(entries[2]).toMatchObject({
    title: expect.stringContaining('A < B & "C"') as string,
    author: 'A. Writer',
    html: '<p>Text &amp; more</p>',
    enclosures: [{ url: 'https://cdn.example/a.mp3?x=1&y=2', type: 'audio/mpeg', length: 123 }],
  })
  // A strict reader of XML: it throws for anything that is not well-formed.
  expect((await new RssParser().parseString(text)).link).toBe('https://site.example/?a=1&b=2')
})

const entriesIn = (text: string) => text.split('<entry ').slice(1)

test('states, folder and source are said of each entry', async () => {
  const { text } = await read(`/reader/atom/feed/${sourceId}`)
  const scheme = 'scheme="http://www.google.com/reader/"'
  const marks = entriesIn(text).map((entry) => entry.includes(`com.google/read" ${scheme} label="read"/>`))
  expect(marks).toEqual([false, false, true])
  // newsboat takes back that it was read by this alone.
  const fresh = entriesIn(text).map((entry) => entry.includes(`com.google/fresh" ${scheme} label="fresh"/>`))
  expect(fresh).toEqual([true, true, false])
  for (const entry of entriesIn(text)) {
    expect(entry).toMatch(/^gr:crawl-timestamp-msec="\d{13}">/)
    expect(entry).toContain(
      `label/News &amp; &quot;more&quot;" ${scheme} label="News &amp; &quot;more&quot;"/>`,
    )
    expect(entry).toContain(`<source gr:stream-id="feed/${sourceId}">`)
    expect(entry).toContain('<published>2026-01-05T00:00:00.000Z</published>')
  }
})

test('pages, exclusions and other streams are those of stream/contents, and its output may be Atom, too', async () => {
  const page = await read('/reader/atom/user/-/state/com.google/reading-list?n=2&r=o')
  expect(entriesIn(page.text)).toHaveLength(2)
  const [, c = ''] = /<gr:continuation>(\d+)<\/gr:continuation>/.exec(page.text) ?? []
  const rest = await read(`/reader/atom/user/-/state/com.google/reading-list?n=2&r=o&c=${c}`)
  expect([entriesIn(rest.text).length, rest.text.includes('continuation>')]).toEqual([1, false])
  const label = encodeURIComponent('user/-/label/News & "more"')
  const unread = await read(`/reader/atom/${label}?xt=user/-/state/com.google/read`)
  expect(entriesIn(unread.text)).toHaveLength(2)
  expect(unread.text).toContain('<title>News &amp; &quot;more&quot;</title>')
  const output = await app.get(`stream/contents/${label}?xt=user/-/state/com.google/read&output=atom`)
  const timeless = (text: string) => text.replace(/<updated>.*/, '')
  expect(timeless(output.text)).toBe(timeless(unread.text))
  const none = await read('/reader/atom/feed/https://nothing.example/')
  expect([none.status, entriesIn(none.text)]).toEqual([200, []])
})

test("without the header there is nothing to read, and nothing of another's", async () => {
  const path = `/reader/atom/feed/${sourceId}`
  expect((await ask(`${server.url}${path}`)).status).toBe(401)
  const other = await server.app(await addReader(server.database, 'eve'))
  const { text } = await read(path, { authorization: `GoogleLogin auth=${other.auth}` })
  expect([entriesIn(text), text.includes('The Site')]).toEqual([[], false])
})
