import { showError, showToast } from '#components/ui/toast.tsx'
import type { MarkReadRequest, PostingFilter } from '#lib/api/postings.ts'
import { useMarkRead, useUndoMarkRead } from '#lib/queries/mark-read.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { PostingList } from './use-posting-list.ts'

export type Side = 'above' | 'upTo' | 'below'

/** Marks a list or part of it read, never what came after it was shown, with a way back. */
export function useMarkList(
  filter: PostingFilter,
  { shown, postings }: PostingList,
  offer: (message: string, run: () => void) => void,
) {
  const t = useWords('reading')
  const markRead = useMarkRead()
  const undoMarkRead = useUndoMarkRead()

  function mark(part: Pick<MarkReadRequest, 'before' | 'beside'>, shownIds?: readonly string[]) {
    if (shown === null) return
    const { folderId, sourceId, starred, freshMinutes } = filter
    const scope = { folderId, sourceId, ...(starred ? { starred } : {}), freshMinutes }
    // What a star or an age narrows is in the list as it stands.
    const isNarrow = starred || freshMinutes !== undefined
    const ids = shownIds ?? (isNarrow ? postings.map(({ id }) => id) : undefined)
    const request = { ...scope, throughId: shown.asOfId, asOfAt: shown.asOfAt, ...part }
    markRead.mutate(
      { ...request, ...(ids === undefined ? {} : { shownIds: ids }) },
      {
        onSuccess: ({ marked, undoToken }) => {
          if (marked === 0) showToast(t('nothingUnread'))
          else offer(t('markedRead', { count: marked }), () => undoMarkRead.mutate(undoToken))
        },
        onError: (error) => showError(t('notMarkedRead'), error),
      },
    )
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
