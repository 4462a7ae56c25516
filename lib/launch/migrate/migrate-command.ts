import { withCommandDatabase } from '#lib/launch/postgres/command-database.ts'
import { migrate } from './migrate.ts'
import { runCommand } from '#lib/launch/program/run-command.ts'

/** `npm run migrate`: brings the database to this version's schema and says what it did. */
await runCommand(async (config, signal) => {
  const applied = await withCommandDatabase({ config, signal }, ({ url }) => migrate(url, undefined, signal))
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
  return 0
})
