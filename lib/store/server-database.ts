import { config } from '#lib/config.ts'
import { openDatabase, type Database } from './database.ts'
import { createReplicaReads, type Read } from './replica.ts'

// Kept on globalThis: Next loads this module once per bundle and again after each change while developing.
const holder = globalThis as { skylarkDatabase?: Database; skylarkReads?: Read }

/** The web server's database, opened on first use from DATABASE_URL. @throws Error when that is not set */
export function serverDatabase(): Database {
  if (holder.skylarkDatabase === undefined) {
    const { databaseUrl } = config()
    if (databaseUrl === null) throw new Error('DATABASE_URL is not set: start the server with npm start.')
    holder.skylarkDatabase = openDatabase(databaseUrl, {
      maxConnections: 20,
      keepsPlans: true,
      endsSilence: true,
    })
  }
  return holder.skylarkDatabase
}

/** Reads what may be long: from the replica of DATABASE_REPLICA_URL where it is up to date, otherwise from the server's database. */
export const readServer: Read = (work) => {
  const { replicaUrl } = config()
  if (replicaUrl === null) return work(serverDatabase())
  holder.skylarkReads ??= createReplicaReads(
    serverDatabase(),
    openDatabase(replicaUrl, { maxConnections: 20, keepsPlans: true, endsSilence: true }),
  )
  return holder.skylarkReads(work)
}
