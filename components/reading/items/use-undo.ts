import { showToast } from '#components/ui/open/toast.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { useHotkeys } from '#components/reading/keys/use-hotkey.ts'

/** The way back from an act, taken at most once. */
type Way = { run: () => void; closeToast: () => void; isTaken: boolean }

/** Of the last act in this window: lists come and go, what was done remains done. */
let last: Way | null = null

/** An act whose way back the server's answer brings. */
export type PendingUndo = {
  readonly arrived: (message: string, run: () => void) => void
  /** It did not work: the act before is the last one again. */
  readonly failed: () => void
  /** There was nothing to change: the same, and who has taken it back meanwhile meant the act before. */
  readonly nothing: () => void
}

function begin(run: () => void): Way {
  last = { run, closeToast: () => undefined, isTaken: false }
  return last
}

function take(way: Way): void {
  if (last === way) last = null
  way.closeToast()
  if (!way.isTaken) way.run()
  way.isTaken = true
}

function undo(): void {
  if (last !== null) take(last)
}

/** Remembers how the last act is taken back: by the toast that tells of it, or by the key of undo later on. */
export function useUndo() {
  const t = useWords('common')
  const hotkey = useHotkeys()('undo')
  function tell(message: string, way: Way) {
    const key = hotkey === null ? {} : { hotkey }
    way.closeToast = showToast(message, { label: t('undo'), ...key, run: () => take(way) })
  }
  function offer(message: string, run: () => void) {
    tell(message, begin(run))
  }
  /** Taken back before the answer is here, it is taken back when it comes: never the act before in its place. */
  function expect(): PendingUndo {
    const before = last
    const way = begin(() => undefined)
    const failed = () => {
      if (last === way) last = before?.isTaken === false ? before : null
    }
    return {
      failed,
      nothing: () => {
        if (way.isTaken && before !== null) take(before)
        else failed()
      },
      arrived: (message, run) => {
        if (way.isTaken) return run()
        way.run = run
        tell(message, way)
      },
    }
  }
  return { undo, offer, expect }
}
