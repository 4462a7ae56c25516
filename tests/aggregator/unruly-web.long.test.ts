import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { serverTimeAt } from '#lib/api/clock-setting.ts'
import { seededRandom } from '#lib/policy/random.ts'
import { openDatabase, type Database } from '#lib/store/database.ts'
import { changeSettings } from '#lib/store/settings.ts'
import { createTestDatabase } from '../support/database.ts'
import { postedBefore } from '../support/replay.ts'
import { readTrace, tracesMissing, type Trace } from '../support/trace.ts'
import { startUnrulyWeb, type UnrulyWeb } from '../support/unruly-web.ts'

const hourMs = 3_600_000
const speed = 500
const hours = 24
const seed = 20_260_206
const startAt = Date.UTC(2026, 1, 6)
const endAt = startAt + hours * hourMs

describe.skipIf(tracesMissing !== null)('three aggregators in an unruly web', () => {
  test(`at ${speed} times real time, one killed every few seconds, keep every posting once and every host's wish (seed ${seed})`, async () => {
    const trace = postedBefore(readTrace('smallweb-rss-2026'), startAt)
    const { url, drop } = await createTestDatabase()
    const database = openDatabase(url)
    const setting = { startAt, anchorAt: Date.now() + 3_000, speed }
    const now = () => serverTimeAt(setting, Date.now())
    const web = await startUnrulyWeb(trace, now, { faultShare: 0.05, seed })
    await changeSettings(database, { budgetPerDay: trace.size * 8 })
    await subscribe(database, trace, web)
    const start = () => startAggregator(url, setting.anchorAt)
    const running = [start(), start(), start()]
    const random = seededRandom(seed)
    let kills = 0
    while (now() < endAt) {
      await sleep(3_000 + 4_000 * random())
      const victim = kills % running.length
      await end(running[victim], 'SIGKILL')
      running[victim] = start()
      kills += 1
    }
    // What was asked for last is stored, or asked for again and stored then.
    await sleep(3_000)
    await Promise.all(running.map((process) => end(process, 'SIGTERM')))
    await report(database, web, kills)
    expect(kills).toBeGreaterThan(10)
    expect(web.breaches).toEqual([])
    // A second between two requests to a host, less what whole milliseconds of two real clocks cannot tell.
    expect(leastGapMs(web)).toBeGreaterThanOrEqual(1_000 - speed)
    const stored = await database.posting.findMany({ select: { guid: true } })
    const guids = stored.map(({ guid }) => guid ?? '')
    expect(guids).toHaveLength(new Set(guids).size)
    const missing = [...web.shown].filter((guid) => !guids.includes(guid))
    expect(missing).toEqual([])
    expect(await wrongCounts(database)).toEqual([])
    expect(await database.source.count({ where: { leaseOwner: { not: null } } })).toBe(0)
    await web.close()
    await database.$disconnect()
    await drop()
  }, 600_000)
})

async function subscribe(database: Database, trace: Trace, web: UnrulyWeb): Promise<void> {
  await database.user.create({ data: { id: 'reader', name: 'Reader', email: 'reader@example.org' } })
  for (const title of trace.keys()) {
    const url = web.urlOf(title)
    const name = new URL(url).hostname
    await database.source.create({
      data: {
        url,
        title,
        nextPollAt: new Date(startAt),
        host: { connectOrCreate: { where: { name }, create: { name } } },
        subscriptions: { create: { subscriberId: 'reader' } },
      },
    })
  }
}

function startAggregator(databaseUrl: string, anchorAt: number): ChildProcess {
  return spawn(process.execPath, [path.resolve('lib/aggregator/main.ts')], {
    stdio: 'inherit',
    env: {
      ...process.env,
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      DATABASE_URL: databaseUrl,
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      CLOCK_START: new Date(startAt).toISOString(),
      CLOCK_ANCHOR: new Date(anchorAt).toISOString(),
      CLOCK_SPEED: String(speed),
    },
  })
}

async function end(process: ChildProcess | undefined, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (process === undefined || process.exitCode !== null) return
  const exited = once(process, 'exit')
  process.kill(signal)
  await exited
}

async function report(database: Database, web: UnrulyWeb, kills: number): Promise<void> {
  const outcomes = await database.poll.groupBy({ by: ['outcome'], _count: true })
  const [late] = await database.$queryRaw<{ median: number; p95: number }[]>`
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM "startedAt" - "plannedAt")) AS "median",
      percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM "startedAt" - "plannedAt")) AS "p95"
    FROM "poll" WHERE "plannedAt" > ${new Date(startAt)}`
  console.info(
    `${kills} kills, ${web.answers()} requests, ${web.shown.size} postings shown;`,
    `polls: ${outcomes.map(({ outcome, _count }) => `${outcome} ${_count}`).join(', ')};`,
    `faults: ${[...web.faults].map(([kind, count]) => `${kind} ${count}`).join(', ')};`,
    `late by ${late?.median.toFixed(0)} s in the median, ${late?.p95.toFixed(0)} s at most in 95 %`,
  )
}

function leastGapMs({ arrivals }: UnrulyWeb): number {
  const gaps = [...arrivals.values()].flatMap((times) =>
    times.slice(1).map((at, index) => at - (times[index] ?? at)),
  )
  return Math.min(...gaps)
}

function wrongCounts(database: Database) {
  return database.$queryRaw`
    SELECT p."id" FROM "poll" p LEFT JOIN "posting" g ON g."pollId" = p."id"
    GROUP BY p."id" HAVING count(g."id") <> p."newPostings"`
}
