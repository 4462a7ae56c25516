import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { useCounts } from '#lib/queries/postings/counts.ts'
import { useFreshCount } from '#lib/queries/postings/fresh.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { missingOf, subscriptionsInScope, type MissingPart } from '#lib/api/postings/list-scope.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useViews } from '#lib/queries/organising/views.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** The name of a list, how much is unread in it, and whose postings it shows. */
export function useListScope(filter: PostingListFilter) {
  const { folderId, sourceId, labelId, starred, later, freshMinutes, query, viewId } = filter
  const t = useWords('reading')
  const all = useSubscriptions().data ?? []
  const folders = useFolders().data ?? []
  const label = useLabels().data?.find(({ id }) => id === labelId)
  const counts = useCounts().data
  const view = useViews().data?.find(({ id }) => id === viewId)
  const freshCount = useFreshCount()
  if (query !== undefined) return { title: view?.name ?? t('search'), unread: 0, subscriptions: all }
  if (starred || later)
    return { title: starred ? t('starred') : t('readLater'), unread: 0, subscriptions: all }
  const subscriptions = subscriptionsInScope(all, folders, filter)
  if (folderId !== undefined) {
    const name = folders.find(({ id }) => id === folderId)?.name
    return { title: name ?? t('folder'), unread: counts?.byFolder[folderId] ?? 0, subscriptions }
  }
  if (labelId !== undefined)
    return { title: label?.name ?? t('label'), unread: counts?.byLabel[labelId] ?? 0, subscriptions }
  if (sourceId !== undefined) {
    const title = subscriptions[0]?.title ?? t('source')
    return { title, unread: counts?.bySource[sourceId] ?? 0, subscriptions }
  }
  if (freshMinutes !== undefined) return { title: t('freshLane'), unread: freshCount ?? 0, subscriptions }
  return { title: t('allPostings'), unread: counts?.all ?? 0, subscriptions }
}

/** The kind of a list that is not there, or no longer: it was ended here or in another window. */
export function useMissing(filter: PostingListFilter): MissingPart | null {
  const known = {
    subscriptions: useSubscriptions().data,
    folders: useFolders().data,
    labels: useLabels().data,
    views: useViews().data,
  }
  return missingOf(filter, known)
}
