'use client'

import { useCallback } from 'react'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useWords } from '#lib/words/use-words.tsx'

/** An act with its way back, and what is said of it. */
type Undoable = {
  /** Null: it is plain to see, and done again as easily. */
  readonly done: string | null
  readonly failed: string
  readonly run: () => Promise<unknown>
  readonly undo: () => Promise<unknown>
}

/** Does something and offers the way back in a toast; says so where either fails. */
export function useUndoable() {
  const t = useWords('organising')
  const common = useWords('common')
  return useCallback(
    async ({ done, failed, run, undo }: Undoable) => {
      try {
        await run()
        if (done === null) return
        showToast(done, {
          label: common('undo'),
          run: () => void undo().catch((error: unknown) => showError(t('notUndone'), error)),
        })
      } catch (error) {
        showError(failed, error)
      }
    },
    [t, common],
  )
}
