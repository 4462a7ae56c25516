import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#lib/runtime/config.ts'
import { askHolder, holdDataFolder, type DataFolderLock, type HolderKind } from './data-folder-lock.ts'
import { startPostgres, type PostgresServer } from './embedded-postgres.ts'
import { checkExternalDatabase } from './external-database.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { keepRunning, type Running, type Supervised } from '#lib/launch/processes/supervise.ts'
import type { Watchdog } from '#lib/launch/processes/watchdog.ts'

type LaunchedDatabase = {
  readonly url: string
  /** Stops the embedded PostgreSQL if we started it. */
  readonly close: () => Promise<void>
}

type LaunchedDatabaseOptions = {
  readonly config: Pick<Config, 'databaseUrl' | 'dataDir'>
  readonly watchdog: Watchdog
  readonly announce: (line: string) => void
  /** Our kind, for others that need the same embedded PostgreSQL. */
  readonly kind: HolderKind
  /** Whether the embedded PostgreSQL of a running launcher will do: yes for commands, no for a second launcher. */
  readonly mayShare: boolean
  /** Ends the waiting for the data folder. */
  readonly signal: AbortSignal
}

const stopGraceMs = 20_000
/** The time that we wait for a command to end, or for a launcher that is just starting or stopping. */
const patienceMs = 30_000

/**
 * The database to use: the one of DATABASE_URL, that of a running launcher, or the embedded one, started here and
 * started again should it crash. While a command holds the data folder, it is waited for.
 * @throws LaunchError when there is none, with the reason
 */
export async function launchDatabase(options: LaunchedDatabaseOptions): Promise<LaunchedDatabase> {
  const { config } = options
  if (config.databaseUrl !== null) {
    await checkExternalDatabase(config.databaseUrl)
    return { url: config.databaseUrl, close: async () => undefined }
  }
  return shareOrStart(options)
}

async function shareOrStart(options: LaunchedDatabaseOptions): Promise<LaunchedDatabase> {
  const { config, kind, mayShare, announce, signal } = options
  const { dataDir } = config
  let hasAnnounced = false
  for (const startedAt = performance.now(); performance.now() - startedAt < patienceMs;) {
    const lock = await holdDataFolder(dataDir, kind)
    if (lock !== null) return startEmbedded(options, lock)
    const holder = await askHolder(dataDir)
    if (holder?.kind === 'launcher' && !mayShare)
      throw new LaunchError(
        `Skylark is already running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
      )
    if (holder !== null && holder.databaseUrl !== null) return borrow(holder.databaseUrl, dataDir)
    if (holder?.kind === 'command' && !hasAnnounced) {
      announce(`Waiting for another command of Skylark, which uses ${dataDir}…`)
      hasAnnounced = true
    }
    await sleep(200, undefined, { signal }).catch(() => undefined) // rejects when stopped
    if (signal.aborted) throw new LaunchError(`Stopped while another process of Skylark used ${dataDir}.`)
  }
  throw new LaunchError(
    `Another process of Skylark uses ${dataDir} and did not end within ${patienceMs / 1000} s. ` +
      'Stop it, or set DATA_DIR to another folder.',
  )
}

/** @throws LaunchError where the lent database is out of reach: it listens within the launcher's own container */
async function borrow(url: string, dataDir: string): Promise<LaunchedDatabase> {
  try {
    await checkExternalDatabase(url)
  } catch (error) {
    const reason = `Skylark runs on ${dataDir}, but its PostgreSQL cannot be reached from here.`
    throw new LaunchError(`${reason} Where it runs in a container, do this in that one (docker exec).`, {
      cause: error,
    })
  }
  return { url, close: async () => undefined }
}

async function startEmbedded(
  options: LaunchedDatabaseOptions,
  lock: DataFolderLock,
): Promise<LaunchedDatabase> {
  const { config, watchdog, announce } = options
  let server: PostgresServer | null = null
  let supervised: Supervised
  try {
    supervised = await keepRunning({
      name: 'The database',
      orphanSignal: 'INT',
      watchdog,
      announce,
      start: async (): Promise<Running> => (server = await startPostgres({ dataDir: config.dataDir })),
    })
  } catch (error) {
    await lock.release()
    throw error
  }
  const url = addressOf(server)
  if (options.kind === 'launcher') lock.lend(url)
  return {
    url,
    close: async () => {
      lock.lend(null)
      await supervised.stop(stopGraceMs)
      await lock.release()
    },
  }
}

function addressOf(server: PostgresServer | null): string {
  if (server === null) throw new Error('The database was started without a server.')
  return server.url
}
