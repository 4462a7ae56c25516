import type { PostingFilter, PostingListFilter } from '#lib/api/postings.ts'

/** What the reading screen shows; all of it is in the address. */
export type ReadingState = { readonly filter: PostingListFilter; readonly postingId: string | null }

type Parameters = { readonly get: (name: string) => string | null }

/**
 * Reads "/?folder=1", "/?source=2", "/?label=3", "/?starred=1", "/?later=1" with "&show=all|unread", "&order=oldest",
 * "&posting=ID". "&q=WORDS" searches in it, "&view=3" names the view that the search belongs to, "&order=best" is for
 * searches. Lists show what is unread unless told otherwise, those of what was kept and searches everything. What makes no
 * sense is left out.
 */
export function parseReadingState(search: Parameters): ReadingState {
  const folderId = parseId(search.get('folder'))
  const sourceId = folderId === undefined ? parseId(search.get('source')) : undefined
  const labelId = (folderId ?? sourceId) ? undefined : parseId(search.get('label'))
  const starred = search.get('starred') === '1'
  const later = !starred && search.get('later') === '1'
  const show = search.get('show')
  const posting = search.get('posting')
  const query = search.get('q') ?? undefined
  const viewId = query === undefined ? undefined : parseId(search.get('view'))
  const order = search.get('order')
  return {
    filter: {
      folderId,
      sourceId,
      labelId,
      starred,
      later,
      show: show === 'all' || show === 'unread' ? show : defaultShow({ starred, later, query, viewId }),
      order: order === 'oldest' ? 'oldest' : 'newest',
      ...(query === undefined ? {} : { query, viewId }),
      ...(query !== undefined && order === 'best' ? { best: true } : {}),
    },
    postingId: posting !== null && /^\d{1,18}$/.test(posting) ? posting : null,
  }
}

/** The shortest address of a state. */
export function formatReadingState({ filter, postingId }: ReadingState): string {
  const search = new URLSearchParams()
  if (filter.folderId !== undefined) search.set('folder', String(filter.folderId))
  if (filter.sourceId !== undefined) search.set('source', String(filter.sourceId))
  if (filter.labelId !== undefined) search.set('label', String(filter.labelId))
  if (filter.starred) search.set('starred', '1')
  if (filter.later) search.set('later', '1')
  if (filter.query !== undefined) search.set('q', filter.query)
  if (filter.viewId !== undefined) search.set('view', String(filter.viewId))
  if (filter.show !== defaultShow(filter)) search.set('show', filter.show)
  if (filter.best) search.set('order', 'best')
  else if (filter.order === 'oldest') search.set('order', 'oldest')
  if (postingId !== null) search.set('posting', postingId)
  return search.size === 0 ? '/' : `/?${search}`
}

/** A view counts what is unread, unless it asks for a state itself. */
function defaultShow({
  starred,
  later,
  query,
  viewId,
}: Pick<PostingListFilter, 'starred' | 'later' | 'query' | 'viewId'>): PostingFilter['show'] {
  if (starred || later) return 'all'
  if (query === undefined) return 'unread'
  return viewId === undefined || /\bis:/i.test(query) ? 'all' : 'unread'
}

function parseId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
