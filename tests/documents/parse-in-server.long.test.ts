import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#lib/store/connection/database.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { document, rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer } from '#tests/support/servers/feed-server.ts'
import type { FeedServer } from '#tests/support/servers/feed-server.ts'
import { startApp } from '#tests/support/servers/running-app.ts'
import type { RunningApp } from '#tests/support/servers/running-app.ts'

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
  const page = (body: string) => document(`<!doctype html>${body}<link rel="feed" href="/good">`, 'text/html')
  feeds.route('/page', page('<p>words</p>'.repeat(15_000)))
  feeds.route('/nested', page('<b>'.repeat(30_000) + '</i>'.repeat(30_000)))
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

/** The longest time that others waited for an answer while a work went on, how many were answered, and how long the work took. */
async function othersWhile(work: () => Promise<unknown>) {
  let isWorking = true
  const startedAt = performance.now()
  const worked = work().finally(() => (isWorking = false))
  worked.catch(() => undefined) // told below
  let longestMs = 0
  let answers = 0
  while (isWorking) {
    const askedAt = performance.now()
    const { status } = await fetch(`${app.url}/api/health`)
    longestMs = Math.max(longestMs, performance.now() - askedAt)
    expect(status).toBe(200)
    answers++
  }
  await worked
  return { longestMs, answers, workedMs: performance.now() - startedAt }
}

/** The try in which others waited least: a server that parses on its own thread holds them up each time, a busy machine now and then. */
async function bestOf(tries: number, work: () => Promise<unknown>) {
  const seen: Awaited<ReturnType<typeof othersWhile>>[] = []
  for (let index = 0; index < tries; index++) seen.push(await othersWhile(work))
  return seen.reduce((best, each) => (each.longestMs < best.longestMs ? each : best))
}

it('nobody waits for a hostile document: the built web server parses in a thread within limits', async () => {
  expect(await discover('/good')).toMatchObject({ candidates: [{ title: 'Good feed' }] })
  const { longestMs, answers, workedMs } = await bestOf(3, async () =>
    expect(await discover('/endless')).toMatchObject({ error: { code: 'no_feed_found' } }),
  )
  process.stdout.write(
    `while a hostile document was read for ${workedMs.toFixed(0)} ms: ${answers} answers, the slowest in ${longestMs.toFixed(0)} ms\n`,
  )
  // Parsed on the server's own thread, it would hold one answer up all the while.
  expect(workedMs).toBeGreaterThan(300)
  expect(longestMs).toBeLessThan(workedMs / 2)
  expect(await discover('/good')).toMatchObject({ candidates: [{ title: 'Good feed' }] })
})

it('nobody waits for a hostile page longer than for an ordinary one', async () => {
  const findGood = (path: string) => async () =>
    expect(await discover(path)).toMatchObject({ candidates: [{ title: 'Good feed' }] })
  const usual = await bestOf(3, findGood('/page'))
  const hostile = await bestOf(3, findGood('/nested'))
  expect(hostile.longestMs / Math.max(50, usual.longestMs)).toBeLessThan(10)
})
