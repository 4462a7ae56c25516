'use client'

import { useCallback } from 'react'
import { showError, showToast } from '#components/ui/open/toast.tsx'
import { useWords } from '#lib/words/use-words.tsx'

/** An act with its way back, and what is said of it. */
type Undoable<Made> = {
  /** Null: it is plain to see, and done again as easily. Of what `run` made, where only that tells. */
  readonly done: string | null | ((made: Made) => string)
  readonly failed: string
  readonly run: () => Promise<Made>
  readonly undo: () => Promise<unknown>
}

/** Does something and offers the way back in a toast; says so where either fails. */
export function useUndoable() {
  const t = useWords('organising')
  const common = useWords('common')
  return useCallback(
    async <Made>({ done, failed, run, undo }: Undoable<Made>) => {
      try {
        const made = await run()
        if (done === null) return
        showToast(typeof done === 'string' ? done : done(made), {
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
