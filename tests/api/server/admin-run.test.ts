import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST } from '#app/api/v1/admin/aggregator/run/route.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { addSubscriber, requestWith, startServerDatabase } from '#tests/support/world/accounts.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'

const noParams = { params: Promise.resolve({}) }
let database: Database
let stop: () => Promise<void>
let publishers: FeedServer
let token: string

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' }))
  publishers = await createFeedServer({ hosts: 3 })
  publishers.route('/feed', rss({ postings: [{ title: 'First', publishedAt: Date.now() - 60_000 }] }))
  const ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  token = ada.token
  for (const [index, origin] of publishers.origins.entries()) {
    await database.source.create({
      data: {
        url: `${origin}/feed`,
        nextPollAt: new Date(),
        host: { create: { name: `host-${index}` } },
        subscriptions: { create: { subscriberId: ada.id } },
      },
    })
  }
})
afterAll(async () => {
  await publishers.close()
  await stop()
})

async function run(body: unknown): Promise<unknown> {
  const answer = await POST(requestWith(token, '/api/v1/admin/aggregator/run', 'POST', body), noParams)
  return answer.json()
}

test('a pass polls at most what is asked for, then what is left, and leaves a sign of life', async () => {
  expect(await run({ maxPolls: 2 })).toEqual({ polled: 2 })
  expect(publishers.requests).toHaveLength(2)
  expect(await run({})).toEqual({ polled: 1 })
  expect(await run({})).toEqual({ polled: 0 })
  expect(await database.posting.count()).toBe(3)
  expect(await database.source.count({ where: { planId: { not: null }, leaseUntil: null } })).toBe(3)
  expect(await database.aggregatorHeartbeat.count()).toBe(1)
})

test.each([[{ maxPolls: 0 }], [{ maxPolls: 1001 }], [{ maxPolls: '5' }]])('%j is refused', async (body) => {
  expect(await run(body)).toMatchObject({ error: { code: 'invalid_input', field: 'maxPolls' } })
})
