import { once } from 'node:events'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startAggregator } from '#lib/aggregator/main.ts'
import { createRuleRunner } from '#lib/aggregator/run-rules.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { listDueSubscribers } from '#lib/store/ground/rule-queue.ts'
import { runDueRules } from '#lib/store/rules/run-rules.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer } from '#tests/support/servers/feed-server.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { addRule } from '#tests/support/world/ruling.ts'
import { addSearched, indexAll } from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

let database: Database
let databaseUrl: string
let stop: () => Promise<void>
let other: pg.Client

beforeEach(async () => {
  ;({ database, url: databaseUrl, stop } = await openTestDatabase())
  other = new pg.Client({ connectionString: databaseUrl })
  await other.connect()
  const begin = { id: 1, fromId: 0n, throughId: 0n } // emptied with all else
  await database.searchProgress.upsert({ where: { id: 1 }, create: begin, update: begin })
})
afterEach(async () => {
  await stopAggregating() // where a test fails: it would do the work of the next
  await other.end()
  await stop()
})

let stopAggregator: (() => Promise<void>) | null = null

async function aggregate(): Promise<void> {
  stopAggregator = await startAggregator(replayContext(database, systemClock), databaseUrl)
}

async function stopAggregating(): Promise<void> {
  const stopIt = stopAggregator
  stopAggregator = null
  await stopIt?.()
}

const options = { now: referenceAt, limit: 100 }
const starred = (subscriberId: string) =>
  database.postingState.count({ where: { subscriberId, starredAt: { not: null } } })

test('what is found while the aggregator runs goes through the rules, and is told', async () => {
  const server = await createFeedServer()
  const posting = (title: string) => ({ title, guid: title, publishedAt: Date.now() - 60_000 })
  server.route('/feed', rss({ postings: [posting('First')] }))
  const reader = await addReader(database, 'reader')
  await addRule(database, reader, { query: 'storm', acts: { star: true, alert: true } })
  await aggregate()
  const address = { url: `${server.origin}/feed`, hostName: '127.0.0.1', folderName: null }
  const subscribed = await subscribe(database, reader, address, Date.now())
  if (typeof subscribed === 'string') throw new Error(subscribed)
  await notify(database, { type: 'due' })
  const stored = (count: number) => async () => expect(await database.posting.count()).toBe(count)
  await vi.waitFor(stored(1), { timeout: 30_000, interval: 20 })
  server.route('/feed', rss({ postings: [posting('Storm ahead'), posting('First')] }))
  await database.host.updateMany({ data: { nextRequestAt: null } })
  await database.source.updateMany({ data: { nextPollAt: new Date(), isAwaited: true } }) // no planning moves it
  await notify(database, { type: 'due' })
  await vi.waitFor(stored(2), { timeout: 30_000, interval: 20 })
  const told = async () => expect(await database.ruleHit.count()).toBe(1)
  await vi.waitFor(told, { timeout: 30_000, interval: 20 })
  expect(await starred(reader)).toBe(1)
  await server.close()
})

test('a run that breaks off leaves all that was due, and the next one does it once', async () => {
  const reader = await addReader(database, 'reader')
  const { sourceId } = await addSubscription(database, reader, 'times')
  await addRule(database, reader, { query: 'storm', acts: { star: true, alert: true } })
  const first = await addSearched(database, sourceId, { title: 'Storm' })
  const second = await addSearched(database, sourceId, { title: 'Storm, too' })
  await indexAll(database)
  await other.query('BEGIN')
  await other.query('SELECT 1 FROM "posting" WHERE "id" = $1 FOR UPDATE', [second])
  const broken = runDueRules(database, reader, options).catch((error: unknown) => error)
  await vi.waitFor(
    async () => {
      const { rowCount } = await other.query(
        `SELECT pg_terminate_backend("pid") FROM pg_stat_activity
       WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`,
      )
      expect(rowCount).toBe(1)
    },
    { timeout: 30_000 },
  )
  expect(await broken).toBeInstanceOf(Error)
  await other.query('ROLLBACK')
  expect(await database.ruleDue.count()).toBe(2)
  expect(await starred(reader)).toBe(0)
  expect(await runDueRules(database, reader, options)).toBe(2)
  expect(await runDueRules(database, reader, options)).toBe(0)
  expect(await starred(reader)).toBe(2)
  const hits = await database.ruleHit.findMany({ orderBy: { id: 'asc' }, select: { postingId: true } })
  expect(hits).toEqual([{ postingId: first }, { postingId: second }])
  expect(await database.ruleRun.count()).toBe(1)
})

test('two processes share what is due: each posting is run once', async () => {
  const reader = await addReader(database, 'reader')
  const { sourceId } = await addSubscription(database, reader, 'times')
  await addRule(database, reader, { query: 'storm', acts: { star: true, alert: true } })
  for (let count = 0; count < 40; count++)
    await addSearched(database, sourceId, { title: `Storm number ${count}` })
  await indexAll(database)
  const small = { now: referenceAt, limit: 4 }
  const work = async () => {
    let taken = 0
    for (let count = 1; count > 0; taken += count) count = await runDueRules(database, reader, small)
    return taken
  }
  const taken = await Promise.all([work(), work(), work()])
  expect(taken.reduce((sum, count) => sum + count, 0)).toBe(40)
  expect(await database.ruleHit.count()).toBe(40)
  expect(await starred(reader)).toBe(40)
})

test('where rules fail for one reader, others have theirs run, and nothing of that one is lost', async () => {
  const unlucky = await addReader(database, 'a-unlucky')
  const lucky = await addReader(database, 'b-lucky')
  for (const reader of [unlucky, lucky]) {
    await addSubscription(database, reader, 'times')
    await addRule(database, reader, { query: 'storm', acts: { star: true } })
  }
  const { id: sourceId } = await database.source.findFirstOrThrow({ select: { id: true } })
  await addSearched(database, sourceId, { title: 'Storm' })
  await indexAll(database)
  await other.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON "posting_state" FOR EACH ROW
      WHEN (NEW."subscriberId" = 'reader-a-unlucky') EXECUTE FUNCTION refuse()`)
  const run = () => createRuleRunner({ database, clock: systemClock })()
  await run()
  await other.query('DROP TRIGGER refuse ON "posting_state"; DROP FUNCTION refuse()')
  expect([await starred(unlucky), await starred(lucky)]).toEqual([0, 1])
  expect(await listDueSubscribers(database, 10)).toEqual([unlucky])
  await run()
  expect(await starred(unlucky)).toBe(1)
})

test('rules that take too long are given up, and nobody waits to be told until then', async () => {
  const slow = await addReader(database, 'slow')
  const quick = await addReader(database, 'other')
  for (const reader of [slow, quick]) await addSubscription(database, reader, 'times')
  await addRule(database, slow, { query: 'storm', acts: { star: true } })
  const about = { kind: 'query', query: 'storm' } as const
  const wanted = { name: 'Storms', about, channelIds: [], isOn: true }
  await createAlert(database, quick, wanted, Date.now())
  await other.query(`
    CREATE FUNCTION sleep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$;
    CREATE TRIGGER sleep BEFORE INSERT ON "posting_state" FOR EACH ROW EXECUTE FUNCTION sleep();
    CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM pg_notify('told', (SELECT count(*)::text FROM pg_stat_activity
        WHERE "datname" = current_database() AND "wait_event" = 'PgSleep'));
      RETURN NEW; END $$;
    CREATE TRIGGER tell BEFORE INSERT ON "alert_hit" FOR EACH ROW EXECUTE FUNCTION tell();
    LISTEN told`)
  const told = once(other, 'notification') as Promise<[pg.Notification]>
  const { id: sourceId } = await database.source.findFirstOrThrow({ select: { id: true } })
  await aggregate()
  await addSearched(database, sourceId, { title: 'Storm' })
  const [{ payload: underWay }] = await told
  expect(underWay).toBe('1') // the rules of the slow one
  expect(await listDueSubscribers(database, 10)).toEqual([slow])
  await stopAggregating()
  await expect(runDueRules(database, slow, options)).rejects.toThrow('57014')
  expect(await listDueSubscribers(database, 10)).toEqual([slow])
})
