import { useRef } from 'react'
import { showError } from '#components/ui/open/toast.tsx'
import type { PostingChange, PostingItem, PostingListFilter } from '#lib/api/postings/postings.ts'
import { useChangePosting, useChangePostings } from '#lib/queries/postings/postings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { useMarkList } from './use-mark-list.ts'
import type { PostingList } from './use-posting-list.ts'
import { useUndo } from './use-undo.ts'

/** A reader's acts on postings. Each act shows at once; one that fails is taken back and says so. */
export function usePostingActs(
  filter: PostingListFilter,
  list: PostingList,
  label: (posting: PostingItem) => void,
) {
  const t = useWords('reading')
  const change = useChangePosting()
  const changeMany = useChangePostings()
  const { undo, offer, expect } = useUndo()
  const marks = useMarkList(filter, list, expect)
  const passed = useRef<string[]>([])

  function apply(id: string, wanted: PostingChange) {
    change.mutateAsync({ id, change: wanted }).catch((error: unknown) => showError(t('notSaved'), error))
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
  function markOpened(id: string, staysUnread = false) {
    change.mutate({ id, change: { ...(staysUnread ? {} : { isRead: true }), seen: true } })
  }
  /** In parts, as the server takes at most 1,000 at once. */
  function applyToMany(ids: readonly string[], isRead: boolean) {
    for (let at = 0; at < ids.length; at += 1000)
      changeMany
        .mutateAsync({ ids: ids.slice(at, at + 1000), isRead })
        .catch((error: unknown) => showError(t('notSaved'), error))
  }
  /** Scrolled past. One way back for all of it until that is taken. */
  function markPassed(ids: readonly string[]) {
    passed.current.push(...ids)
    applyToMany(ids, true)
    offer(t('markedRead', { count: passed.current.length }), () =>
      applyToMany(passed.current.splice(0), false),
    )
  }
  const swipes = { swipeRead, swipeStar }
  return { toggleRead, toggleStar, toggleLater, label, ...marks, ...swipes, markOpened, markPassed, undo }
}

export type PostingActs = ReturnType<typeof usePostingActs>
