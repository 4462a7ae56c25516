import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { refreshSourceFreshness } from '#lib/store/freshness/source-freshness.ts'
import { callApi, sharedApp } from '#tests/support/browser/app-accounts.ts'
import { openWindow, type AppWindow } from '#tests/support/browser/app-window.ts'
import { makePostings } from '#tests/support/servers/publisher.ts'
import { until } from '#tests/support/measure/until.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const app = sharedApp()
const world = withPublishers()
const name = 'Quasar <b>&amp; "Ink"'
const escaped = 'Quasar &lt;b&gt;&amp;amp; &quot;Ink&quot;'
let window: AppWindow
let sourceId: number

beforeAll(async () => {
  const { feedUrl } = world.publishers.site('Quasar', makePostings('Quasar', 12, Date.now() - 60_000))
  const subscribed = await callApi<SubscriptionItem>(app.admin, 'POST', '/subscriptions', { url: feedUrl })
  sourceId = subscribed.sourceId
  await callApi(app.admin, 'PATCH', `/subscriptions/${subscribed.id}`, { ownTitle: name })
  await measure(sourceId)
  const place = { kind: 'all' }
  await callApi(app.admin, 'POST', '/rules', {
    name: 'Quiet quasars',
    query: 'quasar',
    acts: { read: true },
    isOn: false,
  })
  await callApi(app.admin, 'POST', '/output-feeds', { name: 'Quasars outward', place })
  window = await openWindow(world.browser, { appUrl: app.url, account: app.admin })
})

/** Measures the freshness of the source, as the aggregator does within the hour: it is on the page from then on. */
async function measure(id: number): Promise<void> {
  const database = openDatabase(app.databaseUrl)
  await until('one of its postings is news', async () => {
    const found = await database.$executeRaw`UPDATE "posting" SET "isInitial" = false, "foundAt" = now(),
      "publishedAt" = now() - interval '1 minute' WHERE "id" = (SELECT min("id") FROM "posting" WHERE "sourceId" = ${id})`
    return found === 1
  })
  await until('the feed is planned', async () => {
    await refreshSourceFreshness(database, Date.now(), [id])
    return (await database.sourceFreshness.count({ where: { sourceId: id } })) === 1
  })
  await database.$disconnect()
}

async function firstAnswer(page: Page, path: string): Promise<string> {
  return (await page.request.get(`${app.url}${path}`)).text()
}

test.each([
  ['/admin', ['Checks in the last hour', /Found in the last|Nothing is measured yet/]],
  [
    '/admin/sources?search=quasar',
    ['Quasar', 'Feeds, their weights, checks and delays', /Checks: [\d.,]+.a.day/],
  ],
  ['/admin/hosts', ['rachelbythebay.com']],
  ['/admin/people', ['Anyone who can reach this server', 'No invitations so far', '@example.org']],
  ['/admin/retention', ['Articles', '<table']],
  ['/admin/audit', ['<table', '<time']],
  ['/freshness', [escaped, 'learning', '<table']],
  ['/settings/automation', ['Quiet quasars']],
  ['/settings/connections', ['Quasars outward']],
] as const)('%s comes with its rows in the first answer, before any script', async (path, words) => {
  // A part that is not read within 300 ms is left to the browser, which a busy machine may need now and then.
  const missing = async () => {
    const html = await firstAnswer(window.page, path)
    expect(html.split('<script')[0]).toContain('<html')
    const body = html.replaceAll(/<script[^]*?<\/script>/g, '')
    return words.filter((word) => (word instanceof RegExp ? !word.test(body) : !body.includes(word)))
  }
  await expect.poll(missing, { timeout: 30_000 }).toEqual([])
})

test('the page of a source has its name as its title, whatever signs it is made of', async () => {
  const html = await firstAnswer(window.page, `/sources/${sourceId}`)
  expect(html).toContain(`<title>${escaped} · Skylark</title>`)
  await window.page.goto(`/sources/${sourceId}`)
  expect(await window.page.title()).toBe(`${name} · Skylark`)
})

test('a pointer on a group of the settings fetches its code and data, and a click waits for neither', async () => {
  const { page } = window
  await page.goto('/settings/general')
  const group = page.getByRole('link', { name: 'Automation' })
  // The router asks for the tree of the page first, marked so, and for its data afterwards.
  const isData = (request: Request) => request.headers()['next-router-prefetch'] === undefined
  const fetched = ['/settings/automation', '/_next/static/chunks/'].map((part) =>
    page.waitForResponse((response) => response.url().includes(part) && isData(response.request())),
  )
  await group.hover()
  for (const response of await Promise.all(fetched)) await response.finished()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.route('**/api/v1/rules**', () => undefined) // what may have changed since is asked for again, and never answered here
  await group.click()
  await page.getByText('Quiet quasars').waitFor()
  expect(asked.filter((path) => path.startsWith('/settings'))).toEqual([])
})
