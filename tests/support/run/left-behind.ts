import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** Processes of a group, and all that have a mark in their environment: a database or a server has a group of its own. */
export type Processes = { readonly mark: string; readonly group: number | null }

const lookEveryMs = 100
/** Elsewhere the group alone is ended. */
const showsEnvironment = process.platform === 'linux'

/** Asks processes to end, and kills those that are left after `graceMs`. */
export async function endAll(processes: Processes, graceMs: number): Promise<void> {
  sendAll(processes, 'SIGTERM')
  const until = performance.now() + graceMs
  while (performance.now() < until && isAnyLeft(processes)) await sleep(lookEveryMs)
  killAll(processes)
}

export function killAll(processes: Processes): void {
  sendAll(processes, 'SIGKILL')
}

function sendAll({ mark, group }: Processes, signal: NodeJS.Signals): void {
  const marked = listMarked(mark)
  if (group !== null) send(-group, signal)
  for (const pid of marked) send(pid, signal)
}

/** Not by the group where the marks are known: a group has those that have ended, too, until somebody asks how. */
function isAnyLeft({ mark, group }: Processes): boolean {
  if (showsEnvironment) return listMarked(mark).length > 0
  return group !== null && send(-group, 0)
}

function listMarked(mark: string): readonly number[] {
  if (!showsEnvironment) return []
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name) && environmentOf(name).includes(mark))
    .map(Number)
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return '' // it has ended, or is another user's
  }
}

/** @returns false when there is no such process */
function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal)
  } catch {
    return false
  }
}
