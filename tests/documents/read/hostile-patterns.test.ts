import { describe, expect, it } from 'vitest'
import { findDoctype } from '#lib/documents/read/find-doctype.ts'
import { normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import { addressesByRule } from '#lib/documents/discover/feed-addresses.ts'
import { parseOpml } from '#lib/documents/moving/parse-opml.ts'
import { readXml } from '#lib/documents/read/read-xml.ts'
import { growthOfNoSquare, growthOverFour } from '#tests/support/measure/growth.ts'

/** Texts for which searches that start again at every character take minutes to hours. */
const hostile: readonly (readonly [string, (length: number) => unknown])[] = [
  ['beginnings of document types in OPML', (length) => parseOpml(Buffer.from('<!DOCTYPE['.repeat(length)))],
  ['ends of document types in OPML', (length) => parseOpml(Buffer.from(`<!DOCTYPE[${'] '.repeat(length)}`))],
  [
    'beginnings of document types in a feed',
    (length) => readXml('<!DOCTYPE['.repeat(length), 'https://a.example/'),
  ],
  ['dots in a host', (length) => normaliseSourceUrl(`http://a${'.'.repeat(length)}a/`)],
  ['slashes in a path', (length) => addressesByRule(`https://github.com/${'/'.repeat(length)}a`)],
]

describe('hostile texts', () => {
  it.each(hostile)('with many %s are read in time that grows with their length', async (_name, read) => {
    expect(await growthOverFour(read, 5_000)).toBeLessThan(growthOfNoSquare)
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
