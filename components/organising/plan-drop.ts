import type { SourceOrder } from '#lib/api/organising/organising.ts'
import type { FolderBranch, Tree } from './build-tree.ts'

/** A row of the tree; `top` is what stands around all of them. */
export type TreeRow = { readonly kind: 'source' | 'folder'; readonly id: number } | { readonly kind: 'top' }

/** The effect of letting go. `line`: where the ink line is drawn; without one the row is framed. */
export type DropPlan = {
  readonly kind: 'subscriptions' | 'folders'
  /** Null: the top. */
  readonly parentId: number | null
  /** Everything there in its new order; null: only the dragged one, at any place. */
  readonly ids: readonly number[] | null
  readonly line: 'before' | 'after' | null
  /** The order among its own changes: it is the reader's own from now on. */
  readonly isOwnOrder: boolean
}

type Place = { readonly parentId: number | null; readonly branch: Tree; readonly above: readonly number[] }

/**
 * The meaning of dragging one row over another. Over a folder: into it. Between sources: there, where the order is the
 * reader's own or both stand in one folder; otherwise into that folder. Between folders (the outer quarters of a row):
 * there. Null: nothing, as for a folder over what is inside it.
 * @param tree everything, hidden rows too, in the order shown: what is left out here would lose its place
 * @param fraction how far down in the row, 0 to 1
 */
export function planDrop(
  tree: Tree,
  order: SourceOrder,
  dragged: TreeRow,
  target: TreeRow,
  fraction: number,
): DropPlan | null {
  if (dragged.kind === 'top') return null
  const from = findPlace(tree, dragged)
  const at = target.kind === 'top' ? { parentId: null, branch: tree, above: [] } : findPlace(tree, target)
  if (from === null || at === null) return null
  if (dragged.kind === 'folder' && isInside(dragged.id, target, at)) return null
  const kind = dragged.kind === 'source' ? 'subscriptions' : 'folders'
  const into = (parentId: number | null): DropPlan | null =>
    parentId === from.parentId ? null : { kind, parentId, ids: null, line: null, isOwnOrder: false }
  if (target.kind === 'top') return into(null)
  if (target.kind !== dragged.kind) return into(target.kind === 'folder' ? target.id : at.parentId)
  if (target.id === dragged.id) return null
  if (target.kind === 'folder' && fraction > 0.25 && fraction < 0.75) return into(target.id)
  const isSamePlace = at.parentId === from.parentId
  if (target.kind === 'source' && order !== 'own' && !isSamePlace) return into(at.parentId)
  const line = fraction < 0.5 ? 'before' : 'after'
  // In another place that stands by name or the like, only where it goes is chosen: its own order there stays as it is.
  if (order !== 'own' && !isSamePlace)
    return { kind, parentId: at.parentId, ids: null, line, isOwnOrder: false }
  const others = idsOf(at.branch, target.kind).filter((id) => id !== dragged.id)
  const index = others.indexOf(target.id) + (line === 'after' ? 1 : 0)
  const ids = [...others.slice(0, index), dragged.id, ...others.slice(index)]
  return { kind, parentId: at.parentId, ids, line, isOwnOrder: order !== 'own' && isSamePlace }
}

/**
 * The meaning of moving a row up or down by one: the drag over the next row of its kind that is in sight. Null: it stands there
 * already.
 * @param tree everything, as for `planDrop`
 * @param inSight what the settings leave to be seen
 */
export function planStep(
  tree: Tree,
  inSight: Tree,
  order: SourceOrder,
  row: TreeRow,
  step: 1 | -1,
): DropPlan | null {
  const place = findPlace(inSight, row)
  if (row.kind === 'top' || place === null) return null
  const ids = idsOf(place.branch, row.kind)
  const next = ids[ids.indexOf(row.id) + step]
  if (next === undefined) return null
  return planDrop(tree, order, row, { kind: row.kind, id: next }, step === 1 ? 1 : 0)
}

/** The rows of one kind right inside a place, in the order shown. */
export function idsOf(place: Tree, kind: 'source' | 'folder'): number[] {
  return kind === 'source' ? place.sources.map(({ id }) => id) : place.folders.map(({ folder }) => folder.id)
}

function isInside(folderId: number, target: TreeRow, at: Place): boolean {
  return at.above.includes(folderId) || (target.kind === 'folder' && target.id === folderId)
}

/** The place of a row, and its folders. */
export function findPlace(tree: Tree, row: TreeRow): Place | null {
  if (row.kind === 'top') return null
  const { kind, id } = row
  function search(branch: Tree, parentId: number | null, above: readonly number[]): Place | null {
    if (idsOf(branch, kind).includes(id)) return { parentId, branch, above }
    for (const inner of branch.folders) {
      const found = search(inner, inner.folder.id, [...above, inner.folder.id])
      if (found !== null) return found
    }
    return null
  }
  return search(tree, null, [])
}

/** All folders with how deep they stand, 0 at the top, in the order shown; one may be left out with what is inside. */
export function flattenFolders(
  tree: Tree,
  depth = 0,
  withoutId: number | null = null,
): { readonly branch: FolderBranch; readonly depth: number }[] {
  return tree.folders
    .filter(({ folder }) => folder.id !== withoutId)
    .flatMap((branch) => [{ branch, depth }, ...flattenFolders(branch, depth + 1, withoutId)])
}
