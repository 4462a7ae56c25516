import type { Query } from '#lib/search/query.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import type { PostingCursor } from '#lib/store/ground/posting-cursor.ts'
import {
  type SearchContext,
  conditionOf,
  demandsState,
  mentionsState,
  necessaryRange,
  necessarySources,
  readsDocuments,
  sourceEntries,
} from './search-condition.ts'
import { indexQueryOf, leftToAsk } from './search-index-query.ts'
import { orderSql, timeSql, windowSql } from './search-window-sql.ts'
import { behind, levelOf, windowAt, type SearchFront } from './search-windows.ts'
import { type HitsRequest, type SearchPlan, keptStates } from './search-plan.ts'

export type Hit = { readonly id: bigint; readonly shownAt: Date }

/** `continueAfter`: the search gave up there, before it had all that was asked; null: there are no more, or enough. */
export type Hits = { readonly hits: readonly Hit[]; readonly continueAfter: PostingCursor | null }

/** Postings that a first window holds, of all sources or of those by which the index is asked: frequent words fill a page from these. */
const firstWindowPostings = 4000
/** So many are looked at to know how long a window with those is. */
const measuredPostings = 500
/** Longer by so much at most where few of them are of the sources that are asked for: these may have been silent just now. */
const mostWidened = 16
/** A search gives up, to be continued, when it has read so many candidates or taken so long. */
const mostRead = 100_000
const longestMs = 120
/** The clock by which a search gives up; tests that count pages stop it. */
export const searchClock = { now: () => performance.now() }

/**
 * Hits of a query in the order of the timeline. Frequent words have hits by the hundred thousand, of which a page shows
 * a few: so the timeline is searched in windows from its front on, growing until the page is full. In each the index
 * gives the postings that have the words and lie in the window; what else is asked is decided on these.
 */
export async function findHits(
  database: Database | Transaction,
  request: HitsRequest,
  context: SearchContext,
): Promise<Hits> {
  const plan = planSearch(request.query, context)
  const hits: Hit[] = []
  let read = 0
  const startedAt = searchClock.now()
  let front = await findFront(database, request, plan)
  while (front !== null && hits.length < request.limit) {
    const window = windowAt(front)
    const rows = await database.$queryRaw<
      { id: bigint | null; shownAt: Date | null; read: number }[]
    >`${windowSql(request, plan, window)}`
    const found = rows.flatMap(({ id, shownAt }) =>
      id === null || shownAt === null ? [] : [{ id, shownAt }],
    )
    const missing = request.limit - hits.length
    hits.push(...found.slice(0, missing))
    const seen = rows[0]?.read ?? 0
    read += seen
    front = behind(front, window, { seen, found: found.length, missing: missing - found.length })
    const isLong = read > mostRead || searchClock.now() - startedAt > longestMs
    if (isLong && front !== null && hits.length < request.limit)
      return { hits, continueAfter: cursorAt(front) }
  }
  return { hits, continueAfter: null }
}

/** The way in which a query is answered. */
function planSearch(query: Query, context: SearchContext): SearchPlan {
  const { scope } = context
  const kept = keptStates.find((state) => demandsState(query, state)) ?? null
  const words = indexQueryOf(query, context.forms)?.tsquery ?? null
  // Of sources that were left only what was kept is found, by its words as by its state.
  const leftIds = kept === null && words !== null ? scope.leftIds : []
  const searched = kept === null ? [...scope.sourceIds, ...leftIds] : scope.placeIds
  const sourceIds = necessarySources(query, scope, searched)
  const asked = kept === null && words !== null ? leftToAsk(query, context.forms) : query
  const entries = sourceEntries(sourceIds)
  // What rules hid is found where it was kept, and where the query says that it wants it, or not.
  const isShown = kept !== null || mentionsState(query, 'hidden') ? null : Prisma.sql`t."hiddenAt" IS NULL`
  const isKept = Prisma.sql`(t."starredAt" IS NOT NULL OR t."laterAt" IS NOT NULL OR t."notedAt" IS NOT NULL)`
  const isOwn =
    leftIds.length === 0 ? null : Prisma.sql`(h."sourceId" <> ALL(${leftIds}::int[]) OR ${isKept})`
  const conditions = [isShown, isOwn, conditionOf(asked, context)].filter((each) => each !== null)
  return {
    condition: Prisma.join(conditions, ' AND '),
    sourceIds,
    sources: `{${sourceIds.join(',')}}`,
    necessary: words !== null && entries !== null ? `${words} & ${entries}` : words,
    isOfSources: words !== null && entries !== null,
    readsWords: readsDocuments(asked),
    isUnread: demandsState(query, 'unread'),
    kept,
    range: necessaryRange(query, context.now),
  }
}

/** The front at which the search begins, with windows of a size by how dense the timeline is there; null: nothing can be found. */
async function findFront(
  database: Database | Transaction,
  { order, after }: HitsRequest,
  { sourceIds, sources, isOfSources, range, kept }: SearchPlan,
): Promise<SearchFront | null> {
  const isNewestFirst = order === 'newest'
  const at = after?.shownAt.getTime() ?? null
  const left = {
    startAt: Math.max(range.startAt, isNewestFirst || at === null ? -Infinity : at),
    endAt: Math.min(range.endAt, isNewestFirst && at !== null ? at + 1 : Infinity),
  }
  if (!(left.startAt < left.endAt)) return null
  if (kept !== null) return { isNewestFirst, left, level: Infinity, buckets: 1 }
  if (sourceIds.length === 0) return null
  const shownAt = Prisma.sql`SELECT "shownAt" FROM "posting" WHERE ${timeSql(Prisma.sql`"shownAt"`, left)}`
  const measured = Prisma.raw(String(measuredPostings))
  const own = isOfSources
    ? Prisma.sql`(SELECT count(*)::int FROM (
        SELECT "sourceId" FROM "posting" WHERE ${timeSql(Prisma.sql`"shownAt"`, left)} ${orderSql(order)} LIMIT ${measured}) near
        WHERE "sourceId" = ANY(${sources}::int[]))`
    : measured
  const [edge] = await database.$queryRaw<
    { first: Date | null; later: Date | null; end: Date | null; own: number }[]
  >`
    SELECT ${own} AS "own", (${shownAt} ${orderSql(order)} LIMIT 1) AS "first",
      (${shownAt} ${orderSql(order)} OFFSET ${measured} LIMIT 1) AS "later",
      (${shownAt} ${orderSql(isNewestFirst ? 'oldest' : 'newest')} LIMIT 1) AS "end"`
  if (edge === undefined || edge.first === null || edge.end === null) return null
  const first = edge.first.getTime()
  const end = edge.end.getTime()
  const widening = Math.min(mostWidened, (measuredPostings + 1) / (edge.own + 1))
  const perMeasured = (widening * firstWindowPostings) / measuredPostings
  return {
    isNewestFirst,
    left: isNewestFirst ? { startAt: end, endAt: first + 1 } : { startAt: first, endAt: end + 1 },
    level: edge.later === null ? Infinity : levelOf(Math.abs(first - edge.later.getTime()) * perMeasured),
    buckets: 1,
  }
}

/** Above the ids of all postings. */
const highestId = 999_999_999_999_999_999n

/** A cursor at which nothing that was searched comes again. */
function cursorAt({ isNewestFirst, left }: SearchFront): PostingCursor {
  return isNewestFirst
    ? { shownAt: new Date(left.endAt), id: 0n }
    : { shownAt: new Date(left.startAt - 1), id: highestId }
}
