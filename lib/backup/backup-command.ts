import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { withCommandDatabase } from '#lib/launch/postgres/command-database.ts'
import { storeNames } from '#lib/launch/postgres/data-folder.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { runCommand } from '#lib/launch/program/run-command.ts'
import project from '#package.json' with { type: 'json' }
import { readSecrets } from './kept-secrets.ts'
import { writeBackup } from './write-backup.ts'

const usage = 'Usage: npm run backup -- FILE [--with-secrets]'

const secretsInside =
  'The file holds AUTH_SECRET and PUSH_KEY: who has it can sign in as anybody and read what is sealed. Keep it as you keep keys.'
const secretsOutside =
  'The file holds no secrets. Keep AUTH_SECRET and PUSH_KEY (DATA_DIR/auth-secret, DATA_DIR/push-key) apart: restored without ' +
  'them, everybody signs in anew, and channels, output feeds, integrations, second steps and browsers that are pushed to must be set up anew.'

/** `npm run backup -- FILE`: all that the database holds, in one file, while everything runs. */
await runCommand(async (config, signal) => {
  const { file, withSecrets } = parse(process.argv.slice(2))
  refuseTaken(file)
  const secrets = withSecrets ? readSecrets(config) : {}
  await withCommandDatabase({ config, signal }, ({ url }) => backUp(url, file, secrets, signal))
  console.error(withSecrets ? secretsInside : secretsOutside)
  return 0
})

function refuseTaken(file: string): void {
  if (existsSync(file)) throw new LaunchError(`${file} is there already. Name a new file.`)
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { 'with-secrets': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new LaunchError(usage)
    return { file, withSecrets: values['with-secrets'] }
  } catch (error) {
    throw new LaunchError(usage, { cause: error })
  }
}

/** Under a name of its own until it is whole: two that are to become the same file would take each other's for whole. */
async function backUp(
  databaseUrl: string,
  file: string,
  secrets: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  const unfinished = `${file}.${randomBytes(4).toString('hex')}.unfinished`
  const startedAt = performance.now()
  const { version } = project
  try {
    const options = { databaseUrl, file: unfinished, secrets, version, takenAt: new Date(), signal }
    const { tables } = await writeBackup(options)
    refuseTaken(file)
    renameSync(unfinished, file)
    storeNames(path.dirname(file))
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const megabytes = (statSync(file).size / 1e6).toFixed(1)
    console.log(`${file}: ${rows} rows of ${tables.length} tables, ${megabytes} MB, in ${seconds} s.`)
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (signal.aborted) throw new LaunchError('Stopped; no backup was written.', { cause: error })
    if (error instanceof Error && 'syscall' in error)
      throw new LaunchError(`${file} cannot be written: ${error.message}.`, { cause: error })
    throw error
  }
}
