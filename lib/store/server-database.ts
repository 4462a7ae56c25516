import { config } from '#lib/config.ts'
import { openDatabase, type Database } from './database.ts'

// Kept on globalThis: Next loads this module once per bundle and again after each change while developing.
const holder = globalThis as { skylarkDatabase?: Database }

/** The web server's database, opened on first use from DATABASE_URL. @throws Error when that is not set */
export function serverDatabase(): Database {
  if (holder.skylarkDatabase === undefined) {
    const { databaseUrl } = config()
    if (databaseUrl === null) throw new Error('DATABASE_URL is not set: start the server with npm start.')
    holder.skylarkDatabase = openDatabase(databaseUrl, { maxConnections: 20 })
  }
  return holder.skylarkDatabase
}
