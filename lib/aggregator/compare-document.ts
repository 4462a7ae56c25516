import type { ParsedEntry, ParsedFeed } from '#lib/feeds/feed-types.ts'
import { contentHash, distinctEntries } from '#lib/feeds/posting-identity.ts'
import { isDatedOnTheFly } from '#lib/policy/timestamps.ts'
import type { PollFacts } from '#lib/policy/types.ts'
import type { ClaimedSource } from '#lib/store/claim-due-sources.ts'
import { findKnownPostings } from '#lib/store/known-postings.ts'
import type { EditedPosting, NewPosting } from '#lib/store/poll-record.ts'
import type { AggregatorContext } from './context.ts'
import { credibleDates } from './credible-dates.ts'
import { cut, longest, usableUrl } from './text-limits.ts'

/** What a document brought, against what is stored of its source. */
export type Comparison = {
  /** Oldest first. */
  readonly newPostings: readonly NewPosting[]
  readonly editedPostings: readonly EditedPosting[]
  readonly window: PollFacts['window']
}

/** Compares a document with the stored postings of its source. */
export async function compareDocument(
  context: AggregatorContext,
  source: Pick<ClaimedSource, 'id' | 'lastSuccessAt'>,
  feed: ParsedFeed,
  foundAt: number,
  serverAt: number | null,
): Promise<Comparison> {
  const distinct = distinctEntries(feed.entries)
  const known = await findKnownPostings(
    context.database,
    source.id,
    distinct.map(({ key }) => key),
  )
  const onTheFly = isDatedOnTheFly(
    distinct.map(({ entry }) => claimOf(entry)),
    serverAt ?? foundAt,
  )
  const poll = { foundAt, previousSuccessAt: source.lastSuccessAt }
  const newPostings: NewPosting[] = []
  const editedPostings: EditedPosting[] = []
  const times: number[] = []
  for (const { key, entry } of distinct) {
    const stored = known.get(key)
    const text = textOf(key, entry)
    if (stored === undefined) {
      const posting = toNewPosting(text, entry, onTheFly ? null : claimOf(entry), poll)
      newPostings.push(posting)
      times.push(posting.publishedAt ?? foundAt)
    } else {
      times.push(stored.credibleAt)
      if (stored.contentHash !== text.contentHash) editedPostings.push(text)
    }
  }
  return { newPostings: oldestFirst(newPostings), editedPostings, window: windowOf(times) }
}

/** Documents list the newest first; among postings of one instant that order tells which is newer. */
function oldestFirst(postings: readonly NewPosting[]): NewPosting[] {
  return postings.toReversed().toSorted((a, b) => a.shownAt - b.shownAt)
}

function claimOf(entry: ParsedEntry): number | null {
  return entry.publishedAt ?? entry.updatedAt
}

function textOf(key: string, entry: ParsedEntry): EditedPosting {
  return {
    key,
    title: cut(entry.title ?? '', longest.title),
    url: usableUrl(entry.originalUrl ?? entry.url),
    author: entry.author === null ? null : cut(entry.author, longest.author),
    html: entry.html,
    excerpt: entry.excerpt,
    imageUrl: usableUrl(entry.imageUrl),
    contentHash: contentHash(entry),
  }
}

function toNewPosting(
  text: EditedPosting,
  entry: ParsedEntry,
  claimedAt: number | null,
  poll: { readonly foundAt: number; readonly previousSuccessAt: number | null },
): NewPosting {
  const dates = credibleDates(claimedAt, poll)
  const isInitial = poll.previousSuccessAt === null
  return {
    ...text,
    ...dates,
    guid: entry.guid === null ? null : cut(entry.guid, longest.guid),
    enclosures: entry.enclosures.filter(({ url }) => usableUrl(url) !== null).slice(0, longest.enclosures),
    foundAt: poll.foundAt,
    isInitial,
    shownAt: isInitial ? (dates.publishedAt ?? poll.foundAt) : poll.foundAt,
  }
}

function windowOf(times: readonly number[]): PollFacts['window'] {
  if (times.length === 0) return null
  return { size: times.length, oldestAt: Math.min(...times), newestAt: Math.max(...times) }
}
