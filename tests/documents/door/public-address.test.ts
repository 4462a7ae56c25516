import { expect, test } from 'vitest'
import { isPublicAddress } from '#lib/documents/door/public-address.ts'
import { parseOpml } from '#lib/documents/moving/parse-opml.ts'
import { readdirSync, readFileSync } from 'node:fs'

test.each([
  'https://example.org/feed',
  'https://www.tagesschau.de/infoservices/alle-meldungen-100~rss2.xml',
  'https://blog.example.org/2026/01/a-long-title-of-a-posting/feed/?format=atom',
  'https://www.youtube.com/feeds/videos.xml?channel_id=UCsXVk37bltHxD1rDPwtNM8Q',
])('%s may be shown', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  'https://user:secret@example.org/feed',
  'https://user@example.org/feed',
  'https://example.org/feed?token=abc',
  'https://example.org/feed?feed_key=1',
  'https://example.org/feed?user=mira',
  'https://example.org/feed?api-key=1',
  'https://example.org/private/4f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c/rss',
  'https://example.org/rss/550e8400-e29b-41d4-a716-446655440000',
  'https://example.org/rss/aB3dE5fG7hJ9kL.xml',
  'https://example.org/feed?x=c2VjcmV0LXRva2VuLXRleHQ',
  'https://example.org/feed/%34f9a8b7c6d5e4f3a2b1',
  'https://x7k2m9q4w8z1.example.org/feed',
  'https://192.168.1.4/feed',
  'https://[::1]/feed',
  'http://nas.local/feed',
  'http://wiki/feed',
  'https://example.org:8443/feed',
  'ftp://example.org/feed',
  'not an address',
])('%s may not be shown', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('starter packs are lists of public addresses, each once', () => {
  const folder = 'public/starter-packs'
  const urls = readdirSync(folder).flatMap((name) => {
    const { outlines, problems, refusal } = parseOpml(readFileSync(`${folder}/${name}`, 'utf8'))
    expect({ name, problems, refusal }).toEqual({ name, problems: [], refusal: null })
    return outlines.map(({ url }) => url)
  })
  expect(urls.filter((url) => !isPublicAddress(url))).toEqual([])
  expect(new Set(urls).size).toBe(urls.length)
})
