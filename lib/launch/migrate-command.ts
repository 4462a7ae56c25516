import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { runCommand } from './run-command.ts'
import { startWatchdog } from './watchdog.ts'

/** `npm run migrate`: brings the database to this version's schema and says what it did. */
await runCommand(async (config, signal) => {
  const watchdog = startWatchdog()
  const database = await openDatabase({
    ...{ config, watchdog, signal },
    announce: console.error,
    kind: 'command',
    mayShare: true,
  })
  try {
    const applied = await migrate(database.url)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
    return 0
  } finally {
    await database.close()
    await watchdog.stop()
  }
})
