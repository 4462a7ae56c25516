import type { AlertPreview } from '#lib/api/alerts/alerts.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { AlertScope } from './alert-sources.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { countAndShowHits } from '#lib/store/lists/search.ts'

const days = 7
const mostCounted = 1000
/** So many are named. */
const postingsCounted = 5
const none = { recent: 0, latest: [] } as const

/** Postings of the last seven days that an alert would have told of, counted up to 1,000, and the latest of them; null: it tells of none. */
export async function countRecent(
  database: Database,
  subscriberId: string,
  scope: AlertScope,
  now: number,
): Promise<Pick<AlertPreview, 'recent' | 'latest'>> {
  if (scope.kind === 'promise') return { ...none, recent: null }
  const view =
    scope.viewId === null
      ? null
      : await database.view.findFirst({ where: { id: scope.viewId, subscriberId }, select: { query: true } })
  const { query, errors } = parseQuery(view?.query ?? scope.query ?? '')
  if (errors.length > 0) return none
  const since = { kind: 'date', relation: 'after', date: { kind: 'ago', count: days, unit: 'd' } } as const
  const { count, latest } = await countAndShowHits(database, {
    subscriberId,
    now,
    limit: mostCounted,
    shown: postingsCounted,
    query: { kind: 'and', parts: query.kind === 'all' ? [since] : [query, since] },
    filter: {
      ...(scope.folderId === null ? {} : { folderId: scope.folderId }),
      ...(scope.sourceId === null ? {} : { sourceId: scope.sourceId }),
      show: 'all',
    },
  })
  return {
    recent: count,
    latest: latest.map(({ id, title, url, excerpt, sourceTitle, shownAt }) => ({
      id,
      title: title || excerpt || (url ?? ''),
      sourceTitle,
      shownAt,
    })),
  }
}
