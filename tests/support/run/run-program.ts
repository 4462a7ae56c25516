import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endAll, killAll } from './left-behind.ts'

export type Ended = {
  /** 1 when it could not be started or was ended by a signal. */
  readonly code: number
  /** The printed text, when that was to be kept; else ''. */
  readonly output: string
  /** Whether it was ended because it printed nothing for `quietMs`. */
  readonly stoodStill: boolean
}

/** A launcher's watchdog takes ten seconds (`lib/launch/processes/watchdog.ts`). */
const usualGraceMs = 15_000
const ourMark = randomUUID()
let started = 0
process.once('exit', () => killAll({ mark: ourMark, group: null }))

/**
 * Runs a program of node_modules/.bin in the project's folder. Its output goes to ours at once, or with `keepsOutput`
 * to the result, for programs that run beside each other. One that hangs is ended after `timeoutMs`, or once it prints nothing for
 * `quietMs`; any is when `stopping` aborts.
 * All that it started ends with it: servers and databases of a test whose time ran out kept whole runs from ending.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  options: {
    readonly timeoutMs: number
    readonly quietMs?: number
    readonly stopping: AbortSignal
    readonly keepsOutput?: boolean
    readonly env?: Readonly<Record<string, string>>
    readonly graceMs?: number
  },
): Promise<Ended> {
  const { timeoutMs, quietMs, stopping, keepsOutput = false, graceMs = usualGraceMs } = options
  const root = path.resolve(import.meta.dirname, '../../..')
  const bin = path.join(root, 'node_modules/.bin')
  const mark = `${ourMark}.${(started += 1)};`
  const env = {
    ...process.env,
    PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    NEXT_TELEMETRY_DISABLED: '1',
    TEST_STEP: `${process.env['TEST_STEP'] ?? ''}${mark}`, // its children inherit it
    ...options.env,
  }
  const target = keepsOutput || quietMs !== undefined ? 'pipe' : 'inherit'
  return new Promise((resolve) => {
    const child = spawn(path.join(bin, program), args, {
      cwd: root,
      env,
      detached: true, // in a process group of its own
      stdio: ['ignore', target, target],
    })
    let output = ''
    let stoodStill = false
    let ending: Promise<void> | null = null
    const end = () => (ending ??= endAll({ mark, group: child.pid ?? null }, graceMs))
    const say = (text: string, target: NodeJS.WriteStream) => {
      if (keepsOutput) output += text
      else target.write(text)
    }
    const stop = (why: string) => {
      say(`${program} ${why}\n`, process.stderr)
      void end()
    }
    const late = setTimeout(() => stop(`was ended after ${timeoutMs / 1000} s`), timeoutMs)
    const onQuiet = () => {
      stoodStill = true
      stop(`was ended: it printed nothing for ${(quietMs ?? 0) / 1000} s`)
    }
    const quiet = quietMs === undefined ? undefined : setTimeout(onQuiet, quietMs)
    const onStop = () => stop('was stopped')
    stopping.addEventListener('abort', onStop, { once: true })
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        if (ending === null) quiet?.refresh()
        say(text, process[name])
      })
    }
    const closed = new Promise((isClosed) => child.once('close', isClosed))
    const forget = () => {
      clearTimeout(late)
      clearTimeout(quiet)
      stopping.removeEventListener('abort', onStop)
    }
    child.once('error', (error) => {
      forget()
      resolve({ code: 1, output: `${output}${program}: ${error.message}\n`, stoodStill })
    })
    child.once('exit', (code, signal) => {
      forget()
      const isCut = ending !== null
      const how = isCut || signal === null ? '' : `${program} was ended by ${signal}\n`
      void end()
        .then(() => Promise.race([closed, sleep(1_000)])) // nobody is left who could write
        .then(() => resolve({ code: isCut ? 1 : (code ?? 1), output: output + how, stoodStill }))
    })
  })
}
