import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { changedCounts, type CountsChange } from '#lib/api/postings/changed-counts.ts'
import type { DayStripAnswer, FreshCount, UnreadCounts } from '#lib/api/lists/counts.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { askUnread } from './ask-counts.ts'
import { keys, stateMutation } from '#lib/queries/requests/keys.ts'
import { recountViews, recountViewsCalmly, recountViewsSoon } from './view-counts.ts'

export function countsQuery() {
  return queryOptions({
    queryKey: keys.counts,
    queryFn: askUnread,
  })
}

/** Unread and kept counts: all, per source, folder and label. */
export function useCounts() {
  return useQuery(countsQuery())
}

/** The difference of a posting's state from before; what did not change is left out. */
export type StateChange = Partial<Pick<PostingItem, 'isRead' | 'isStarred' | 'isLater'>>

/** Takes a change of one posting into the cached counts. Nothing happens where the posting is already so. */
export function patchCountsForChange(client: QueryClient, before: PostingItem, change: StateChange): void {
  const unread = Number(!(change.isRead ?? before.isRead)) - Number(!before.isRead)
  const starred = Number(change.isStarred ?? before.isStarred) - Number(before.isStarred)
  const later = Number(change.isLater ?? before.isLater) - Number(before.isLater)
  patchCounts(client, before.sourceId, { unread, starred, later }, before.labelIds)
  if (unread !== 0 && isInAll(client, before.sourceId)) patchRecent(client, before.shownAt, unread)
}

/** Muted sources, and those set apart, are not in the list of everything. */
function isInAll(client: QueryClient, sourceId: number): boolean {
  const subscriptions = client.getQueryData<readonly SubscriptionItem[]>(keys.subscriptions)
  const source = subscriptions?.find((each) => each.sourceId === sourceId)
  return source?.isMuted !== true && source?.isApart !== true
}

const quarterMs = 15 * 60_000

/** Adds to the strip of the day and to the lanes that a posting of that time is in. */
function patchRecent(client: QueryClient, shownAt: string, unread: number): void {
  const shownMs = Date.parse(shownAt)
  const added = (count: number) => Math.max(0, count + unread)
  client.setQueryData<DayStripAnswer>(keys.dayStrip, (strip) => {
    if (strip === undefined) return undefined
    const at = Math.floor((shownMs - Date.parse(strip.startAt)) / quarterMs)
    return { ...strip, unread: strip.unread.map((count, quarter) => (quarter === at ? added(count) : count)) }
  })
  for (const [queryKey, fresh] of client.getQueriesData<FreshCount>({ queryKey: keys.freshCounts })) {
    const isYoung = shownMs >= Date.now() - Number(queryKey[1]) * 60_000
    if (fresh !== undefined && isYoung) client.setQueryData(queryKey, { unread: added(fresh.unread) })
  }
}

/** Adds to the cached counts of a source and of what it stands in; `ownLabelIds`: of the postings themselves. */
export function patchCounts(
  client: QueryClient,
  sourceId: number,
  change: CountsChange,
  ownLabelIds: readonly number[] = [],
): void {
  const subscriptions = client.getQueryData<readonly SubscriptionItem[]>(keys.subscriptions)
  const source = subscriptions?.find((each) => each.sourceId === sourceId)
  const folders = client.getQueryData<readonly FolderItem[]>(keys.folders) ?? []
  client.setQueryData<UnreadCounts>(
    keys.counts,
    (counts) => counts && changedCounts(counts, sourceId, source, folders, change, ownLabelIds),
  )
}

const recountAfter = { postings: recountViewsCalmly, state: recountViewsSoon, act: recountViews } as const

/**
 * Fetches all numbers anew after a change of state, unless another such change is still under way:
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
    client.invalidateQueries({ queryKey: keys.freshCounts }),
  ])
}
