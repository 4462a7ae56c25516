import { parseJsonFeed as readJsonFeed } from 'feedsmith'
import { withoutForbidden } from './decode-document.ts'
import { firstImage, showPictures, withThumbnail } from './entry-media.ts'
import { durationOf } from './entry-chapters.ts'
import { fileType } from './file-type.ts'
import type { ParsedEntry, ParsedFeed } from './feed-types.ts'
import { excerptLength, joinNames } from './normalise-entry.ts'
import { languageTag } from './language-tag.ts'
import { parseDate } from '#lib/documents/dates/parse-date.ts'
import { excerptOf, onOneLine } from '#lib/documents/html/plain-text.ts'
import { firstShown } from '#lib/documents/html/sanitise-html.ts'
import { textToHtml } from './text-construct.ts'
import { isWebAddress, resolveLink, resolveWebAddress } from '#lib/documents/html/web-address.ts'
import { decodeEntities } from '#lib/documents/html/xml-entities.ts'

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
    entries: entriesOf(feed.items ?? [], siteUrl ?? url, authorsOf(feed)),
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

type JsonAuthors = { readonly author?: unknown; readonly authors?: unknown }

/** Names, each once; JSON Feed 1.0 had one author. Null: none. */
function authorsOf({ author, authors }: JsonAuthors): string | null {
  const persons: unknown[] = Array.isArray(authors) && authors.length > 0 ? authors : [author]
  return joinNames(
    persons.flatMap((person) =>
      typeof person === 'object' && person !== null && 'name' in person
        ? (textOrNull(person.name) ?? [])
        : [],
    ),
  )
}

function entriesOf(items: readonly JsonItem[], base: string, authors: string | null): ParsedEntry[] {
  return items.map((item) => entryOf(item, base, authors))
}

function entryOf(item: JsonItem, base: string, authors: string | null): ParsedEntry {
  const url = resolveLink(item.url ?? item.external_url, base)
  const baseUrl = url !== null && isWebAddress(url) ? url : base
  const plain = [item.content_text, item.summary].map((text) => textToHtml(text ?? '', url))
  const text = firstShown([item.content_html ?? '', ...plain].map((html) => ({ html, baseUrl })))
  const files = (item.attachments ?? []).flatMap((attachment) => {
    const address = resolveLink(attachment.url, base)
    if (address === null) return []
    const type = fileType(address, attachment.mime_type)
    const { title, size_in_bytes: size, duration_in_seconds: seconds } = attachment
    return [{ url: address, type, length: sizeOf(size), ...durationOf([Number(seconds).toFixed(3)]), title }]
  })
  const pictures = files.filter(({ type }) => type?.startsWith('image/') === true)
  const image = resolveWebAddress(item.image ?? item.banner_image, base)
  const beside = pictures.map((file) => ({ url: file.url, alt: textOrNull(file.title) ?? '' }))
  const isAlone = beside.length === 0 && !text.includes('<img') && image !== null
  const shown = (isAlone ? [{ url: image, alt: '' }] : beside).map((one) => ({ ...one, width: 0, height: 0 }))
  const figures = showPictures(shown, text)
  const html = isAlone ? withThumbnail(text, figures) : text + figures
  return {
    guid: textOrNull(item.id),
    title: titleOrNull(item.title),
    url,
    originalUrl: null,
    author: authorsOf(item) ?? authors,
    html,
    excerpt: excerptOf(text, excerptLength),
    publishedAt: parseDate(textOrNull(item.date_published)),
    updatedAt: parseDate(textOrNull(item.date_modified)),
    imageUrl: image ?? firstImage(html),
    enclosures: files.map(({ title: _, ...file }) => file),
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
