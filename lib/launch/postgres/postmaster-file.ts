import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LaunchError } from '#lib/launch/program/launch-error.ts'

/** A server that lost its launcher stops within this; PostgreSQL's fast shutdown takes a second or two. */
const patienceMs = 30_000

/**
 * Clears what a killed launcher left in a data folder: a server that is still running is stopped, and a
 * `postmaster.pid` whose number now belongs to another program, or to the server of another folder, is removed. (PostgreSQL
 * itself removes one whose number belongs to nobody, or to another user.)
 * @throws LaunchError when the old server does not stop
 */
export async function clearStalePostmaster(folder: string): Promise<void> {
  const file = path.join(folder, 'postmaster.pid')
  const pid = readPid(file)
  if (pid === null || !isAlive(pid)) return
  const name = nameOf(pid)
  if (name === null) return // PostgreSQL refuses to start on it by itself
  if (!name.includes('postgres') || isElsewhere(pid, folder)) return rmSync(file, { force: true })
  process.kill(pid, 'SIGINT')
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 100) {
    if (!isAlive(pid)) return
    await sleep(100)
  }
  throw new LaunchError(`An earlier PostgreSQL (process ${pid}) still uses ${folder} and does not stop.`)
}

function readPid(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Whether a process of ours has this number: that of another user cannot be asked. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Whether a server works in another folder than this one, which it enters as it starts; false where nothing tells. */
function isElsewhere(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(folder)
  } catch {
    return false
  }
}

/** The name of a running program: Linux tells it in a file, as slim images have no `ps`; null where nothing tells it. */
function nameOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8')
  } catch {
    return spawnSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).stdout // null without `ps`
  }
}
