import { parseQuery } from '#lib/search/parse-query.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { indexNextPostings } from '#lib/store/search/search-index.ts'
import { searchPostings, type SearchRequest } from '#lib/store/lists/search.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { addReader, addSubscription } from './reading.ts'
import { searchClock } from '#lib/store/search/search-hits.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { untilNothingIsLeft } from '#tests/support/measure/until.ts'

const ownNow = searchClock.now

/** A posting to be searched. */
export type SearchedPosting = {
  readonly title: string
  readonly html?: string
  readonly author?: string
  readonly url?: string
  readonly shownAt?: number
  readonly enclosures?: readonly { readonly url: string; readonly type: string }[]
  readonly isInitial?: boolean
}

let lastKey = 0

/** Stores a posting of a source, not searchable yet; returns its id. */
export async function addSearched(
  database: Database,
  sourceId: number,
  posting: SearchedPosting,
): Promise<bigint> {
  lastKey += 1
  const shownAt = new Date(posting.shownAt ?? referenceAt - 1000 + lastKey)
  const { id } = await database.posting.create({
    data: {
      sourceId,
      key: `searched-${lastKey}`,
      title: posting.title,
      author: posting.author ?? null,
      url: posting.url ?? null,
      html: posting.html ?? '',
      contentHash: 'hash',
      isInitial: posting.isInitial ?? false,
      excerpt: (posting.html ?? '').replace(/<[^>]*>/g, ' ').slice(0, 300),
      enclosures: [...(posting.enclosures ?? [])],
      shownAt,
      foundAt: shownAt,
    },
    select: { id: true },
  })
  return id
}

/** Makes all that is stored searchable, as the aggregator does. */
export async function indexAll(database: Database): Promise<void> {
  await untilNothingIsLeft('postings to index', () => indexNextPostings(database, 50, new Set()))
}

/** A search as the route makes it; the query must be right. */
export async function search(
  database: Database,
  subscriberId: string,
  text: string,
  request: Partial<Omit<SearchRequest, 'query' | 'subscriberId'>> = {},
) {
  const { query, errors } = parseQuery(text)
  if (errors[0] !== undefined) throw new Error(`${text}: ${errors[0].code}`)
  const filter = { show: 'all', starred: false, later: false, order: 'newest' } as const
  const base = { subscriberId, filter, isBest: false, after: null, limit: 50, now: referenceAt }
  return searchPostings(database, { ...base, ...request, query })
}

/** Titles of what a search finds, in its order. */
export async function titlesFound(
  database: Database,
  subscriberId: string,
  text: string,
  request: Parameters<typeof search>[3] = {},
): Promise<string[]> {
  const { postings } = await search(database, subscriberId, text, request)
  return postings.map(({ title }) => title)
}

/** A database with a reader of one English source, in World News. The clock of searches stands still: on a busy machine they would give up. */
export async function openSearchedWorld() {
  const opened = await openTestDatabase()
  const { database } = opened
  searchClock.now = () => 0
  const stop = async () => {
    searchClock.now = ownNow
    await opened.stop()
  }
  const reader = await addReader(database, 'reader')
  const { sourceId: english } = await addSubscription(database, reader, 'times', { folderName: 'World News' })
  await database.source.update({ where: { id: english }, data: { language: 'en-us' } })
  return { database, stop, reader, english }
}

/** Stores postings of a source by their titles, searchable at once; returns their ids. */
export async function addTitles(database: Database, sourceId: number, titles: string[]): Promise<bigint[]> {
  const ids: bigint[] = []
  for (const title of titles) ids.push(await addSearched(database, sourceId, { title }))
  await indexAll(database)
  return ids
}
