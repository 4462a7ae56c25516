import { cleaningVersion } from '#lib/documents/html/sanitise-html.ts'
import type { ParsedFeed } from '#lib/documents/read/feed-types.ts'
import { distinctEntries } from '#lib/documents/identity/posting-identity.ts'
import { isBeforeFeeds } from '#lib/policy/timestamps.ts'
import type { PollFacts } from '#lib/policy/facts/types.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { readPostingTexts } from '#lib/store/postings/known-postings.ts'
import type { EditedPosting, NewPosting, PostingAlias } from '#lib/store/ground/polled-posting.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { credibleDates, judgeDocument, type DocumentDates } from './credible-dates.ts'
import { arrivedOf, hasMoved, isRewritten, isVisibleEdit, type Arrived } from './posting-text.ts'
import { recognise, type Recognised } from './recognise.ts'
import { longest, usableUrl } from './text-limits.ts'

/** The news of a document, against what is stored of its source. */
export type Comparison = {
  /** Oldest first. */
  readonly newPostings: readonly NewPosting[]
  /** Newest first, as many as are compared at a time. */
  readonly editedPostings: readonly EditedPosting[]
  /** Edits that are left for the next time that the document is read. */
  readonly uncompared: number
  /** Bytes by which the texts of edited postings have grown, by posting. */
  readonly growthOf: ReadonlyMap<bigint, number>
  /** Keys under which known postings came this time. */
  readonly aliases: readonly PostingAlias[]
  /** The known postings in it. */
  readonly heldIds: readonly bigint[]
  readonly window: PollFacts['window']
}

type Stored = { readonly database: Database | Transaction }

/** The times that one poll knows. */
type Moment = {
  readonly foundAt: number
  readonly previousSuccessAt: number | null
  /** Credible time of the oldest posting that new ones were compared with. */
  readonly oldestKnownAt: number | null
  readonly dates: DocumentDates
  /** It stands in the part of the document that lies beyond all that is known; what is dated before this was there before. */
  readonly tailBefore?: number | null
}

/** Postings surfacing this long after their date, and older than all that is known, were published before we looked. */
const surfacingMs = 7 * DAY_MS

/** Each takes five statements, for which the polls of all sources and the stars of its readers wait: two seconds together. */
const mostEdits = 500
/** Bytes of stored texts that the edits of a document are compared with: a feed may have brought a hundred megabytes on each of many days. */
const mostCompared = 32_000_000

/** A window has grown when so many postings stand beyond all that was known. */
const leastTail = 3

/** Compares a document with the stored postings of its source. */
export async function compareDocument(
  context: Stored,
  source: Pick<ClaimedSource, 'id' | 'lastSuccessAt' | 'bodyHash'>,
  feed: ParsedFeed,
  foundAt: number,
  serverAt: number | null,
): Promise<Comparison> {
  const arrived = distinctEntries(feed.entries).map(arrivedOf)
  const found = await recognise(context, source, arrived, feed.siteUrl)
  const { recognised, forgotten, oldestKnownAt } = found
  const claims = recognised.map(({ arrived: one, stored }) => ({
    now: one.claimedAt,
    then: stored?.claimedAt ?? null,
  }))
  const dates = judgeDocument(claims, { foundAt, serverAt })
  const moment = { foundAt, previousSuccessAt: source.lastSuccessAt, oldestKnownAt, dates }
  const newPostings: NewPosting[] = []
  const times: number[] = []
  const tailBefore = tailOf(recognised)
  for (const [index, { arrived: one, stored }] of recognised.entries()) {
    const posting = stored === null ? toNewPosting(one, { ...moment, tailBefore: tailBefore(index) }) : null
    if (posting !== null) newPostings.push(posting)
    times.push(stored?.credibleAt ?? posting?.publishedAt ?? foundAt)
  }
  // What was removed is in the window all the same.
  times.push(...forgotten.map(({ claimedAt }) => Math.min(foundAt, claimedAt ?? oldestKnownAt ?? foundAt)))
  return {
    newPostings: oldestFirst(newPostings),
    ...(await listEdits(context, recognised, wasCleanedOtherwise(source.bodyHash))),
    aliases: recognised.flatMap(({ arrived: { key }, stored, isAlias }) =>
      stored !== null && isAlias ? [{ key, postingId: stored.id }] : [],
    ),
    heldIds: recognised.flatMap(({ stored }) => (stored === null ? [] : [stored.id])),
    window: windowOf(times),
  }
}

/** Documents list the newest first; among postings of one instant that order tells which is newer. */
function oldestFirst(postings: readonly NewPosting[]): NewPosting[] {
  return postings.toReversed().toSorted((a, b) => a.shownAt - b.shownAt)
}

/** Postings whose text or address is not what is stored. Readers see no edit in what only our other way of cleaning changed. */
async function listEdits(
  { database }: Stored,
  recognised: readonly Recognised[],
  isCleanedAnew: boolean,
): Promise<Pick<Comparison, 'editedPostings' | 'uncompared' | 'growthOf'>> {
  const edits = recognised.flatMap(({ arrived: { text }, stored }) => {
    if (stored === null) return []
    const isChanged = stored.contentHash !== text.contentHash
    // A title that says nothing was stored before such titles were dropped.
    const isDropped = text.title === '' && stored.title !== ''
    return isChanged || isDropped || hasMoved(stored.url, text.url) ? [{ stored, text, isChanged }] : []
  })
  const edited = edits.slice(0, mostEdits)
  const textsById = new Map(edited.map(({ stored, text }) => [stored.id, text]))
  const visible = new Set<bigint>()
  const growthOf = new Map<bigint, number>()
  const changed = edited.filter(({ isChanged }) => isChanged).map(({ stored }) => stored.id)
  let bytes = 0
  for await (const { id, ...before } of readPostingTexts(database, changed)) {
    const text = textsById.get(id)
    if (text === undefined) continue
    if (bytes > mostCompared) break
    const length = Buffer.byteLength(before.html)
    bytes += length
    growthOf.set(id, Math.max(0, Buffer.byteLength(text.html) - length))
    if (!isVisibleEdit(before, text)) continue
    if (!isCleanedAnew || isRewritten(before, text)) visible.add(id)
  }
  const editedPostings = edited
    .filter(({ stored, isChanged }) => !isChanged || growthOf.has(stored.id))
    .map(({ stored, text }) => ({ ...text, postingId: stored.id, isVisible: visible.has(stored.id) }))
  return { editedPostings, uncompared: edits.length - editedPostings.length, growthOf }
}

/** Whether the last document of a source was cleaned by another version of ours; not where none is remembered. */
export function wasCleanedOtherwise(bodyHash: string | null): boolean {
  return bodyHash !== null && bodyHash !== '' && !bodyHash.startsWith(`${cleaningVersion}:`)
}

/**
 * A posting where a document goes on beyond the oldest known one: what stands there, and is dated before that one, was published
 * long ago and shows up because the window has grown. One or two there may be new all the same, dated back by their
 * publisher and sorted by date.
 */
function tailOf(recognised: readonly Recognised[]): (index: number) => number | null {
  const isKnown = ({ stored }: Recognised) => stored !== null
  const first = recognised.findIndex(isKnown)
  const last = recognised.findLastIndex(isKnown)
  const firstAt = recognised[first]?.stored?.credibleAt
  const lastAt = recognised[last]?.stored?.credibleAt
  if (firstAt === undefined || lastAt === undefined) return () => null
  const isNewestFirst = firstAt >= lastAt
  if ((isNewestFirst ? recognised.length - 1 - last : first) < leastTail) return () => null
  return isNewestFirst
    ? (index) => (index > last ? lastAt : null)
    : (index) => (index < first ? firstAt : null)
}

/** Undated entries of a first document are not of this hour. They stand so far below the dated ones, and out of the fresh list. */
const undatedAgoMs = 2 * DAY_MS

function toNewPosting({ key, guid, entry, text, claimedAt }: Arrived, moment: Moment): NewPosting {
  const { foundAt, previousSuccessAt, oldestKnownAt, dates, tailBefore = null } = moment
  const found = credibleDates(claimedAt, moment, dates)
  const oldestAt = Math.min(oldestKnownAt ?? previousSuccessAt ?? -Infinity, foundAt - surfacingMs)
  const isSurfacing =
    found.claimedAt !== null &&
    !isBeforeFeeds(found.claimedAt) &&
    found.claimedAt < Math.max(oldestAt, tailBefore ?? -Infinity)
  const isInitial = previousSuccessAt === null || isSurfacing
  const publishedAt = isSurfacing ? found.claimedAt : found.publishedAt
  return {
    ...text,
    ...found,
    key,
    guid,
    publishedAt,
    enclosures: entry.enclosures.filter(({ url }) => usableUrl(url) !== null).slice(0, longest.enclosures),
    foundAt,
    isInitial,
    shownAt: isInitial ? (publishedAt ?? foundAt - undatedAgoMs) : foundAt,
  }
}

function windowOf(times: readonly number[]): PollFacts['window'] {
  if (times.length === 0) return null
  return { size: times.length, oldestAt: Math.min(...times), newestAt: Math.max(...times) }
}
