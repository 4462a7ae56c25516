import { createHash } from 'node:crypto'
import { lstatSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { LaunchError } from '#lib/launch/program/launch-error.ts'

/** A socket's path has room for 104 bytes on macOS, 108 on Linux. */
const longestSocketPath = 100

export function fitsSocket(place: string): boolean {
  return Buffer.byteLength(place) <= longestSocketPath
}

/** A short path in the folder for all, for sockets of a data folder whose own path is too long. */
export function shortPlace(dataDir: string): string {
  const name = createHash('sha256').update(path.resolve(dataDir)).digest('hex').slice(0, 16)
  return path.join(os.tmpdir(), `skylark-${name}`)
}

/**
 * All users of a machine write into the folder for all: a stranger could lend us a database of its own there, or take our password.
 * @throws LaunchError where neither we, nor the owner of the data folder, nor `owner` made what is at the place
 */
export function refuseForeign(place: string, dataDir: string, owner?: number): void {
  const found = lstatSync(place, { throwIfNoEntry: false })?.uid
  const owners = [process.getuid?.(), statSync(dataDir, { throwIfNoEntry: false })?.uid, owner]
  if (found === undefined || owners.includes(found)) return
  throw new LaunchError(`${place} belongs to another user. Remove it, or set DATA_DIR to a shorter path.`)
}
