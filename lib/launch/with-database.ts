import { spawn } from 'node:child_process'
import path from 'node:path'
import { withCommandDatabase } from '#lib/launch/postgres/command-database.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { projectRoot } from '#lib/launch/program/project.ts'
import { aggregatorFile, aggregatorFlags, roleEnvironment } from './roles.ts'
import { runCommand } from '#lib/launch/program/run-command.ts'
import type { Watchdog } from '#lib/launch/processes/watchdog.ts'

/**
 * `node lib/launch/with-database.ts <file.ts> [arguments]`: runs a file that needs the database. It gets a migrated
 * one as DATABASE_URL, that of a running launcher or one started for as long as the file runs, and AUTH_SECRET. With
 * `--as-it-is` before the file the database is not migrated: nothing in it changes.
 */
await runCommand(async (config, signal) => {
  const isLeftAsItIs = process.argv[2] === '--as-it-is'
  const [file, ...args] = process.argv.slice(isLeftAsItIs ? 3 : 2)
  if (file === undefined)
    throw new LaunchError('Usage: node lib/launch/with-database.ts [--as-it-is] <file.ts> [arguments]')
  return withCommandDatabase({ config, signal }, async (database, watchdog) => {
    if (!isLeftAsItIs) await migrate(database.url, undefined, signal)
    const env = roleEnvironment({ config, databaseUrl: database.url, isDevelopment: !config.isProduction })
    return runFile(path.resolve(projectRoot, file), args, { env, signal, watchdog })
  })
})

type RunOptions = {
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal
  readonly watchdog: Watchdog
}

/** Resolves with the exit code. */
function runFile(
  file: string,
  args: readonly string[],
  { env, signal, watchdog }: RunOptions,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const flags = file === aggregatorFile ? aggregatorFlags : []
    const child = spawn(process.execPath, [...flags, file, ...args], {
      env,
      stdio: 'inherit',
    })
    if (child.pid !== undefined) watchdog.add(child.pid, 'INT')
    const forward = () => child.kill('SIGTERM')
    signal.addEventListener('abort', forward, { once: true })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
