import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, sharedApp } from '#tests/support/browser/app-accounts.ts'
import { look } from '#tests/support/browser/look.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { makePostings } from '#tests/support/servers/publisher.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const app = sharedApp()
const world = withPublishers()
let feedUrl: string

beforeAll(async () => {
  const postings = makePostings('Operated', 3, Date.now() - 60_000)
  ;({ feedUrl } = world.publishers.site('Operated', postings))
  await callApi(app.admin, 'POST', '/subscriptions', { url: feedUrl })
})
afterAll(() => run(`DELETE FROM "push_subscription" WHERE "callbackId" = 'lapsed'`))

async function run(sql: string, values: readonly string[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query(sql, [...values])
  await client.end()
}

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}${path}`, { headers })
  return { status: answer.status, text: await answer.text() }
}

test('/metrics tells this machine what the aggregator and the web server did, and nobody behind a proxy', async () => {
  const line = /^skylark_polls_total\{outcome="fetched"\} ([1-9]\d*)$/m
  await expect.poll(async () => (await ask('/metrics')).text, { timeout: 30_000 }).toMatch(line)
  await ask('/api/v1/sources/999999999')
  const { text } = await ask('/metrics')
  expect(text).toMatch(
    /skylark_web_request_seconds_count\{method="GET",route="\/api\/v1\/sources\/\[id\]",status="401"\} \d/,
  )
  expect(text).toMatch(/^skylark_aggregator_memory_bytes\{owner=".+"\} \d{7,}$/m)
  expect((await ask('/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404)
  const forged = { 'x-forwarded-for': '203.0.113.7', 'x-skylark-local': 'yes' }
  expect((await ask('/metrics', forged)).status).toBe(404)
})

test('/healthz and /readyz answer', async () => {
  expect(await ask('/healthz')).toMatchObject({ status: 200 })
  await expect.poll(async () => (await ask('/readyz')).status).toBe(200)
})

test('what is wrong stands above the admin’s pages, accessible, and nowhere else', async () => {
  await run(
    `INSERT INTO "push_subscription" ("callbackId", "protocol", "hubUrl", "topicUrl", "secret", "state", "nextRequestAt",
       "sourceId") SELECT 'lapsed', 'websub', 'https://hub.example/', "url", '', 'lapsed', now() + interval '9 days', "id"
     FROM "source" WHERE "url" = $1`,
    [feedUrl],
  )
  const lead = (page: Parameters<Parameters<typeof look>[2]['lead']>[0]) =>
    page.getByText('1 push service no longer delivers').waitFor()
  const view = { appUrl: app.url, account: app.admin, path: '/admin/people', lead }
  await look(world.browser, 'admin-warnings', view)
  const window = await openWindow(world.browser, { appUrl: app.url, account: app.admin })
  await window.page.goto('/')
  await window.page.getByRole('main').waitFor()
  expect(await window.page.getByText('no longer delivers').count()).toBe(0)
  await window.close()
})
