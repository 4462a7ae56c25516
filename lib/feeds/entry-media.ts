import { chaptersOf } from './entry-chapters.ts'
import type { EntryField } from './feed-vocabulary.ts'
import type { Enclosure } from './feed-types.ts'
import { childrenOf } from './xml-node.ts'
import type { XmlNode } from './xml-node.ts'
import type { RawEntry } from './rss-reader.ts'
import { resolveWebAddress } from './web-address.ts'

/** Media RSS elements of a posting, inside a media:group or not. */
export function mediaNodes(raw: RawEntry, name: EntryField): readonly XmlNode[] {
  return [...raw.fields(name), ...raw.fields('media:group').flatMap((group) => childrenOf(group, name))]
}

const mostEnclosures = 50

/**
 * Files that come with a posting, each address once: RSS enclosure, Atom link, Media RSS sound and film. The first sound or
 * film has the chapters.
 */
export function enclosuresOf(raw: RawEntry, base: string): Enclosure[] {
  const links = [...raw.fields('link'), ...raw.fields('atom:link')].filter(
    ({ $ }) => $['rel']?.trim().toLowerCase() === 'enclosure',
  )
  const media = mediaNodes(raw, 'media:content').filter((node) => !isImage(node))
  const found = new Map<string, Enclosure>()
  for (const { $ } of [...raw.fields('enclosure'), ...links, ...media]) {
    const url = resolveWebAddress($['url'] ?? $['href'], base)
    if (url === null || found.has(url) || found.size >= mostEnclosures) continue
    const length = Number.parseInt($['length'] ?? $['filesize'] ?? '', 10)
    found.set(url, {
      url,
      type: $['type']?.trim().toLowerCase() || null,
      length: length > 0 && Number.isSafeInteger(length) ? length : null,
    })
  }
  const enclosures = [...found.values()]
  const heard = enclosures.findIndex(({ type }) => /^(audio|video)\//.test(type ?? ''))
  return enclosures.map((each, at) => (at === heard ? { ...each, ...chaptersOf(raw, base) } : each))
}

/** The picture of a posting: the one the publisher names, else the first in its text. */
export function imageUrlOf(raw: RawEntry, base: string, html: string): string | null {
  const named = [
    ...mediaNodes(raw, 'media:thumbnail'),
    ...mediaNodes(raw, 'media:content').filter(isImage),
    ...raw.fields('itunes:image'),
    ...raw.fields('enclosure').filter(isImage),
  ]
  for (const node of named) {
    const found = resolveWebAddress(node.$['url'] ?? node.$['href'], base)
    if (found !== null) return found
  }
  return firstImage(html)
}

/** The first image of sanitised HTML, whose addresses are absolute. */
export function firstImage(html: string): string | null {
  const source = /<img[^<>]*? src="([^"]+)"/.exec(html)?.[1]
  return source === undefined ? null : source.replace(/&amp;/g, '&')
}

function isImage({ $ }: XmlNode): boolean {
  return $['medium'] === 'image' || ($['type'] ?? '').startsWith('image/')
}
