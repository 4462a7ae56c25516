import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
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
