import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { readBackup } from '#lib/backup/read-backup.ts'
import { restoreBackup } from '#lib/backup/restore-backup.ts'
import { writeBackup } from '#lib/backup/write-backup.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { diffMigrationsToSchema } from '#lib/launch/migrate/migration-diff.ts'
import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#tests/support/servers/database.ts'
import { contentOf, fillTables, withClient } from '#tests/support/data/filled-tables.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'skylark-backup-parts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const made: TestDatabase[] = []
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop()
})

async function empty(): Promise<string> {
  made.push(await createEmptyDatabase())
  return made.at(-1)?.url ?? ''
}

let files = 0
async function backUp(databaseUrl: string): Promise<string> {
  const file = path.join(folder, `backup-${++files}`)
  const options = { version: '0.1.0', takenAt: new Date(), signal: new AbortController().signal }
  await writeBackup({ databaseUrl, file, secrets: {}, ...options })
  return file
}

function ask<Row extends object>(url: string, sql: string): Promise<readonly Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql)).rows)
}

/** Ends of three parts each: as the migration and the store make them; and of a first part that took over a second one. */
const ends = { posting: [33_554_432, 67_108_864, 134_217_728], poll: [50_331_648, 67_108_864, 100_663_296] }

/** A database with rows in three parts of postings and of polls each. */
async function inThreeParts(): Promise<string> {
  made.push(await createTestDatabase())
  const url = made.at(-1)?.url ?? ''
  for (const [table, [first = 0, second = 0, third = 0]] of Object.entries(ends)) {
    await ask(
      url,
      `ALTER TABLE "${table}" DETACH PARTITION "${table}_from_0";
       ALTER TABLE "${table}" ATTACH PARTITION "${table}_from_0" FOR VALUES FROM (MINVALUE) TO (${first});
       CREATE TABLE "${table}_from_${first}" PARTITION OF "${table}" FOR VALUES FROM (${first}) TO (${second});
       CREATE TABLE "${table}_from_${second}" PARTITION OF "${table}" FOR VALUES FROM (${second}) TO (${third})`,
    )
  }
  await fillTables(url, 20)
  for (const [table, [first = 0, second = 0]] of Object.entries(ends)) {
    await copyRows(url, table, first)
    await copyRows(url, table, second + 100)
    await ask(url, `SELECT setval('${table}_id_seq', (SELECT max("id") FROM "${table}"))`)
  }
  return url
}

/** The first 20 rows once more, with ids so much greater. */
function copyRows(url: string, table: string, by: number) {
  return withClient(url, async (client) => {
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica;
      CREATE TEMP TABLE "copied" ON COMMIT DROP AS SELECT * FROM "${table}" WHERE "id" <= 20;
      UPDATE "copied" SET "id" = "id" + ${by};
      INSERT INTO "${table}" SELECT * FROM "copied"; COMMIT`)
  })
}

/** Rows of each part, and how PostgreSQL describes the parts, their columns, indexes, keys and triggers. */
async function describe(url: string) {
  const rows = await ask<{ part: string }>(
    url,
    `SELECT tableoid::regclass::text AS "part", count(*)::int AS "rows" FROM "posting" GROUP BY 1 UNION ALL
     SELECT tableoid::regclass::text, count(*)::int FROM "poll" GROUP BY 1 ORDER BY 1`,
  )
  const parts = await ask(
    url,
    `SELECT c.relname, pg_get_expr(c.relpartbound, c.oid) AS "bound",
       (SELECT array_agg(pg_get_indexdef(indexrelid) ORDER BY indexrelid::regclass::text) FROM pg_index WHERE indrelid = c.oid AND indisvalid) AS "indexes",
       (SELECT array_agg(pg_get_constraintdef(oid) ORDER BY pg_get_constraintdef(oid)) FROM pg_constraint WHERE conrelid = c.oid) AS "keys",
       (SELECT count(*)::int FROM pg_constraint WHERE confrelid = c.oid) AS "tied",
       (SELECT array_agg(tgname || tgenabled::text ORDER BY tgname) FROM pg_trigger WHERE tgrelid = c.oid AND NOT tgisinternal) AS "triggers",
       (SELECT array_agg(ROW(attname, attstorage, attcompression, attnotnull, atthasdef)::text ORDER BY attname)
        FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped) AS "columns"
     FROM pg_class c WHERE c.relispartition AND c.relkind = 'r' ORDER BY c.relname`,
  )
  return { rows, parts }
}

test('postings and polls in three parts each come back into the same parts, as sound as they were', async () => {
  const source = await inThreeParts()
  const before = await contentOf(source)
  const shape = await describe(source)
  expect(shape.rows).toEqual(
    Object.entries({ poll: ends.poll, posting: ends.posting }).flatMap(([table, [first, second]]) =>
      [0, first, second].map((from) => ({ part: `${table}_from_${from}`, rows: 20 })),
    ),
  )
  const file = await backUp(source)
  const { manifest, head } = await readBackup(file)
  expect(manifest.parted.map(({ name, parts }) => [name, parts.length])).toEqual([
    ['poll', 3],
    ['posting', 3],
  ])
  expect(head.tables.filter(({ name }) => /^(posting|poll)(_from|$)/.test(name))).toHaveLength(2)
  const target = await empty()
  await restoreBackup(target, file)
  expect(await contentOf(target)).toEqual(before)
  expect(await describe(target)).toEqual(shape)
  expect(await migrate(target)).toEqual([])
  expect(await diffMigrationsToSchema(target)).toBeNull()
  const again = await readBackup(await backUp(target))
  expect(again.manifest).toMatchObject({ tables: manifest.tables, parted: manifest.parted })
})

test('of a restored database keys and triggers hold in each part', async () => {
  const target = await empty()
  await restoreBackup(target, await backUp(await inThreeParts()))
  for (const from of [0, ...ends.posting.slice(0, 2)]) {
    const part = `"id" = (SELECT max("id") FROM "posting_from_${from}")`
    await expect(ask(target, `UPDATE "posting" SET "sourceId" = 99 WHERE ${part}`)).rejects.toThrow(
      /foreign key/,
    )
    await ask(target, `DELETE FROM "search_queue"`)
    await ask(target, `UPDATE "posting" SET "title" = 'Edited' WHERE ${part}`)
    expect(await ask(target, `SELECT FROM "search_queue"`)).toHaveLength(1)
    const alias = `INSERT INTO "posting_alias" ("sourceId", "key", "foundAt", "postingId") VALUES (1, 'of ${from}', now(), `
    await ask(target, `${alias} (SELECT max("id") FROM "posting_from_${from}"))`)
    await ask(target, `DELETE FROM "posting" WHERE ${part}`)
    expect(await ask(target, `SELECT FROM "posting_alias" WHERE "key" = 'of ${from}'`)).toEqual([])
  }
})

test('a database whose first part was removed comes back without it', async () => {
  const source = await inThreeParts()
  await ask(
    source,
    `DELETE FROM "posting" WHERE "id" < ${ends.posting[0]};
     ALTER TABLE "posting" DETACH PARTITION "posting_from_0"; DROP TABLE "posting_from_0"`,
  )
  const target = await empty()
  await restoreBackup(target, await backUp(source))
  expect(await contentOf(target)).toEqual(await contentOf(source))
  expect(await describe(target)).toEqual(await describe(source))
})

test('polls that move from one part into another while a backup waits are in it', async () => {
  const source = await inThreeParts()
  const before = await contentOf(source)
  const file = await withClient(source, async (client) => {
    const [first = 0, second = 0] = ends.poll
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${advisoryLocks.parts})`)
    const backup = backUp(source)
    const who = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`
    const waiters = () => withClient(source, async (looking) => (await looking.query(who)).rowCount)
    await expect.poll(waiters, { timeout: 30_000 }).toBe(1)
    // What lib/store/partitions/remove-parts.ts does with the polls of a second part that is old.
    await client.query(
      `LOCK TABLE "poll" IN ACCESS EXCLUSIVE MODE; ALTER TABLE "poll" DETACH PARTITION "poll_from_0"; ALTER TABLE "poll" DETACH PARTITION "poll_from_${first}";
       INSERT INTO "poll_from_0" SELECT * FROM "poll_from_${first}"; DROP TABLE "poll_from_${first}";
       ALTER TABLE "poll" ATTACH PARTITION "poll_from_0" FOR VALUES FROM (MINVALUE) TO (${second}); COMMIT`,
    )
    return backup
  })
  const target = await empty()
  await restoreBackup(target, file)
  expect(await contentOf(target)).toEqual(before)
  expect(await describe(target)).toEqual(await describe(source))
})
