import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#lib/config.ts'
import { askHolder, holdDataFolder, type DataFolderLock } from './data-folder-lock.ts'
import { startPostgres, type PostgresServer } from './embedded-postgres.ts'
import { checkExternalDatabase } from './external-database.ts'
import { LaunchError } from './launch-error.ts'
import { keepRunning, type Running, type Supervised } from './supervise.ts'
import type { Watchdog } from './watchdog.ts'

export type Database = {
  readonly url: string
  /** Stops the embedded PostgreSQL if we started it. */
  readonly close: () => Promise<void>
}

export type DatabaseOptions = {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>
  readonly watchdog: Watchdog
  readonly announce: (line: string) => void
  /** Whether the embedded PostgreSQL of a running Skylark will do: yes for commands, no for a second launcher. */
  readonly mayShare: boolean
}

const stopGraceMs = 20_000
/** How long a command waits for a Skylark that is just starting or stopping. */
const sharePatienceMs = 30_000

/**
 * The database to use: the one of DATABASE_URL, that of a running Skylark, or the embedded one, started here and
 * started again should it crash.
 * @throws LaunchError when there is none, with the reason
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { config, mayShare } = options
  if (config.databaseUrl !== null) {
    await checkExternalDatabase(config.databaseUrl)
    return { url: config.databaseUrl, close: async () => undefined }
  }
  for (let waitedMs = 0; waitedMs < sharePatienceMs; waitedMs += 200) {
    const lock = await holdDataFolder(config.dataDir)
    if (lock !== null) return startEmbedded(options, lock)
    if (!mayShare) break
    const url = await askHolder(config.dataDir)
    if (url !== null) return { url, close: async () => undefined }
    await sleep(200)
  }
  throw new LaunchError(
    `Skylark is already running on ${config.dataDir}. Stop it, or set DATA_DIR to another folder.`,
  )
}

async function startEmbedded(options: DatabaseOptions, lock: DataFolderLock): Promise<Database> {
  const { config, watchdog, announce } = options
  let server: PostgresServer | null = null
  let supervised: Supervised
  try {
    supervised = await keepRunning({
      name: 'The database',
      orphanSignal: 'INT',
      watchdog,
      announce,
      start: async (): Promise<Running> => {
        const port = server === null ? {} : { port: server.port } // its clients know the first one
        server = await startPostgres({ dataDir: config.dataDir, ...port })
        return server
      },
    })
  } catch (error) {
    await lock.release()
    throw error
  }
  const url = addressOf(server)
  lock.publish(url)
  return {
    url,
    close: async () => {
      await supervised.stop(stopGraceMs)
      await lock.release()
    },
  }
}

function addressOf(server: PostgresServer | null): string {
  if (server === null) throw new Error('The database was started without a server.')
  return server.url
}
