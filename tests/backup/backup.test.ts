import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endMark, leftOut } from '#lib/backup/backup-format.ts'
import { readBackup } from '#lib/backup/read-backup.ts'
import { restoreBackup } from '#lib/backup/restore-backup.ts'
import { tarEnd, writeTarEntry } from '#lib/backup/tar.ts'
import { writeBackup } from '#lib/backup/write-backup.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { diffMigrationsToSchema } from '#lib/launch/migrate/migration-diff.ts'
import { listMigrations } from '#lib/launch/migrate/migration-folder.ts'
import { migrateAsBefore } from '#tests/support/data/summed-up-history.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#tests/support/servers/database.ts'
import { contentOf, fillTables, namesOfTables, withClient } from '#tests/support/data/filled-tables.ts'
import { byTier } from '#tests/support/run/tier.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const made: TestDatabase[] = []
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop()
})

async function empty(): Promise<string> {
  made.push(await createEmptyDatabase())
  return made.at(-1)?.url ?? ''
}

async function filled(rows: number): Promise<string> {
  made.push(await createTestDatabase())
  const url = made.at(-1)?.url ?? ''
  await fillTables(url, rows)
  return url
}

/** A database with rows in all tables, which no test changes, and its backup: both take half a second to make. */
let shared: TestDatabase
let sharedFile: string
beforeAll(async () => {
  shared = await createTestDatabase()
  await fillTables(shared.url, 20)
  sharedFile = await backUp(shared.url)
})
afterAll(() => shared.drop())

let files = 0
async function backUp(
  databaseUrl: string,
  secrets: Record<string, string> = {},
  takenAt = new Date(),
): Promise<string> {
  const file = path.join(folder, `backup-${++files}`)
  const options = { version: '0.1.0', takenAt, signal: new AbortController().signal }
  await writeBackup({ databaseUrl, file, secrets, ...options })
  return file
}

describe('a restored database', () => {
  test('has the rows of each table and the sequences of the one backed up', async () => {
    const source = shared.url
    const before = await contentOf(source)
    expect(Object.values(before).every(({ rows }) => rows > 0)).toBe(true)
    const target = await empty()
    await restoreBackup(target, sharedFile)
    expect(await contentOf(target)).toEqual(before)
    const next = `SELECT nextval('poll_id_seq')::int AS id`
    const [ours, theirs] = await Promise.all([source, target].map((url) => ask(url, next)))
    expect(theirs).toEqual(ours)
  })

  test('is one that this version migrated: same schema, nothing left to apply, triggers and keys in force', async () => {
    const target = await empty()
    await restoreBackup(target, sharedFile)
    expect(await migrate(target)).toEqual([])
    expect(await diffMigrationsToSchema(target)).toBeNull()
    expect(await ask(target, `SELECT FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`)).toEqual(
      [],
    )
    await expect(ask(target, `UPDATE "posting" SET "sourceId" = 99`)).rejects.toThrow(/foreign key/)
    expect(await ask(target, `SELECT * FROM "event"`)).toEqual([]) // of the other server's transactions
  })

  test('gives events ids that neither the one backed up nor another restored one gives', async () => {
    const next = `SELECT nextval('event_id_seq')::text AS id`
    const source = shared.url
    const file = sharedFile
    await ask(source, next) // told after the backup
    const ids: bigint[] = []
    for (const url of [source, await empty(), await empty()]) {
      if (url !== source) await restoreBackup(url, file)
      const [row] = await ask<{ id: string }>(url, next)
      ids.push(BigInt(row?.id ?? 0))
    }
    const [ours = 0n, first = 0n, second = 0n] = ids
    expect(first).toBeGreaterThan(ours + 1_000_000_000n)
    expect(second).toBeGreaterThan(first)
  })

  test.each([
    ['lately', Date.now(), 1],
    ['years ago', 0, 2],
  ])('gives postings and sources no ids that came after the backup, taken %s', async (_, takenAt, parts) => {
    const source = shared.url
    const file = await backUp(source, {}, new Date(takenAt))
    const target = await empty()
    await restoreBackup(target, file)
    for (const sequence of ['posting_id_seq', 'source_id_seq']) {
      const next = `SELECT nextval('${sequence}')::text AS id`
      const [[ours], [theirs]] = [
        await ask<{ id: string }>(source, next),
        await ask<{ id: string }>(target, next),
      ]
      expect(Number(theirs?.id) - Number(ours?.id)).toBeGreaterThan(100_000)
    }
    const [row] = await ask<{ id: string; latest: string }>(
      target,
      `INSERT INTO "posting" SELECT (jsonb_populate_record(p, jsonb_build_object('id', nextval('posting_id_seq')))).*
       FROM "posting" p LIMIT 1 RETURNING "id"::text, (SELECT max("id")::text FROM "posting") AS latest`,
    )
    expect(Number(row?.id)).toBeGreaterThan(Number(row?.latest) + 100_000)
    expect(await ask(target, `SELECT FROM pg_inherits WHERE inhparent = 'posting'::regclass`)).toHaveLength(
      parts,
    )
    expect(await migrate(target)).toEqual([])
    expect(await diffMigrationsToSchema(target)).toBeNull()
  })

  test.each([
    [
      'an older version',
      async (url: string) => void (await migrate(url, (await listMigrations()).slice(0, 1))),
    ],
    ['the 48 migrations that the first one sums up', (url: string) => migrateAsBefore(url)],
  ])('of %s is brought up to date with its rows', async (_, make) => {
    const source = await empty()
    await make(source)
    await fillTables(source, 4, ['search_progress'])
    const target = await empty()
    await restoreBackup(target, await backUp(source))
    expect(await migrate(target)).toEqual([])
    expect(await ask(target, 'SELECT count(*)::int AS n FROM "posting"')).toEqual([{ n: 4 }])
    expect(await diffMigrationsToSchema(target)).toBeNull()
  })
})

test('a backup of a database whose clock was set back between two migrations is restored', async () => {
  const source = await filled(3)
  await ask(
    source,
    `UPDATE "_prisma_migrations" SET "started_at" = "started_at" - interval '1 day'
     WHERE "migration_name" = (SELECT max("migration_name") FROM "_prisma_migrations")`,
  )
  const target = await empty()
  await restoreBackup(target, await backUp(source))
  expect(await contentOf(target)).toEqual(await contentOf(source))
  expect(await migrate(target)).toEqual([])
})

test('a backup under load is what one transaction saw', async () => {
  const source = await filled(1000)
  const writing = new AbortController()
  const pairs = writePairs(source, writing.signal)
  await Promise.race([pairs.hasBegun, pairs.ended])
  const file = await backUp(source)
  const manyAfter = await pairs.count()
  writing.abort()
  await pairs.ended
  const target = await empty()
  await restoreBackup(target, file) // its foreign keys are checked there
  const [kept] = await ask<{ first: number; second: number }>(
    target,
    `SELECT (SELECT count(*)::int FROM "audit_log" WHERE "act" = 'pair') AS first,
       (SELECT count(*)::int FROM "verification" WHERE "identifier" = 'pair') AS second`,
  )
  expect(kept?.first).toBe(kept?.second)
  expect(kept?.first).toBeGreaterThan(0)
  expect(kept?.first).toBeLessThan(manyAfter)
})

test('a reading that is asked to end ends with the next part of the file', async () => {
  const stopping = new AbortController()
  const read = readBackup(
    sharedFile,
    async (_table, parts) => {
      stopping.abort()
      for await (const part of parts) void part
    },
    stopping.signal,
  )
  await expect(read).rejects.toThrow(/^Stopped; nothing was changed\.$/)
})

const order = '\u001b[2J'

test.each([
  [
    'the version',
    JSON.stringify({
      format: 2,
      skylark: order,
      postgres: '',
      takenAt: new Date(0),
      migrations: [],
      tables: [],
    }),
  ],
  ['JSON', order],
])('a file that has an order to a terminal in place of %s is refused in plain words', async (_, head) => {
  const content = Buffer.from(head)
  const archive = Buffer.concat([...writeTarEntry({ name: 'head.json', content }, 0), tarEnd])
  const file = path.join(folder, 'order')
  writeFileSync(file, Buffer.concat([zstdCompressSync(archive), endMark]))
  const refused = await restoreBackup(await empty(), file).catch((error: unknown) => String(error))
  expect(refused).toMatch(/order is damaged or no backup of Skylark/)
  expect(refused).not.toMatch(/\p{Cc}/u)
})

describe('refused, with nothing changed, is', () => {
  test('a file that was cut, wherever', async () => {
    const whole = readFileSync(await backUp(await filled(200)))
    const target = await empty()
    for (const length of [0, 3, 400, whole.length >> 1, whole.length - 5, whole.length - 1]) {
      const file = path.join(folder, 'cut')
      writeFileSync(file, whole.subarray(0, length))
      await expect(restoreBackup(target, file), String(length)).rejects.toThrow(/cut is damaged or no backup/)
    }
    expect(await namesOfTables(target)).toEqual([])
  })

  test('a file with one wrong bit, wherever it means something', async () => {
    const good = await backUp(await filled(200))
    const whole = readFileSync(good)
    const read = await readBackup(good)
    const target = await empty()
    const places = byTier({ night: 40, sample: 8 })
    let damaged = 0
    for (let at = 7; at < whole.length; at += Math.ceil(whole.length / places)) {
      const wrong = Buffer.from(whole)
      wrong[at] = (wrong[at] ?? 0) ^ 4
      const file = path.join(folder, 'wrong')
      writeFileSync(file, wrong)
      // One bit in some hundreds is filling of the packing: then what is read has the sums of the good file.
      const found = await readBackup(file).catch(() => null)
      if (found !== null) {
        expect(found, String(at)).toEqual(read)
        continue
      }
      damaged += 1
      await expect(restoreBackup(target, file), String(at)).rejects.toThrow(/wrong is damaged or no backup/)
    }
    expect(damaged).toBeGreaterThan(0.8 * places)
    expect(await namesOfTables(target)).toEqual([])
  })

  test('a database that holds tables', async () => {
    const target = await filled(3)
    const before = await contentOf(target)
    await expect(restoreBackup(target, sharedFile)).rejects.toThrow(/The database is not empty/)
    expect(await contentOf(target)).toEqual(before)
  })

  test('a backup of a newer version', async () => {
    const target = await empty()
    const migrations = (await listMigrations()).slice(0, -1)
    await expect(restoreBackup(target, sharedFile, { migrations })).rejects.toThrow(
      /newer Skylark .*does not know/,
    )
    expect(await namesOfTables(target)).toEqual([])
  })

  test('a backup of other migrations', async () => {
    const target = await empty()
    const migrations = (await listMigrations()).map((each) => ({ ...each, checksum: 'another' }))
    await expect(restoreBackup(target, sharedFile, { migrations })).rejects.toThrow(
      /0001_first is not the one/,
    )
    expect(await namesOfTables(target)).toEqual([])
  })

  test('a backup whose rows a later migration fails on', async () => {
    const target = await empty()
    const broken = { name: '9999_broken', sql: 'SELECT 1 / ("id" - "id") FROM "posting"', checksum: 'a' }
    const migrations = [...(await listMigrations()), broken]
    await expect(restoreBackup(target, sharedFile, { migrations })).rejects.toThrow(
      /9999_broken: division by zero\. It was left empty/,
    )
    expect(await namesOfTables(target)).toEqual([])
  })
})

test('a backup is readable by its owner alone and holds the tables but those that mean nothing elsewhere', async () => {
  expect(statSync(sharedFile).mode & 0o777).toBe(0o600)
  const { manifest, head } = await restoreBackup(await empty(), sharedFile)
  const kept = (await namesOfTables(shared.url)).filter((name) => !leftOut.includes(name))
  expect(manifest.tables.map(({ name }) => name)).toEqual(kept)
  expect(head.migrations.map(({ name }) => name)).toEqual((await listMigrations()).map(({ name }) => name))
})

function ask<Row extends object>(url: string, sql: string): Promise<readonly Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql)).rows)
}

/** Writes into a table at each end of the alphabet at once, again and again: a backup has both rows or none. */
function writePairs(url: string, signal: AbortSignal) {
  const begun = Promise.withResolvers<void>()
  const ended = withClient(url, async (client) => {
    for (let n = 1_000_000; !signal.aborted; n++) {
      await client.query(`WITH "first" AS (
          INSERT INTO "audit_log" ("at", "act") VALUES (now(), 'pair'))
        INSERT INTO "verification" ("id", "identifier", "value", "expiresAt", "updatedAt")
        VALUES ('${n}', 'pair', '', now(), now())`)
      if (n === 1_000_010) begun.resolve()
    }
  })
  const count = async () => {
    const [row] = await ask<{ n: number }>(
      url,
      `SELECT count(*)::int AS n FROM "verification" WHERE "identifier" = 'pair'`,
    )
    return row?.n ?? 0
  }
  return { hasBegun: begun.promise, ended, count }
}
