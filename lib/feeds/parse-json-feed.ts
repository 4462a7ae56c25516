import { parseJsonFeed as readJsonFeed } from 'feedsmith'
import { withoutForbidden } from './decode-document.ts'
import { firstImage } from './entry-media.ts'
import type { ParsedEntry, ParsedFeed } from './feed-types.ts'
import { excerptLength } from './normalise-entry.ts'
import { languageTag } from './language-tag.ts'
import { parseDate } from './parse-date.ts'
import { excerptOf, onOneLine } from './plain-text.ts'
import { sanitiseHtml } from './sanitise-html.ts'
import { textToHtml } from './text-construct.ts'
import { resolveWebAddress } from './web-address.ts'
import { decodeEntities } from './xml-entities.ts'

type JsonFeed = ReturnType<typeof readJsonFeed>
type JsonItem = NonNullable<JsonFeed['items']>[number]

/**
 * Reads a JSON Feed (1.0, 1.1, and those that forget the version but have items) with feedsmith.
 * @returns null when the JSON is no feed
 * @throws SyntaxError when the text is no JSON, RangeError when it nests too deeply
 */
export function parseJsonFeed(text: string, url: string): ParsedFeed | null {
  if (nestsDeeperThan(deepestNesting, text))
    throw new RangeError(`values are nested deeper than ${deepestNesting}`)
  // An escape (\u0000) brings in what decoding has taken out of the text.
  const json: unknown = JSON.parse(text, (_key, value: unknown) =>
    typeof value === 'string' ? withoutForbidden(value) : value,
  )
  if (typeof json !== 'object' || json === null || Array.isArray(json) || !isFeed(json)) return null
  // feedsmith insists on a version and refuses a feed without any content.
  const feed: JsonFeed = readJsonFeed({
    ...json,
    version: 'https://jsonfeed.org/version/1.1',
    title: titleOf(json),
  })
  const siteUrl = resolveWebAddress(feed.home_page_url, url)
  return {
    kind: 'JSON Feed',
    title: titleOrNull(feed.title),
    description: textOrNull(feed.description),
    siteUrl,
    language: languageTag(feed.language ?? ''),
    iconUrl: resolveWebAddress(feed.icon ?? feed.favicon, url),
    selfUrl: resolveWebAddress(feed.feed_url, url),
    hubUrl: resolveWebAddress(feed.hubs?.find((hub) => /websub/i.test(hub.type ?? ''))?.url, url),
    cloudUrl: null,
    hints: { ttlMinutes: null, skipHours: [], skipDays: [], updatePeriodMs: null },
    entries: (feed.items ?? []).map((item) => entryOf(item, siteUrl ?? url)),
  }
}

/** JSON.parse takes some 70 bytes for each open bracket, outside of every heap limit: 5 MB of "[" cost 340 MB. */
const deepestNesting = 200

function nestsDeeperThan(limit: number, text: string): boolean {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isString && character === '\\') at++
    else if (character === '"') isString = !isString
    else if (isString) continue
    else if ((character === '[' || character === '{') && ++depth > limit) return true
    else if (character === ']' || character === '}') depth--
  }
  return false
}

function isFeed(json: object): boolean {
  const hasVersion =
    'version' in json && typeof json.version === 'string' && json.version.includes('jsonfeed.org')
  return hasVersion || ('items' in json && Array.isArray(json.items) && 'title' in json)
}

function titleOf(json: object): string {
  return 'title' in json && typeof json.title === 'string' && json.title.trim() !== '' ? json.title : ' '
}

function entryOf(item: JsonItem, base: string): ParsedEntry {
  const url = resolveWebAddress(item.url ?? item.external_url, base)
  const html = sanitiseHtml(
    item.content_html ?? textToHtml(item.content_text ?? item.summary ?? ''),
    url ?? base,
  )
  const authors = (item.authors ?? []).map(({ name }) => textOrNull(name)).filter((name) => name !== null)
  return {
    guid: textOrNull(item.id),
    title: titleOrNull(item.title),
    url,
    originalUrl: null,
    author: authors.length === 0 ? null : authors.join(', '),
    html,
    excerpt: excerptOf(html, excerptLength),
    publishedAt: parseDate(textOrNull(item.date_published)),
    updatedAt: parseDate(textOrNull(item.date_modified)),
    imageUrl: resolveWebAddress(item.image ?? item.banner_image, base) ?? firstImage(html),
    enclosures: (item.attachments ?? []).flatMap((attachment) => {
      const address = resolveWebAddress(attachment.url, base)
      if (address === null) return []
      return [{ url: address, type: attachment.mime_type ?? null, length: sizeOf(attachment.size_in_bytes) }]
    }),
    categories: (item.tags ?? []).filter((tag) => typeof tag === 'string').map(onOneLine),
  }
}

function textOrNull(text: unknown): string | null {
  const plain = typeof text === 'string' || typeof text === 'number' ? onOneLine(String(text)) : ''
  return plain === '' ? null : plain
}

/** Titles are plain text by the standard; publishing systems export theirs with HTML entities all the same. */
function titleOrNull(title: unknown): string | null {
  const plain = textOrNull(title)
  return plain === null ? null : onOneLine(decodeEntities(plain))
}

/** Bytes; null for what is no size: JSON has negative numbers, parts, and some that no file reaches. */
function sizeOf(bytes: number | null | undefined): number | null {
  return Number.isSafeInteger(bytes) && Number(bytes) > 0 ? Number(bytes) : null
}
