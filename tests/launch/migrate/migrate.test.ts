import { createHash } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { migrate, migrationLockKey } from '#lib/launch/migrate/migrate.ts'
import { diffMigrationsToSchema } from '#lib/launch/migrate/migration-diff.ts'
import { listMigrations, type Migration } from '#lib/launch/migrate/migration-folder.ts'
import { observe } from '#tests/support/servers/child-process.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function query(sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

function migration(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

test('the migrations lead exactly to prisma/schema.prisma', async () => {
  expect(await diffMigrationsToSchema(database.url)).toBeNull()
})

test('a schema that the migrations do not reach is found', async () => {
  const [first] = await listMigrations()
  const difference = await diffMigrationsToSchema(
    database.url,
    first === undefined ? [] : [{ ...first, sql: `${first.sql}\nDROP TABLE "rate_limit";` }],
  )
  expect(difference).toContain('CREATE TABLE "rate_limit"')
})

describe('a migrated database', () => {
  test('is left alone', async () => {
    expect(await migrate(database.url)).toEqual([])
  })

  test('of a newer version is refused by the name of what is unknown', async () => {
    await expect(migrate(database.url, [])).rejects.toThrow(/newer Skylark.*0001_first/)
  })

  test('whose migration was edited since is refused', async () => {
    const edited = (await listMigrations()).map((each) => ({ ...each, checksum: 'another' }))
    await expect(migrate(database.url, edited)).rejects.toThrow(/0001_first was changed/)
  })
})

test('a schema that a killed process left half applied is refused until somebody says how it stands', async () => {
  const half = [...(await listMigrations()), migration('0902_half', 'CREATE TABLE half (id int)')]
  await query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at)
    VALUES ('half', '${half.at(-1)?.checksum}', '0902_half', now())`)
  await expect(migrate(database.url, half)).rejects.toThrow(/0902_half failed on this database earlier/)
  await query(`UPDATE _prisma_migrations SET finished_at = now() WHERE id = 'half'`)
  expect(await migrate(database.url, half)).toEqual([])
  await query(`DELETE FROM _prisma_migrations WHERE id = 'half'`)
})

test('a database that a newer version has migrated is refused by name', async () => {
  const newer = [...(await listMigrations()), migration('0902_newer', 'SELECT 1')]
  expect(await migrate(database.url, newer)).toEqual(['0902_newer'])
  const refusal = /made by a newer Skylark: this one does not know the migration 0902_newer/
  await expect(migrate(database.url)).rejects.toThrow(refusal)
  await expect(migrate(database.url)).rejects.toThrow(LaunchError)
  await query(`DELETE FROM _prisma_migrations WHERE migration_name = '0902_newer'`)
})

test('a migration that has an earlier name than one that was applied is applied, and that one is not applied again', async () => {
  const all = await listMigrations()
  const [earlier, later] = [migration('0901_earlier', 'SELECT 1'), migration('0902_later', 'SELECT 1')]
  expect(await migrate(database.url, [...all, later])).toEqual(['0902_later'])
  expect(await migrate(database.url, [...all, earlier, later])).toEqual(['0901_earlier'])
  expect(await migrate(database.url, [...all, earlier, later])).toEqual([])
  await query(`DELETE FROM _prisma_migrations WHERE migration_name LIKE '090%'`)
})

describe('while somebody reads what a migration changes', () => {
  const changes = migration('0902_changes', 'ALTER TABLE "user" ADD COLUMN "more" INT')
  const asks = `SELECT FROM pg_stat_activity WHERE query ~ '^ALTER TABLE' AND wait_event_type = 'Lock'
    AND datname = current_database()`
  let reader: pg.Client

  beforeEach(async () => {
    reader = new pg.Client({ connectionString: database.url })
    await reader.connect()
    await reader.query('BEGIN; SELECT FROM "user"') // as a backup does, for an hour
  })
  afterEach(() => reader.end())

  test('others go on reading, and it is applied when that one is done', async () => {
    const migrating = migrate(database.url, [...(await listMigrations()), changes])
    await expect.poll(() => query(asks)).toHaveLength(1)
    await query(`SET lock_timeout = '20s'; SELECT FROM "user"`) // behind the migration, which waits for the reader
    await reader.query('COMMIT')
    expect(await migrating).toEqual(['0902_changes'])
    await query(`ALTER TABLE "user" DROP COLUMN "more"`)
    await query(`DELETE FROM _prisma_migrations WHERE migration_name = '0902_changes'`)
  })

  test('it is tried again where the two wait for each other', async () => {
    const both = migration('0902_both', `ALTER TABLE "label" ADD COLUMN "more" INT; ${changes.sql}`)
    const migrating = migrate(database.url, [...(await listMigrations()), both])
    await expect.poll(() => query(asks)).toHaveLength(1)
    // The migration has one of the tables and asks for the other: PostgreSQL ends who finds out first.
    await reader.query(`SET LOCAL deadlock_timeout = '10min'; SELECT FROM "label"`)
    await reader.query('COMMIT')
    expect(await migrating).toEqual(['0902_both'])
    await query(`ALTER TABLE "user" DROP COLUMN "more"; ALTER TABLE "label" DROP COLUMN "more"`)
    await query(`DELETE FROM _prisma_migrations WHERE migration_name = '0902_both'`)
  })

  test('it ends when it is asked to, and says why', async () => {
    const stopping = new AbortController()
    const migrating = migrate(database.url, [...(await listMigrations()), changes], stopping.signal)
    const refused = expect(migrating).rejects.toThrow(
      /^Stopped while others used what .* 0902_changes changes/,
    )
    await expect.poll(() => query(asks)).toHaveLength(1)
    stopping.abort()
    await refused
    expect(await migrate(database.url)).toEqual([])
  })
})

test('several processes at once apply each migration once', async () => {
  const migrations = [...(await listMigrations()), migration('0902_one', 'CREATE TABLE one (id int)')]
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.url, migrations)))
  expect(applied.flat()).toEqual(['0902_one'])
  await query(`DELETE FROM _prisma_migrations WHERE migration_name = '0902_one'`)
})

test('a process that is asked to end while another host migrates ends at once, and says why', async () => {
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query('SELECT pg_advisory_lock($1)', [migrationLockKey])
  const env = { ...process.env, DATABASE_URL: database.url }
  const waiting = observe(process.execPath, [path.resolve('lib/launch/migrate/migrate-command.ts')], env)
  const asks = `SELECT FROM pg_stat_activity WHERE query ~ '^SELECT pg_(try_)?advisory_lock' AND pid <> pg_backend_pid()
    AND datname = current_database()`
  await expect.poll(() => query(asks)).toHaveLength(2)
  waiting.child.kill('SIGTERM')
  const ended = await Promise.race([waiting.exited, sleep(30_000, 'still there', { ref: false })])
  await other.end()
  expect(ended).toBe(1)
  expect(waiting.output()).toBe(
    'Stopped while another process of Skylark migrated or restored the database.\n',
  )
})

test('a migration that fails leaves nothing of itself, and is tried again at the next start', async () => {
  const broken = migration('0903_broken', `CREATE TABLE two (text text DEFAULT 'a;b'); SELECT 1 / 0`)
  const all = [...(await listMigrations()), migration('0902_before', 'CREATE TABLE before (id int)'), broken]
  await expect(migrate(database.url, all)).rejects.toThrow(
    /0903_broken failed, and the database is as it was before: division by zero/,
  )
  expect(await query(`SELECT to_regclass('two') AS two, to_regclass('before')::text AS before`)).toEqual([
    { two: null, before: 'before' },
  ])
  await expect(migrate(database.url, all)).rejects.toThrow(LaunchError)
  expect(await migrate(database.url, [...all.slice(0, -1), { ...broken, sql: 'SELECT 1' }])).toEqual([
    '0903_broken',
  ])
})

test('a process that dies while it migrates leaves a database that the next one can migrate', async () => {
  const url = new URL(database.url)
  url.pathname = '/killed_while_migrating'
  await query('CREATE DATABASE killed_while_migrating')
  const waits = migration('0904_waits', 'CREATE TABLE three (id int); SELECT pg_sleep(60)')
  const ended = migrate(url.href, [...(await listMigrations()), waits]).catch((error: unknown) => error)
  const asks = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query ~ 'pg_sleep' AND pid <> pg_backend_pid()
    AND datname = 'killed_while_migrating'`
  await expect.poll(() => query(asks)).toHaveLength(1)
  expect(await ended).toBeInstanceOf(Error)
  expect(await migrate(url.href)).toEqual([])
  await query('DROP DATABASE killed_while_migrating')
})
