import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

const restartMs = 1_000

/** A process that is started again whenever it ends, as the launcher does: at once after a kill. */
export type KeptProcess = {
  readonly kill: () => Promise<void>
  /** Ends it with SIGTERM, for good; resolves with its exit code, or the signal that ended it, once all that it wrote has been read. */
  readonly drain: () => Promise<number | string | null>
  /** The number of times that it ended by itself. */
  readonly ownEnds: () => number
}

export function keepRunning(start: () => ChildProcess): KeptProcess {
  let ownEnds = 0
  let isStopping = false
  let running = begin()

  function begin(): ChildProcess {
    const child = start()
    child.once('exit', (_code, signal) => {
      if (isStopping) return
      if (signal !== 'SIGKILL') ownEnds += 1
      setTimeout(() => (running = isStopping ? child : begin()), signal === 'SIGKILL' ? 0 : restartMs)
    })
    return child
  }

  const hasEnded = () => running.exitCode !== null || running.signalCode !== null
  return {
    ownEnds: () => ownEnds,
    kill: async () => {
      if (hasEnded()) return
      const exited = once(running, 'exit')
      running.kill('SIGKILL')
      await exited
    },
    drain: async () => {
      isStopping = true
      if (hasEnded()) return running.exitCode
      const closed = once(running, 'close')
      running.kill('SIGTERM')
      const [code, signal] = (await closed) as (number | string | null)[]
      return code ?? signal ?? null
    },
  }
}
