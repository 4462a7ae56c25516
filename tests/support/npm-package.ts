import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** A package that is none of the project's: fetched into a folder of its own, without running any of its scripts. */
export type FetchedPackage = {
  /** Imports a file of the package. */
  readonly load: (file: string) => Promise<unknown>
  readonly remove: () => void
}

/** Fetches `name@version` from the registry; null where that cannot be reached. */
export async function fetchPackage(name: string, version: string): Promise<FetchedPackage | null> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-package-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0']
  try {
    await promisify(execFile)('npm', ['install', '--prefix', folder, ...options, `${name}@${version}`])
  } catch (error) {
    console.info(`${name} ${version} was not fetched: ${String(error).split('\n')[0] ?? ''}`)
    remove()
    return null
  }
  return {
    load: (file) => import(pathToFileURL(path.join(folder, 'node_modules', name, file)).href),
    remove,
  }
}
