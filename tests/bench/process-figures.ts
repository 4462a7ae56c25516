import { readdirSync, readFileSync } from 'node:fs'

/** The use of a process, by the kernel's account. */
export type ProcessFigures = {
  readonly cpuSeconds: number
  readonly nowMb: number
  /** The most that it has had. */
  readonly mostMb: number
}

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100

/** The child of ours whose command names a file. @throws Error where there is none */
export function findChild(file: string): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const pid = children.find((each) => readFileSync(`/proc/${each}/cmdline`, 'utf8').includes(file))
  if (pid === undefined) throw new Error(`No child of ours runs ${file}.`)
  return Number(pid)
}

export function figuresOf(pid: number): ProcessFigures {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const value = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
  return { cpuSeconds: readStat(String(pid)).own, nowMb: value('VmRSS'), mostMb: value('VmHWM') }
}

/** Seconds of processor time that a process and its children have used, those that ended, too: PostgreSQL is many. */
export function familySeconds(pid: number): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readStat)
  const own = stats.find((stat) => stat.pid === pid)
  const children = stats.filter((stat) => stat.parent === pid)
  return (own?.ended ?? 0) + [own, ...children].reduce((sum, stat) => sum + (stat?.own ?? 0), 0)
}

export function readStat(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const seconds = (at: number) => (Number(fields[at]) + Number(fields[at + 1])) / ticksPerSecond
    return { pid: Number(pid), parent: Number(fields[1]), own: seconds(11), ended: seconds(13) }
  } catch {
    return { pid: Number(pid), parent: 0, own: 0, ended: 0 } // it has ended
  }
}
