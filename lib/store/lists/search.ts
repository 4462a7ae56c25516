import type { PostingFilter, PostingItem, PostingPage } from '#lib/api/postings/postings.ts'
import type { QueryCount } from '#lib/api/lists/search.ts'
import type { Query } from '#lib/search/query.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { formatPostingCursor, type PostingCursor } from '#lib/store/ground/posting-cursor.ts'
import {
  itemColumns,
  itemJoins,
  mayRead,
  toPostingItem,
  type PostingItemRow,
} from '#lib/store/ground/posting-item.ts'
import { readListGround, type ListGround } from './postings.ts'
import { imageShower, presentItem } from './present-items.ts'
import type { SearchContext } from '#lib/store/search/search-condition.ts'
import { readSearchContext, withSimilarWords } from '#lib/store/search/search-context.ts'
import { type Hit, type Hits, findHits } from '#lib/store/search/search-hits.ts'
import { markHits } from '#lib/store/search/search-marks.ts'
import { rankHits } from '#lib/store/search/search-rank.ts'
import type { HitsRequest } from '#lib/store/search/search-plan.ts'

/** A search of a subscriber: within a list, as one page of it. */
export type SearchRequest = {
  readonly subscriberId: string
  readonly query: Query
  readonly filter: PostingFilter
  readonly isBest: boolean
  /**
   * null: from the beginning. Of the best it is the newest posting that the first page knew of, at as many seconds as hits are
   * ranked and as many milliseconds as were shown; behind them a posting.
   */
  readonly after: PostingCursor | null
  readonly limit: number
  readonly now: number
  /** Read already, as of any list. */
  readonly ground?: ListGround
}

/** Of so many newest hits the best are shown first; older ones follow behind them by their time. */
const mostRanked = 400
/** Fewer hits may be left than the first page found, e.g. of what is unread: then no page looks through the whole timeline for them. */
const mostTries = 5

/**
 * One page of the postings that match a query, with the places of the hits. Where the first page finds nothing, words
 * like those of the query are tried. Another subscriber's folder or source gives an empty page.
 */
export async function searchPostings(database: Database, request: SearchRequest): Promise<PostingPage> {
  const query = narrowed(request.query, request.filter)
  const { folderId, sourceId } = request.filter
  const place = { subscriberId: request.subscriberId, folderId, sourceId, now: request.now }
  const [{ newestId, settings }, ownContext] = await Promise.all([
    request.ground ?? readListGround(database, request.subscriberId),
    readSearchContext(database, place, query),
  ])
  const showImage = imageShower(settings)
  let context = ownContext
  const wanted = { ...request, query, newestId }
  let page = await findPage(database, wanted, context)
  let isSimilar = false
  if (page.hits.length === 0 && page.nextCursor === null && request.after === null) {
    const similar = await withSimilarWords(database, query, context)
    if (similar !== null) {
      context = similar
      page = await findPage(database, wanted, context)
      isSimilar = page.hits.length > 0
    }
  }
  const rows = await readItems(database, request.subscriberId, page.hits)
  const postings = rows.map((row) => presentItem(toPostingItem(row), showImage))
  const shown = postings.map((posting) => ({ ...posting, id: BigInt(posting.id) }))
  return {
    postings,
    nextCursor: page.nextCursor === null ? null : formatPostingCursor(page.nextCursor),
    asOfId: newestId.toString(),
    asOfAt: new Date(request.now).toISOString(),
    search: {
      marks: await markHits(database, query, context.forms, shown),
      isComplete: page.isComplete,
      isSimilar,
    },
  }
}

type CountRequest = Pick<SearchRequest, 'subscriberId' | 'query' | 'now'> & {
  readonly filter: Pick<PostingFilter, 'folderId' | 'sourceId' | 'show'>
  readonly limit: number
}

/** The number of postings that match, counted up to `limit`. A search that would take too long says what it found so far. */
export async function countHits(
  database: Database | Transaction,
  request: CountRequest,
): Promise<QueryCount> {
  return countOf(await newestHitsOf(database, request), request.limit)
}

/** The same, and the latest of them, as many as `shown` says. */
export async function countAndShowHits(
  database: Database,
  request: CountRequest & { readonly shown: number },
): Promise<QueryCount & { readonly latest: readonly PostingItem[] }> {
  const found = await newestHitsOf(database, request)
  const rows = await readItems(database, request.subscriberId, found.hits.slice(0, request.shown))
  return { ...countOf(found, request.limit), latest: rows.map(toPostingItem) }
}

async function newestHitsOf(database: Database | Transaction, request: CountRequest): Promise<Hits> {
  const { subscriberId, filter, now } = request
  const query = narrowed(request.query, { ...filter, starred: false, later: false })
  const context = await readSearchContext(database, { subscriberId, ...filter, now }, query)
  return newestHits(database, { ...request, query }, context)
}

/** The number of matches of a query that is narrowed already, whose words and names are known. */
export async function countHitsIn(
  database: Database | Transaction,
  request: Omit<CountRequest, 'now'>,
  context: SearchContext,
): Promise<QueryCount> {
  return countOf(await newestHits(database, request, context), request.limit)
}

function newestHits(
  database: Database | Transaction,
  { subscriberId, query, filter, limit }: Omit<CountRequest, 'now'>,
  context: SearchContext,
): Promise<Hits> {
  const wanted = {
    subscriberId,
    query,
    order: 'newest',
    after: null,
    limit: limit + 1,
    throughId: null,
    isPlaced: namesPlace(filter),
  } as const
  return findHits(database, wanted, context)
}

function countOf({ hits, continueAfter }: Hits, limit: number): QueryCount {
  return { count: Math.min(hits.length, limit), isMore: hits.length > limit || continueAfter !== null }
}

/** A query within a list. */
export function narrowed(
  query: Query,
  { show, starred, later }: Pick<PostingFilter, 'show' | 'starred' | 'later'>,
): Query {
  const parts: Query[] = query.kind === 'and' ? [...query.parts] : [query]
  if (show === 'unread') parts.push({ kind: 'is', state: 'unread' })
  if (starred) parts.push({ kind: 'is', state: 'starred' })
  if (later) parts.push({ kind: 'is', state: 'later' })
  const kept = parts.filter(({ kind }) => kind !== 'all')
  const [only] = kept
  if (only === undefined) return { kind: 'all' }
  return kept.length === 1 ? only : { kind: 'and', parts: kept }
}

export function namesPlace({ folderId, sourceId }: Pick<PostingFilter, 'folderId' | 'sourceId'>): boolean {
  return folderId !== undefined || sourceId !== undefined
}

type FoundPage = {
  readonly hits: readonly Hit[]
  readonly nextCursor: PostingCursor | null
  readonly isComplete: boolean
}

/** Whether a cursor is among the best. No posting stands in the first minutes of 1970. */
function isAmongBest(after: PostingCursor): boolean {
  const ms = after.shownAt.getTime()
  return ms >= 0 && ms <= mostRanked * 1_000 + mostRanked
}

type WantedPage = SearchRequest & Pick<ListGround, 'newestId'>

async function findPage(
  database: Database,
  { subscriberId, query, filter, isBest, after, limit, newestId }: WantedPage,
  context: SearchContext,
): Promise<FoundPage> {
  const asked: HitsRequest = {
    subscriberId,
    query,
    order: filter.order === 'oldest' && !isBest ? 'oldest' : 'newest',
    after,
    limit: limit + 1,
    throughId: null,
    isPlaced: namesPlace(filter),
  }
  if (!isBest || (after !== null && !isAmongBest(after))) {
    const { hits, continueAfter } = await findHits(database, asked, context)
    const shown = hits.slice(0, limit)
    const last = hits.length > limit ? shown.at(-1) : undefined
    return {
      hits: shown,
      nextCursor: last ?? continueAfter,
      isComplete: last !== undefined || continueAfter === null,
    }
  }
  // Others than those of the first page would move the best from page to page: some would come twice, and some never.
  const throughId = after === null ? newestId : after.id
  const shownBefore = after === null ? 0 : after.shownAt.getTime() % 1_000
  const newest = await findRanked(database, { ...asked, order: 'newest', throughId }, context)
  const ranked = await rankHits(database, query, context.forms, newest.hits)
  const shown = shownBefore + limit
  const isMore = ranked.length > shown
  return {
    hits: ranked.slice(shownBefore, shown),
    nextCursor: isMore
      ? { shownAt: new Date(newest.hits.length * 1_000 + shown), id: throughId }
      : newest.continueAfter,
    isComplete: isMore || newest.continueAfter === null,
  }
}

/**
 * The newest hits, which are shown best first. The first page takes what is found before the search gives up. The next ones take as many, and
 * a search that gives up earlier now is tried again. `continueAfter` is where the older ones follow.
 */
async function findRanked(database: Database, asked: HitsRequest, context: SearchContext): Promise<Hits> {
  if (asked.after === null) {
    const found = await findHits(database, { ...asked, limit: mostRanked }, context)
    const last = found.hits.length === mostRanked ? found.hits.at(-1) : undefined
    return { hits: found.hits, continueAfter: last ?? found.continueAfter }
  }
  const size = Math.floor(asked.after.shownAt.getTime() / 1_000) || mostRanked // a cursor of an older version says none
  const hits: Hit[] = []
  let after: PostingCursor | null = null
  let tries = 0
  do {
    const limit = size + 1 - hits.length // one more says whether any follow
    const found: Hits = await findHits(database, { ...asked, after, limit }, context)
    hits.push(...found.hits)
    after = found.continueAfter
    tries += 1
  } while (after !== null && hits.length < size && tries < mostTries)
  const last = hits.length > size ? hits[size - 1] : undefined
  return { hits: hits.slice(0, size), continueAfter: last ?? after }
}

async function readItems(
  database: Database,
  subscriberId: string,
  hits: readonly Hit[],
): Promise<PostingItemRow[]> {
  if (hits.length === 0) return []
  return database.$queryRaw`
    SELECT ${itemColumns} FROM unnest(${hits.map(({ id }) => id)}::bigint[]) WITH ORDINALITY AS page("id", "at")
    JOIN "posting" p ON p."id" = page."id" ${itemJoins(subscriberId)}
    WHERE ${mayRead} ORDER BY page."at"`
}
