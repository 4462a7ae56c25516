/**
 * `npm run bench -- cost [SOURCES]`: what a million polls that find nothing and a million new postings cost: processor time of the
 * aggregator and of PostgreSQL, room on disk, and what is written to the log that replicas and backups take. Measured on
 * 2,000 sources of 16 postings each, which a server on this machine serves, and multiplied.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startPostgres } from '#lib/launch/postgres/embedded-postgres.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { aggregatorFlags } from '#lib/launch/roles.ts'
import { ask, makeDue, start, subscribe } from './farm-world.ts'
import { tellClaim } from './claims.ts'
import { familySeconds } from './process-figures.ts'
import { tableLines } from './traces.ts'

const sources = Number(process.argv[2] ?? 2_000)
const postings = 16
const rounds = 5

type Spent = {
  readonly aggregatorS: number
  readonly postgresS: number
  readonly bytes: number
  readonly logBytes: number
}

async function readDatabase(client: pg.Client) {
  const { rows } = await client.query<{ bytes: string; log: string }>(
    `SELECT pg_database_size(current_database()) AS "bytes", pg_current_wal_insert_lsn() - '0/0' AS "log"`,
  )
  return { bytes: Number(rows[0]?.bytes), log: Number(rows[0]?.log) }
}

async function measure(client: pg.Client, pid: number, work: () => Promise<number>): Promise<Spent> {
  const before = await readDatabase(client)
  const secondsBefore = familySeconds(pid)
  const aggregatorS = await work()
  const postgresS = familySeconds(pid) - secondsBefore
  const after = await readDatabase(client)
  return { aggregatorS, postgresS, bytes: after.bytes - before.bytes, logBytes: after.log - before.log }
}

function lineOf(name: string, { aggregatorS, postgresS, bytes, logBytes }: Spent, count: number): string[] {
  const million = 1e6 / count
  const seconds = [aggregatorS, postgresS].map((used) => Math.round(used * million).toLocaleString('en'))
  const gigabytes = [bytes, logBytes].map((size) => ((size * million) / 1e9).toFixed(2))
  return [name, ...seconds, ...gigabytes]
}

/** Tells what so many took of processors, each process apart, beside a loop that does the least of it. */
function tellSeconds(
  name: string,
  { aggregatorS, postgresS }: Spent,
  count: number,
  bare: { what: string; value: number },
): void {
  for (const [process, seconds] of Object.entries({ aggregator: aggregatorS, PostgreSQL: postgresS }))
    tellClaim({
      what: `a million ${name}: ${process}`,
      value: (seconds * 1e6) / count,
      unit: 's of CPU',
      bare,
    })
}

/** Tells what so many rows of a table took on disk and in the log, with all that was written beside them. */
async function tellRoom(client: pg.Client, table: string, spent: Spent, count: number): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT avg(octet_length(t::text)) AS "bytes" FROM "${table}" t`,
  )
  const bare = { what: 'their rows as plain text', value: Number(rows[0]?.bytes) / 1000 }
  const million = { disk: spent.bytes / count / 1000, log: spent.logBytes / count / 1000 }
  tellClaim({ what: `a million of ${table}: disk`, value: million.disk, unit: 'GB', bare })
  tellClaim({ what: `a million of ${table}: log`, value: million.log, unit: 'GB', bare })
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-bench-'))
  const postgres = await startPostgres({ dataDir, settings: { autovacuum: 'off' } })
  await migrate(postgres.url)
  const farm = start('feed-farm.ts', [postings])
  const [port] = (await once(farm, 'message')) as [number]
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await subscribe(client, sources, port)
  const aggregator = start(
    'farm-polling.ts',
    [],
    { DATABASE_URL: postgres.url, POLL_CONCURRENCY: '48' },
    aggregatorFlags,
  )
  await once(aggregator, 'message')
  const loop = start('farm-fetching.ts', [port, sources, 48])
  const pass = async () => (await ask(aggregator, 'pass')).cpuSeconds
  try {
    const first = await measure(client, postgres.pid, pass)
    let unchanged: Spent = { aggregatorS: 0, postgresS: 0, bytes: 0, logBytes: 0 }
    for (let count = 0; count < rounds; count++) {
      await makeDue(client)
      const round = await measure(client, postgres.pid, pass)
      unchanged = {
        aggregatorS: unchanged.aggregatorS + round.aggregatorS,
        postgresS: unchanged.postgresS + round.postgresS,
        bytes: unchanged.bytes + round.bytes,
        logBytes: unchanged.logBytes + round.logBytes,
      }
    }
    const bare = await ask(loop, 'not-modified')
    tellSeconds('polls that find nothing', unchanged, sources * rounds, {
      what: 'a loop that only fetches',
      value: (bare.cpuSeconds * 1e6) / sources,
    })
    const parsed = await ask(loop, 'parsed')
    tellSeconds('postings with the polls that find them', first, sources * postings, {
      what: 'rss-parser',
      value: (parsed.cpuSeconds * 1e6) / (sources * postings),
    })
    await tellRoom(client, 'poll', unchanged, sources * rounds)
    await tellRoom(client, 'posting', first, sources * postings)
    console.log(
      tableLines([
        ['a million', 'aggregator, s of CPU', 'PostgreSQL, s of CPU', 'GB on disk', 'GB of log'],
        lineOf('polls that find nothing', unchanged, sources * rounds),
        lineOf('postings, with the polls that find them', first, sources * postings),
      ]),
    )
  } finally {
    for (const child of [aggregator, loop, farm]) child.disconnect()
    await client.end()
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
