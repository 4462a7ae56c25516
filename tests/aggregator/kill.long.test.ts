import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { postedBefore, storedAndShown, subscribeToTrace } from '#tests/support/chaos/replay.ts'
import { startTraceServer, type TraceServer } from '#tests/support/servers/trace-server.ts'
import { byTier, sampled } from '#tests/support/run/tier.ts'
import { readTrace } from '#tests/support/data/trace.ts'
import { until } from '#tests/support/measure/until.ts'

const startAt = Date.UTC(2026, 1, 6)
const endAt = startAt + 2 * 86_400_000
const kills = byTier({ night: 12, sample: 10 })
const seed = 20_260_206

describe('an aggregator that is killed again and again', () => {
  test(`loses nothing and doubles nothing over ${kills} kills (seed ${seed})`, async () => {
    const trace = new Map(sampled([...postedBefore(readTrace('smallweb-rss-2026'), startAt)], 12))
    const { url, drop } = await createTestDatabase()
    const database = openDatabase(url)
    const server = await startTraceServer(trace, startAt)
    await changeServerSettings(database, { budgetPerDay: trace.size * 4 })
    await subscribeToTrace(database, trace, server, startAt)
    const random = seededRandom(seed)
    let interrupted = 0
    for (let kill = 0; kill < kills; kill++) {
      await killAtWork(start(url, server.controlUrl), server, random() * 600)
      interrupted += await database.source.count({ where: { leaseOwner: { not: null } } })
    }
    expect(interrupted).toBeGreaterThan(0)
    const last = start(url, server.controlUrl)
    await once(last, 'exit')
    expect(last.exitCode).toBe(0)
    const { stored, shown } = await storedAndShown(database, server)
    expect(shown.length).toBeGreaterThan(byTier({ night: 500, sample: 35 }))
    expect(stored).toEqual(shown)
    await expectCountsToAgree(database)
    await server.close()
    await database.$disconnect()
    await drop()
  })
})

function start(databaseUrl: string, controlUrl: string): ChildProcess {
  return spawn(
    process.execPath,
    [path.resolve('tests/support/chaos/replay-process.ts'), databaseUrl, controlUrl, String(endAt)],
    {
      stdio: 'inherit',
      env: { ...process.env, LOG_LEVEL: 'error' },
    },
  )
}

/** Kills a process at some moment after it has begun to poll, and before it has gone on far: enough is to be left for the next. */
async function killAtWork(process: ChildProcess, server: TraceServer, afterMs: number): Promise<void> {
  const exited = once(process, 'exit')
  const answers = server.answers()
  await until('it begins to poll', () => server.answers() > answers, { everyMs: 5, patienceMs: 120_000 })
  await Promise.race([
    sleep(afterMs),
    until('it goes on', () => server.answers() > answers + 3, { everyMs: 1, patienceMs: 120_000 }),
  ])
  process.kill('SIGKILL')
  await exited
  expect(process.signalCode).toBe('SIGKILL')
}

/** The counts of a poll are those of what is stored with it, and no lease outlives the last process. */
async function expectCountsToAgree(database: ReturnType<typeof openDatabase>): Promise<void> {
  const wrong = await database.$queryRaw`
    SELECT p."id" FROM "poll" p LEFT JOIN "posting" g ON g."pollId" = p."id"
    GROUP BY p."id" HAVING count(g."id") <> p."newPostings"`
  expect(wrong).toEqual([])
  expect(await database.posting.count({ where: { pollId: null } })).toBe(0)
  expect(await database.source.count({ where: { leaseOwner: { not: null } } })).toBe(0)
}
