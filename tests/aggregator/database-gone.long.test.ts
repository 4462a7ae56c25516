import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { aggregatorFile, aggregatorFlags } from '#lib/launch/roles.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { readEventPosition } from '#lib/store/events/missed-events.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { verifyDatabase } from '#lib/store/server/verify.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { startSink } from '#tests/support/servers/alert-sinks.ts'
import { openChaosStream, type ChaosStream } from '#tests/support/chaos/chaos-stream.ts'
import { startChaosWeb, type ChaosWeb } from '#tests/support/chaos/chaos-web.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { openDatabaseGate, type DatabaseGate } from '#tests/support/servers/database-gate.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { posted } from '#tests/support/servers/gated-aggregator.ts'
import { keepRunning, type KeptProcess } from '#tests/support/servers/kept-process.ts'
import { byTier } from '#tests/support/run/tier.ts'

const goneMs = byTier({ night: 60_000, sample: 10_000 })
const patience = { timeout: 60_000, interval: 100 }
const secret = 'a secret of the tests, at least 32 characters'
process.env['AUTH_SECRET'] = secret // the channel of the alert is sealed with it

let [database, gate, web, aggregator]: [Database, DatabaseGate, ChaosWeb, KeptProcess] = [] as never
let publisher: FeedServer
let sink: Awaited<ReturnType<typeof startSink>>
let stop: () => Promise<void>

beforeEach(async () => {
  await buildWhenChanged(console.log, AbortSignal.timeout(280_000))
  const { url, drop } = await createTestDatabase()
  database = openDatabase(url)
  gate = await openDatabaseGate(url)
  ;[publisher, sink] = [await createFeedServer(), await startSink()]
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-database-gone-'))
  web = await startChaosWeb(gate.url, dataDir, { AUTH_SECRET: secret })
  aggregator = startAggregator(dataDir)
  stop = async () => {
    await Promise.all([web.drain(), aggregator.drain()])
    await Promise.all([publisher.close(), sink.stop(), gate.shut()])
    await database.$disconnect()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  await expect.poll(() => statusOf('/healthz'), patience).toBe('200')
})
afterEach(() => stop())

function startAggregator(dataDir: string): KeptProcess {
  const env = {
    ...process.env,
    DATABASE_URL: gate.url,
    DATA_DIR: dataDir,
    NODE_ENV: 'production' as const,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
  }
  return keepRunning(() =>
    spawn(process.execPath, [...aggregatorFlags, aggregatorFile], { env, stdio: 'ignore' }),
  )
}

/** Its status, with the Retry-After where there is one; '' where nobody answers. */
async function statusOf(address: string, token = ''): Promise<string> {
  const headers = new Headers(token === '' ? [] : [['authorization', `Bearer ${token}`]])
  try {
    const answer = await fetch(`${web.origin}${address}`, { headers, redirect: 'manual' })
    await answer.body?.cancel()
    const after = answer.headers.get('retry-after')
    return after === null ? `${answer.status}` : `${answer.status} after ${after}`
  } catch {
    return ''
  }
}

/** A reader with a window that is open, and an alert by a webhook on the one source. */
async function addReader(): Promise<{ token: string; stream: ChaosStream }> {
  const since = await readEventPosition(database)
  const { id, token } = await addSubscriber(database, { name: 'ada' })
  const address = { url: `${publisher.origin}/feed`, hostName: '127.0.0.1' }
  const subscribed = await subscribe(database, id, address, Date.now())
  if (typeof subscribed === 'string') throw new Error(subscribed)
  const { sourceId } = subscribed
  const hook = { kind: 'webhook', name: 'Hook', url: `${sink.origin}/hook`, secret } as const
  const channel = await createChannel(database, id, hook)
  if (typeof channel === 'string') throw new Error(channel)
  const about = { kind: 'source', sourceId } as const
  const alert = { name: 'All', about, channelIds: [channel.id], isOn: true }
  await createAlert(database, id, alert, Date.now())
  const reader = { id, token, labelId: 0, keptIds: [sourceId], others: [] }
  const stream = openChaosStream(web.origin, reader, since, database)
  await expect.poll(stream.opened, patience).toBe(1)
  return { token, stream }
}

/** Somebody waits for the source: by its plan it is polled hours later. */
const makeDue = () => database.source.updateMany({ data: { nextPollAt: new Date(), isAwaited: true } })

async function titles(): Promise<(string | null)[]> {
  const rows = await database.posting.findMany({ select: { title: true }, orderBy: { title: 'asc' } })
  return rows.map(({ title }) => title)
}

/** Of all that the webhook was sent. */
function told(): string[] {
  const items = sink.at('/hook').flatMap(({ body }) => {
    const said = JSON.parse(body.toString()) as { items: { posting: { title: string } | null }[] }
    return said.items.map(({ posting }) => posting?.title ?? '')
  })
  return items.toSorted()
}

async function brokenInvariants(): Promise<readonly string[]> {
  const verified = await verifyDatabase(database, { now: Date.now(), speed: 1 })
  return verified.filter(({ broken }) => broken > 0).map(({ name }) => name)
}

test(`a database that is gone for ${goneMs / 1000} s costs as long: nothing is lost, stored or told twice, and no window is closed`, async () => {
  publisher.route('/feed', posted('a'))
  const { token, stream } = await addReader()
  await expect.poll(titles, patience).toEqual(['a'])
  publisher.route('/feed', posted('a', 'b'))
  await makeDue()
  await expect.poll(told, patience).toEqual(['b']) // what was there before is no news
  await expect.poll(stream.untold, patience).toBe(0)

  // A poll is under way when the database goes.
  publisher.route('/feed', (request, response) =>
    setTimeout(() => posted('a', 'b', 'c')(request, response), 500),
  )
  const asked = publisher.requests.length
  await makeDue()
  await expect.poll(() => publisher.requests.length, patience).toBeGreaterThan(asked)
  await gate.shut()
  publisher.route('/feed', posted('a', 'b', 'c', 'd'))
  const backAt = performance.now() + goneMs
  while (performance.now() < backAt) {
    const asks = [statusOf('/sign-in'), statusOf('/api/v1/counts', token), statusOf('/readyz')]
    expect(await Promise.all(asks)).toEqual(['503 after 5', '503 after 5', '503'])
    expect(await statusOf('/healthz')).toBe('200')
    await sleep(2_000)
  }
  expect([stream.opened(), stream.endedBy()]).toEqual([1, null])
  await gate.open()
  await makeDue()

  await expect.poll(titles, patience).toEqual(['a', 'b', 'c', 'd'])
  await expect.poll(told, patience).toEqual(['b', 'c', 'd'])
  await expect.poll(stream.untold, patience).toBe(0)
  await expect.poll(() => statusOf('/api/v1/counts', token), patience).toBe('200')
  await sleep(5_000) // whatever would be told or stored twice
  expect([told(), await titles()]).toEqual([
    ['b', 'c', 'd'],
    ['a', 'b', 'c', 'd'],
  ])
  expect([stream.opened(), stream.endedBy()]).toEqual([1, null])
  stream.stop()
  expect([web.ownEnds(), aggregator.ownEnds()]).toEqual([0, 0])
  expect(await brokenInvariants()).toEqual([])
})
