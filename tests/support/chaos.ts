import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres, type PostgresServer } from '#lib/launch/embedded-postgres.ts'
import { seededRandom } from '#lib/policy/random.ts'
import { startChaosWeb, type ChaosWeb } from './chaos-web.ts'

/** What is killed in turn, at random points: a process of ours, the database's first process, one of its sessions. */
export const victims = ['aggregator', 'web', 'postmaster', 'backend'] as const
export type Kills = Record<(typeof victims)[number], number>

const aggregators = 2

export type Chaos = {
  readonly url: string
  readonly web: ChaosWeb
  /** Kills until that real instant, then waits until all are at work again. */
  readonly killUntil: (untilAt: number, seed: number) => Promise<Kills>
  /** Ends the aggregators as they should be ended: what they began is stored. The database stays. */
  readonly drain: () => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * A database that keeps what it says it stored (fsync on), two aggregators and the web server on it, each started again when it was
 * killed. `makeReady` fills the database before they begin.
 */
export async function startChaos(dataDir: string, makeReady: (url: string) => Promise<void>): Promise<Chaos> {
  let postgres = await startPostgres({ dataDir })
  const { url, port } = postgres
  await makeReady(url)
  const web = await startChaosWeb(url, dataDir)
  const running = Array.from({ length: aggregators }, () => spawnAggregator(url))

  async function restartPostgres(): Promise<void> {
    process.kill(postgres.pid, 'SIGKILL')
    await postgres.exited
    postgres = await startAgain(dataDir, port)
  }

  async function kill(victim: (typeof victims)[number], random: () => number): Promise<void> {
    if (victim === 'postmaster') return restartPostgres()
    if (victim === 'backend') return killBackend(url, random)
    if (victim === 'web') return web.kill()
    const index = Math.floor(random() * running.length)
    await end(running[index], 'SIGKILL')
    running[index] = spawnAggregator(url)
  }

  return {
    url,
    web,
    killUntil: async (untilAt, seed) => {
      const random = seededRandom(seed)
      const kills: Kills = { aggregator: 0, web: 0, postmaster: 0, backend: 0 }
      while (Date.now() < untilAt) {
        await sleep(Math.min(1_000 + 5_000 * random(), Math.max(0, untilAt - Date.now())))
        const victim = victims[Math.floor(random() * victims.length)] ?? 'aggregator'
        await kill(victim, random)
        kills[victim] += 1
      }
      return kills
    },
    drain: async () => {
      await Promise.all(running.map((one) => end(one, 'SIGTERM')))
    },
    stop: async () => {
      await Promise.all([web.drain(), ...running.map((one) => end(one, 'SIGKILL'))])
      await postgres.stop()
    },
  }
}

/** Sessions of the killed server live on for moments, and hold its memory. */
async function startAgain(dataDir: string, port: number): Promise<PostgresServer> {
  for (let tries = 1; ; tries++) {
    try {
      return await startPostgres({ dataDir, port })
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

function spawnAggregator(databaseUrl: string): ChildProcess {
  return spawn(process.execPath, [path.resolve('lib/aggregator/main.ts')], {
    stdio: ['ignore', 'ignore', 'ignore'], // what fails while the database is away is no news
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    },
  })
}

async function end(process: ChildProcess | undefined, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (process === undefined || process.exitCode !== null || process.signalCode !== null) return
  const exited = once(process, 'exit')
  process.kill(signal)
  await exited
}
