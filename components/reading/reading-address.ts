import { defaultListSettings } from '#lib/api/list-defaults.ts'
import type { ListSettings } from '#lib/api/list-settings.ts'
import type { PostingFilter } from '#lib/api/postings.ts'

/** What the reading screen shows; all of it is in the address, or remembered for the list. */
export type ReadingState = { readonly filter: PostingFilter; readonly postingId: string | null }

type Parameters = { readonly get: (name: string) => string | null }

const orders: readonly string[] = ['newest', 'oldest', 'published', 'weight', 'source']

/**
 * Reads "/?folder=1", "/?source=2", "/?starred=1", "/?fresh=1" with "&show=all|unread", "&order=oldest", "&posting=ID". What the
 * address does not say was chosen for the list before (`settings`); otherwise lists show what is unread, starred and fresh ones
 * everything. What makes no sense is left out.
 */
export function parseReadingState(
  search: Parameters,
  settings: ListSettings = defaultListSettings,
): ReadingState {
  const folderId = parseId(search.get('folder'))
  const sourceId = folderId === undefined ? parseId(search.get('source')) : undefined
  const starred = search.get('starred') === '1'
  const isFresh = search.get('fresh') === '1' && !starred
  const posting = search.get('posting')
  const place = {
    folderId,
    sourceId,
    starred,
    ...(isFresh ? { freshMinutes: settings.options.freshMinutes } : {}),
  }
  const usual = usualOf(place, settings)
  const show = search.get('show')
  const order = search.get('order')
  return {
    filter: {
      ...place,
      show: show === 'all' || show === 'unread' ? show : usual.show,
      order: isOrder(order) ? order : usual.order,
    },
    postingId: posting !== null && /^\d{1,18}$/.test(posting) ? posting : null,
  }
}

/** The shortest address of a state for who chose these settings. */
export function formatReadingState(
  { filter, postingId }: ReadingState,
  settings: ListSettings = defaultListSettings,
): string {
  const search = new URLSearchParams()
  const usual = usualOf(filter, settings)
  if (filter.folderId !== undefined) search.set('folder', String(filter.folderId))
  if (filter.sourceId !== undefined) search.set('source', String(filter.sourceId))
  if (filter.starred) search.set('starred', '1')
  if (filter.freshMinutes !== undefined) search.set('fresh', '1')
  if (filter.show !== usual.show) search.set('show', filter.show)
  if (filter.order !== usual.order) search.set('order', filter.order)
  if (postingId !== null) search.set('posting', postingId)
  return search.size === 0 ? '/' : `/?${search}`
}

type Place = Pick<PostingFilter, 'folderId' | 'sourceId' | 'starred' | 'freshMinutes'>

/** What a list is remembered by: "all", "starred", "fresh", "folder:1", "source:2". */
export function scopeOf({ folderId, sourceId, starred, freshMinutes }: Place): string {
  if (freshMinutes !== undefined) return 'fresh'
  if (starred) return 'starred'
  if (folderId !== undefined) return `folder:${folderId}`
  return sourceId === undefined ? 'all' : `source:${sourceId}`
}

/** What a list shows, and in which order, where the address does not say. */
function usualOf(place: Place, { lists }: ListSettings): Pick<PostingFilter, 'show' | 'order'> {
  const isFresh = place.freshMinutes !== undefined
  const own = lists[scopeOf(place)]
  const every = lists['*']
  return {
    show: own?.show ?? every?.show ?? (place.starred || isFresh ? 'all' : 'unread'),
    order: own?.order ?? (isFresh ? 'weight' : (every?.order ?? 'newest')),
  }
}

function isOrder(text: string | null): text is PostingFilter['order'] {
  return text !== null && orders.includes(text)
}

function parseId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
