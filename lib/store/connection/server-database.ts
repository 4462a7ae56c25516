import { isDearWork } from '#lib/api/http/dear-work.ts'
import { config } from '#lib/runtime/config.ts'
import { connectionFigures, openDatabase, type Database } from './database.ts'
import { createReplicaReads, type Read } from './replica.ts'

/** Of this process, to the primary and as many to a replica. However much is dear, lists, counts and postings find those of light work. */
const mostConnections = { light: 14, dear: 6 } as const

// Kept on globalThis: Next loads this module once per bundle and again after each change while developing.
const holder = globalThis as {
  skylarkDatabase?: Database
  skylarkDearDatabase?: Database
  skylarkReads?: Read
  skylarkDearReads?: Read
}

/** The web server's database for the work that is under way, opened on first use from DATABASE_URL. @throws Error when that is not set */
export function serverDatabase(): Database {
  if (isDearWork()) return (holder.skylarkDearDatabase ??= open(config().databaseUrl, 'dear'))
  return (holder.skylarkDatabase ??= open(config().databaseUrl, 'light'))
}

/** Reads what may be long: from the replica of DATABASE_REPLICA_URL where it is up to date, otherwise from the server's database. */
export const readServer: Read = (work) => {
  const { replicaUrl } = config()
  const database = serverDatabase()
  if (replicaUrl === null) return work(database)
  const reads = isDearWork()
    ? (holder.skylarkDearReads ??= createReplicaReads(database, open(replicaUrl, 'dear')))
    : (holder.skylarkReads ??= createReplicaReads(database, open(replicaUrl, 'light')))
  return reads(work)
}

function open(url: string | null, kind: 'light' | 'dear'): Database {
  if (url === null) throw new Error('DATABASE_URL is not set: start the server with npm start.')
  return openDatabase(url, { maxConnections: mostConnections[kind], keepsPlans: true, endsSilence: true })
}

/** Connections of this process to the primary, of both kinds. */
export function serverConnections(): ReturnType<typeof connectionFigures> {
  const { skylarkDatabase, skylarkDearDatabase } = holder
  const all = [skylarkDatabase, skylarkDearDatabase].flatMap((each) => each ?? []).map(connectionFigures)
  const sum = (name: 'total' | 'idle' | 'waiting') => all.reduce((so, figures) => so + figures[name], 0)
  return { total: sum('total'), idle: sum('idle'), waiting: sum('waiting') }
}
