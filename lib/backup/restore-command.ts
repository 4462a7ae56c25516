import { parseArgs } from 'node:util'
import { withCommandDatabase } from '#lib/launch/postgres/command-database.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { runCommand } from '#lib/launch/program/run-command.ts'
import { makePlaceForSecrets, refuseOtherSecrets, writeSecrets } from './kept-secrets.ts'
import { readBackup, type Backup } from './read-backup.ts'
import { restoreBackup, type RestoreOptions } from './restore-backup.ts'

const usage = 'Usage: npm run restore -- FILE [--without-secrets] [--check]'

/** `npm run restore -- FILE`: fills an empty database from a backup; `--check` only reads the file to its end. */
await runCommand(async (config, signal) => {
  const { file, withoutSecrets, isCheck } = parse(process.argv.slice(2))
  const checked = await readBackup(file, undefined, signal)
  const secrets = withoutSecrets ? {} : checked.secrets
  if (!isCheck) {
    refuseOtherSecrets(config, secrets)
    makePlaceForSecrets(config, secrets)
    const beforeCommit = () => writeSecrets(config, secrets)
    await withCommandDatabase({ config, signal }, ({ url }) =>
      restore(url, file, { backup: checked, signal, beforeCommit }),
    )
  }
  console.log(`${isCheck ? 'Whole' : 'Restored'}: ${sayBackup(checked)}.`)
  return 0
})

async function restore(
  databaseUrl: string,
  file: string,
  known: RestoreOptions & { readonly signal: AbortSignal },
): Promise<void> {
  try {
    await restoreBackup(databaseUrl, file, known)
  } catch (error) {
    throw known.signal.aborted
      ? new LaunchError('Stopped; the database was left empty.', { cause: error })
      : error
  }
}

function parse(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        'without-secrets': { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0) throw new LaunchError(usage)
    return { file, withoutSecrets: values['without-secrets'], isCheck: values.check }
  } catch (error) {
    throw new LaunchError(usage, { cause: error })
  }
}

function sayBackup({ head, manifest, secrets }: Backup): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const held = Object.keys(secrets).length > 0 ? 'with' : 'without'
  return `${rows} rows of ${manifest.tables.length} tables, taken ${head.takenAt} by Skylark ${head.skylark}, ${held} secrets`
}
