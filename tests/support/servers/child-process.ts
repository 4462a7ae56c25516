import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

export type ObservedProcess = {
  readonly child: ChildProcess
  /** Everything it printed so far, stdout and stderr together. */
  readonly output: () => string
  /** Resolves once the output has the text; rejects with the output when it ends without. */
  readonly hasPrinted: (text: string) => Promise<void>
  /** Resolves with its exit code, or the name of the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals | null>
}

/** Starts a program whose output a test waits for. */
export function observe(command: string, args: readonly string[], env: NodeJS.ProcessEnv): ObservedProcess {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  let ended = false
  const listeners = new Set<() => void>()
  const tellListeners = () => listeners.forEach((listener) => listener())
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      tellListeners()
    })
  }
  const exited = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
    ended = true
    tellListeners()
    return code ?? signal ?? null
  })
  return {
    child,
    output: () => output,
    exited,
    hasPrinted: (text) =>
      new Promise((resolve, reject) => {
        function look() {
          if (!output.includes(text) && !ended) return
          listeners.delete(look)
          if (output.includes(text)) resolve()
          else reject(new Error(`It ended without printing "${text}", but with:\n${output}`))
        }
        listeners.add(look)
        look()
      }),
  }
}

/** Whether a process with this number is alive. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false // ESRCH: no such process
  }
}
