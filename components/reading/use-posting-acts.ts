import { showError, showToast } from '#components/ui/toast.tsx'
import type { PostingChange, PostingFilter, PostingItem } from '#lib/api/postings.ts'
import { useMarkRead, useUndoMarkRead } from '#lib/queries/mark-read.ts'
import { useChangePosting } from '#lib/queries/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useUndo } from './use-undo.ts'

/** What a reader does to postings. Each act shows at once; one that fails is taken back and says so. */
export function usePostingActs(filter: PostingFilter, asOfId: string | null) {
  const t = useWords('reading')
  const change = useChangePosting()
  const markRead = useMarkRead()
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
  function markAllRead() {
    if (asOfId === null) return
    const { folderId, sourceId } = filter
    markRead.mutate(
      { folderId, sourceId, throughId: asOfId },
      {
        onSuccess: ({ marked, undoToken }) => {
          if (marked === 0) showToast(t('nothingUnread'))
          else offer(t('markedRead', { count: marked }), () => undoMarkRead.mutate(undoToken))
        },
        onError: (error) => showError(t('notMarkedRead'), error),
      },
    )
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
  return { toggleRead, toggleStar, markAllRead, swipeRead, swipeStar, markOpened, undo }
}

export type PostingActs = ReturnType<typeof usePostingActs>
