import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeDataFolder, storeNames, unusable } from './data-folder.ts'

/**
 * The secret kept in `file` of DATA_DIR: a random one is made on the first call, readable by its owner alone. Two
 * processes that call this at once get the same secret.
 * @throws LaunchError when DATA_DIR cannot be used
 */
export function keepSecret(file: string): string {
  const found = readSecret(file)
  if (found !== null) return found
  makeDataFolder(path.dirname(file))
  putSecret(file, randomBytes(32).toString('hex'))
  return keepSecret(file)
}

/**
 * Puts a secret into `file`, whole or not at all, readable by its owner alone. One that is there stays. Once this returns, it outlives the machine:
 * what is sealed with it must not.
 * @throws LaunchError when DATA_DIR cannot be used
 */
export function putSecret(file: string, secret: string): void {
  const draft = `${file}.${randomUUID()}` // containers that share the folder may have the same process number
  try {
    writeFileSync(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(draft, file) // fails when another process was faster; never leaves half a file
    storeNames(path.dirname(file))
  } catch (error) {
    if (!isAlreadyThere(error)) throw unusable(path.dirname(file), error) // a disk that is full is told when it is written to
  } finally {
    rmSync(draft, { force: true })
  }
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function isAlreadyThere(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
