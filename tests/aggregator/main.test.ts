import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAggregator } from '#lib/aggregator/main.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { recordHeartbeat } from '#lib/store/server/heartbeat.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { slow } from '#tests/support/servers/feed-answers.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { until } from '#tests/support/measure/until.ts'

let database: Database
let databaseUrl: string
let stopDatabase: () => Promise<void>
let server: FeedServer

beforeEach(async () => {
  const opened = await openTestDatabase()
  database = opened.database
  databaseUrl = opened.url
  stopDatabase = opened.stop
  server = await createFeedServer()
})

afterEach(async () => {
  await server.close()
  await stopDatabase()
})

test('a new subscription is polled at once, and its next poll is planned', async () => {
  server.route('/feed', rss({ postings: [{ title: 'First', guid: '1', publishedAt: Date.now() - 60_000 }] }))
  const stop = await startAggregator(replayContext(database, systemClock), databaseUrl)
  const sourceId = await subscribeTo('/feed')
  await until('a posting is stored', async () => (await database.posting.count()) === 1)
  const source = await database.source.findUniqueOrThrow({ where: { id: sourceId }, include: { plan: true } })
  expect(source.nextPollAt?.getTime()).toBeGreaterThan(Date.now())
  expect(source.nextPollReason).not.toBeNull()
  expect(source.plan?.pollsPerDay).toBeGreaterThan(0)
  await stop()
})

test('stopping waits for a running poll, leaves no lease and no sign of life', async () => {
  server.route('/slow', slow(700, '<rss version="2.0"><channel><title>Slow</title></channel></rss>'))
  const stop = await startAggregator(replayContext(database, systemClock), databaseUrl)
  await subscribeTo('/slow')
  await until('the feed is asked', () => server.requests.length === 1)
  expect(await database.aggregatorHeartbeat.count()).toBe(1)
  await stop()
  expect(await database.poll.findMany({ select: { outcome: true } })).toEqual([{ outcome: 'fetched' }])
  expect(await database.source.count({ where: { leaseOwner: { not: null } } })).toBe(0)
  expect(await database.aggregatorHeartbeat.count()).toBe(0)
})

test('stopping without patience gives the lease back instead of a poll', async () => {
  server.route('/slow', slow(60_000))
  const stop = await startAggregator(replayContext(database, systemClock), databaseUrl)
  await subscribeTo('/slow')
  await until('the feed is asked', () => server.requests.length === 1)
  await stop(10)
  expect(await database.poll.count()).toBe(0)
  expect(await database.source.count({ where: { leaseOwner: { not: null } } })).toBe(0)
})

test('leases of a dead one are given back while a slow host is waited for', async () => {
  server.route('/slow', slow(60_000))
  const stop = await startAggregator(replayContext(database, systemClock), databaseUrl)
  await subscribeTo('/slow')
  await until('the feed is asked', () => server.requests.length === 1)
  const lease = { leaseOwner: 'died', leaseUntil: new Date(Date.now() + 60_000) }
  await database.host.create({ data: { name: 'leased.example', ...lease } })
  await recordHeartbeat(database, 'died', Date.now(), true)
  await until(
    'the lease is given back',
    async () => (await database.host.count({ where: { leaseOwner: 'died' } })) === 0,
  )
  await stop(10)
})

async function subscribeTo(path: string): Promise<number> {
  const reader = await addReader(database, 'reader')
  const address = { url: `${server.origin}${path}`, hostName: '127.0.0.1' }
  const subscribed = await subscribe(database, reader, { ...address, folderName: null }, Date.now())
  if (typeof subscribed === 'string') throw new Error(subscribed)
  await notify(database, { type: 'due' })
  return subscribed.sourceId
}
