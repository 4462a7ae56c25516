import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/** A package that is none of the project's: fetched into a folder of its own, without running any of its scripts. */
export type FetchedPackage = {
  /** Imports a file of the package. */
  readonly load: (file: string) => Promise<unknown>
  /** Replaces words in a file of the package before it is imported, such as the host of the one server that it knows. */
  readonly rewrite: (file: string, before: string, after: string) => void
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
  const pathOf = (file: string) => path.join(folder, 'node_modules', name, file)
  return {
    load: (file) => import(pathToFileURL(pathOf(file)).href),
    rewrite: (file, before, after) => {
      writeFileSync(pathOf(file), readFileSync(pathOf(file), 'utf8').replaceAll(before, after))
    },
    remove,
  }
}
