/**
 * `npm run bench -- aggregator`: what the aggregator makes of 10,000 sources of 16 postings each on this machine, against
 * loops that only fetch the same sources with the same client. All take turns within a minute, so that a busy machine
 * slows all; server, loops, aggregator and PostgreSQL are processes of their own.
 * Goals: 304s at 3,000 sources a second or 10 % of the bare loop, a first load at 350 a second or 40 % of the loop with
 * rss-parser, whichever is more; 500 MB without PostgreSQL.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '#lib/launch/postgres/embedded-postgres.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { aggregatorFlags } from '#lib/launch/roles.ts'
import type { Round } from './farm-sources.ts'
import { ask, makeDue, start, subscribe } from './farm-world.ts'
import { atMost, tellClaim } from './claims.ts'
import { tableLines } from './traces.ts'

const sources = Number(process.argv[2] ?? 10_000)
const postings = 16
const rounds = 3
const concurrency = 48
const mostMegabytes = 500

/** @throws Error unless each source was polled so often and all its postings are there */
async function expectStored(client: pg.Client, polls: number): Promise<void> {
  const { rows } = await client.query<{ polls: string; postings: string }>(
    `SELECT (SELECT count(*) FROM "poll" WHERE "outcome" IN ('fetched', 'not-modified')) AS "polls",
      (SELECT count(*) FROM "posting") AS "postings"`,
  )
  const [row] = rows
  if (Number(row?.polls) !== polls * sources || Number(row?.postings) !== postings * sources)
    throw new Error(`not everything was stored: ${JSON.stringify(row)}`)
}

type Measured = { readonly name: string; readonly round: Round; readonly against?: Round }

function lineOf({ name, round, against }: Measured): string[] {
  return [
    name,
    Math.round(sources / round.seconds).toLocaleString('en'),
    ((1e6 * round.cpuSeconds) / sources).toFixed(0),
    round.memoryMb.toFixed(0),
    against === undefined ? '' : `${((100 * against.seconds) / round.seconds).toFixed(1)} %`,
  ]
}

/** The goals: so many sources a second or such a share of the loop, whichever is more. */
const goals = { firstLoad: { aSecond: 350, share: 0.4 }, notModified: { aSecond: 3000, share: 0.1 } }

function tellRound(what: string, round: Round, against: Round): void {
  const { aSecond, share } = what.includes('304') ? goals.notModified : goals.firstLoad
  const value = sources / round.seconds
  const bare = sources / against.seconds
  const least = Math.max(aSecond, share * bare)
  const goal = { text: `${least.toFixed(0)} a second`, isMet: value >= least }
  const loop = what.includes('304') ? 'a loop that only fetches' : 'a loop that fetches, rss-parser'
  tellClaim({ what, value, unit: 'a second', bare: { what: loop, value: bare }, goal })
  const µs = ({ cpuSeconds }: Round) => (1e6 * cpuSeconds) / sources
  tellClaim({
    what: `${what}: a source`,
    value: µs(round),
    unit: 'µs of CPU',
    bare: { what: loop, value: µs(against) },
  })
}

/** The most that the aggregator and the loop have had by the end. */
function tellMemory(polled: Round, fetched: Round): void {
  tellClaim({
    what: `memory of the aggregator, ${sources} sources`,
    value: polled.memoryMb,
    unit: 'MB',
    bare: { what: 'the loop', value: fetched.memoryMb },
    goal: atMost(polled.memoryMb, mostMegabytes, 'MB'),
  })
}

async function measure(client: pg.Client, loop: ChildProcess, aggregator: ChildProcess): Promise<Measured[]> {
  const parsed = await ask(loop, 'parsed')
  const firstLoad = await ask(aggregator, 'pass')
  await expectStored(client, 1)
  const measured: Measured[] = [
    { name: 'fetch bodies (a)', round: await ask(loop, 'bodies') },
    { name: 'fetch bodies, rss-parser (b)', round: parsed },
    { name: 'aggregator, first load (c)', round: firstLoad, against: parsed },
  ]
  for (let count = 1; count <= rounds; count++) {
    await makeDue(client)
    const bare = await ask(loop, 'not-modified')
    const polled = await ask(aggregator, 'pass')
    await expectStored(client, 1 + count)
    measured.push({ name: `fetch 304s (a), round ${count}`, round: bare })
    measured.push({ name: `aggregator, 304s (c), round ${count}`, round: polled, against: bare })
  }
  return measured
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-bench-'))
  const postgres = await startPostgres({ dataDir })
  await migrate(postgres.url)
  const farm = start('feed-farm.ts', [postings])
  const [port] = (await once(farm, 'message')) as [number]
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await subscribe(client, sources, port)
  const loop = start('farm-fetching.ts', [port, sources, concurrency])
  const env = { DATABASE_URL: postgres.url, POLL_CONCURRENCY: String(concurrency) }
  const aggregator = start('farm-polling.ts', [], env, aggregatorFlags)
  await once(aggregator, 'message')
  try {
    const measured = await measure(client, loop, aggregator)
    const head = ['', 'sources a second', 'µs of CPU each', 'MB at most', 'of the loop above']
    for (const { name, round, against } of measured)
      if (against !== undefined) tellRound(name, round, against)
    const last = measured.at(-1)
    if (last?.against !== undefined) tellMemory(last.round, last.against)
    console.log(tableLines([head, ...measured.map(lineOf)]))
    console.log(
      `load of the machine: ${os
        .loadavg()
        .map((load) => load.toFixed(1))
        .join(', ')}; processors: ${os.availableParallelism()}`,
    )
  } finally {
    for (const child of [aggregator, loop, farm]) child.disconnect()
    await client.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
