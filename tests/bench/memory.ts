/**
 * `npm run bench -- memory [SOURCES] [READERS]`: the memory of web server and aggregator, database apart, while they poll
 * so many sources (1,000) and so many readers (5) with open event streams read and mark; before that, at rest. What `NODE_OPTIONS`
 * sets counts for both. Fails beyond 500 MB.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import startDatabaseServer from '#tests/support/servers/database-server.ts'
import { withClient } from '#tests/support/data/filled-tables.ts'
import { startApp } from '#tests/support/servers/running-app.ts'
import { atMost, tellClaim } from './claims.ts'
import { farmUrl } from './farm-sources.ts'
import { figuresOf, findChild } from './process-figures.ts'

const sources = Number(process.argv[2] ?? 1000)
const readers = Number(process.argv[3] ?? 5)
const rounds = 20
const mostMegabytes = 500
const patienceMs = 600_000

/** As it is at its end: the most that a child has had counts, to the kernel, what its parent had when it was made. */
function emptyProcessMb(): number {
  const script = 'console.log(process.memoryUsage.rss())'
  return Number(execFileSync(process.execPath, ['--eval', script])) / 2 ** 20
}

/** Of the web server and the aggregator, which are children of ours. */
function bothFigures() {
  const [web, aggregator] = ['web-server.ts', 'aggregator/main.ts'].map((file) => figuresOf(findChild(file)))
  if (web === undefined || aggregator === undefined) throw new Error('One of the two does not run.')
  return { web, aggregator }
}

function tellBoth(what: string, value: number, goal?: ReturnType<typeof atMost>): void {
  tellClaim({
    what: `memory of web server and aggregator, ${what}`,
    value,
    unit: 'MB',
    bare: { what: 'two processes of Node that do nothing', value: 2 * emptyProcessMb() },
    ...(goal === undefined ? {} : { goal }),
  })
}

async function subscribeAll(client: pg.Client, port: number): Promise<void> {
  const urls = Array.from({ length: sources }, (_, index) => farmUrl(index, port))
  const host = `split_part(substr(u, 8), ':', 1)`
  await client.query(`INSERT INTO "host" ("name") SELECT ${host} FROM unnest($1::text[]) u`, [urls])
  await client.query(
    `INSERT INTO "source" ("url", "hostName", "nextPollAt") SELECT u, ${host}, now() FROM unnest($1::text[]) u`,
    [urls],
  )
  await client.query(
    `INSERT INTO "subscription" ("subscriberId", "sourceId") SELECT u."id", s."id" FROM "user" u, "source" s`,
  )
}

async function untilPolled(client: pg.Client): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < patienceMs; await sleep(1000)) {
    const { rows } = await client.query<{ polled: number }>(
      `SELECT count(DISTINCT "sourceId")::int AS polled FROM "poll" WHERE "outcome" = 'fetched'`,
    )
    if (rows[0]?.polled === sources) return
  }
  throw new Error('Not all sources were polled in ten minutes.')
}

/** Opens the page and a stream of events, then lists, searches and reads, again and again. */
async function read(account: AppAccount): Promise<void> {
  const cookie = account.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const closing = new AbortController()
  const stream = await fetch(`${account.appUrl}/api/v1/events`, {
    headers: { cookie },
    signal: closing.signal,
  })
  for (let round = 0; round < rounds; round++) {
    const page = await fetch(account.appUrl, { headers: { cookie } })
    await page.text()
    if (!page.ok || !stream.ok)
      throw new Error(`The page answered ${page.status}, the stream ${stream.status}.`)
    const { postings } = await callApi<{ postings: readonly { id: string }[] }>(account, 'GET', '/postings')
    for (const { id } of postings.slice(0, 5)) await callApi(account, 'GET', `/postings/${id}`)
    await callApi(account, 'GET', '/counts')
    await callApi(account, 'GET', '/postings?q=fox')
  }
  closing.abort()
}

const stopServer = await startDatabaseServer()
const farm = fork(path.resolve('tests/bench/feed-farm.ts'), ['20'])
const [port] = (await once(farm, 'message')) as [number]
const app = await startApp()
try {
  const names = Array.from({ length: readers }, (_, index) => `Reader ${index + 1}`)
  const accounts = await Promise.all(names.map((name) => signUpThroughApi(app.url, name)))
  const atRest = bothFigures()
  const restMb = atRest.web.nowMb + atRest.aggregator.nowMb
  console.log(`at rest, almost empty: ${restMb.toFixed(0)} MB`)
  tellBoth('at rest', restMb)
  await withClient(app.databaseUrl, async (client) => {
    await subscribeAll(client, port)
    await untilPolled(client)
    await Promise.all(accounts.map(read))
    await client.query(`UPDATE "host" SET "nextRequestAt" = NULL`)
    await client.query(`UPDATE "source" SET "nextPollAt" = now()`)
    await Promise.all(accounts.map(read)) // beside the polls
  })
  const { web, aggregator } = bothFigures()
  console.log(`${sources} sources, ${readers} readers, each ${2 * rounds} rounds of reading`)
  for (const [name, { mostMb, nowMb }] of Object.entries({ web, aggregator }))
    console.log(`${name}: at most ${mostMb.toFixed(0)} MB, at the end ${nowMb.toFixed(0)} MB`)
  const most = web.mostMb + aggregator.mostMb
  tellBoth(`${sources} sources, ${readers} readers`, most, atMost(most, mostMegabytes, 'MB'))
  if (!(most < mostMegabytes)) process.exitCode = 1
} finally {
  await app.stop()
  farm.disconnect()
  await stopServer()
}
process.exit()
