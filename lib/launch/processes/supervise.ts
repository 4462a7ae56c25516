import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OrphanSignal, Watchdog } from './watchdog.ts'

/** Something that runs and may end by itself. */
export type Running = {
  readonly pid: number
  /** Resolves with how it ended, e.g. "ended with code 1". */
  readonly exited: Promise<string>
  /** Asks it to end, forces it after `graceMs`, and resolves when it has ended. */
  readonly stop: (graceMs: number) => Promise<void>
}

export type Program = {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
}

export type Supervised = {
  readonly stop: (graceMs: number) => Promise<void>
}

type SupervisionOptions = {
  readonly name: string
  readonly start: () => Running | Promise<Running>
  /** The signal of the watchdog to it when the launcher dies. */
  readonly orphanSignal: OrphanSignal
  readonly watchdog: Watchdog
  readonly announce: (line: string) => void
  /** Pause before the first restart; doubles with each crash, up to half a minute. */
  readonly minPauseMs?: number
}

/** A process that lived this long has recovered: its next crash starts again with the short pause. */
const healthyAfterMs = 60_000
const maxPauseMs = 30_000

/** Starts something and starts it again whenever it ends, until stopped. Throws when the first start fails. */
export async function keepRunning(options: SupervisionOptions): Promise<Supervised> {
  const { name, watchdog, announce, minPauseMs = 1000 } = options
  const stopping = new AbortController()
  let running: Running | null = await begin()
  const finished = superviseUntilStopped(running)

  async function begin(): Promise<Running> {
    const started = await options.start()
    watchdog.add(started.pid, options.orphanSignal)
    return started
  }

  async function superviseUntilStopped(first: Running): Promise<void> {
    let current = first
    let pauseMs = minPauseMs
    for (;;) {
      const startedAt = performance.now()
      const how = await current.exited
      watchdog.remove(current.pid)
      running = null
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > healthyAfterMs) pauseMs = minPauseMs
      const next = await restart(how, pauseMs)
      if (next === null) return
      pauseMs = Math.min(pauseMs * 2, maxPauseMs)
      running = current = next
      if (stopping.signal.aborted) void next.stop(0)
    }
  }

  async function restart(how: string, pauseMs: number): Promise<Running | null> {
    let reason = how
    for (let pause = pauseMs; ; pause = Math.min(pause * 2, maxPauseMs)) {
      announce(`${name} ${reason.trim()}; it is started again in ${pause / 1000} s.`)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined) // rejects when stopped
      if (stopping.signal.aborted) return null
      try {
        return await begin()
      } catch (error) {
        reason = `did not start: ${error instanceof Error ? error.message : String(error)}`
      }
    }
  }

  return {
    stop: async (graceMs) => {
      stopping.abort()
      await running?.stop(graceMs)
      await finished
    },
  }
}

/**
 * Starts a program in a process group of its own: Ctrl-C in the terminal reaches the launcher alone, which stops
 * things in order. All it prints goes to our stderr; stdout is the launcher's.
 */
export function startProgram(program: Program): Running {
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: program.env,
    detached: true,
    stdio: ['ignore', 2, 2],
  })
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) =>
      resolve(signal === null ? `ended with code ${code}` : `was ended by ${signal}`),
    )
  })
  return {
    pid: child.pid ?? 0,
    exited,
    stop: async (graceMs) => {
      child.kill('SIGTERM')
      const impatience = setTimeout(() => killGroup(child.pid), graceMs)
      await exited
      clearTimeout(impatience)
      killGroup(child.pid) // what the program itself started and left behind
    },
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error // ESRCH: all have ended
  }
}
