import type { FeedPlace, PlaceItem } from '#lib/api/outputs/feed-place.ts'

/** Names in our API of the fields that a choice of a place stands for. */
export const placeFields = ['place', 'kind', 'folderId', 'labelId', 'viewId'] as const

/** A place as the value of a choice: "all", "starred", "folder:1", "label:2" or "view:3". */
export function valueOfPlace({ kind, id }: Pick<PlaceItem, 'kind' | 'id'>): string {
  return id === null ? kind : `${kind}:${id}`
}

/** The value that a form begins with: '' where what it was is gone. */
export function startValueOf({ kind, id }: PlaceItem): string {
  return id === null && kind !== 'all' && kind !== 'starred' ? '' : valueOfPlace({ kind, id })
}

/** The place of such a value; null: it is none. */
export function placeOfValue(value: string): FeedPlace | null {
  if (value === 'all' || value === 'starred') return { kind: value }
  const [, kind, id] = /^(folder|label|view):([1-9]\d{0,9})$/.exec(value) ?? []
  return kind === undefined ? null : ({ kind, [`${kind}Id`]: Number(id) } as FeedPlace)
}

/** The query of a page's address: "?folder=1", "?label=2", "?view=3", "?starred=1"; null: nothing. */
export function valueInAddress(search: { readonly get: (name: string) => string | null }): string | null {
  if (search.get('starred') === '1') return 'starred'
  const kind = ['folder', 'label', 'view'].find((each) => search.get(each) !== null)
  const value = kind === undefined ? '' : `${kind}:${search.get(kind) ?? ''}`
  return placeOfValue(value) === null ? null : value
}
