import type { ParsedEntry } from '#lib/documents/read/feed-types.ts'
import type { Traits } from '#lib/documents/identity/match-postings.ts'
import { comparableUrl } from '#lib/documents/door/normalise-url.ts'
import { htmlToText, onOneLine } from '#lib/documents/html/plain-text.ts'
import { splitWords } from '#lib/documents/identity/likeness.ts'
import { tellingTitle } from '#lib/documents/identity/telling-title.ts'
import { contentHash } from '#lib/documents/identity/posting-identity.ts'
import type { PolledText } from '#lib/store/ground/polled-posting.ts'
import { cut, longest, usableUrl } from './text-limits.ts'

/** One entry of a document, as it would be stored. */
export type Arrived = Traits & {
  readonly key: string
  readonly entry: ParsedEntry
  readonly text: PolledText
}

/** Brings an entry into the lengths that are stored. */
export function arrivedOf({ key, entry }: { key: string; entry: ParsedEntry }): Arrived {
  const url = usableUrl(entry.originalUrl ?? entry.url)
  const text: PolledText = {
    title: tellingTitle(cut(entry.title ?? '', longest.title), url, entry.excerpt),
    url,
    author: entry.author === null ? null : cut(entry.author, longest.author),
    html: entry.html,
    excerpt: entry.excerpt,
    imageUrl: usableUrl(entry.imageUrl),
    contentHash: contentHash(entry),
  }
  const guid = entry.guid === null ? null : cut(entry.guid, longest.guid)
  const { title, excerpt } = text
  return { key, entry, text, guid, url, title, excerpt, claimedAt: entry.publishedAt ?? entry.updatedAt }
}

/** Whether the stored address of a posting should follow: its host, scheme or path changed, not only its trackers. */
export function hasMoved(stored: string | null, url: string | null): boolean {
  if (url === null || stored === null) return url !== null
  const isSecured = stored.startsWith('http:') && url.startsWith('https:')
  return isSecured || comparableUrl(stored) !== comparableUrl(url)
}

/** Whether an edit changes what a reader sees, and not just spaces, or hosts, schemes and queries of addresses. */
export function isVisibleEdit(
  before: { readonly title: string; readonly html: string },
  after: PolledText,
): boolean {
  return hasOtherTitle(before, after) || readOf(before.html) !== readOf(after.html)
}

/** Whether an edit goes beyond what another way of cleaning changes: the title, or a tenth of the words that were there. */
export function isRewritten(
  before: { readonly title: string; readonly html: string },
  after: PolledText,
): boolean {
  if (hasOtherTitle(before, after)) return true
  const words = [...new Set(splitWords(htmlToText(before.html)))]
  const wordsNow = new Set(splitWords(htmlToText(after.html)))
  return words.filter((word) => !wordsNow.has(word)).length * 10 > words.length
}

/** A title that says nothing was stored before such titles were dropped. */
function hasOtherTitle(before: { readonly title: string }, after: PolledText): boolean {
  const title = tellingTitle(before.title, after.url, after.excerpt)
  return onOneLine(title) !== onOneLine(after.title)
}

/** HTML as it is compared: spaces and line ends between its words and tags are no edit. */
function readOf(html: string): string {
  return onOneLine(withoutHosts(html)).replace(/ ?(<[^<>]*>) ?/g, '$1')
}

function withoutHosts(html: string): string {
  return html.replace(/https?:\/\/[^\s"'<>/?#]*([^\s"'<>?#]*)[^\s"'<>]*/g, '$1')
}
