import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/**
 * The secret kept in `file`: a random one is made on the first call, readable by its owner alone. Two processes that
 * call this at once get the same secret.
 */
export function keepSecret(file: string): string {
  const found = readSecret(file)
  if (found !== null) return found
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file) // fails when another process was faster; never leaves half a file
  } catch (error) {
    if (!isAlreadyThere(error)) throw error
  } finally {
    rmSync(draft)
  }
  return keepSecret(file)
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
