import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { publicUrl } from '#tests/support/world/accounts.ts'
import { createTestDatabase } from './database.ts'
import { openDatabaseGate, type DatabaseGate } from './database-gate.ts'
import { endProcessState } from '#tests/support/measure/process-state.ts'

export type GatedServer = {
  /** Before the database of the routes. */
  readonly gate: DatabaseGate
  /** Behind the gate: always there. */
  readonly database: Database
  readonly close: () => Promise<void>
}

/** Gives the routes of this process a database that may go. */
export async function openGatedServer(settings: Readonly<Record<string, string>> = {}): Promise<GatedServer> {
  const made = await createTestDatabase()
  const gate = await openDatabaseGate(made.url)
  await endProcessState() // late work of the file before may have opened its database again
  const own = { PUBLIC_URL: publicUrl, AUTH_SECRET: 'a secret of the tests, at least 32 characters' }
  Object.assign(process.env, { DATABASE_URL: gate.url, ...own, ...settings })
  const database = openDatabase(made.url)
  return {
    gate,
    database,
    close: async () => {
      gate.unhush()
      await serverDatabase().$disconnect()
      await gate.shut()
      await database.$disconnect()
      await made.drop()
    },
  }
}
