import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { startReplicated, type Replicated } from '#tests/support/servers/replicated.ts'
import { runApp, type RunningApp } from '#tests/support/servers/running-app.ts'

/** The built application beside a primary and a replica of its own: what is read where, and what happens without the replica. */
let servers: Replicated
let publishers: FeedServer
let app: RunningApp
let reader: AppAccount

beforeAll(async () => {
  servers = await startReplicated()
  publishers = await createFeedServer({ network: 92 })
  const postings = [1, 2, 3].map((n) => ({
    guid: `g${n}`,
    title: `Posting ${n} of the quarry`,
    publishedAt: Date.now() - n * 60_000,
  }))
  publishers.route('/feed', rss({ postings }))
  app = await runApp({
    DATABASE_URL: servers.url,
    DATABASE_REPLICA_URL: servers.replicaUrl,
    AUTH_SECRET: randomBytes(32).toString('hex'),
  })
  reader = await signUpThroughApi(app.url, 'Ada Admin')
  await callApi(reader, 'POST', '/subscriptions', { url: `${publishers.origin}/feed` })
})
afterAll(async () => {
  await app.stop()
  await publishers.close()
  await servers.stop()
})

type Listed = { readonly postings: readonly { readonly id: string; readonly title: string }[] }

/** Every route that reads at the replica, and what each says of the three postings. */
async function readAll(): Promise<{ titles: number; unread: number; page: boolean }> {
  const { postings } = await callApi<Listed>(reader, 'GET', '/postings?show=all')
  const { all } = await callApi<{ all: number }>(reader, 'GET', '/counts')
  await callApi(reader, 'GET', '/freshness')
  await callApi(reader, 'POST', '/offline', { count: 100 })
  await callApi(reader, 'GET', '/postings?search=quarry')
  const cookie = reader.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const page = await fetch(`${app.url}/?show=all`, { headers: { cookie } })
  return { titles: postings.length, unread: all, page: (await page.text()).includes('of the quarry') }
}

/** The number of times that the replica was asked for postings. */
async function readsAtReplica(): Promise<number> {
  const [row] = await servers.ask(
    servers.replicaUrl,
    `SELECT sum("seq_scan" + coalesce("idx_scan", 0))::int AS "reads" FROM pg_stat_user_tables WHERE "relname" LIKE 'posting%'`,
  )
  return Number(row?.['reads'])
}

/** Statistics arrive within seconds. */
async function expectReadsAtReplica(): Promise<void> {
  const before = await readsAtReplica()
  await expect
    .poll(async () => readAll().then(readsAtReplica), { timeout: 30_000, interval: 1_000 })
    .toBeGreaterThan(before)
}

test('pages, lists, counts and searches are read at the replica, and have what was just stored', async () => {
  await expect.poll(async () => (await readAll()).titles, { timeout: 60_000 }).toBe(3)
  expect(await readAll()).toEqual({ titles: 3, unread: 3, page: true })
  await expectReadsAtReplica()
})

test('whoever marks something reads it marked, each time', async () => {
  const { postings } = await callApi<Listed>(reader, 'GET', '/postings?show=all')
  for (let round = 0; round < 20; round++) {
    const isRead = round % 2 === 0
    await callApi(reader, 'PATCH', `/postings/${postings[0]?.id}`, { isRead })
    expect((await callApi<{ all: number }>(reader, 'GET', '/counts')).all).toBe(isRead ? 2 : 3)
  }
})

test('without the replica nothing fails, and when it is back it is read again', async () => {
  await servers.stopReplica()
  for (let round = 0; round < 3; round++)
    expect(await readAll()).toEqual({ titles: 3, unread: 3, page: true })
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  await servers.startReplica()
  await expectReadsAtReplica()
})
