import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#lib/store/database.ts'
import type { Database } from '#lib/store/database.ts'
import { addSubscriber } from '#tests/support/accounts.ts'
import { document, rss } from '#tests/support/feed-documents.ts'
import { createFeedServer } from '#tests/support/feed-server.ts'
import type { FeedServer } from '#tests/support/feed-server.ts'
import { startApp } from '#tests/support/running-app.ts'
import type { RunningApp } from '#tests/support/running-app.ts'

let app: RunningApp
let database: Database
let feeds: FeedServer
let token: string

beforeAll(async () => {
  app = await startApp()
  database = openDatabase(app.databaseUrl)
  feeds = await createFeedServer()
  token = (await addSubscriber(database, { name: 'reader' })).token
  feeds.route('/good', rss({ title: 'Good feed', postings: [{ title: 'One', publishedAt: 0 }] }))
  // More work than the time limit of a document allows.
  const item = '<item><description>&lt;p&gt;x&lt;/p&gt;</description></item>'
  const endless = `<rss version="2.0"><channel>${item.repeat(150_000)}</channel></rss>`
  feeds.route('/endless', document(endless))
})
afterAll(async () => {
  await database.$disconnect()
  await feeds.close()
  await app.stop()
})

async function discover(path: string): Promise<unknown> {
  const response = await fetch(`${app.url}/api/v1/discover`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ input: feeds.origin + path }),
  })
  return response.json()
}

it('nobody waits for a hostile document: the built web server parses in a thread within limits', async () => {
  expect(await discover('/good')).toMatchObject({ candidates: [{ title: 'Good feed' }] })
  let isParsing = true
  const startedAt = performance.now()
  const hostile = discover('/endless').finally(() => (isParsing = false))
  let longestMs = 0
  let answers = 0
  while (isParsing) {
    const askedAt = performance.now()
    const { status } = await fetch(`${app.url}/api/health`)
    longestMs = Math.max(longestMs, performance.now() - askedAt)
    expect(status).toBe(200)
    answers++
  }
  expect(await hostile).toMatchObject({ error: { code: 'no_feed_found' } })
  const parsedMs = performance.now() - startedAt
  process.stdout.write(
    `while a hostile document was read for ${parsedMs.toFixed(0)} ms: ${answers} answers, the slowest in ${longestMs.toFixed(0)} ms\n`,
  )
  // Parsed on the server's own thread, it would hold one answer up all the while.
  expect(parsedMs).toBeGreaterThan(300)
  expect(longestMs).toBeLessThan(parsedMs / 2)
  expect(await discover('/good')).toMatchObject({ candidates: [{ title: 'Good feed' }] })
})
