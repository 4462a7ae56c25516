import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClockSetting } from '#lib/text/clock-setting.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'

const processes = 3
const longestStartMs = 60_000

/** Aggregators under a common clock, of which one is killed every few seconds and started again at once. */
export type KilledAggregators = {
  /** Names (user agents) of those that were killed so far. */
  readonly killed: ReadonlySet<string>
  /** Resolves at the real instant that was given, or a little later: no more are killed, and all are at work. */
  readonly done: Promise<void>
  /** Ends all as they should be ended. */
  readonly stop: () => Promise<void>
}

/** Starts three aggregator processes; kills go on until `untilAt`, a real instant. */
export function startKilledAggregators(
  databaseUrl: string,
  clock: ClockSetting,
  options: {
    readonly untilAt: number
    readonly seed: number
    readonly fetchTimeoutMs: number
    /** Whether the process of this id is at work: none is killed before it could do any. */
    readonly isAtWork: (pid: number) => Promise<boolean>
    /** From one kill to the next, the shortest and the longest. Absent: 3 to 7 s. */
    readonly pausesMs?: readonly [number, number]
  },
): KilledAggregators {
  const random = seededRandom(options.seed)
  const [shortestMs, longestMs] = options.pausesMs ?? [3_000, 7_000]
  const killed = new Set<string>()
  let started = 0
  const start = () => {
    const name = `aggregator-${++started}`
    return { name, process: spawnAggregator(databaseUrl, clock, name, options.fetchTimeoutMs) }
  }
  const running = Array.from({ length: processes }, start)

  /** On a machine with much else to do a start may take longer than the time between two kills. */
  async function atWork({ pid = 0 }: ChildProcess, lookUntil: number): Promise<void> {
    while (Date.now() < lookUntil && !(await options.isAtWork(pid))) await sleep(100)
  }

  async function kill(): Promise<void> {
    for (let victim = 0; ; victim = (victim + 1) % processes) {
      const pauseMs = shortestMs + (longestMs - shortestMs) * random()
      if (Date.now() + pauseMs >= options.untilAt) break
      await sleep(pauseMs)
      for (const { process } of running) await atWork(process, options.untilAt)
      const one = running[victim]
      if (one === undefined) continue
      killed.add(one.name)
      await end(one.process, 'SIGKILL')
      running[victim] = start()
    }
    await sleep(Math.max(0, options.untilAt - Date.now()))
    for (const { process } of running) await atWork(process, options.untilAt + longestStartMs)
  }

  return {
    killed,
    done: kill(),
    stop: async () => {
      await Promise.all(running.map(({ process }) => end(process, 'SIGTERM')))
    },
  }
}

function spawnAggregator(
  databaseUrl: string,
  clock: ClockSetting,
  name: string,
  fetchTimeoutMs: number,
): ChildProcess {
  return spawn(process.execPath, [path.resolve('lib/aggregator/main.ts')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      USER_AGENT: name,
      FETCH_TIMEOUT_MS: String(fetchTimeoutMs),
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      CLOCK_START: new Date(clock.startAt).toISOString(),
      CLOCK_ANCHOR: new Date(clock.anchorAt).toISOString(),
      CLOCK_SPEED: String(clock.speed),
    },
  })
}

async function end(process: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const exited = once(process, 'exit')
  process.kill(signal)
  await exited
}
