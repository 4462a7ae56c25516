import { afterAll, beforeAll, expect, test } from 'vitest'
import * as chapters from '#app/api/v1/postings/[id]/chapters/route.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'

let database: Database
let stop: () => Promise<void>
let server: FeedServer
let reader: { readonly id: string; readonly token: string }
let postingId: bigint

beforeAll(async () => {
  server = await createFeedServer({ hosts: 2 })
  ;({ database, stop } = await startServerDatabase({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.1/32' }))
  reader = await addSubscriber(database, { name: 'reader' })
  const { sourceId } = await addSubscription(database, reader.id, 'cast')
  const [id = 0n] = await addPostings(database, sourceId, [{ title: 'Talk' }])
  postingId = id
})
afterAll(async () => {
  await stop()
  await server.close()
})

async function ask(chaptersUrl: string | undefined) {
  const sound = { url: 'https://cast.example/1.mp3', type: 'audio/mpeg', length: 1 }
  const enclosures = [{ ...sound, ...(chaptersUrl === undefined ? {} : { chaptersUrl }) }]
  await database.posting.update({ where: { id: postingId }, data: { enclosures } })
  return callRoute(reader.token, { module: chapters, params: { id: `${postingId}` } })
}

function serve(body: string): void {
  server.route('/chapters.json', (_, response) => void response.writeHead(200).end(body))
}

test('the chapters of a file are read by this server, and are none where there is no such file', async () => {
  serve(JSON.stringify({ chapters: [{ startTime: 1.5, title: 'Tug' }] }))
  const file = `${server.origin}/chapters.json`
  expect(await ask(file)).toMatchObject({
    status: 200,
    body: { chapters: [{ startMs: 1500, title: 'Tug' }] },
  })
  expect(server.requests.at(-1)?.headers['accept']).toContain('json+chapters')
  expect((await ask(`${server.origin}/missing.json`)).body).toEqual({ chapters: [] })
  serve('<html>')
  expect((await ask(file)).body).toEqual({ chapters: [] })
  serve(JSON.stringify({ chapters: [{ startTime: 1, title: 'x'.repeat(1_100_000) }] }))
  expect((await ask(file)).body, 'of a file that is too large').toEqual({ chapters: [] })
  expect((await ask(undefined)).body).toEqual({ chapters: [] })
})

test('hosts inside this network, and those that want no visits, are not asked', async () => {
  const asked = () => server.requests.length
  const before = asked()
  expect((await ask(`${server.origins[1]}/chapters.json`)).body).toEqual({ chapters: [] })
  await database.publisherLimit.create({ data: { host: '127.0.0.1', isOptedOut: true } })
  expect((await ask(`${server.origin}/chapters.json`)).body).toEqual({ chapters: [] })
  expect(asked()).toBe(before)
})
