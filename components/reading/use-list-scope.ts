import type { PostingFilter } from '#lib/api/postings.ts'
import { useCounts } from '#lib/queries/counts.ts'
import { useFolders } from '#lib/queries/folders.ts'
import { useSubscriptions } from '#lib/queries/subscriptions.ts'

/** What a list is called, how much is unread in it, and whose postings it shows. */
export function useListScope({ folderId, sourceId, starred }: PostingFilter) {
  const all = useSubscriptions().data ?? []
  const folder = useFolders().data?.find(({ id }) => id === folderId)
  const counts = useCounts().data
  if (folderId !== undefined) {
    const subscriptions = all.filter((each) => each.folderId === folderId)
    return { title: folder?.name ?? 'Folder', unread: counts?.byFolder[folderId] ?? 0, subscriptions }
  }
  if (sourceId !== undefined) {
    const subscriptions = all.filter((each) => each.sourceId === sourceId)
    return {
      title: subscriptions[0]?.title ?? 'Source',
      unread: counts?.bySource[sourceId] ?? 0,
      subscriptions,
    }
  }
  if (starred) return { title: 'Starred', unread: 0, subscriptions: all }
  return { title: 'All postings', unread: counts?.all ?? 0, subscriptions: all }
}
