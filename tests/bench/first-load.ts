/**
 * `npm run bench -- first-load [FEEDS=1000]`: the first load as a reader has it. `npm start` starts everything in an empty folder, with its own
 * PostgreSQL. A reader then imports an OPML file of so many feeds of 16 articles, each on a host of its own. It tells when the first article
 * can be read in the API's list, when all are stored, when all can be searched, and what that took of processors and memory.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { callApi, signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { tellClaim } from './claims.ts'
import {
  feedUrls,
  importFeeds,
  partLines,
  startWholeServer,
  totalMb,
  type WholeServer,
} from './whole-server.ts'

const feeds = Number(process.argv[2] ?? 1000)
const postings = 16
const patienceMs = 1_800_000

/** Seconds in which a loop of this process fetches all feeds, so many at a time, and makes nothing of them. */
async function fetchAll(port: number): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const fetchOn = async () => {
    while (next < feeds) await (await fetch(`http://127.0.0.1:${port}/s${next++}`)).text()
  }
  await Promise.all(Array.from({ length: 48 }, fetchOn))
  return (performance.now() - startedAt) / 1000
}

/** Seconds until something is so, looked for again and again. */
async function secondsUntil(
  startedAt: number,
  everyMs: number,
  isSo: () => Promise<boolean>,
): Promise<number> {
  for (;;) {
    const seconds = (performance.now() - startedAt) / 1000
    if (await isSo()) return seconds
    if (seconds * 1000 > patienceMs) throw new Error(`It was not so after ${seconds.toFixed(0)} s.`)
    await sleep(everyMs)
  }
}

type Stored = { readonly postings: number; readonly hasSearch: boolean }

const storedSql = `SELECT (SELECT count(*)::int FROM "posting") AS "postings",
  (SELECT "throughId" FROM "search_progress") >= (SELECT max("id") FROM "posting") AS "hasSearch"`

async function measure(server: WholeServer, port: number): Promise<void> {
  const value = await fetchAll(port)
  const account = await signUpThroughApi(server.url, 'Reader')
  const list = (query: string) =>
    callApi<{ readonly postings: readonly unknown[] }>(account, 'GET', `/postings?${query}`)
  console.log(`at rest:\n${partLines(server.figures())}`)
  const startedAt = performance.now()
  const importing = importFeeds(account, feedUrls(feeds, port)).then(
    () => (performance.now() - startedAt) / 1000,
  )
  const listed = await secondsUntil(startedAt, 100, async () => (await list('limit=50')).postings.length > 0)
  let most = server.figures()
  const look = () => {
    const now = server.figures()
    if (totalMb(now) > totalMb(most)) most = now
  }
  const untilStored = (isSo: (row: Stored) => boolean) =>
    secondsUntil(startedAt, 500, async () => {
      look()
      return isSo(await server.ask<Stored>(storedSql))
    })
  const imported = await importing
  const stored = await untilStored((row) => row.postings >= feeds * postings)
  const searchable = await untilStored((row) => row.hasSearch)
  const hits = await list(`query=${encodeURIComponent('source')}&limit=50`)
  if (hits.postings.length === 0) throw new Error('A search finds nothing.')
  const { warnings } = await callApi<{ readonly warnings: readonly unknown[] }>(
    account,
    'GET',
    '/admin/warnings',
  )
  console.log(`${feeds} feeds of ${postings} articles, seconds since the import began:`)
  for (const [what, seconds] of Object.entries({
    'the first article is listed': listed,
    'the import is answered': imported,
    'all are stored': stored,
    'all are searchable': searchable,
  })) {
    console.log(`  ${what}: ${seconds.toFixed(1)}`)
    tellClaim({
      what: `first load of ${feeds} feeds by npm start: ${what}`,
      value: seconds,
      unit: 's',
      bare: { what: 'a loop that only fetches them', value },
    })
  }
  console.log(
    `  feeds a second: ${(feeds / stored).toFixed(0)} stored, ${(feeds / searchable).toFixed(0)} searchable`,
  )
  console.log(`  warnings to the admin: ${JSON.stringify(warnings)}`)
  console.log(`since the start, memory at its most:\n${partLines(most)}`)
  console.log(`at the end:\n${partLines(server.figures())}`)
}

// Each feed has words of its own, as one that published in a second would have: none comes in this time.
const farm = fork(path.resolve('tests/bench/feed-farm.ts'), [String(postings), '10000000'])
const [port] = (await once(farm, 'message')) as [number]
const server = await startWholeServer()
try {
  await measure(server, port)
} finally {
  await server.stop()
  farm.disconnect()
}
process.exit()
