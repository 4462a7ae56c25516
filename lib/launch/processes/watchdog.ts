import { spawn } from 'node:child_process'
import { programEnvironment } from '#lib/runtime/config.ts'

export type Watchdog = {
  readonly add: (pid: number, signal: OrphanSignal) => void
  readonly remove: (pid: number) => void
  /** Ends the watchdog without harm to anyone. */
  readonly stop: () => Promise<void>
}

/**
 * Reads lines of SIGNAL:target words, the last of which holds. When the launcher dies, in whatever way, its end of
 * the pipe closes: then each target gets its signal, and after ten seconds those that were only asked are killed.
 */
const script = `
trap '' INT TERM HUP
targets=
while read -r line; do targets=$line; done
for each in $targets; do kill -s "\${each%%:*}" -- "\${each#*:}"; done
[ -n "$targets" ] && sleep 10
for each in $targets; do case $each in TERM:*) kill -s KILL -- "\${each#*:}" ;; esac; done
`

/** Starts the shell that ends the launcher's children should the launcher be killed. It costs one megabyte. */
export function startWatchdog(): Watchdog {
  const shell = spawn('/bin/sh', ['-c', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: programEnvironment(),
  })
  const ended = new Promise<void>((resolve) => {
    shell.once('exit', () => resolve())
    shell.once('error', () => resolve())
  })
  shell.stdin.on('error', () => undefined) // it was killed: there is nobody left to tell
  const targets = new Map<number, OrphanSignal>()

  function tell(): void {
    const words = [...targets].map(([pid, signal]) => `${signal}:${signal === 'INT' ? pid : -pid}`)
    shell.stdin.write(`${words.join(' ')}\n`)
  }

  return {
    add: (pid, signal) => {
      targets.set(pid, signal)
      tell()
    },
    remove: (pid) => {
      targets.delete(pid)
      tell()
    },
    stop: async () => {
      targets.clear()
      tell()
      shell.stdin.end()
      await ended
    },
  }
}

export type OrphanSignal = 'KILL' | 'TERM' | 'INT'
