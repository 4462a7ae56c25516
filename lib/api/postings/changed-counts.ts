import type { NestedFolder, ScopedSource } from './list-scope.ts'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'

/** The change of counts; less than 0 is taken away. */
export type CountsChange = { readonly unread: number; readonly starred?: number; readonly later?: number }

/**
 * Counts after a change of postings of one source (undefined: not subscribed to, or not known yet): of the source, the
 * folders around it, its labels and the postings' own, and the whole, by the rules of lib/store/lists/counts.ts. None falls below 0.
 */
export function changedCounts(
  counts: UnreadCounts,
  sourceId: number,
  source: ScopedSource | undefined,
  folders: readonly NestedFolder[],
  { unread, starred = 0, later = 0 }: CountsChange,
  ownLabelIds: readonly number[],
): UnreadCounts {
  const isHeard = source?.isMuted !== true
  const labelIds = new Set([...ownLabelIds, ...(isHeard ? (source?.labelIds ?? []) : [])])
  return {
    all: isHeard && source?.isApart !== true ? Math.max(0, counts.all + unread) : counts.all,
    starred: Math.max(0, counts.starred + starred),
    later: Math.max(0, counts.later + later),
    bySource: addTo(counts.bySource, [sourceId], unread),
    byFolder: isHeard
      ? addTo(counts.byFolder, foldersAround(folders, source?.folderId ?? null), unread)
      : counts.byFolder,
    byLabel: addTo(counts.byLabel, [...labelIds], unread),
  }
}

/** A folder and those that it stands in. */
function foldersAround(folders: readonly NestedFolder[], folderId: number | null): number[] {
  const around: number[] = []
  for (let id = folderId; id !== null && !around.includes(id);) {
    around.push(id)
    id = folders.find((each) => each.id === id)?.parentId ?? null
  }
  return around
}

function addTo(counts: Readonly<Record<string, number>>, changed: readonly number[], change: number) {
  const added = changed.map((key) => [key, Math.max(0, (counts[key] ?? 0) + change)])
  return { ...counts, ...(Object.fromEntries(added) as Record<string, number>) }
}
