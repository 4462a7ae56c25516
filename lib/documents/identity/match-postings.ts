import { likeness, likenessOfWords, wordSetOf } from './likeness.ts'
import { comparableUrl } from '#lib/documents/door/normalise-url.ts'
import { onOneLine } from '#lib/documents/html/plain-text.ts'

/** The traits that tell postings of one source apart, besides their keys. */
export type Traits = {
  readonly guid: string | null
  readonly url: string | null
  readonly title: string
  /** The beginning of the text. */
  readonly excerpt: string
  /** The publisher's date; milliseconds since 1970. */
  readonly claimedAt: number | null
}

/** Titles and texts at least this alike are an edit of one another. */
const alikeTitle = 0.5
const alikeText = 0.3
/** Texts that stand in for an address must agree better, and say something. */
const sameText = 0.6
const tellingTitle = 10
const tellingText = 40
/** So much of a window must have a counterpart before a change of all ids at once is believed. */
const massShare = 0.6
const leastForMass = 3

/**
 * Whether an entry that has the key of a stored posting is another posting all the same, because its publisher uses one
 * guid or address for all: neither title nor text nor date remind of the stored one, and the address is another one or
 * just the home page. Errs towards another posting: one shown twice is better than one lost.
 */
export function isAnotherPosting(entry: Traits, stored: Traits, siteUrl: string | null): boolean {
  if (!hasWords(entry) || !hasWords(stored)) return false
  if (likeness(entry.title, stored.title) >= alikeTitle) return false
  if (likeness(entry.excerpt, stored.excerpt) >= alikeText) return false
  if (isDate(entry, stored)) return false
  if (entry.url === null || stored.url === null) return true
  return pathOf(entry.url) !== pathOf(stored.url) || isHomePage(entry.url, siteUrl)
}

type MatchFacts = {
  /** No entry of the document has a known key. */
  readonly isAllUnknown: boolean
  /** The last poll that read a document; null: there was none. */
  readonly polledAt: number | null
}

/**
 * Finds entries without a known key again among stored postings of their source: after a move to another host, new ids,
 * a guid that now repeats. From strong to weak: the same guid; the same address (on any host) and the same text or
 * date, or title where nothing contradicts; title, text and date where no id or address contradicts. Where not one key of a document is known and most
 * entries have a counterpart, its publisher changed all ids at once: then one address or telling title is enough, together
 * with text, date, or a date before the last poll, which a new posting cannot have. A horoscope has none of these.
 * Each stored posting is taken once. Pure; linear in both lists.
 */
export function matchPostings<Entry extends Traits, Stored extends Traits>(
  entries: readonly Entry[],
  stored: readonly Stored[],
  { isAllUnknown, polledAt }: MatchFacts,
): Map<Entry, Stored> {
  const index = indexOf(stored)
  const candidates = new Map(entries.map((entry) => [entry, candidatesOf(entry, index)]))
  const found = new Map<Entry, Stored>()
  const taken = new Set<Stored>()
  const pair = (accepts: (entry: Entry, candidate: Stored) => boolean) => {
    for (const entry of entries) {
      if (found.has(entry)) continue
      const match = candidates.get(entry)?.find((one) => !taken.has(one) && accepts(entry, one))
      if (match === undefined) continue
      found.set(entry, match)
      taken.add(match)
    }
  }
  const ownIndex = indexOf(entries)
  const isOnly = (sign: string) => isSingle(index, sign) && isSingle(ownIndex, sign)
  const isOld = ({ claimedAt }: Entry) => claimedAt !== null && polledAt !== null && claimedAt < polledAt
  // A text confirms an address or a title, not itself: programmes say the same of each day.
  const isConfirmed = (sign: string, entry: Entry, one: Stored) =>
    isOld(entry) || isDate(entry, one) || (!sign.startsWith('text ') && isText(entry, one))
  const isWeak = (entry: Entry, one: Stored) =>
    weakSigns(entry).some(
      (sign) => index.get(sign)?.[0] === one && isOnly(sign) && isConfirmed(sign, entry, one),
    )
  pair((entry, one) => entry.guid !== null && entry.guid === one.guid && isReminder(entry, one))
  pair((entry, one) => hasSameAddress(entry, one, isOld(entry)))
  pair(
    (entry, one) => isAlike(entry, one) && (hasNoOther(entry, one) || (isAllUnknown && isWeak(entry, one))),
  )
  if (!isAllUnknown || Math.min(entries.length, stored.length) < leastForMass) return found
  const weak = entries.filter(
    (entry) => !found.has(entry) && candidates.get(entry)?.some((one) => isWeak(entry, one)) === true,
  )
  if (found.size + weak.length >= entries.length * massShare) pair(isWeak)
  return found
}

/** A guid that repeats says little alone. */
function isReminder(entry: Traits, stored: Traits): boolean {
  const isAny = isTitle(entry, stored) || isText(entry, stored) || isDate(entry, stored)
  return isAny || hasSamePath(entry, stored)
}

/** The same page, unless both id and date are others: a page of the day has those of each day. */
function hasSameAddress(entry: Traits, stored: Traits, isOld: boolean): boolean {
  if (!hasSamePath(entry, stored)) return false
  if (isDate(entry, stored)) return true
  const isOtherDay = !isOld && entry.claimedAt !== null && stored.claimedAt !== null
  if (isOtherDay && isOther(entry.guid, stored.guid)) return false
  return isText(entry, stored) || isTitle(entry, stored)
}

/** One page that is not the front page. */
function hasSamePath(entry: Traits, stored: Traits): boolean {
  const path = knownPath(entry)
  return path !== null && path === knownPath(stored) && !isFront(path)
}

function isAlike(entry: Traits, stored: Traits): boolean {
  const isUntitled = entry.title === '' && stored.title === ''
  return (isUntitled || isTitle(entry, stored)) && isText(entry, stored) && isDate(entry, stored)
}

/** Neither guid nor address says that these are two postings. */
function hasNoOther(entry: Traits, stored: Traits): boolean {
  return !isOther(entry.guid, stored.guid) && !isOther(entry.url, stored.url)
}

function isOther(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one !== other
}

function isTitle(entry: Traits, stored: Traits): boolean {
  return entry.title !== '' && knownTitle(entry) === knownTitle(stored)
}

function isText(entry: Traits, stored: Traits): boolean {
  if (entry.excerpt === stored.excerpt) return entry.excerpt !== ''
  return likenessOfWords(knownWords(entry), knownWords(stored)) >= sameText
}

function isDate(entry: Traits, stored: Traits): boolean {
  return entry.claimedAt !== null && entry.claimedAt === stored.claimedAt
}

function hasWords({ title, excerpt }: Traits): boolean {
  return title !== '' || excerpt !== ''
}

type Index<One> = ReadonlyMap<string, readonly One[]>

function indexOf<One extends Traits>(all: readonly One[]): Index<One> {
  const index = new Map<string, One[]>()
  for (const one of all)
    for (const sign of signsOf(one)) {
      const group = index.get(sign)
      if (group === undefined) index.set(sign, [one])
      else group.push(one)
    }
  return index
}

/** Postings that share a sign; a sign that very many share is none. */
function candidatesOf<Stored extends Traits>(entry: Traits, index: Index<Stored>): Stored[] {
  return [...new Set(signsOf(entry).flatMap((sign) => (index.get(sign) ?? []).slice(0, 5)))]
}

function isSingle(index: Index<unknown>, sign: string): boolean {
  return index.get(sign)?.length === 1
}

function signsOf(traits: Traits): string[] {
  return [...(traits.guid === null ? [] : [`guid ${traits.guid}`]), ...weakSigns(traits)]
}

function weakSigns(traits: Traits): string[] {
  const { title, excerpt } = traits
  const path = knownPath(traits)
  const signs: string[] = []
  if (path !== null && !isFront(path)) signs.push(`path ${path}`)
  if (title.length >= tellingTitle) signs.push(`title ${knownTitle(traits)}`)
  if (excerpt.length >= tellingText) signs.push(`text ${excerpt}`)
  return signs
}

/** The parts that postings are compared by, made once of each: a thousand entries may have the same candidates, of long addresses. */
const knownWords = once(({ excerpt }) => wordSetOf(excerpt))
const knownTitle = once(({ title }) => onOneLine(title).toLowerCase())
const knownPath = once(({ url }) => (url === null ? null : pathOf(url)))

function once<Part>(partOf: (traits: Traits) => Part): (traits: Traits) => Part {
  const parts = new WeakMap<Traits, { readonly part: Part }>()
  return (traits) => {
    const known = parts.get(traits) ?? { part: partOf(traits) }
    parts.set(traits, known)
    return known.part
  }
}

/** An address without scheme, host and trackers: what stays when a site moves. */
function pathOf(url: string): string {
  return comparableUrl(url).replace(/^\/\/[^/]*/, '')
}

function isFront(path: string): boolean {
  return /^\/?(index\.\w+)?$/.test(path)
}

/** The front page of a site, which says nothing of what is linked to it. */
export function isHomePage(url: string, siteUrl: string | null): boolean {
  return isFront(pathOf(url)) || (siteUrl !== null && comparableUrl(url) === comparableUrl(siteUrl))
}
