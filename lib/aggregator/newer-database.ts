import { log } from '#lib/runtime/log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { compareMigrations } from '#lib/store/connection/migrations.ts'

/**
 * Whether another host has brought the database to a newer version, which is logged: what this process would claim or store from then on it
 * would do by tables that it does not know.
 * @param known the migrations of this code
 */
export async function isNewer(database: Database, known: readonly string[]): Promise<boolean> {
  const { unknown } = await compareMigrations(database, known)
  if (unknown.length === 0) return false
  const what =
    'The database is of a newer version: this aggregator ends. Put that version in place here, too.'
  log.error('database-newer', { what, unknown })
  return true
}
