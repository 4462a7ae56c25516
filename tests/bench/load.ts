/**
 * `npm run bench -- load [MINUTES=10] [READERS=500] [SOURCES=10000] [REGISTERED=SOURCES] [EVERY_S=60]`: how readers fare while
 * sources are polled at full rate, ten times as often as the least interval that a server begins with. Web server and aggregator run
 * as they do in production, on an embedded PostgreSQL of their own; a process is the publishers of SOURCES feeds, each polled every so
 * many seconds and with a new posting an hour, and another one the readers, each with an open stream of events and an act every 15 s;
 * their first minute is not counted. Fails where answers take 300 ms or more at the 95th percentile, something fails, or memory grows.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startPostgres } from '#lib/launch/postgres/embedded-postgres.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { runApp } from '#tests/support/servers/running-app.ts'
import { quantile } from './bench-database.ts'
import { start } from './farm-world.ts'
import { tellLoad } from './load-claims.ts'
import { watchLoad } from './load-watch.ts'
import type { ReadersResult, ReadersTask } from './load-readers.ts'
import { allOf, problemsOf, slopeOf } from './load-results.ts'
import {
  fillLoadWorld,
  learnRegistered,
  readerCookies,
  settleLoadWorld,
  type LoadWorld,
} from './load-world.ts'
import { tableLines } from './traces.ts'

const [minutes = 10, readers = 500, sources = 10_000, registered = sources, pollEveryS = 60] = process.argv
  .slice(2)
  .map(Number)
/** With 500 readers 33 acts a second, and some three times as many requests. */
const thinkMs = 15_000
const postings = 8
/** An hour: of 10,000 sources come 2.8 postings a second, of which each reader gets one a minute. */
const postingEveryS = 3600
const patienceMs = 900_000
const world = `${readers} readers beside ${sources} of ${registered} sources`

/** All that is served was read, and the index has it: what follows is an ordinary day. */
async function untilReady(client: pg.Client): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < patienceMs; await sleep(1_000)) {
    const { rows } = await client.query<{ unread: number; unindexed: boolean }>(
      `SELECT (SELECT count(*)::int FROM "source" WHERE "nextPollAt" IS NOT NULL AND "lastSuccessAt" IS NULL) AS "unread",
        (SELECT max("id") FROM "posting") > (SELECT "throughId" FROM "search_progress") AS "unindexed"`,
    )
    if (rows[0]?.unread === 0 && !rows[0].unindexed) return
  }
  throw new Error('Not all sources were read and indexed in time.')
}

/**
 * The plans are those of all sources that there are: what moved them is over. Where the last planning left a fiftieth out, that pays after
 * seven and a half minutes (`planning-pays.ts`).
 */
async function untilPlanned(client: pg.Client): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < patienceMs; await sleep(1_000)) {
    const { rows } = await client.query<{ isPlanned: boolean }>(
      `SELECT (SELECT "sources" FROM "planning_run" ORDER BY "id" DESC LIMIT 1) >= (SELECT count(*) FROM "source") * 0.99 AS "isPlanned"`,
    )
    if (rows[0]?.isPlanned === true) return
  }
  throw new Error('Not all sources were planned in time.')
}

/** Milliseconds from when the database was told of postings until a stream said so. */
async function readLags(client: pg.Client, { heard }: ReadersResult): Promise<number[]> {
  const { rows } = await client.query<{ id: string; at: Date }>(`SELECT "id", "at" FROM "event"`)
  const toldAt = new Map(rows.map(({ id, at }) => [Number(id), at.getTime()]))
  return heard.flatMap(([id, at]) => {
    const told = toldAt.get(id)
    return told === undefined ? [] : [at - told]
  })
}

async function letThemRead(task: ReadersTask): Promise<ReadersResult> {
  const child = start('load-readers.ts', [])
  await once(child, 'message')
  child.send(task)
  const [result] = (await once(child, 'message')) as [ReadersResult]
  child.disconnect()
  return result
}

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)

function printActs({ measured }: ReadersResult): void {
  const bare = measured.find(([act]) => act === 'bare')?.[1]
  const bareP95 = bare === undefined ? Number.NaN : quantile(allOf(bare), 0.95)
  const rows = measured.map(([act, each]) => {
    const all = allOf(each)
    const p95 = quantile(all, 0.95)
    const worst = Math.max(
      ...each.byMinute.filter((some) => some.length > 0).map((some) => quantile(some, 0.95)),
    )
    const times = [quantile(all, 0.5), p95, quantile(all, 0.99), worst].map(ms)
    return [act, String(all.length), ...times, `${(p95 / bareP95).toFixed(1)}`, String(each.errors)]
  })
  const head = ['ms', 'asked', 'median', '95th', '99th', "worst minute's 95th", '95th to bare', 'errors']
  console.log(tableLines([head, ...rows]))
  const answers = measured.reduce((sum, [, each]) => sum + allOf(each).length, 0)
  console.log(`answers in all: ${answers.toLocaleString('en')}`)
}

function printEvents(result: ReadersResult, lags: readonly number[]): void {
  console.log(
    `events of postings: ${result.heard.length}, after ${[0.5, 0.95, 0.99].map((share) => ms(quantile(lags, share))).join(', ')} ms (median, 95th, 99th)`,
  )
  console.log(
    `the readers' process: ${result.cpuSeconds.toFixed(0)} s of processor time, late by ${ms(result.lateMs.mean)} ms, at the 99th percentile ${ms(result.lateMs.p99)}`,
  )
}

async function measure(load: LoadWorld, postgres: { url: string; pid: number }): Promise<string[]> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  const secret = randomBytes(32).toString('hex')
  await fillLoadWorld(client, load)
  const app = await runApp({ DATABASE_URL: postgres.url, AUTH_SECRET: secret })
  try {
    const startedAt = performance.now()
    await untilReady(client)
    await learnRegistered(client, load)
    await untilPlanned(client)
    console.log(
      `all read, indexed and planned after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    )
    await settleLoadWorld(client, load)
    const watch = await watchLoad(client, postgres.pid)
    const cookies = readerCookies(readers, secret)
    const result = await letThemRead({ appUrl: app.url, cookies, minutes, thinkMs })
    const watched = await watch.stop()
    const lags = await readLags(client, result)
    printActs(result)
    printEvents(result, lags)
    tellLoad(world, { result, lags, watched })
    console.log(watched.text(sources / pollEveryS))
    for (const example of result.examples) console.log(`e.g. ${example}`)
    const acts = result.measured.map(([name, each]) => ({
      name,
      p95Ms: quantile(allOf(each), 0.95),
      errors: each.errors,
    }))
    for (const { name, samples } of watched.memory)
      console.log(
        `memory of ${name}, MB each minute: ${samples.map(({ mb }) => mb.toFixed(0)).join(' ')}; ${slopeOf(samples).toFixed(2)} a minute after the first third`,
      )
    const polls = { made: watched.pollsPerSecond, asked: sources / pollEveryS }
    return problemsOf({ polls, acts, memory: watched.memory })
  } finally {
    await app.stop()
    await client.end()
  }
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-bench-'))
  const postgres = await startPostgres({ dataDir })
  await migrate(postgres.url)
  const farm = start('feed-farm.ts', [postings, postingEveryS])
  const [port] = (await once(farm, 'message')) as [number]
  try {
    console.log(`${minutes} min, ${world} polled every ${pollEveryS} s`)
    const problems = await measure({ readers, sources, registered, port, pollEveryS }, postgres)
    for (const problem of problems) console.log(problem)
    process.exitCode = problems.length === 0 ? 0 : 1
  } finally {
    farm.disconnect()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
