import { describe, expect, it } from 'vitest'
import { findDoctype } from '#lib/feeds/find-doctype.ts'
import { normaliseSourceUrl } from '#lib/feeds/normalise-url.ts'
import { addressesByRule } from '#lib/feeds/feed-addresses.ts'
import { parseOpml } from '#lib/feeds/parse-opml.ts'
import { readXml } from '#lib/feeds/read-xml.ts'

/** Texts for which searches that start again at every character take minutes to hours. */
const hostile: readonly (readonly [string, () => unknown])[] = [
  ['beginnings of document types in OPML', () => parseOpml(Buffer.from('<!DOCTYPE['.repeat(500_000)))],
  ['ends of document types in OPML', () => parseOpml(Buffer.from(`<!DOCTYPE[${'] '.repeat(1_000_000)}`))],
  [
    'beginnings of document types in a feed',
    () => readXml('<!DOCTYPE['.repeat(500_000), 'https://a.example/'),
  ],
  ['dots in a host', () => normaliseSourceUrl(`http://a${'.'.repeat(500_000)}a/`)],
  ['slashes in a path', () => addressesByRule(`https://github.com/${'/'.repeat(500_000)}a`)],
]

describe('hostile texts', () => {
  it.each(hostile)('with many %s are read in time', (_name, read) => {
    const startedAt = performance.now()
    read()
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
})

describe('findDoctype', () => {
  it.each([
    ['<?xml version="1.0"?><!doctype rss><rss/>', '<!doctype rss>'],
    ['<!DOCTYPE rss [<!ENTITY a "b>">]  ><rss/>', '<!DOCTYPE rss [<!ENTITY a "b>">]  >'],
    ['<rss/>', null],
    ['<!DOCTYPE rss [', null],
  ])('in %s', (text, expected) => {
    const found = findDoctype(text)
    expect(found === null ? null : text.slice(found.start, found.end)).toBe(expected)
  })
})
