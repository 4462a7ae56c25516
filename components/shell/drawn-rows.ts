import type { FolderBranch, Tree } from '#components/organising/build-tree.ts'

/** "folder:3", "source:12", "label:4": the rows of the tree from top to bottom, without what closed folders hide. */
export function* drawnRows(
  tree: Tree,
  labels: readonly { readonly id: number }[],
  isOpen: (branch: FolderBranch) => boolean,
): Generator<string> {
  for (const branch of tree.folders) {
    yield `folder:${branch.folder.id}`
    if (isOpen(branch)) yield* drawnRows(branch, [], isOpen)
  }
  for (const { sourceId } of tree.sources) yield `source:${sourceId}`
  for (const { id } of labels) yield `label:${id}`
}

/**
 * The row that Tab leads to: the first wanted one that is drawn, else the first of all. A row that had the focus may be
 * deleted, filtered out or within a folder that was closed: Tab must still find the way in.
 */
export function tabStop(wanted: readonly (string | null)[], rows: Iterable<string>): string | null {
  const all = new Set(rows)
  const [first = null] = all
  return wanted.find((key) => key !== null && all.has(key)) ?? first
}
