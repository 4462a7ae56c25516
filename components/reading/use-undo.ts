import { useRef } from 'react'
import { showToast } from '#components/ui/toast.tsx'
import { useWords } from '#lib/words/use-words.tsx'

type Undo = () => void

/** An act whose way back the server's answer brings. */
export type PendingUndo = {
  readonly arrived: (message: string, run: Undo) => void
  /** It changed nothing: there is nothing to take back. */
  readonly failed: () => void
}

/** Remembers how the last act is taken back: by the toast that tells of it, or by the key `z` later on. */
export function useUndo() {
  const t = useWords('common')
  const last = useRef<Undo | null>(null)
  function undo() {
    last.current?.()
  }
  /** Once; and the key takes nothing else back in its place. */
  function remember(run: Undo): Undo {
    let isTaken = false
    const take = () => {
      if (last.current === take) last.current = null
      if (!isTaken) run()
      isTaken = true
    }
    last.current = take
    return take
  }
  function tell(message: string, take: Undo) {
    showToast(message, { label: t('undo'), hotkey: 'z', run: take })
  }
  function offer(message: string, run: Undo) {
    tell(message, remember(run))
  }
  /** Taken back before the answer is here, it is taken back when it comes: never the act before in its place. */
  function expect(): PendingUndo {
    let isWanted = false
    const take = remember(() => {
      isWanted = true
    })
    return {
      arrived: (message, run) => {
        if (isWanted) return run()
        // The key belongs to whatever was done meanwhile.
        if (last.current === take) offer(message, run)
        else tell(message, run)
      },
      failed: () => {
        if (last.current === take) last.current = null
      },
    }
  }
  return { undo, offer, expect }
}
