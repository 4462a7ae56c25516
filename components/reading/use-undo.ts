import { useRef } from 'react'
import { showToast } from '#components/ui/toast.tsx'
import { useWords } from '#lib/words/use-words.tsx'

/** Remembers how the last act is taken back: by the toast that tells of it, or by the key `z` later on. */
export function useUndo() {
  const t = useWords('common')
  const last = useRef<(() => void) | null>(null)
  function undo() {
    const run = last.current
    last.current = null
    run?.()
  }
  function offer(message: string, run: () => void) {
    last.current = run
    showToast(message, { label: t('undo'), hotkey: 'z', run: undo })
  }
  return { undo, offer }
}
