import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import path from 'node:path'
import { LaunchError } from '#lib/launch/program/launch-error.ts'

/**
 * Makes DATA_DIR, and the folders above it, where they are missing.
 * @throws LaunchError when something else is in its place, or it cannot be made or written to
 */
export function makeDataFolder(dataDir: string): void {
  try {
    makeFolder(path.resolve(dataDir))
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unusable(dataDir, error)
  }
}

export function unusable(dataDir: string, error: unknown): LaunchError {
  return new LaunchError(
    `DATA_DIR ${dataDir} cannot be used: ${error instanceof Error ? error.message : String(error)}. ` +
      'Set DATA_DIR to a folder that can be written to.',
    { cause: error },
  )
}

/** Step by step: `mkdirSync` with `recursive` never returns where a folder that is there takes no new one (/proc). */
function makeFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory() === true) return
  if (found !== undefined) throw new Error(`${folder} is a file`)
  makeFolder(path.dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process may have made it at the same moment.
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) throw error
  }
}

/** Errors of disks that store no folder by itself, as some of the network; PostgreSQL passes over the same. */
const notOfFolders = new Set(['EACCES', 'EISDIR', 'EBADF', 'EINVAL'])

/** Has the disk store which files a folder holds: it stores what is in them apart, and after a loss of power one that was renamed could be gone. */
export function storeNames(folder: string): void {
  let open: number | null = null
  try {
    open = openSync(folder, 'r')
    fsyncSync(open)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && notOfFolders.has(String(error.code)))) throw error
  } finally {
    if (open !== null) closeSync(open)
  }
}
