import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '#lib/launch/program/project.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/database.ts'
import { byTier } from '#tests/support/run/tier.ts'

let testDatabase: TestDatabase
let client: pg.Client

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await testDatabase.drop()
})

function startSeed(...args: string[]): ChildProcess {
  return spawn(process.execPath, [path.join(projectRoot, 'prisma/seed.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: testDatabase.url, AUTH_SECRET: 'x'.repeat(40) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

async function runSeed(...args: string[]): Promise<{ code: unknown; said: string }> {
  const seed = startSeed(...args)
  let said = ''
  seed.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(seed, 'close')) as unknown[]
  return { code, said }
}

/** Names and definitions of all indexes and constraints; parts of tables have those of the whole, by names of PostgreSQL's. */
async function readDefinitions(): Promise<unknown[]> {
  const { rows } = await client.query<Record<string, unknown>>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE schemaname = current_schema() AND tablename !~ '_from_'
     UNION ALL SELECT conrelid::regclass || ': ' || conname, pg_get_constraintdef(oid) || ' ' || convalidated
     FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND conrelid::regclass::text !~ '_from_' AND conparentid = 0 ORDER BY 1, 2`,
  )
  return rows
}

async function countRows(table: 'source' | 'posting' | 'posting_search'): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int FROM "${table}"`)
  return rows[0]?.count ?? -1
}

test('leaves the indexes and constraints that migrations made, and what was asked for', async () => {
  const before = await readDefinitions()
  const [postings, unread] = byTier({ night: [3000, 200], sample: [300, 20] })
  const given = [
    '--sources',
    '20',
    '--postings',
    `${postings}`,
    '--subscriptions',
    '5',
    '--unread',
    `${unread}`,
  ]
  const { code, said } = await runSeed(...given, '--user', 'reader@example.com')
  expect({ code, said }).toMatchObject({ code: 0 })
  expect(before.length).toBeGreaterThan(50)
  expect(await readDefinitions()).toEqual(before)
  expect([await countRows('posting'), await countRows('posting_search')]).toEqual([postings, postings])
  const { rows } = await client.query(
    `SELECT count(*)::int AS unread FROM "subscription" u JOIN "posting" p USING ("sourceId") WHERE p."id" > u."readThrough"`,
  )
  expect(rows).toEqual([{ unread }])
})

test('killed on the way, it leaves an empty database with all indexes', async () => {
  const before = await readDefinitions()
  const seed = startSeed('--sources', '20', '--postings', '100000')
  let said = ''
  for await (const text of seed.stderr ?? []) {
    said += String(text)
    if (said.includes('20 sources')) break
  }
  await expect.poll(isFilling, { timeout: 30_000, interval: 20 }).toBe(true)
  seed.kill('SIGKILL')
  expect(await countRows('posting')).toBe(0) // waits for the locks that the killed one held
  expect(await countRows('source')).toBe(0)
  expect(await readDefinitions()).toEqual(before)
})

async function isFilling(): Promise<boolean> {
  const { rows } = await client.query<{ filling: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND query LIKE 'INSERT INTO "posting%') AS filling`,
  )
  return rows[0]?.filling ?? false
}

test('refuses a database that has sources, and changes nothing', async () => {
  await client.query('INSERT INTO "host" ("name") VALUES ($1)', ['one.example'])
  await client.query(
    `INSERT INTO "source" ("url", "hostName", "nextPollAt") VALUES ('https://one.example/feed', 'one.example', now())`,
  )
  const before = await readDefinitions()
  const { code, said } = await runSeed('--sources', '5', '--postings', '10')
  expect(code).toBe(1)
  expect(said).toContain('This database has sources already')
  expect([await countRows('source'), await countRows('posting')]).toEqual([1, 0])
  expect(await readDefinitions()).toEqual(before)
})
