import { isOffering, showError, showToast } from '#components/ui/open/toast.tsx'
import type { MarkReadRequest, MarkReadResult } from '#lib/api/lists/mark-read.ts'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { useMarkQueryRead, useMarkRead, useUndoMarkRead } from '#lib/queries/postings/mark-read.ts'
import { useChangePostings } from '#lib/queries/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { PostingList } from './use-posting-list.ts'
import type { PendingUndo } from './use-undo.ts'

type Side = 'above' | 'upTo' | 'below'

type Marked = { readonly marked: number; readonly takeBack: () => void }

/** Marks a list or part of it read, never what came after it was shown, with a way back. */
export function useMarkList(
  filter: PostingListFilter,
  { shown, postings }: PostingList,
  expectUndo: () => PendingUndo,
) {
  const t = useWords('reading')
  const markRead = useMarkRead()
  const markQueryRead = useMarkQueryRead()
  const changeMany = useChangePostings()
  const undoMarkRead = useUndoMarkRead()
  const undo = (token: string) =>
    void undoMarkRead.mutateAsync(token).catch((error: unknown) => showError(t('notUndone'), error))
  /** The words that are told when the answer comes; from now on the act can be taken back. */
  async function telling(marking: Promise<Marked>) {
    const { arrived, failed, nothing } = expectUndo()
    try {
      const { marked, takeBack } = await marking
      if (marked > 0) return arrived(t('markedRead', { count: marked }), takeBack)
      nothing()
      // Pressed twice, what the first press did can still be taken back.
      if (!isOffering()) showToast(t('nothingUnread'))
    } catch (error) {
      failed()
      showError(t('notMarkedRead'), error)
    }
  }
  const byToken = async (answer: Promise<MarkReadResult>): Promise<Marked> => {
    const { marked, undoToken } = await answer
    return { marked, takeBack: () => undo(undoToken) }
  }

  function mark(part: Pick<MarkReadRequest, 'before' | 'beside'>, shownIds?: readonly string[]) {
    if (shown === null) return
    if (filter.query !== undefined) return markHits(shown.asOfId, shownIds)
    const { folderId, sourceId, labelId, starred, later, freshMinutes } = filter
    const kept = { ...(starred ? { starred } : {}), ...(later ? { later } : {}) }
    // What an age narrows is in the list as it stands.
    const ids = shownIds ?? (freshMinutes === undefined ? undefined : postings.map(({ id }) => id))
    const scope = { folderId, sourceId, labelId, ...kept, freshMinutes }
    const request = { ...scope, throughId: shown.asOfId, asOfAt: shown.asOfAt, ...part }
    const marking = markRead.mutateAsync({ ...request, ...(ids === undefined ? {} : { shownIds: ids }) })
    void telling(byToken(marking))
  }
  /** Of a search, whose parts only this window knows: those that are loaded, 1,000 at most. */
  function markHits(throughId: string, shownIds?: readonly string[]) {
    if (filter.query === '') return
    if (shownIds === undefined) return void telling(byToken(markQueryRead.mutateAsync({ filter, throughId })))
    const wanted = new Set(shownIds)
    const unread = postings.filter(({ id, isRead }) => !isRead && wanted.has(id))
    const ids = unread.map(({ id }) => id).slice(0, 1000)
    if (ids.length === 0) return void showToast(t('nothingUnread'))
    const takeBack = () =>
      void changeMany
        .mutateAsync({ ids, isRead: false })
        .catch((error: unknown) => showError(t('notUndone'), error))
    const marking = changeMany.mutateAsync({ ids, isRead: true })
    void telling(marking.then(() => ({ marked: ids.length, takeBack })))
  }
  function markBeside(postingId: string, side: Side) {
    const at = postings.findIndex(({ id }) => id === postingId)
    if (at === -1) return
    const ids = postings.map(({ id }) => id)
    const part = { above: ids.slice(0, at), upTo: ids.slice(0, at + 1), below: ids.slice(at + 1) }[side]
    mark({ beside: { postingId, side, order: filter.order } }, part)
  }
  function markOlder(beforeMs: number) {
    const before = new Date(beforeMs).toISOString()
    mark(
      { before },
      postings.filter(({ shownAt }) => shownAt < before).map(({ id }) => id),
    )
  }
  return { markAllRead: () => mark({}), markBeside, markOlder }
}
