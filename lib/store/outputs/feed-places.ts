import type { FeedPlace, PlaceItem } from '#lib/api/outputs/feed-place.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Transaction } from '#lib/store/connection/database.ts'

/** The columns that say which list an output feed or a digest is of. */
type PlaceColumns = {
  readonly place: string
  readonly folderId: number | null
  readonly labelId: number | null
  readonly viewId: number | null
}

/** The relations that a row with these columns is read with, to tell of its place. */
export const placeRelations = {
  folder: { select: { name: true } },
  label: { select: { name: true } },
  view: { select: { name: true, query: true } },
} as const

export type PlaceRow = PlaceColumns & {
  readonly folder: { readonly name: string } | null
  readonly label: { readonly name: string } | null
  readonly view: { readonly name: string; readonly query: string } | null
}

/** A place that the subscriber does not have. */
export type PlaceRefusal = 'no-folder' | 'no-label' | 'no-view'

export function columnsOfPlace(place: FeedPlace): PlaceColumns {
  return {
    place: place.kind,
    folderId: place.kind === 'folder' ? place.folderId : null,
    labelId: place.kind === 'label' ? place.labelId : null,
    viewId: place.kind === 'view' ? place.viewId : null,
  }
}

/** The place of a row; null: it is gone. */
export function feedPlaceOf({ place, folderId, labelId, viewId }: PlaceColumns): FeedPlace | null {
  if (place === 'all' || place === 'starred') return { kind: place }
  if (place === 'folder' && folderId !== null) return { kind: 'folder', folderId }
  if (place === 'label' && labelId !== null) return { kind: 'label', labelId }
  return place === 'view' && viewId !== null ? { kind: 'view', viewId } : null
}

/** The place of a row as it is told. */
export function placeItemOf(row: PlaceRow): PlaceItem {
  const { folderId, labelId, viewId, folder, label, view } = row
  const isMistaken = view !== null && parseQuery(view.query).errors.length > 0
  return {
    kind: row.place as PlaceItem['kind'], // written by columnsOfPlace
    id: folderId ?? labelId ?? viewId,
    name: (folder ?? label ?? view)?.name ?? null,
    isGone: feedPlaceOf(row) === null || isMistaken,
  }
}

/** Null: the subscriber has the place. */
export async function refusalOfPlace(
  transaction: Transaction,
  subscriberId: string,
  place: FeedPlace,
): Promise<PlaceRefusal | null> {
  switch (place.kind) {
    case 'all':
    case 'starred':
      return null
    case 'folder': {
      const where = { id: place.folderId, subscriberId }
      return (await transaction.folder.count({ where })) === 0 ? 'no-folder' : null
    }
    case 'label': {
      const where = { id: place.labelId, subscriberId }
      return (await transaction.label.count({ where })) === 0 ? 'no-label' : null
    }
    case 'view': {
      const where = { id: place.viewId, subscriberId }
      return (await transaction.view.count({ where })) === 0 ? 'no-view' : null
    }
    default:
      return place satisfies never
  }
}

/** The outputs of a folder that is taken into another are of that one then. */
export async function moveFolderPlaces(
  transaction: Transaction,
  folderId: number,
  intoId: number,
): Promise<void> {
  await transaction.outputFeed.updateMany({ where: { folderId }, data: { folderId: intoId } })
  await moveDigests(transaction, { folderId }, { folderId: intoId })
}

/** The same of a label. */
export async function moveLabelPlaces(
  transaction: Transaction,
  labelId: number,
  intoId: number,
): Promise<void> {
  await transaction.outputFeed.updateMany({ where: { labelId }, data: { labelId: intoId } })
  await moveDigests(transaction, { labelId }, { labelId: intoId })
}

type Hung = { readonly folderId: number } | { readonly labelId: number }

/** Of two that would come at the same hours, one is left: it tells of all that either had still to tell. */
async function moveDigests(transaction: Transaction, from: Hung, into: Hung): Promise<void> {
  for (const moved of await transaction.digest.findMany({ where: from, orderBy: { id: 'asc' } })) {
    const { id, rhythm, weekday, hour, zone, isOn, coveredAt } = moved
    const where = { ...into, rhythm, hour, zone, isOn, ...(rhythm === 'weekly' ? { weekday } : {}) }
    const same = await transaction.digest.findFirst({ where, orderBy: { id: 'asc' } })
    if (same === null) {
      await transaction.digest.update({ where: { id }, data: into })
      continue
    }
    const earlier = new Date(Math.min(coveredAt.getTime(), same.coveredAt.getTime()))
    await transaction.digest.update({ where: { id: same.id }, data: { coveredAt: earlier } })
    await transaction.digest.delete({ where: { id } })
  }
}
