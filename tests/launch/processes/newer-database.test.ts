import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aggregatorFile } from '#lib/launch/roles.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { run } from '#tests/launch/launching.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
let publisher: FeedServer
beforeEach(async () => {
  made = await createTestDatabase()
  database = openDatabase(made.url)
  publisher = await createFeedServer()
  publisher.route('/feed', rss({ postings: [{ title: 'One', guid: 'one', publishedAt: Date.now() }] }))
})
afterEach(async () => {
  await publisher.close()
  await database.$disconnect()
  await made.drop()
})

const start = () =>
  run([aggregatorFile], {
    DATABASE_URL: made.url,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    AUTH_SECRET: secret,
  })
const secret = 'a secret of the tests, at least 32 characters'

/** As another host does, by a version that is newer than this one. */
async function migrateFurther(): Promise<void> {
  const client = new pg.Client({ connectionString: made.url })
  await client.connect()
  await client.query(`INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at")
    VALUES ('newer', 'sum', '9999_newer', now(), now())`)
  await client.end()
}

async function addSource(): Promise<void> {
  const reader = await addReader(database, 'ada')
  await subscribe(database, reader, { url: `${publisher.origin}/feed`, hostName: '127.0.0.1' }, Date.now())
}

test('an aggregator ends as soon as another host brings the database to a newer version, says so, and claims nothing more', async () => {
  const aggregator = start()
  await aggregator.hasPrinted('"event":"aggregator-started"')
  await migrateFurther()
  await aggregator.hasPrinted('"event":"database-newer"')
  await addSource()
  expect(await aggregator.exited).toBe(1)
  expect(publisher.requests).toEqual([])
  expect(await database.host.count({ where: { leaseOwner: { not: null } } })).toBe(0)
})

test('an aggregator that is started again on it claims nothing', async () => {
  await migrateFurther()
  await addSource()
  const aggregator = start()
  await aggregator.hasPrinted('"unknown":["9999_newer"]')
  expect(await aggregator.exited).toBe(1)
  expect(publisher.requests).toEqual([])
})
