import { hash } from 'node:crypto'
import type { ParsedEntry } from '#lib/documents/read/feed-types.ts'
import { onOneLine } from '#lib/documents/html/plain-text.ts'
import { comparableUrl } from '#lib/documents/door/normalise-url.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** The parts of an entry that its identity may depend on. Dates are none of them. */
type IdentityParts = Pick<
  ParsedEntry,
  'guid' | 'url' | 'originalUrl' | 'title' | 'html' | 'enclosures' | 'isRevisable'
>

/**
 * The keys of all entries of one document, in its order: 40 hexadecimal digits, the same at every poll as long as the
 * posting is the same. After Reichert 3.5.3 (policies.md 4.1): dates never count, because servers stamp entries with
 * the time of the request. From strong to weak: the guid alone when it stands once in the document (an edited headline
 * keeps its key); the address when it stands once; guid, address and title together; and the text as well where even
 * those repeat. Entries alike in all of that share a key: they are one posting, listed twice (`distinctEntries`).
 * Neither order nor neighbours with other guids and addresses have an influence. Compared addresses disregard http or
 * https and tracking parameters. A guid that repeats in one document and not in another changes the key; nothing in
 * the entry itself could tell.
 */
export function postingKeys(entries: readonly IdentityParts[]): string[] {
  const steps = entries.map(keysByStrength)
  const counts = new Map<string, number>()
  for (const keys of steps) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return steps.map((keys) => sha1(keys.find((key) => counts.get(key) === 1) ?? keys.at(-1) ?? ''))
}

/** The key of one entry among its siblings (the entries of the same document, itself included). */
export function postingKey(entry: IdentityParts, siblings: readonly IdentityParts[]): string {
  const at = siblings.indexOf(entry)
  const key = postingKeys(at === -1 ? [...siblings, entry] : siblings).at(at)
  if (key === undefined) throw new RangeError('postingKey: no key was made')
  return key
}

/**
 * The postings of a document with their keys, each key once: of entries that share one (revisions, Atom 4.1.1) the
 * one updated last, or the first. A story that stands twice under two guids, with the same address, title and text, and dates
 * half a day apart at most (BBC's "#0" and "#1"), is one posting, under the guid that comes first in the alphabet, whichever
 * stands first.
 */
export function distinctEntries<Entry extends ParsedEntry>(
  entries: readonly Entry[],
): { key: string; entry: Entry }[] {
  const keys = postingKeys(entries)
  const byKey = new Map<string, Entry>()
  entries.forEach((entry, index) => {
    const key = keys[index] ?? ''
    const before = byKey.get(key)
    if (before === undefined || (entry.updatedAt ?? 0) > (before.updatedAt ?? 0)) byKey.set(key, entry)
  })
  const distinct: { key: string; entry: Entry }[] = []
  /** The last place of each story: stories told twice stand close together, and a document may tell one without end. */
  const places = new Map<string, number>()
  for (const [key, entry] of byKey) {
    const story = storyOf(entry) ?? key
    const place = places.get(story) ?? -1
    const before = distinct[place]?.entry
    if (before === undefined || !isOfOneTime(entry, before))
      places.set(story, distinct.push({ key, entry }) - 1)
    else if (isEarlier(entry.guid ?? '', before.guid ?? '')) distinct[place] = { key, entry }
  }
  return distinct
}

/** The same for a story that is listed twice, whenever it is; null where too little is said to know that. */
function storyOf({ guid, url, title, html, publishedAt, enclosures }: ParsedEntry): string | null {
  if (guid === null || url === null || (html === '' && publishedAt === null)) return null
  const address = comparableUrl(url).replace(/#\d*$/, '')
  return JSON.stringify([address, onOneLine(title ?? ''), html, enclosures[0]?.url ?? ''])
}

/** A feed may have the same words for something new each day; without words the dates alone tell. */
const twinsWithinMs = 12 * HOUR_MS

function isOfOneTime(one: ParsedEntry, other: ParsedEntry): boolean {
  if (one.publishedAt === null || other.publishedAt === null) return one.publishedAt === other.publishedAt
  return Math.abs(one.publishedAt - other.publishedAt) <= (one.html === '' ? 0 : twinsWithinMs)
}

function isEarlier(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length
}

/** A key for a posting whose publisher gave it the guid or address of another one. */
export function separateKey({ guid, url, title, html }: IdentityParts): string {
  const words = onOneLine(title ?? '') || html
  return sha1(JSON.stringify(['another', comparableUrl(guid ?? ''), comparableUrl(url ?? ''), words]))
}

/** Changes when what a reader sees changes: title, text, enclosures. To notice edits; not for identity. */
export function contentHash(entry: Pick<ParsedEntry, 'title' | 'html' | 'enclosures'>): string {
  const enclosures = entry.enclosures.map(({ url }) => comparableUrl(url))
  return sha1(JSON.stringify([entry.title ?? '', entry.html, enclosures]))
}

/**
 * Revisions of an Atom entry share the guid on purpose, so a shared guid with a shared address is one posting there.
 * Everywhere else such entries are told apart.
 */
function keysByStrength(entry: IdentityParts): string[] {
  const guid = entry.guid === null ? '' : comparableUrl(entry.guid)
  const url = comparableUrl(entry.originalUrl ?? entry.url ?? '')
  const title = onOneLine(entry.title ?? '')
  const file = entry.enclosures[0] === undefined ? '' : comparableUrl(entry.enclosures[0].url)
  if (guid !== '') {
    const both = [`guid ${guid}`, JSON.stringify(['guid and address', guid, url])]
    if (entry.isRevisable === true) return both
    const more = JSON.stringify(['guid and title', guid, url, title, file])
    return [...both, more, JSON.stringify(['guid and text', guid, url, title, file, entry.html])]
  }
  const whole = JSON.stringify(['whole', url, title, file, entry.html])
  const triple = JSON.stringify(['title', url, title, file])
  const hasTitle = title !== '' || file !== ''
  const weaker = hasTitle ? [triple, whole] : [whole]
  return url === '' ? weaker : [`address ${url}`, ...weaker]
}

function sha1(text: string): string {
  return hash('sha1', text)
}
