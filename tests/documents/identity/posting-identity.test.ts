import { describe, expect, it } from 'vitest'
import type { ParsedEntry } from '#lib/documents/read/feed-types.ts'
import {
  contentHash,
  distinctEntries,
  postingKey,
  postingKeys,
} from '#lib/documents/identity/posting-identity.ts'

const monday = Date.UTC(2026, 0, 5)

function entry(parts: Partial<ParsedEntry>): ParsedEntry {
  const empty = {
    guid: null,
    title: null,
    url: null,
    originalUrl: null,
    author: null,
    html: '',
    excerpt: '',
    publishedAt: null,
    updatedAt: null,
  }
  return { ...empty, imageUrl: null, enclosures: [], categories: [], ...parts }
}

/** One window for each way to be identified. */
const windows: Readonly<Record<string, readonly ParsedEntry[]>> = {
  guids: [entry({ guid: 'a', title: 'One' }), entry({ guid: 'b', title: 'Two' })],
  links: [
    entry({ url: 'http://example.org/1?a=1', title: 'Same' }),
    entry({ url: 'http://example.org/2', title: 'Same' }),
  ],
  titles: [entry({ title: 'One' }), entry({ title: 'Two' })],
  'titles and one link': [
    entry({ url: 'http://example.org/', title: 'One' }),
    entry({ url: 'http://example.org/', title: 'Two' }),
  ],
  'texts only': [entry({ html: '<p>one</p>' }), entry({ html: '<p>two</p>' })],
  files: [
    entry({ enclosures: [{ url: 'http://example.org/1.mp3', type: null, length: null }] }),
    entry({ enclosures: [{ url: 'http://example.org/2.mp3', type: null, length: null }] }),
  ],
}

describe.each(Object.entries(windows))('a window with %s', (_name, window) => {
  it('gives every posting its own key', () => {
    expect(new Set(postingKeys(window)).size).toBe(window.length)
    for (const key of postingKeys(window)) expect(key).toMatch(/^[0-9a-f]{40}$/)
  })
  it('keeps its keys when dates change', () => {
    expect(
      postingKeys(window.map((one, index) => ({ ...one, publishedAt: monday + index, updatedAt: monday }))),
    ).toEqual(postingKeys(window))
  })
  it('keeps its keys when the order changes', () => {
    expect(postingKeys([...window].reverse()).reverse()).toEqual(postingKeys(window))
  })
  it('keeps its keys when a posting is put on top', () => {
    const added = entry({ guid: 'new', url: 'http://example.org/new', title: 'New', html: 'new' })
    expect(postingKeys([added, ...window]).slice(1)).toEqual(postingKeys(window))
  })
})

describe('postingKeys', () => {
  it('disregards http or https and tracking parameters', () => {
    const key = (url: string) => postingKeys([entry({ url, title: 'x' })])[0]
    expect(key('https://example.org/1?utm_source=rss&a=1&utm_medium=feed')).toBe(
      key('http://example.org/1?a=1'),
    )
    expect(key('https://example.org/1?a=2')).not.toBe(key('http://example.org/1?a=1'))
  })
  it('keeps the key of an edited posting that has a guid or an address', () => {
    expect(postingKeys([entry({ guid: 'a', title: 'Corrected', html: 'x' })])).toEqual(
      postingKeys([entry({ guid: 'a', title: 'Wrong' })]),
    )
    expect(postingKeys([entry({ url: 'http://e.org/a', title: 'Corrected' })])).toEqual(
      postingKeys([entry({ url: 'http://e.org/a', title: 'Wrong' })]),
    )
  })
  it('tells postings apart that share a guid but not the address', () => {
    const window = [entry({ guid: 'x', url: 'http://e.org/1' }), entry({ guid: 'x', url: 'http://e.org/2' })]
    expect(new Set(postingKeys(window)).size).toBe(2)
  })
  it('gives one key to the same posting listed twice, and distinctEntries keeps the newest revision', () => {
    const revision = { guid: 'x', url: 'http://e.org/1', isRevisable: true } as const
    const old = entry({ ...revision, title: 'Old', updatedAt: monday })
    const revised = entry({ ...revision, title: 'Revised', updatedAt: monday + 1 })
    expect(distinctEntries([old, revised, old]).map(({ entry: kept }) => kept.title)).toEqual(['Revised'])
  })
  it('tells postings apart that share guid and address where the format has no revisions', () => {
    const shared = { guid: 'x', url: 'http://e.org/1', updatedAt: monday }
    const window = [
      entry({ ...shared, title: 'One' }),
      entry({ ...shared, title: 'Two', html: 'a' }),
      entry({ ...shared, title: 'Two', html: 'b' }),
    ]
    expect(new Set(postingKeys(window)).size).toBe(3)
  })
  it('takes a story listed twice for one posting, under the same key whichever stands first', () => {
    const story = { url: 'http://e.org/1', title: 'Tide', html: 'The tide.', publishedAt: monday }
    const one = entry({ ...story, guid: 'a#0' })
    const two = entry({ ...story, guid: 'a#1' })
    const keys = [distinctEntries([one, two]), distinctEntries([two, one])].map((found) =>
      found.map(({ key }) => key),
    )
    expect(keys).toEqual([postingKeys([one]), postingKeys([one])])
    const twin = entry({ ...story, guid: 'a#2', publishedAt: monday + 3_600_000 })
    expect(distinctEntries([twin, one]).map(({ key }) => key)).toEqual(postingKeys([one]))
    const nextDay = entry({ ...story, guid: 'a#2', publishedAt: monday + 86_400_000 })
    expect(distinctEntries([nextDay, one])).toHaveLength(2)
    const silent = [monday, monday + 1].map((publishedAt, at) =>
      entry({ ...story, html: '', guid: `a#${at}`, publishedAt }),
    )
    expect(distinctEntries(silent)).toHaveLength(2)
  })
  it('agrees with postingKey', () => {
    const window = windows['titles'] ?? []
    expect(window.map((one) => postingKey(one, window))).toEqual(postingKeys(window))
  })
})

describe('contentHash', () => {
  it('changes with title and text, not with dates', () => {
    const one = entry({ title: 'a', html: 'b', publishedAt: 1 })
    expect(contentHash({ ...one, publishedAt: 2 } as ParsedEntry)).toBe(contentHash(one))
    expect(contentHash({ ...one, html: 'c' })).not.toBe(contentHash(one))
    expect(contentHash({ ...one, title: 'c' })).not.toBe(contentHash(one))
  })
})
