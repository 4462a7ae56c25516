import { afterAll, beforeAll, expect, test } from 'vitest'
import * as discover from '#app/api/v1/discover/route.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { document, rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { threadMs } from '#tests/support/measure/thread-time.ts'

let feeds: FeedServer
let stop: () => Promise<void>
let token: string

const link = '<link rel="alternate" type="application/rss+xml" href="/feed">'
const size = 20_000
/** As many bytes of each. */
const pages = {
  ordinary: '<p>words</p>'.repeat(size / 2),
  nested: '<b>'.repeat(size) + '</i>'.repeat(size),
  lists: '<ul><li>'.repeat(size),
}

beforeAll(async () => {
  const server = await startServerDatabase({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
  feeds = await createFeedServer()
  feeds.route('/feed', rss({ title: 'Its feed', postings: [{ title: 'a', publishedAt: 0 }] }))
  for (const [name, body] of Object.entries(pages))
    feeds.route(`/${name}`, document(`<!doctype html><html><body>${body}${link}`, 'text/html'))
  stop = async () => {
    await feeds.close()
    await server.stop()
  }
  token = (await addSubscriber(server.database, { name: 'reader' })).token
})
afterAll(() => stop())

/** The longest wait of others, together, while the feed of a page is searched. */
function waitWhile(page: keyof typeof pages): Promise<number> {
  const input = `${feeds.origin}/${page}`
  return threadMs(async () =>
    expect(await callRoute(token, { module: discover, method: 'POST', body: { input } })).toMatchObject({
      status: 200,
      body: { candidates: [{ title: 'Its feed' }] },
    }),
  )
}

/** The least of three: garbage of other tests that is collected meanwhile counts once, work of ours each time. */
async function leastWaitWhile(page: keyof typeof pages): Promise<number> {
  const waits = [await waitWhile(page), await waitWhile(page), await waitWhile(page)]
  return Math.min(...waits)
}

test('nobody waits longer while a hostile page is searched than while an ordinary one is', async () => {
  await waitWhile('ordinary') // the thread is up
  const usual = Math.max(20, await waitWhile('ordinary'))
  expect((await leastWaitWhile('nested')) / usual).toBeLessThan(10)
  expect((await leastWaitWhile('lists')) / usual).toBeLessThan(10)
})
