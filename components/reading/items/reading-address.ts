import { defaultListSettings } from '#lib/api/lists/list-defaults.ts'
import type { PostingFilter, PostingListFilter } from '#lib/api/postings/postings.ts'
import type { ListSettings } from '#lib/api/lists/list-settings.ts'

/** The state of the reading screen; all of it is in the address, or remembered for the list. */
type ReadingState = { readonly filter: PostingListFilter; readonly postingId: string | null }

type Parameters = { readonly get: (name: string) => string | null }

const orders: readonly string[] = ['newest', 'oldest', 'published', 'weight', 'source']

/**
 * Reads "/?folder=1", "/?source=2", "/?label=3", "/?starred=1", "/?later=1", "/?fresh=1" with "&show=all|unread",
 * "&order=oldest", "&posting=ID". "&q=WORDS" searches in it, "&view=3" names the view that the search belongs to
 * (alone, it asks for a view by its number), "&order=best" is for searches, and usual for those of words. What the address does not say was chosen for the list before (`settings`); otherwise lists
 * show what is unread; those of what was kept, the fresh one and searches everything. What makes no sense is left out.
 */
export function parseReadingState(
  search: Parameters,
  settings: ListSettings = defaultListSettings,
): ReadingState {
  const folderId = parseId(search.get('folder'))
  const sourceId = folderId === undefined ? parseId(search.get('source')) : undefined
  const labelId = (folderId ?? sourceId) ? undefined : parseId(search.get('label'))
  const starred = search.get('starred') === '1'
  const later = !starred && search.get('later') === '1'
  const posting = search.get('posting')
  const viewId = parseId(search.get('view'))
  const query = search.get('q') ?? (viewId === undefined ? undefined : '')
  const isFresh = search.get('fresh') === '1' && !starred && !later && query === undefined
  const place = {
    folderId,
    sourceId,
    labelId,
    starred,
    later,
    ...(isFresh ? { freshMinutes: settings.options.freshMinutes } : {}),
    ...(query === undefined ? {} : { query, viewId }),
  }
  const usual = usualOf(place, settings)
  const show = search.get('show')
  const order = search.get('order')
  const asked = isOrder(order, query !== undefined) ? order : undefined
  return {
    filter: {
      ...place,
      show: show === 'all' || show === 'unread' ? show : usual.show,
      order: asked ?? usual.order,
      ...(query !== undefined && (order === 'best' || (asked === undefined && usual.best))
        ? { best: true }
        : {}),
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
  if (filter.labelId !== undefined) search.set('label', String(filter.labelId))
  if (filter.starred) search.set('starred', '1')
  if (filter.later) search.set('later', '1')
  if (filter.freshMinutes !== undefined) search.set('fresh', '1')
  if (filter.query !== undefined) search.set('q', filter.query)
  if (filter.viewId !== undefined) search.set('view', String(filter.viewId))
  if (filter.show !== usual.show) search.set('show', filter.show)
  if (filter.best !== usual.best || filter.order !== usual.order)
    search.set('order', filter.best ? 'best' : filter.order)
  if (postingId !== null) search.set('posting', postingId)
  return search.size === 0 ? '/' : `/?${search}`
}

type Place = Omit<PostingListFilter, 'show' | 'order' | 'best'>

/** The name by which a list is remembered: "all", "starred", "later", "fresh", "folder:1", "source:2", "label:3", "view:4". */
export function rememberedScope({
  folderId,
  sourceId,
  labelId,
  starred,
  later,
  freshMinutes,
  viewId,
}: Place): string {
  if (viewId !== undefined) return `view:${viewId}`
  if (freshMinutes !== undefined) return 'fresh'
  if (starred) return 'starred'
  if (later) return 'later'
  if (folderId !== undefined) return `folder:${folderId}`
  if (labelId !== undefined) return `label:${labelId}`
  return sourceId === undefined ? 'all' : `source:${sourceId}`
}

/** The choice and order of a list where the address does not say. Of a search nothing is remembered: views are for that. */
function usualOf(place: Place, { lists }: ListSettings): Pick<PostingListFilter, 'show' | 'order' | 'best'> {
  if (place.query !== undefined)
    return { show: usualOfSearch(place.query, place.viewId), order: 'newest', best: usualBest(place) }
  const isFresh = place.freshMinutes !== undefined
  const own = lists[rememberedScope(place)]
  const every = lists['*']
  return {
    show: own?.show ?? every?.show ?? (place.starred || place.later || isFresh ? 'all' : 'unread'),
    order: own?.order ?? (isFresh ? 'newest' : (every?.order ?? 'newest')),
  }
}

/** Parts of a search that say what a hit is or is not, where and when: by these alone none is better than another. */
const conditions =
  /(?<=^|[\s(])((-|NOT\s+)?(is|in|folder|from|feed|source|label|lang|before|after|on|date|delay):(["“„«»][^"“”«»]*["“”«»]?|\S*)|(-|NOT\s+)(["“„«»][^"“”«»]*["“”«»]?|\S+)|OR\b)/gi

/** Whether the best hits of a search stand first where the address does not say. A view says itself how it stands. */
export function usualBest({ query = '', viewId }: Pick<Place, 'query' | 'viewId'>): true | undefined {
  // Hits that are read while somebody pages leave a search for unread ones, and the best are counted from the first on.
  const isMoving = /\bis:unread\b/i.test(query)
  return viewId === undefined && !isMoving && /[\p{L}\p{N}]/u.test(query.replace(conditions, ' '))
    ? true
    : undefined
}

/** A view counts what is unread, unless it asks for a state itself. */
function usualOfSearch(query: string, viewId: number | undefined): PostingFilter['show'] {
  return viewId === undefined || /\bis:/i.test(query) ? 'all' : 'unread'
}

/** Hits stand by when they were found. */
function isOrder(text: string | null, isSearch: boolean): text is PostingFilter['order'] {
  return text !== null && (isSearch ? orders.slice(0, 2) : orders).includes(text)
}

function parseId(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}
