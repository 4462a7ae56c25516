/**
 * `npm run bench:admin -- [RUNS]`: what the admin's table of sources costs at the server on a database that `npm run seed` filled: median and 95th
 * percentile of each list, beside the time of its SQL alone. Goal: 300 ms. Made-up sources get made-up plans, subscribers' weights and
 * freshness first, so it refuses a database with any others. On a machine that is busy with other things the processor time says more.
 */
import pg from 'pg'
import { config } from '#lib/config.ts'
import { adminSourcesQuery } from '#lib/api/admin.ts'
import { exportAdminSources, listAdminSources } from '#lib/store/admin-sources.ts'
import { openDatabase } from '#lib/store/database.ts'
import { databaseCpuMs, recordSql, timeSql, watchSql } from './recorded-sql.ts'
import { tableLines } from './traces.ts'

const runs = Number(process.argv[2] ?? 21)

const { databaseUrl } = config()
if (databaseUrl === null) throw new Error('DATABASE_URL is not set.')
watchSql()
const database = openDatabase(databaseUrl, { maxConnections: 4 })
const client = new pg.Client({ connectionString: databaseUrl })
await client.connect()

const { rows: others } = await client.query(
  `SELECT 1 FROM "source" WHERE "hostName" NOT LIKE '%.example' LIMIT 1`,
)
if (others.length > 0) throw new Error('This database has real sources, whose figures are not made up.')
if ((await database.sourceFreshness.count()) === 0) await makeFigures()
const all = await database.source.count()
const lastPage = Math.ceil(all / 50)

const queries: readonly (readonly [name: string, query: Readonly<Record<string, unknown>>])[] = [
  ['first page', {}],
  ['last page', { page: lastPage }],
  ['by title, last page', { sort: 'title', page: lastPage }],
  ['by weight', { sort: 'weight' }],
  ['by half within', { sort: 'delay' }],
  ['by half within, last page', { sort: 'delay', page: lastPage }],
  ['by promise', { sort: 'promise' }],
  ['by polls a day', { sort: 'pollsPerDay', page: Math.ceil(lastPage / 2) }],
  ['promise broken', { state: 'broken', sort: 'delay' }],
  ['held back by host', { state: 'paused' }],
  ['a word', { search: 's777' }],
  ['delay, weight, rate', { search: 'delay:>30m weight:<2 rate:>1' }],
  ['subscribers and state', { search: 'subscribers:>1 -state:broken', sort: 'delayNinety' }],
]

const lines: (readonly string[])[] = []
for (const [name, given] of queries) lines.push(await measure(name, adminSourcesQuery.parse(given)))
console.log(tableLines([['list', 'median ms', 'p95 ms', 'bare SQL ms', 'SQL CPU ms', 'sources'], ...lines]))
await measureExport()
await client.end()
await database.$disconnect()

async function measure(name: string, query: ReturnType<typeof adminSourcesQuery.parse>) {
  const run = () => listAdminSources(database, query, Date.now())
  const times: number[] = []
  for (let count = 0; count <= runs; count++) {
    const startedAt = performance.now()
    await run()
    if (count > 0) times.push(performance.now() - startedAt)
  }
  const statements = await recordSql(run)
  const bare: number[] = []
  const usedBefore = await databaseCpuMs(client)
  for (let count = 0; count < runs; count++) bare.push(await timeSql(client, statements))
  const cpuMs = ((await databaseCpuMs(client)) - usedBefore) / runs
  const figures = [quantile(times, 0.5), quantile(times, 0.95), quantile(bare, 0.5), cpuMs]
  return [name, ...figures.map((ms) => ms.toFixed(1)), (await run()).total.toLocaleString('en')]
}

async function measureExport(): Promise<void> {
  const startedAt = performance.now()
  const heapBefore = process.memoryUsage().heapUsed
  let [count, most] = [0, heapBefore]
  for await (const rows of exportAdminSources(database, adminSourcesQuery.parse({}), Date.now())) {
    count += rows.length
    most = Math.max(most, process.memoryUsage().heapUsed)
  }
  const [seconds, megabytes] = [(performance.now() - startedAt) / 1000, (most - heapBefore) / 1e6]
  console.log(
    `export: ${count.toLocaleString('en')} sources in ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB of heap at most`,
  )
}

/** Plans, freshness, a subscriber of every third source, some hosts that ask to wait: all drawn by the source's id. */
async function makeFigures(): Promise<void> {
  await client.query('BEGIN')
  await client.query(
    `INSERT INTO "plan" ("madeAt", "policy", "policyVersion", "weight", "ratePerDay", "pollsPerDay", "pattern", "carry",
       "predictedDelayMs", "minIntervalMs", "maxStalenessMs", "sourceId")
     SELECT now(), 'price', 'made-up', 1, "id" % 97 / 10.0, "id" % 53, '{}', 0, "id" % 997 * 10000, 600000, 86400000, "id" FROM "source"`,
  )
  await client.query(`UPDATE "source" s SET "planId" = p."id" FROM "plan" p WHERE p."sourceId" = s."id"`)
  await client.query(
    `INSERT INTO "source_freshness" ("sourceId", "countedAt", "count", "medianMs", "p90Ms", "dailyMedianMs", "promiseMs", "keptShare",
       "state", "stateSince")
     SELECT "id", now(), 30, "id" % 7919 * 1000, "id" % 7919 * 3000, array_fill("id" % 7919 * 1000.0, ARRAY[30]), 540000, 0.9,
       (ARRAY['kept', 'kept', 'kept', 'learning', 'broken'])["id" % 5 + 1], now()
     FROM "source"`,
  )
  await client.query(
    `INSERT INTO "user" ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
     SELECT 'made-up-' || n, 'made up', 'made-up-' || n || '@example.org', false, now(), now() FROM generate_series(1, 2) n`,
  )
  await client.query(
    `INSERT INTO "subscription" ("subscriberId", "sourceId")
     SELECT 'made-up-' || n, "id" FROM "source", generate_series(1, 2) n WHERE "id" % (n * 3) = 0`,
  )
  await client.query(
    `UPDATE "host" SET "pauseStatus" = 429, "nextRequestAt" = now() + interval '1 day' WHERE "name" LIKE 's_00%'`,
  )
  await client.query('COMMIT')
  await client.query('VACUUM ANALYZE')
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}
