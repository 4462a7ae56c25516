import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Config } from '#lib/runtime/config.ts'
import { withCommandDatabase } from '#lib/launch/postgres/command-database.ts'
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
  if (existsSync(file)) throw new LaunchError(`${file} is there already. Name a new file.`)
  await withCommandDatabase({ config, signal }, ({ url }) =>
    backUp(config, signal, url, { file, withSecrets }),
  )
  return 0
})

type Wish = { readonly file: string; readonly withSecrets: boolean }

function parse(args: readonly string[]): Wish {
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

/** Under another name until it is whole. */
async function backUp(config: Config, signal: AbortSignal, databaseUrl: string, wish: Wish): Promise<void> {
  const unfinished = `${wish.file}.unfinished`
  rmSync(unfinished, { force: true })
  const startedAt = performance.now()
  const secrets = wish.withSecrets ? readSecrets(config) : {}
  const { version } = project
  try {
    const options = { databaseUrl, file: unfinished, secrets, version, takenAt: new Date(), signal }
    const { tables } = await writeBackup(options)
    renameSync(unfinished, wish.file)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const megabytes = (statSync(wish.file).size / 1e6).toFixed(1)
    console.log(`${wish.file}: ${rows} rows of ${tables.length} tables, ${megabytes} MB, in ${seconds} s.`)
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (signal.aborted) throw new LaunchError('Stopped; no backup was written.', { cause: error })
    if (error instanceof Error && 'syscall' in error)
      throw new LaunchError(`${wish.file} cannot be written: ${error.message}.`, { cause: error })
    throw error
  }
  console.error(wish.withSecrets ? secretsInside : secretsOutside)
}
