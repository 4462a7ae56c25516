import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres, type PostgresServer } from '#lib/launch/postgres/embedded-postgres.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { startChaosWeb, type ChaosWeb } from './chaos-web.ts'
import { keepRunning } from '#tests/support/servers/kept-process.ts'
import { createShiftedClock, type ShiftedClock } from '#tests/support/servers/shifted-clock.ts'

/** The victims at random points: a process of ours, the database's first process, one of its sessions. */
const victims = ['aggregator', 'web', 'postmaster', 'backend'] as const
/** The events: a kill, or the clock of the aggregators and the web server is set by an hour. The database has a clock of its own. */
const events = [...victims, 'clock'] as const
export type Kills = Record<(typeof events)[number], number>

const aggregators = 2
const hourMs = 3_600_000

/** The database of a run. */
export type ChaosDatabase = {
  readonly url: string
  /** Kills what holds it with -9; done when it is there again, or another in its place. */
  readonly lose: () => Promise<void>
  readonly stop: () => Promise<void>
}

export type Chaos = {
  readonly url: string
  readonly web: ChaosWeb
  /** Of the aggregators and the web server. */
  readonly clock: ShiftedClock
  /** Kills until that real instant, then waits until all are at work again. */
  readonly killUntil: (untilAt: number, seed: number) => Promise<Kills>
  readonly loseDatabase: () => Promise<void>
  /** Ends the aggregators as they should be ended: what they began is stored. The database stays. */
  readonly drain: () => Promise<void>
  /** The number of times that an aggregator ended by itself: one that finds no database when it starts does. */
  readonly ownEnds: () => number
  readonly stop: () => Promise<void>
}

/**
 * Two aggregators and the web server on a database, each started again when it was killed. `makeReady` fills the database before they
 * begin.
 */
export async function startChaos(
  dataDir: string,
  others: Readonly<Record<string, string>>,
  makeReady: (url: string) => Promise<void>,
  startDatabase: (dataDir: string) => Promise<ChaosDatabase> = startAlone,
): Promise<Chaos> {
  const clock = createShiftedClock(dataDir)
  const env = { ...clock.env, ...others }
  const database = await startDatabase(dataDir)
  const { url } = database
  await makeReady(url)
  const web = await startChaosWeb(url, dataDir, env)
  const running = Array.from({ length: aggregators }, () => keepRunning(() => spawnAggregator(url, env)))

  async function happen(event: (typeof events)[number], random: () => number): Promise<void> {
    if (event === 'clock') return setClock(random)
    await kill(event, random)
  }

  /** An hour ahead or back, and back to the machine's time. */
  function setClock(random: () => number): void {
    const aside = random() < 0.5 ? hourMs : -hourMs
    clock.set(clock.shiftMs() === 0 ? aside : 0)
  }

  async function kill(victim: (typeof victims)[number], random: () => number): Promise<void> {
    if (victim === 'postmaster') return database.lose()
    if (victim === 'backend') return killBackend(url, random)
    if (victim === 'web') return web.kill()
    await running[Math.floor(random() * running.length)]?.kill()
  }

  return {
    url,
    web,
    clock,
    killUntil: async (untilAt, seed) => {
      const random = seededRandom(seed)
      const kills: Kills = { aggregator: 0, web: 0, postmaster: 0, backend: 0, clock: 0 }
      while (Date.now() < untilAt) {
        await sleep(Math.min(1_000 + 5_000 * random(), Math.max(0, untilAt - Date.now())))
        const event = events[Math.floor(random() * events.length)] ?? 'aggregator'
        await happen(event, random)
        kills[event] += 1
      }
      return kills
    },
    loseDatabase: database.lose,
    ownEnds: () => running.reduce((sum, one) => sum + one.ownEnds(), 0),
    drain: async () => {
      await Promise.all(running.map((one) => one.drain()))
    },
    stop: async () => {
      await Promise.all([web, ...running].map((one) => one.drain()))
      await database.stop()
    },
  }
}

/** One PostgreSQL that keeps what it says it stored (fsync on), and is started again. */
async function startAlone(dataDir: string): Promise<ChaosDatabase> {
  let postgres = await startPostgres({ dataDir })
  const { url } = postgres
  return {
    url,
    lose: async () => {
      process.kill(postgres.pid, 'SIGKILL')
      await postgres.exited
      postgres = await startAgain(dataDir)
    },
    stop: () => postgres.stop(),
  }
}

/** Sessions of the killed server live on for moments, and hold its memory. */
async function startAgain(dataDir: string): Promise<PostgresServer> {
  for (let tries = 1; ; tries++) {
    try {
      return await startPostgres({ dataDir })
    } catch (error) {
      if (tries === 20) throw error
      await sleep(500)
    }
  }
}

/** PostgreSQL ends all other sessions then, and recovers from what it wrote ahead. */
async function killBackend(url: string, random: () => number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined) // this session ends with the others
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY pid`,
    )
    const pid = rows[Math.floor(random() * rows.length)]?.pid
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
    await client.end()
  } catch (error) {
    if (!(error instanceof Error)) throw error // the database is recovering: it has no session to lose
  }
}

function spawnAggregator(databaseUrl: string, others: Readonly<Record<string, string>>): ChildProcess {
  return spawn(process.execPath, [path.resolve('lib/aggregator/main.ts')], {
    stdio: ['ignore', 'ignore', 'ignore'], // what fails while the database is away is no news
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      ...others,
    },
  })
}
