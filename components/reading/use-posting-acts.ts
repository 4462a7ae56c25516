import { showError, showToast } from '#components/ui/toast.tsx'
import type { MarkReadResult } from '#lib/api/mark-read.ts'
import type { PostingChange, PostingItem, PostingListFilter } from '#lib/api/postings.ts'
import { useMarkQueryRead, useMarkRead, useUndoMarkRead } from '#lib/queries/mark-read.ts'
import { useChangePosting } from '#lib/queries/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useUndo } from './use-undo.ts'

/** What a reader does to postings. Each act shows at once; one that fails is taken back and says so. */
export function usePostingActs(
  filter: PostingListFilter,
  asOfId: string | null,
  label: (posting: PostingItem) => void,
) {
  const t = useWords('reading')
  const change = useChangePosting()
  const markRead = useMarkRead()
  const markQueryRead = useMarkQueryRead()
  const undoMarkRead = useUndoMarkRead()
  const { undo, offer } = useUndo()

  function apply(id: string, wanted: PostingChange) {
    change.mutate({ id, change: wanted }, { onError: (error) => showError(t('notSaved'), error) })
  }
  function toggleRead(posting: PostingItem) {
    apply(posting.id, { isRead: !posting.isRead })
  }
  function toggleStar(posting: PostingItem) {
    apply(posting.id, { isStarred: !posting.isStarred })
  }
  /** With a way back: it changes a list that is not in sight. */
  function toggleLater(posting: PostingItem) {
    apply(posting.id, { isLater: !posting.isLater })
    offer(posting.isLater ? t('laterRemoved') : t('laterAdded'), () =>
      apply(posting.id, { isLater: posting.isLater }),
    )
  }
  function markAllRead() {
    if (asOfId === null) return
    const { folderId, sourceId, labelId, starred, later, query } = filter
    const kept = keptOf(starred, later)
    const options = {
      onSuccess: ({ marked, undoToken }: MarkReadResult) => {
        if (marked === 0) showToast(t('nothingUnread'))
        else offer(t('markedRead', { count: marked }), () => undoMarkRead.mutate(undoToken))
      },
      onError: (error: unknown) => showError(t('notMarkedRead'), error),
    }
    if (query === undefined)
      markRead.mutate({ folderId, sourceId, labelId, throughId: asOfId, kept }, options)
    else if (query !== '') markQueryRead.mutate({ filter, throughId: asOfId }, options)
  }
  /** For swipes, which happen by accident: the same with a way back. */
  function swipeRead(posting: PostingItem) {
    toggleRead(posting)
    offer(posting.isRead ? t('markedOneUnread') : t('markedOneRead'), () =>
      apply(posting.id, { isRead: posting.isRead }),
    )
  }
  function swipeStar(posting: PostingItem) {
    toggleStar(posting)
    offer(posting.isStarred ? t('starRemoved') : t('starred'), () =>
      apply(posting.id, { isStarred: posting.isStarred }),
    )
  }
  /** Opened: read, and seen now. Silent, because nobody asked for it. */
  function markOpened(id: string) {
    change.mutate({ id, change: { isRead: true, seen: true } })
  }
  return { toggleRead, toggleStar, toggleLater, label, markAllRead, swipeRead, swipeStar, markOpened, undo }
}

function keptOf(starred: boolean, later: boolean): 'starred' | 'later' | undefined {
  if (starred) return 'starred'
  return later ? 'later' : undefined
}

export type PostingActs = ReturnType<typeof usePostingActs>
