'use client'

import { DeleteDialog } from '#components/organising/delete-dialog.tsx'
import { stepHistory } from '#components/ui/step-history.ts'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { useRemoveSavedPage } from '#lib/queries/postings/saved-pages.ts'
import { useWords } from '#lib/words/use-words.tsx'

type RemovePageProps = { readonly posting: PostingItem; readonly onClose: () => void }

/** Asks before a saved page is removed, which nothing brings back. */
export function RemovePage({ posting, onClose }: RemovePageProps) {
  const t = useWords('reading')
  const remove = useRemoveSavedPage()
  /** The question is closed before the answer comes. */
  async function removeIt() {
    try {
      await remove.mutateAsync(posting.id)
    } catch (error) {
      return showError(t('notRemoved'), error)
    }
    showToast(t('pageRemoved'))
    leaveText(posting.id)
  }
  return (
    <DeleteDialog
      title={t('removePage')}
      hint={t('removePageHint', { title: posting.title })}
      button={t('remove')}
      onDelete={() => void removeIt()}
      onClose={onClose}
    />
  )
}

/** Closes the page's text, if that is what is open. */
function leaveText(id: string): void {
  const shown = new URLSearchParams(window.location.search)
  if (shown.get('posting') !== id) return
  shown.delete('posting')
  stepHistory('replace', shown.size === 0 ? '/' : `/?${shown}`)
}
