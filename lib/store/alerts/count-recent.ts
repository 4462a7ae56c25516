import { parseQuery } from '#lib/search/parse-query.ts'
import type { AlertScope } from './alert-sources.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { countHits } from '#lib/store/lists/search.ts'

const days = 7
const mostCounted = 1000

/** Postings of the last seven days that an alert would have told of, counted up to 1,000; null: it tells of none. */
export async function countRecent(
  database: Database,
  subscriberId: string,
  scope: AlertScope,
  now: number,
): Promise<number | null> {
  if (scope.kind === 'promise') return null
  const view =
    scope.viewId === null
      ? null
      : await database.view.findFirst({ where: { id: scope.viewId, subscriberId }, select: { query: true } })
  const { query, errors } = parseQuery(view?.query ?? scope.query ?? '')
  if (errors.length > 0) return 0
  const since = { kind: 'date', relation: 'after', date: { kind: 'ago', count: days, unit: 'd' } } as const
  const { count } = await countHits(database, {
    ...{ subscriberId, now, limit: mostCounted },
    query: { kind: 'and', parts: query.kind === 'all' ? [since] : [query, since] },
    filter: {
      ...(scope.folderId === null ? {} : { folderId: scope.folderId }),
      ...(scope.sourceId === null ? {} : { sourceId: scope.sourceId }),
      show: 'all',
    },
  })
  return count
}
