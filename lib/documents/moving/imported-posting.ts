import type { Enclosure } from '#lib/documents/read/feed-types.ts'
import { withoutForbidden } from '#lib/documents/read/decode-document.ts'
import type { ImportedPosting } from './import-types.ts'
import { firstImage } from '#lib/documents/read/entry-media.ts'
import { excerptLength } from '#lib/documents/read/normalise-entry.ts'
import { normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import { excerptOf, htmlToText, onOneLine, shorten } from '#lib/documents/html/plain-text.ts'
import { savedPagesFeed } from './saved-pages.ts'
import { sanitiseHtml } from '#lib/documents/html/sanitise-html.ts'
import { resolveWebAddress } from '#lib/documents/html/web-address.ts'

/** A posting as an export writes it: texts as they stand there, instants in milliseconds. */
export type WrittenPosting = Pick<ImportedPosting, 'place' | 'starredAt' | 'isRead' | 'labels'> & {
  readonly key?: string
  readonly laterAt?: number | null
  readonly keptAt?: number | null
  readonly note?: string
  readonly highlights?: ImportedPosting['highlights']
  readonly feedUrl: string | null
  readonly feedTitle: string | null
  readonly siteUrl: string | null
  readonly guid: string | null
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  readonly imageUrl?: string | null
  readonly html: string
  readonly publishedAt: number | null
  readonly enclosures: readonly Enclosure[]
}

const longest = {
  title: 500,
  author: 200,
  feedTitle: 300,
  guid: 1_000,
  label: 100,
  labels: 200,
  enclosures: 50,
} as const
/** Later instants are slips of units. */
const endOfTime = Date.UTC(2100, 0)

/** Brings what an export says into the shape of the program: addresses resolved, HTML cleaned, lengths kept. */
export function toImportedPostings(written: readonly WrittenPosting[]): ImportedPosting[] {
  return written.map(toImported)
}

function toImported(one: WrittenPosting): ImportedPosting {
  const { place, starredAt, isRead } = one
  const url = resolveWebAddress(one.url, one.siteUrl ?? 'about:blank')
  const html = sanitiseHtml(withoutForbidden(one.html), url ?? one.siteUrl ?? 'about:blank')
  return {
    place,
    key: one.key ?? null,
    starredAt,
    laterAt: one.laterAt ?? null,
    keptAt: one.keptAt ?? null,
    isRead,
    note: one.note ?? '',
    highlights: one.highlights ?? [],
    labels: one.labels
      .slice(0, longest.labels)
      .map((label) => plain(label, longest.label))
      .filter((label) => label !== ''),
    feedUrl: one.feedUrl === savedPagesFeed ? savedPagesFeed : normaliseSourceUrl(one.feedUrl ?? ''),
    feedTitle: one.feedTitle === null ? null : plain(one.feedTitle, longest.feedTitle),
    siteUrl: one.siteUrl === null ? null : normaliseSourceUrl(one.siteUrl),
    entry: {
      guid: one.guid === null ? null : withoutForbidden(one.guid).trim().slice(0, longest.guid) || null,
      title: plain(htmlToText(one.title), longest.title) || null,
      url,
      originalUrl: null,
      author: one.author === null ? null : plain(htmlToText(one.author), longest.author) || null,
      html,
      excerpt: excerptOf(html, excerptLength),
      publishedAt: one.publishedAt,
      updatedAt: null,
      imageUrl: resolveWebAddress(one.imageUrl ?? firstImage(html), 'about:blank'),
      enclosures: one.enclosures
        .flatMap(({ url: file, type, length, durationMs, chapters, chaptersUrl: written }) => {
          const address = resolveWebAddress(file, 'about:blank')
          const chaptersUrl = resolveWebAddress(written, 'about:blank')
          const more = {
            ...(durationMs !== undefined && { durationMs }),
            ...(chapters && { chapters }),
            ...(chaptersUrl !== null && { chaptersUrl }),
          }
          return address === null ? [] : [{ url: address, type, length, ...more }]
        })
        .slice(0, longest.enclosures),
      categories: [],
    },
  }
}

function plain(text: string, length: number): string {
  return shorten(onOneLine(withoutForbidden(text)), length)
}

/**
 * An instant as exports write it: ISO 8601, or seconds, milliseconds or microseconds since 1970, as number or text.
 * @returns milliseconds; null for what is no instant between 1970 and 2100
 */
export function readInstant(value: unknown): number | null {
  const ms =
    typeof value === 'string' && !/^\d+$/.test(value) ? Date.parse(value) : toMs(Number(value ?? Number.NaN))
  return Number.isFinite(ms) && ms > 0 && ms < endOfTime ? Math.trunc(ms) : null
}

function toMs(count: number): number {
  if (count > 1e14) return count / 1_000 // microseconds
  return count > 1e11 ? count : count * 1_000
}
