import type { QueryCount, ViewChange, ViewCounts, ViewItem, ViewRequest } from '#lib/api/lists/search.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import { lockAdding, roomFor } from '#lib/store/ground/account-limits.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { readSearchContexts } from '#lib/store/search/search-context.ts'
import { countHitsIn, narrowed } from './search.ts'
import { unlessTaken } from '#lib/store/connection/unless-taken.ts'

const shown = { id: true, name: true, query: true, order: true, layout: true, position: true } as const

/** A subscriber's views in their order; those at the same position by name. */
export async function listViews(database: Database, subscriberId: string): Promise<ViewItem[]> {
  const rows = await database.view.findMany({
    where: { subscriberId },
    select: shown,
    orderBy: [{ position: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  })
  return rows.map(toViewItem)
}

/** Makes a view; without a position it stands last. */
export async function createView(
  database: Database,
  subscriberId: string,
  request: ViewRequest,
): Promise<ViewItem | 'taken' | 'too-many'> {
  return unlessTaken(() =>
    database.$transaction(async (transaction) => {
      await lockAdding(transaction, subscriberId, 'views')
      if ((await roomFor(transaction, subscriberId, 'views')) === 0) return 'too-many'
      const before = await transaction.view.aggregate({ where: { subscriberId }, _max: { position: true } })
      const position = request.position ?? (before._max.position ?? -1) + 1
      const view = await transaction.view.create({
        data: { ...request, subscriberId, position },
        select: shown,
      })
      await notify(transaction, { type: 'state', subscriberId })
      return toViewItem(view)
    }),
  )
}

/** Changes what is given of a view. */
export async function changeView(
  database: Database,
  subscriberId: string,
  id: number,
  change: ViewChange,
): Promise<ViewItem | 'not-found' | 'taken'> {
  const data = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return unlessTaken(async () => {
    const [view] = await database.view.updateManyAndReturn({
      where: { id, subscriberId },
      data,
      select: shown,
    })
    if (view === undefined) return 'not-found'
    await notify(database, { type: 'state', subscriberId })
    return toViewItem(view)
  })
}

/** False when the subscriber has no view with that id. */
export async function deleteView(database: Database, subscriberId: string, id: number): Promise<boolean> {
  const { count } = await database.view.deleteMany({ where: { id, subscriberId } })
  if (count === 1) await notify(database, { type: 'state', subscriberId })
  return count === 1
}

/** Counting beyond this many tells a reader nothing more. */
const mostCounted = 1000
/** All counting ends then, but for the search that it is at, which gives up after 120 ms of its own. */
const longestMs = 1000

/**
 * Unread postings of each view, counted up to 1,000. A query that is no longer understood has none; null for views
 * whose turn does not come within `withinMs`.
 */
export async function countViews(
  database: Database,
  subscriberId: string,
  now: number,
  withinMs = longestMs,
): Promise<ViewCounts> {
  const startedAt = performance.now()
  const filter = { show: 'unread', starred: false, later: false } as const
  const views = (await listViews(database, subscriberId)).map(({ id, query: text }) => {
    const { query, errors } = parseQuery(text)
    return { id, query: errors.length > 0 ? null : narrowed(query, filter) }
  })
  const queries = views.flatMap(({ query }) => (query === null ? [] : [query]))
  const contextOf = await readSearchContexts(database, { subscriberId, now }, queries)
  const counts: [number, QueryCount | null][] = []
  for (const { id, query } of views) {
    if (query === null) counts.push([id, { count: 0, isMore: false }])
    else if (performance.now() - startedAt >= withinMs) counts.push([id, null])
    else {
      const request = { subscriberId, query, filter, limit: mostCounted }
      counts.push([id, await countHitsIn(database, request, contextOf(query))])
    }
  }
  return { counts: Object.fromEntries(counts) }
}

function toViewItem(row: Omit<ViewItem, 'order'> & { readonly order: string }): ViewItem {
  const order = row.order === 'oldest' || row.order === 'best' ? row.order : 'newest'
  return { ...row, order }
}
