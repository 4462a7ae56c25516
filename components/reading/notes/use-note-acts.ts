'use client'

import { useMemo } from 'react'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import type { Highlight, HighlightRequest, PostingNotesAnswer } from '#lib/api/postings/postings.ts'
import { useChangeNotes } from '#lib/queries/postings/notes.ts'
import { useWords } from '#lib/words/use-words.tsx'

export type NoteActs = {
  /** Writes the note; `before` is what the way back brings. @returns whether it was saved */
  readonly writeNote: (text: string, before: string) => Promise<boolean>
  readonly mark: (highlight: HighlightRequest) => Promise<boolean>
  readonly unmark: (highlight: Highlight) => Promise<boolean>
}

/** The acts on notes and highlights of a posting, each with its way back. */
export function useNoteActs(postingId: string): NoteActs {
  const t = useWords('text')
  const common = useWords('common')
  const { mutateAsync } = useChangeNotes(postingId)
  return useMemo(() => {
    const attempt = async (
      run: () => Promise<PostingNotesAnswer>,
      done: string | null,
      undo: (after: PostingNotesAnswer) => Promise<unknown>,
    ) => {
      try {
        const after = await run()
        const goBack = () => void undo(after).catch((error: unknown) => showError(t('notSaved'), error))
        if (done !== null) showToast(done, { label: common('undo'), run: goBack })
        return true
      } catch (error) {
        showError(t('notSaved'), error)
        return false
      }
    }
    const write = (text: string) => mutateAsync({ kind: 'note', text })
    const add = ({ quote, before, behind }: HighlightRequest) =>
      mutateAsync({ kind: 'add', highlight: { quote, before, behind } })
    const remove = (highlightId: number) => mutateAsync({ kind: 'remove', highlightId })
    return {
      writeNote: (text, before) =>
        attempt(
          () => write(text),
          text.trim() === '' && before !== '' ? t('noteRemoved') : null,
          () => write(before),
        ),
      mark: (highlight) =>
        attempt(
          () => add(highlight),
          t('highlighted'),
          async ({ highlights }) => remove(highlights.at(-1)?.id ?? 0),
        ),
      unmark: (highlight) =>
        attempt(
          () => remove(highlight.id),
          t('highlightRemoved'),
          () => add(highlight),
        ),
    }
  }, [t, common, mutateAsync])
}
