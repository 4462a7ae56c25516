import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A screen that nobody sees, and a home folder for one program with windows. */
export type ProgramScreen = {
  /** The program's home folder. */
  readonly home: string
  /** The environment that names this home and this screen. */
  readonly env: NodeJS.ProcessEnv
  /** Writes a file of the home folder. */
  readonly write: (name: string, text: string) => void
  readonly start: (command: string, args: readonly string[]) => ChildProcess
  /** Ends all that was started, the last first, and leaves nothing. */
  readonly remove: () => Promise<void>
}

/** Opens a screen by Xvfb for the program of this name. */
export async function openProgramScreen(
  name: string,
  others: (home: string) => Readonly<Record<string, string>>,
): Promise<ProgramScreen> {
  const home = mkdtempSync(path.join(os.tmpdir(), `skylark-${name}-`))
  const processes: ChildProcess[] = []
  const start = (
    command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv,
    out: 'ignore' | 'pipe',
  ) => {
    const child = spawn(command, args, { env, stdio: ['ignore', out, 'ignore'] })
    processes.push(child)
    return child
  }
  const screen = start('Xvfb', ['-displayfd', '1', '-nolisten', 'tcp'], process.env, 'pipe')
  const [number] = (await once(screen.stdout ?? screen, 'data')) as [Buffer]
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    LANG: 'C.UTF-8',
    DISPLAY: `:${String(number).trim()}`,
    NO_AT_BRIDGE: '1',
    ...others(home),
  }
  for (const each of ['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_CACHE_HOME']) Reflect.deleteProperty(env, each)
  return {
    home,
    env,
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(home, file)), { recursive: true })
      writeFileSync(path.join(home, file), text)
    },
    start: (command, args) => start(command, args, env, 'ignore'),
    remove: async () => {
      for (const child of processes.toReversed()) await endProgram(child)
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Ends a program at once: some save for long when they are asked to end. */
export async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(child.spawnfile === 'Xvfb' ? 'SIGTERM' : 'SIGKILL')
  await ended
}
