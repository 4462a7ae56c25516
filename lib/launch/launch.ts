import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '#lib/runtime/config.ts'
import { launchDatabase } from '#lib/launch/postgres/database.ts'
import { whyNotListen } from '#lib/launch/program/free-port.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import type { Role } from './roles.ts'
import { keepRunning, startProgram, type Supervised } from '#lib/launch/processes/supervise.ts'
import { startWatchdog } from '#lib/launch/processes/watchdog.ts'

type LaunchOptions = {
  readonly config: Config
  /** The roles to keep running, in the order of starting; given the address of the migrated database. */
  readonly roles: (databaseUrl: string) => readonly Role[]
  /** Runs before the roles start, e.g. builds the web application. */
  readonly prepare: () => Promise<void>
  /** Whether the embedded PostgreSQL of another process will do (default: no). */
  readonly mayShareDatabase?: boolean
  readonly announce: (line: string) => void
  /** Ends the waiting for the web server, e.g. on Ctrl-C. */
  readonly signal: AbortSignal
  /** Pause before a crashed role is started again; doubles with each crash. */
  readonly minPauseMs?: number
}

export type Launched = {
  /** Stops everything in reverse order. */
  readonly stop: () => Promise<void>
}

/** Longer than the aggregator gives its running polls (10 s), and the web server its requests (8 s). */
export const roleGraceMs = 12_000
/** A killed launcher's web server may need this long to give the port back. */
const portPatienceMs = 2000

/**
 * Starts everything: database → migrations → `prepare` → roles, and waits until the web server answers. What was
 * started is stopped again when a later step fails or `signal` aborts.
 * @throws LaunchError naming what stands in the way
 */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const { config, announce, signal } = options
  await refuseTakenPort(config)
  const watchdog = startWatchdog()
  const cleanups: (() => Promise<void>)[] = [watchdog.stop]
  const stop = async () => {
    for (const cleanUp of cleanups.splice(0)) await cleanUp()
  }
  try {
    const database = await launchDatabase({
      config,
      watchdog,
      announce,
      signal,
      kind: 'launcher',
      mayShare: options.mayShareDatabase ?? false,
    })
    cleanups.unshift(database.close)
    const applied = await migrate(database.url, undefined, signal)
    if (applied.length > 0) announce(migratedLine(applied))
    await options.prepare()
    const supervised: Supervised[] = []
    cleanups.unshift(async () => void (await Promise.all(supervised.map((role) => role.stop(roleGraceMs)))))
    for (const role of signal.aborted ? [] : options.roles(database.url)) {
      const { name, orphanSignal } = role
      const pause = options.minPauseMs === undefined ? {} : { minPauseMs: options.minPauseMs }
      const start = () => startProgram(role)
      supervised.push(await keepRunning({ name, orphanSignal, watchdog, announce, start, ...pause }))
    }
    await waitForAnswer(config, signal)
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function refuseTakenPort({ host, port }: Config): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 100) {
    const reason = await whyNotListen(host, port)
    if (reason === null) return
    if (reason !== 'EADDRINUSE')
      throw new LaunchError(`Skylark cannot listen at ${host}, port ${port}: ${reason}. Set HOST or PORT.`)
    if (waitedMs >= portPatienceMs)
      throw new LaunchError(`Port ${port} is in use. Stop what uses it, or set PORT.`)
    await sleep(100)
  }
}

/** Any answer will do: whether a page is right is not the launcher's business. */
async function waitForAnswer({ host, port }: Config, signal: AbortSignal): Promise<void> {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  const url = `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}/`
  while (!signal.aborted) {
    const answered = await fetch(url, { redirect: 'manual', signal }).then(
      () => true,
      () => false, // not listening yet
    )
    if (answered) return
    await sleep(100)
  }
}

/** A line about the migrations that were applied: those of a new database are no news to anybody. */
function migratedLine(applied: readonly string[]): string {
  return applied[0]?.startsWith('0001_') === true
    ? 'The database is set up.'
    : `The database was updated: ${applied.join(', ')}.`
}
