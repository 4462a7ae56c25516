/**
 * `npm run bench -- retention [ROWS]`: what retention costs with so many postings that go (20,000): their preview, their removal and what stays
 * of them; and what a day of a source takes, into which its polls are rolled up.
 */
import pg from 'pg'
import type { RetentionRules } from '#lib/api/server/retention.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { previewRetention } from '#lib/store/retention/preview-retention.ts'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { rollUpPolls } from '#lib/store/retention/roll-up-polls.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { startTestServer } from '#tests/support/servers/database-server.ts'
import { fillPostings } from '#tests/support/data/many-postings.ts'
import { keepAll } from '#tests/support/world/retention.ts'
import { tellClaim } from './claims.ts'

const rows = Number(process.argv[2] ?? 20_000)
const dayMs = 86_400_000
/** All that is stored is old by then. */
const now = Date.now() + 400 * dayMs
const rules: RetentionRules = { ...keepAll, keepUnsubscribedDays: 90 }
/** Of each the latest 20 polls stay. */
const pollsOfSource = 200

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

function tell(what: string, value: number, unit: string, bare: { what: string; value: number }): void {
  console.log(`${what}: ${value.toPrecision(3)} ${unit}; ${bare.what}: ${bare.value.toPrecision(3)}`)
  tellClaim({ what, value, unit, bare })
}

async function sizeOf(client: pg.Client, sql: string): Promise<number> {
  const {
    rows: [row],
  } = await client.query<{ size: string }>(`SELECT ${sql} AS "size"`)
  return Number(row?.size)
}

async function measurePostings(database: Database, client: pg.Client, bare: pg.Client): Promise<void> {
  const previewS = await seconds(() => previewRetention(database, rules, now))
  const count = 'SELECT count(*), sum(pg_column_size(p.*)) FROM "posting" p'
  tell(`${rows} postings previewed`, previewS, 's', {
    what: 'counting them',
    value: await seconds(() => bare.query(count)),
  })
  const removeS = await seconds(async () => {
    const { postings } = await removeByRules(database, rules, now)
    if (postings !== rows) throw new Error(`Of ${rows} postings ${postings} were removed.`)
  })
  tell('the same removed', removeS, 's', {
    what: 'one DELETE',
    value: await seconds(() => bare.query('DELETE FROM "posting"')),
  })
  await bare.query(`CREATE TABLE "bare" ("sourceId" int, "hash" bigint, PRIMARY KEY ("sourceId", "hash"))`)
  await bare.query(`INSERT INTO "bare" SELECT 1, hashint8extended(n, 0) FROM generate_series(1, ${rows}) n`)
  const each = async (of: pg.Client, table: string) =>
    (await sizeOf(of, `pg_total_relation_size('${table}')`)) / rows
  const kept = await each(client, 'forgotten_posting')
  tell('kept of a removed posting', kept, 'bytes', {
    what: 'a hash with its index',
    value: await each(bare, 'bare'),
  })
}

async function measurePolls(database: Database, client: pg.Client): Promise<void> {
  await client.query(fillPolls)
  await rollUpPolls(database, now)
  const days = await sizeOf(client, '(SELECT count(*) FROM "poll_day")')
  const day = (await sizeOf(client, `pg_total_relation_size('poll_day')`)) / days
  const bareDay = await sizeOf(client, '(SELECT avg(octet_length(d::text)) FROM "poll_day" d)')
  tell(`a day of a source, of ${days}`, day, 'bytes', { what: 'its row as plain text', value: bareDay })
}

/** One a day of each source. */
const fillPolls = `
  WITH more AS (INSERT INTO "source" ("id", "url", "hostName", "firstPolledAt") SELECT n + 1, 'https://many.example/' || n, 'many.example', now()
    FROM generate_series(1, ${Math.ceil(rows / pollsOfSource)}) n RETURNING "id")
  INSERT INTO "poll" ("sourceId", "plannedAt", "plannedReason", "startedAt", "finishedAt", "outcome", "factOutcome", "consecutiveFailures",
    "windowSize", "windowOldestAt", "windowNewestAt", "nextPollAt", "reason")
  SELECT s."id", at, '{"code": "asked", "values": {}}', at, at + interval '1 second', 'not-modified', 'unchanged', 0, 20, at - interval '3 days',
    at, at + interval '4 hours', '{"code": "asked", "values": {}}'
  FROM generate_series(1, ${pollsOfSource}) n, LATERAL (SELECT now() - n * interval '1 day' AS at) t, more s ORDER BY at`

const server = await startTestServer()
const urls = [await createTestDatabase(server.url), await createTestDatabase(server.url)].map(
  ({ url }) => url,
)
const [client, bare] = urls.map((connectionString) => new pg.Client({ connectionString })) as [
  pg.Client,
  pg.Client,
]
const database = openDatabase(urls[0] ?? '', { maxConnections: 2 })
try {
  for (const [index, each] of [client, bare].entries()) {
    await each.connect()
    await fillPostings(urls[index] ?? '', rows)
    await each.query('ANALYZE')
  }
  await measurePostings(database, client, bare)
  await measurePolls(database, client)
} finally {
  await Promise.all([client.end(), bare.end(), database.$disconnect()])
  await server.stop()
}
