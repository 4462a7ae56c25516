import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { listMigrations } from '#lib/launch/migrate/migration-folder.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { listPolls } from '#lib/store/polling/source-polls.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const beforeCodes = '0023_stories_apart'
const at = '2026-01-05T12:00:00.000Z'

let testDatabase: TestDatabase
let database: Database

/** A source with a poll as they were stored when reasons were sentences, brought up to date. */
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
  await client.query('DROP SCHEMA "public" CASCADE; CREATE SCHEMA "public"')
  const migrations = await listMigrations()
  const known = migrations.findIndex(({ name }) => name === beforeCodes) + 1
  await migrate(testDatabase.url, migrations.slice(0, known))
  await client.query(`INSERT INTO "host" ("name") VALUES ('harbour.example')`)
  await client.query(
    `INSERT INTO "source" ("url", "hostName", "nextPollAt", "nextPollReason", "lastPolledAt", "lastOutcome", "lastError",
       "consecutiveFailures")
     VALUES ('https://harbour.example/', 'harbour.example', $1, 'The poll failed: “tried” again.', $1, 'failed',
       'The server answered with status 500.', 1)`,
    [at],
  )
  await client.query(
    `INSERT INTO "poll" ("sourceId", "plannedReason", "startedAt", "finishedAt", "outcome", "factOutcome",
       "consecutiveFailures", "error", "reason")
     SELECT "id", '', $1, $1, 'failed', 'failed', 1, "lastError", "nextPollReason" FROM "source"`,
    [at],
  )
  await client.end()
  await migrate(testDatabase.url)
  database = openDatabase(testDatabase.url)
})
afterAll(async () => {
  await database.$disconnect()
  await testDatabase.drop()
})

const said = (text: string) => ({ code: 'text', values: { text }, text })

test('sentences stored before reasons had codes are told as they stand', async () => {
  const { id } = await database.source.findFirstOrThrow()
  const detail = await findSourceDetail(database, { id: 'nobody', role: 'admin' }, id, Date.parse(at))
  expect(detail).toMatchObject({
    nextPollReason: said('The poll failed: “tried” again.'),
    lastError: said('The server answered with status 500.'),
    health: { kind: 'failing', reason: said('The server answered with status 500.') },
  })
  expect(await listPolls(database, id, 1)).toMatchObject([
    {
      plannedReason: null,
      error: said('The server answered with status 500.'),
      reason: said('The poll failed: “tried” again.'),
    },
  ])
})
