import { isDearWork } from '#lib/api/http/dear-work.ts'
import { config } from '#lib/runtime/config.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { connectionFigures, openDatabase, type Database } from './database.ts'
import { createReplicaReads, type Read } from './replica.ts'

/** Of this process, to the primary and as many to a replica. However much is dear, lists, counts and postings find those of light work. */
const mostConnections = { light: 14, dear: 6 } as const

const light = waysFor('light')
const dear = waysFor('dear')

/** The web server's database for the work that is under way, opened on first use from DATABASE_URL. @throws Error when that is not set */
export function serverDatabase(): Database {
  return waysNow().primary()
}

/** Reads what may be long: from the replica of DATABASE_REPLICA_URL where it is up to date, otherwise from the server's database. */
export const readServer: Read = (work) => {
  const { primary, reads } = waysNow()
  return config().replicaUrl === null ? work(primary()) : reads()(work)
}

function waysNow() {
  return isDearWork() ? dear : light
}

function waysFor(kind: 'light' | 'dear') {
  const open = (url: string | null): Database => {
    if (url === null) throw new Error('DATABASE_URL is not set: start the server with npm start.')
    return openDatabase(url, {
      ...{ maxConnections: mostConnections[kind], keepsPlans: true, endsSilence: true },
      notesWork: kind === 'light', // dear work has turns of its own
    })
  }
  const end = (database: Database) => database.$disconnect()
  const primary = oncePerProcess(() => open(config().databaseUrl), end)
  const replica = oncePerProcess(() => open(config().replicaUrl), end)
  return { primary, reads: oncePerProcess(() => createReplicaReads(primary(), replica())) }
}

/** Connections of this process to the primary, of both kinds. */
export function serverConnections(): ReturnType<typeof connectionFigures> {
  const all = [light, dear].map(({ primary }) => connectionFigures(primary()))
  const sum = (name: 'total' | 'idle' | 'waiting') => all.reduce((so, figures) => so + figures[name], 0)
  return { total: sum('total'), idle: sum('idle'), waiting: sum('waiting') }
}
