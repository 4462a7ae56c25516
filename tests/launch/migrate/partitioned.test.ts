import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { listMigrations } from '#lib/launch/migrate/migration-folder.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public')
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function ask(sql: string): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>(sql)).rows
}

test('a database of before keeps its postings and polls in the files they are in, and each is known by its keys', async () => {
  const migrations = await listMigrations()
  const at = migrations.findIndex(({ name }) => name.endsWith('_partitions'))
  await migrate(database.url, migrations.slice(0, at))
  await client.query(`
    INSERT INTO "host" ("name") VALUES ('a.example');
    INSERT INTO "source" ("url", "hostName") VALUES ('https://a.example/1', 'a.example'), ('https://a.example/2', 'a.example');
    INSERT INTO "posting" ("key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
    SELECT 'key ' || n, 'Posting ' || n, '', '', '', now(), false, now(), 1 + n % 2 FROM generate_series(1, 500) n;
    INSERT INTO "posting_alias" ("sourceId", "key", "foundAt", "postingId")
    VALUES (2, 'further', now(), 1), (2, 'key 3', now(), 1); -- the key of another posting, which it keeps
    INSERT INTO "poll" ("startedAt", "finishedAt", "outcome", "factOutcome", "consecutiveFailures", "sourceId")
    SELECT now(), now(), 'fetched', 'changed', 0, 1 FROM generate_series(1, 300)`)
  const filesOf = (posting: string, poll: string) =>
    ask(`SELECT pg_relation_filepath('${posting}') AS "posting", pg_relation_filepath('${poll}') AS "poll",
      pg_relation_filepath('${posting}_pkey') AS "key"`)
  const before = await filesOf('posting', 'poll')
  await migrate(database.url, migrations)
  expect(await filesOf('posting_from_0', 'poll_from_0')).toEqual(before)
  expect(
    await ask(`SELECT (SELECT count(*)::int FROM "posting") AS "postings", (SELECT count(*)::int FROM "poll") AS "polls",
      (SELECT count(*)::int FROM "posting_alias") AS "keys",
      (SELECT "postingId"::int FROM "posting_alias" WHERE "sourceId" = 2 AND "key" = 'key 3') AS "twice"`),
  ).toEqual([{ postings: 500, polls: 300, keys: 501, twice: 1 }])
  const next =
    await ask(`INSERT INTO "poll" ("startedAt", "finishedAt", "outcome", "factOutcome", "consecutiveFailures", "sourceId")
    VALUES (now(), now(), 'fetched', 'changed', 0, 1) RETURNING "id"::int`)
  expect(next).toEqual([{ id: 301 }])
  await client.query(
    `UPDATE "posting" SET "title" = 'Edited' WHERE "id" = 5; DELETE FROM "posting" WHERE "id" = 1`,
  )
  expect(await ask(`SELECT "postingId"::int FROM "search_queue"`)).toContainEqual({ postingId: 5 })
  expect(await ask(`SELECT count(*)::int AS "keys" FROM "posting_alias" WHERE "postingId" = 1`)).toEqual([
    { keys: 0 },
  ])
})
