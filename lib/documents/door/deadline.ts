/** The time that something may take, which its caller may cut short. */
export type Deadline = {
  /** The cause of its end; null: it runs. */
  readonly endedBy: () => 'timeout' | 'caller' | null
  /** Has `end` called when it ends, in place of what was set before; null: nothing. */
  readonly onEnd: (end: (() => void) | null) => void
  /** To be called when nothing waits for it any more. */
  readonly release: () => void
}

/** Begins now. A timer and a listener: `AbortSignal.any` and `.timeout` take 10 times as long and live until they are collected. */
export function startDeadline(ms: number, signal?: AbortSignal): Deadline {
  let endedBy: 'timeout' | 'caller' | null = signal?.aborted === true ? 'caller' : null
  let callback: (() => void) | null = null
  const end = (by: 'timeout' | 'caller') => {
    endedBy ??= by
    release()
    callback?.()
  }
  const giveUp = () => end('caller')
  const timer = setTimeout(end, ms, 'timeout')
  signal?.addEventListener('abort', giveUp, { once: true })

  function release(): void {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
  return {
    endedBy: () => endedBy,
    onEnd: (wanted) => {
      callback = wanted
    },
    release,
  }
}
