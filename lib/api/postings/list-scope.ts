import type { PostingItem, PostingListFilter, PostingScope } from './postings.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'

/** The facts of a subscription that decide where it is shown. */
export type ScopedSource = Pick<
  SubscriptionItem,
  'sourceId' | 'folderId' | 'labelIds' | 'isMuted' | 'isApart'
>
export type NestedFolder = Pick<FolderItem, 'id' | 'parentId'>

/** The subscriptions that a list shows: the rules of lib/store/ground/subscription-scope.ts. */
export function subscriptionsInScope<T extends ScopedSource>(
  subscriptions: readonly T[],
  folders: readonly NestedFolder[],
  { folderId, sourceId, labelId }: PostingScope,
): readonly T[] {
  if (sourceId !== undefined) return subscriptions.filter((each) => each.sourceId === sourceId)
  const heard = subscriptions.filter((each) => !each.isMuted)
  if (folderId !== undefined) {
    const within = foldersWithin(folders, folderId)
    return heard.filter((each) => each.folderId !== null && within.has(each.folderId))
  }
  if (labelId !== undefined) return heard.filter((each) => each.labelIds.includes(labelId))
  return heard.filter((each) => !each.isApart)
}

/** The things that a list can lack. */
export type MissingPart = 'source' | 'folder' | 'label' | 'view'
type Known<T> = readonly T[] | undefined

/**
 * The place of a list that the subscriber does not have, or no longer; null: nothing is missing. Of what is not known yet
 * (undefined) nothing is. What was kept, and searches, reach postings of sources that are not followed; a search is one
 * without its view, too.
 */
export function missingOf(
  { sourceId, folderId, labelId, viewId, starred, later, query }: PostingListFilter,
  known: {
    readonly subscriptions: Known<Pick<ScopedSource, 'sourceId'>>
    readonly folders: Known<{ readonly id: number }>
    readonly labels: Known<{ readonly id: number }>
    readonly views: Known<{ readonly id: number }>
  },
): MissingPart | null {
  const lacks = (all: Known<{ readonly id: number }>, id: number | undefined) =>
    id !== undefined && all !== undefined && !all.some((each) => each.id === id)
  if (lacks(known.folders, folderId)) return 'folder'
  if (lacks(known.labels, labelId)) return 'label'
  if (!query && lacks(known.views, viewId)) return 'view'
  if (starred || later || query !== undefined) return null
  const sources = known.subscriptions?.map((each) => ({ id: each.sourceId }))
  return lacks(sources, sourceId) ? 'source' : null
}

/** Whether a list shows a source; the list of everything one that is not known yet, too. */
export function showsSource(
  scope: PostingScope,
  sourceId: number,
  subscriptions: readonly ScopedSource[],
  folders: readonly NestedFolder[],
): boolean {
  if (scope.sourceId !== undefined) return scope.sourceId === sourceId
  const known = subscriptions.filter((each) => each.sourceId === sourceId)
  if (known.length === 0) return scope.folderId === undefined && scope.labelId === undefined
  return subscriptionsInScope(known, folders, scope).length > 0
}

/** Whether a list of what is starred or read later shows a posting of a scope: also those of muted sources. */
export function showsKept(
  { folderId, sourceId, labelId }: PostingScope,
  posting: Pick<PostingItem, 'sourceId' | 'labelIds'>,
  subscriptions: readonly ScopedSource[],
  folders: readonly NestedFolder[],
): boolean {
  if (sourceId !== undefined) return posting.sourceId === sourceId
  const subscription = subscriptions.find((each) => each.sourceId === posting.sourceId)
  if (folderId !== undefined) {
    const within = foldersWithin(folders, folderId)
    return subscription !== undefined && subscription.folderId !== null && within.has(subscription.folderId)
  }
  if (labelId === undefined) return true
  return posting.labelIds.includes(labelId) || subscription?.labelIds.includes(labelId) === true
}

/** A folder and all that stand inside it. */
function foldersWithin(folders: readonly NestedFolder[], folderId: number): ReadonlySet<number> {
  const within = new Set([folderId])
  for (let before = 0; before !== within.size;) {
    before = within.size
    for (const { id, parentId } of folders) if (parentId !== null && within.has(parentId)) within.add(id)
  }
  return within
}
