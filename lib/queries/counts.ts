import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { PostingItem, UnreadCounts } from '#lib/api/postings.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/subscriptions.ts'
import { keys, stateMutation } from './keys.ts'
import { request } from './request.ts'
import { recountViews, recountViewsCalmly, recountViewsSoon } from './view-counts.ts'

export function countsQuery() {
  return queryOptions({
    queryKey: keys.counts,
    queryFn: ({ signal }) => request<UnreadCounts>('GET', '/counts', { signal }),
  })
}

/** Unread and kept counts: all, per source, folder and label. */
export function useCounts() {
  return useQuery(countsQuery())
}

/** How a posting's state differs from before; what did not change is left out. */
export type StateChange = Partial<Pick<PostingItem, 'isRead' | 'isStarred' | 'isLater'>>

/** Takes a change of one posting into the cached counts. Nothing happens where the posting is already so. */
export function patchCountsForChange(client: QueryClient, before: PostingItem, change: StateChange): void {
  const unread = Number(!(change.isRead ?? before.isRead)) - Number(!before.isRead)
  const starred = Number(change.isStarred ?? before.isStarred) - Number(before.isStarred)
  const later = Number(change.isLater ?? before.isLater) - Number(before.isLater)
  patchCounts(client, before.sourceId, { unread, starred, later }, before.labelIds)
}

type CountsChange = { readonly unread: number; readonly starred?: number; readonly later?: number }

/**
 * Adds to the cached counts of a source, the folders around it, its labels (and the posting's own) and the whole, by the
 * rules of lib/store/counts.ts; they never fall below 0.
 */
export function patchCounts(
  client: QueryClient,
  sourceId: number,
  { unread, starred = 0, later = 0 }: CountsChange,
  ownLabelIds: readonly number[] = [],
): void {
  const subscription = client
    .getQueryData<readonly SubscriptionItem[]>(keys.subscriptions)
    ?.find((each) => each.sourceId === sourceId)
  const isHeard = subscription?.isMuted !== true
  const labelIds = [...new Set([...ownLabelIds, ...(isHeard ? (subscription?.labelIds ?? []) : [])])]
  client.setQueryData<UnreadCounts>(keys.counts, (counts) => {
    if (counts === undefined) return undefined
    return {
      all: isHeard && subscription?.isApart !== true ? Math.max(0, counts.all + unread) : counts.all,
      starred: Math.max(0, counts.starred + starred),
      later: Math.max(0, counts.later + later),
      bySource: addTo(counts.bySource, [sourceId], unread),
      byFolder: isHeard
        ? addTo(counts.byFolder, foldersAround(client, subscription?.folderId ?? null), unread)
        : counts.byFolder,
      byLabel: addTo(counts.byLabel, labelIds, unread),
    }
  })
}

/** A folder and those that it stands in. */
function foldersAround(client: QueryClient, folderId: number | null): number[] {
  const folders = client.getQueryData<readonly FolderItem[]>(keys.folders) ?? []
  const path: number[] = []
  for (let id = folderId; id !== null && !path.includes(id);) {
    path.push(id)
    id = folders.find((each) => each.id === id)?.parentId ?? null
  }
  return path
}

function addTo(counts: Readonly<Record<string, number>>, changed: readonly number[], change: number) {
  const added = changed.map((key) => [key, Math.max(0, (counts[key] ?? 0) + change)])
  return { ...counts, ...(Object.fromEntries(added) as Record<string, number>) }
}

const recountAfter = { postings: recountViewsCalmly, state: recountViewsSoon, act: recountViews } as const

/**
 * Fetches the counts anew after a change of state, unless another such change is still under way:
 * the answer would not contain it and the numbers would jump. The last one to finish fetches.
 * Views are counted at most once a minute after new postings, soon after a change, at once after an act of this window.
 */
export async function refreshCounts(client: QueryClient, after: 'postings' | 'state' | 'act'): Promise<void> {
  // A mutation that calls this still counts as running itself.
  if (client.isMutating({ mutationKey: stateMutation }) > Number(after === 'act')) return
  recountAfter[after](client)
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.counts }),
    client.invalidateQueries({ queryKey: keys.dayStrip }),
  ])
}
