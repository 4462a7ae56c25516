import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Role } from '#lib/launch/roles.ts'
import { figuresOf } from './process-figures.ts'
import { openInspector } from './soak-inspector.ts'

/** A part of Skylark as a process of its own that can be looked into. */
export type SoakProcess = {
  readonly name: string
  readonly pid: number
  /** The figures of what it holds, by name: memory in MB, the rest counted. */
  readonly look: () => Promise<Readonly<Record<string, number>>>
  /** Timers, sockets … by kind, as last looked at. */
  readonly resources: () => Readonly<Record<string, number>>
  /** Lines that it wrote and that tell of an error, with the first few. */
  readonly errors: () => { readonly count: number; readonly examples: readonly string[] }
  /** The way it ended by itself; null: it runs. */
  readonly ended: () => string | null
  /** Asks it to end; resolves with its exit code, or the signal that ended it. */
  readonly stop: () => Promise<number | string | null>
}

const mostExamples = 5

/** Starts it and resolves when its inspector listens. @throws Error when it ends before */
export async function startProcess(
  name: string,
  role: Role,
  env: Readonly<Record<string, string>>,
): Promise<SoakProcess> {
  const child = spawn(role.command, ['--inspect=127.0.0.1:0', ...role.args], {
    cwd: role.cwd,
    env: { ...role.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL')) // where this one fails
  const log = createLog()
  let [isStopping, ended]: [boolean, string | null] = [false, null]
  const exited = once(child, 'exit') as Promise<[number | null, string | null]>
  void exited.then(([code, signal]) => (ended = isStopping ? null : `${name} ended: ${code ?? signal}`))
  createInterface({ input: child.stdout }).on('line', log.note)
  createInterface({ input: child.stderr }).on('line', log.note)
  const url = await Promise.race([log.inspector, exited.then(() => null)])
  const { pid } = child
  if (url === null || pid === undefined) throw new Error(`${name} did not start: ${log.examples.join('\n')}`)
  const inspector = await openInspector(url)
  let resources: Readonly<Record<string, number>> = {}

  return {
    name,
    pid,
    look: async () => {
      const { heapMb, outsideMb, resources: found } = await inspector.look()
      resources = found
      const handles = Object.values(found).reduce((sum, count) => sum + count, 0)
      const memory = { heap: heapMb, outside: outsideMb, rss: figuresOf(pid).nowMb }
      return { ...memory, handles, ...countFiles(pid), threads: readdirSync(`/proc/${pid}/task`).length }
    },
    resources: () => resources,
    errors: () => ({ count: log.count(), examples: log.examples }),
    ended: () => ended,
    stop: async () => {
      isStopping = true
      inspector.close()
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const [code, signal] = await exited
      return code ?? signal
    },
  }
}

function createLog() {
  const examples: string[] = []
  let count = 0
  let found: (url: string) => void = () => undefined
  const inspector = new Promise<string>((resolve) => (found = resolve))
  const note = (line: string) => {
    const url = /^Debugger listening on (ws:\S+)$/.exec(line)?.[1]
    if (url !== undefined) found(url)
    if (!isError(line)) return
    count += 1
    if (examples.length < mostExamples) examples.push(line.slice(0, 1_500))
  }
  return { examples, inspector, note, count: () => count }
}

/** Warnings of ours are no errors: publishers fail in all the ways that they have; those of Node may tell of a leak. */
function isError(line: string): boolean {
  if (line.startsWith('{"at":')) return line.includes('"level":"error"')
  return /Error|Exception|Warning:|FATAL/.test(line)
}

/** Open files and sockets. */
function countFiles(pid: number): Readonly<Record<'open files' | 'sockets', number>> {
  const folder = `/proc/${pid}/fd`
  const targets = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`)
    } catch {
      return '' // closed meanwhile
    }
  })
  const sockets = targets.filter((target) => target.startsWith('socket:')).length
  return { 'open files': targets.length - sockets, sockets }
}
