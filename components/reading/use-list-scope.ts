import type { PostingFilter } from '#lib/api/postings.ts'
import { useCounts } from '#lib/queries/counts.ts'
import { useFreshCount } from '#lib/queries/fresh.ts'
import { useFolders } from '#lib/queries/folders.ts'
import { useSubscriptions } from '#lib/queries/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** What a list is called, how much is unread in it, and whose postings it shows. */
export function useListScope({ folderId, sourceId, starred, freshMinutes }: PostingFilter) {
  const t = useWords('reading')
  const all = useSubscriptions().data ?? []
  const folder = useFolders().data?.find(({ id }) => id === folderId)
  const counts = useCounts().data
  const freshCount = useFreshCount()
  if (folderId !== undefined) {
    const subscriptions = all.filter((each) => each.folderId === folderId)
    return { title: folder?.name ?? t('folder'), unread: counts?.byFolder[folderId] ?? 0, subscriptions }
  }
  if (sourceId !== undefined) {
    const subscriptions = all.filter((each) => each.sourceId === sourceId)
    return {
      title: subscriptions[0]?.title ?? t('source'),
      unread: counts?.bySource[sourceId] ?? 0,
      subscriptions,
    }
  }
  if (freshMinutes !== undefined)
    return { title: t('freshLane'), unread: freshCount ?? 0, subscriptions: all }
  if (starred) return { title: t('starred'), unread: 0, subscriptions: all }
  return { title: t('allPostings'), unread: counts?.all ?? 0, subscriptions: all }
}
