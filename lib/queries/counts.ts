import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import type { PostingItem, UnreadCounts } from '#lib/api/postings.ts'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { keys, stateMutation } from './keys.ts'
import { request } from './request.ts'

export function countsQuery() {
  return queryOptions({
    queryKey: keys.counts,
    queryFn: ({ signal }) => request<UnreadCounts>('GET', '/counts', { signal }),
  })
}

/** Unread and starred counts: all, per source, per folder. */
export function useCounts() {
  return useQuery(countsQuery())
}

/** How a posting's state differs from before; what did not change is left out. */
export type StateChange = Partial<Pick<PostingItem, 'isRead' | 'isStarred'>>

/** Takes a change of one posting into the cached counts. Nothing happens where the posting is already so. */
export function patchCountsForChange(client: QueryClient, before: PostingItem, change: StateChange): void {
  const unread = Number(!(change.isRead ?? before.isRead)) - Number(!before.isRead)
  const starred = Number(change.isStarred ?? before.isStarred) - Number(before.isStarred)
  patchCounts(client, before.sourceId, unread, starred)
}

/** Adds to the cached counts of a source, its folder and the whole; they never fall below 0. */
export function patchCounts(client: QueryClient, sourceId: number, unread: number, starred: number): void {
  const folderId = client
    .getQueryData<readonly SubscriptionItem[]>(keys.subscriptions)
    ?.find((subscription) => subscription.sourceId === sourceId)?.folderId
  client.setQueryData<UnreadCounts>(keys.counts, (counts) => {
    if (counts === undefined) return undefined
    return {
      all: Math.max(0, counts.all + unread),
      starred: Math.max(0, counts.starred + starred),
      bySource: addTo(counts.bySource, sourceId, unread),
      byFolder: folderId ? addTo(counts.byFolder, folderId, unread) : counts.byFolder,
    }
  })
}

function addTo(counts: Readonly<Record<string, number>>, key: number, change: number) {
  return { ...counts, [key]: Math.max(0, (counts[key] ?? 0) + change) }
}

/**
 * Fetches the counts anew after a change of state, unless another such change is still under way:
 * the answer would not contain it and the numbers would jump. The last one to finish fetches.
 * @param running mutations that may still count as running: 1 when called by a mutation itself
 */
export async function refreshCounts(client: QueryClient, running: 0 | 1 = 0): Promise<void> {
  if (client.isMutating({ mutationKey: stateMutation }) > running) return
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.counts }),
    client.invalidateQueries({ queryKey: keys.dayStrip }),
    client.invalidateQueries({ queryKey: keys.viewCounts }, { cancelRefetch: false }),
  ])
}
