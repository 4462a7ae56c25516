import type { PostingFilter } from '#lib/api/postings.ts'

/** What the reading screen shows; all of it is in the address. */
export type ReadingState = { readonly filter: PostingFilter; readonly postingId: string | null }

type Parameters = { readonly get: (name: string) => string | null }

/**
 * Reads "/?folder=1", "/?source=2", "/?label=3", "/?starred=1", "/?later=1" with "&show=all|unread", "&order=oldest",
 * "&posting=ID". Lists show what is unread unless told otherwise, those of what was kept everything. What makes no sense
 * is left out.
 */
export function parseReadingState(search: Parameters): ReadingState {
  const folderId = parseId(search.get('folder'))
  const sourceId = folderId === undefined ? parseId(search.get('source')) : undefined
  const labelId = (folderId ?? sourceId) ? undefined : parseId(search.get('label'))
  const starred = search.get('starred') === '1'
  const later = !starred && search.get('later') === '1'
  const show = search.get('show')
  const posting = search.get('posting')
  return {
    filter: {
      folderId,
      sourceId,
      labelId,
      starred,
      later,
      show: show === 'all' || show === 'unread' ? show : defaultShow({ starred, later }),
      order: search.get('order') === 'oldest' ? 'oldest' : 'newest',
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
  if (filter.show !== defaultShow(filter)) search.set('show', filter.show)
  if (filter.order === 'oldest') search.set('order', 'oldest')
  if (postingId !== null) search.set('posting', postingId)
  return search.size === 0 ? '/' : `/?${search}`
}

function defaultShow({ starred, later }: Pick<PostingFilter, 'starred' | 'later'>): PostingFilter['show'] {
  return starred || later ? 'all' : 'unread'
}

function parseId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
