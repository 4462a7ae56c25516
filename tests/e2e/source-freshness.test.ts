import pg from 'pg'
import type { Page } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import type { SourceWorthAnswer } from '#lib/api/sources/sources.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { refreshSourceFreshness } from '#lib/store/freshness/source-freshness.ts'
import { callApi, sharedApp, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { makeFullAccount } from '#tests/support/world/full-account.ts'
import { look } from '#tests/support/browser/look.ts'
import { giveLongHistory } from '#tests/support/data/long-history.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const world = withPublishers()
let reader: AppAccount
let sourceId: number

beforeAll(async () => {
  ;({ reader, freshSourceId: sourceId } = await makeFullAccount(world.publishers))
  const { url } = await callApi<{ url: string }>(reader, 'GET', `/sources/${sourceId}`)
  await firstPollsOver()
  await giveLongHistory(app.databaseUrl, url, Date.now())
  await measure(sourceId)
})

/** Each first poll of so few sources plans all of them anew, and would take the plan back that is made up here: waits for the last of them. */
async function firstPollsOver(): Promise<void> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  const left = `SELECT 1 FROM "source" s WHERE s."nextPollAt" IS NOT NULL AND s."planId" IS NULL`
  await vi.waitFor(async () => expect((await client.query(left)).rowCount).toBe(0), { timeout: 30_000 })
  const latestRun = async () =>
    (await client.query<{ id: number }>(`SELECT max("id") AS "id" FROM "planning_run"`)).rows[0]?.id
  for (let before = -1, now = await latestRun(); now !== before; now = await latestRun()) {
    before = now ?? 0
    await sleep(quietMs)
  }
  await client.end()
}

/** Measures the freshness of the source as the aggregator does once an hour: what it measured before the source had its history is old. */
async function measure(id: number): Promise<void> {
  const database = openDatabase(app.databaseUrl)
  // The aggregator may have stored its ended weeks already, which are those before the history.
  await database.sourceFreshness.updateMany({ where: { sourceId: id }, data: { weeksThrough: null } })
  await refreshSourceFreshness(database, Date.now(), [id])
  await database.$disconnect()
}

/** So long no planning begins. */
const quietMs = 6_000

const sourceIsThere = (page: Page): Promise<void> =>
  page.getByRole('img', { name: /^Delay of \d+\sarticles/ }).waitFor()

test('the chart of delays comes with the document, before any script, for those alone who may see it', async () => {
  for (const account of [reader, await signUpThroughApi(app.url, 'Reads nothing')]) {
    const { page, close } = await openWindow(world.browser, { appUrl: app.url, account })
    const document = await (await page.request.get(`${app.url}/sources/${sourceId}?days=365`)).text()
    expect(/role="img" aria-label="Delay of \d+/.test(document)).toBe(account === reader)
    await close()
  }
})

test('the page says what a poll is worth now and by the next one, as the API does', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: reader })
  const agree = async () => {
    await page.goto(`/sources/${sourceId}`)
    await page.getByText('How much waiting a check would save').click()
    const { worth } = await callApi<{ worth: SourceWorthAnswer }>(reader, 'GET', `/sources/${sourceId}/worth`)
    expect(worth.price).toBeGreaterThan(0.5)
    const said = page.getByText(
      /^A check now would save .*\sh of waiting, all articles together. Skylark checks once \d/,
    )
    await said.waitFor()
    const chart = page.getByRole('img', { name: /^A check now would save/ })
    await chart.waitFor()
    await page.getByText('24 hours').click()
    await page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Why not now?' }) })
      .getByRole('button', { name: 'Table' })
      .click()
    const rows = await page.getByRole('row').filter({ hasText: 'A later check' }).count()
    return rows === worth.polls.length - 1
  }
  // A planning may decide anew between the page's question and this one.
  await expect.poll(agree, { timeout: 60_000 }).toBe(true)
  expectQuiet()
  await close()
})

test('outages, kept promises and the worth of past polls are told', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: reader })
  await page.goto(`/sources/${sourceId}`)
  await sourceIsThere(page)
  await page.locator('svg text', { hasText: 'site down' }).filter({ visible: true }).waitFor()
  await page.getByText('Details', { exact: true }).first().click()
  await page
    .getByText(/^on time \d+/)
    .first()
    .waitFor()
  await page
    .getByText(/^late \d+/)
    .first()
    .waitFor()
  await page.getByText('of 0.85').first().waitFor()
  expectQuiet()
  await close()
})

test('my freshness is found by the sidebar, filtered, and kept in the address', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: reader })
  await page.goto('/sources')
  await page.getByRole('link', { name: /typical/i }).click()
  await page.getByRole('heading', { level: 1, name: 'Freshness' }).waitFor()
  await page.getByRole('img', { name: /^Delay over \d+\sweeks/ }).waitFor()
  await page.getByRole('heading', { name: 'Slowest feeds first' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('harbour')
  await page.getByText('1 feed', { exact: true }).waitFor()
  await page.reload()
  await page.getByText('1 feed', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing like it')
  await page.getByText('No results').waitFor()
  expectQuiet()
  await close()
})

testByNight('arrow keys go through the points of a chart and say their values', async () => {
  const { page, expectQuiet, close } = await openWindow(world.browser, { appUrl: app.url, account: reader })
  await page.goto(`/sources/${sourceId}`)
  await page.getByText('Details', { exact: true }).first().click()
  const chart = page.getByRole('group', { name: /^Delay over \d+\sweeks/ })
  const frame = chart.locator('..')
  await chart.focus()
  await page.keyboard.press('End')
  const said = frame.getByRole('status')
  await expect
    .poll(() => said.textContent())
    .toMatch(/Week from.*Half within.*9 in 10 within.*\d+\sarticles?/)
  const last = await said.textContent()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => said.textContent()).not.toBe(last)
  await page.keyboard.press('Escape')
  await expect.poll(() => said.textContent()).toBe('')
  await page
    .getByRole('group', { name: /^Delay of \d+/ })
    .locator('[data-point]')
    .last()
    .hover({ force: true })
  await page
    .getByRole('status')
    .filter({ hasText: /·.*min/ })
    .waitFor()
  expectQuiet()
  await close()
})

testByNight('on a phone each source shows its promise and delays beside its name', async () => {
  const { page, close } = await openWindow(world.browser, {
    appUrl: app.url,
    account: reader,
    width: 390,
    height: 844,
    hasTouch: true,
  })
  await page.goto('/freshness')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Harbour Gazette' }) })
  await row.scrollIntoViewIfNeeded()
  const boxes = await Promise.all((await row.getByRole('cell').all()).map((cell) => cell.boundingBox()))
  expect(boxes).toHaveLength(3)
  for (const box of boxes) expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390)
  // A name from right to left begins where the others do.
  const [start, startOfArabic] = await row.getByRole('link').evaluate((link) => {
    const startOf = () => {
      const words = document.createRange()
      words.selectNodeContents(link)
      return words.getBoundingClientRect().left
    }
    const before = startOf()
    link.textContent = 'ميناء'
    return [before, startOf()]
  })
  expect(startOfArabic).toBeCloseTo(start ?? 0, 0)
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By name')
  await page.waitForURL(/sort=title/)
  await close()
})

testByNight('my freshness is accessible and fits', () =>
  look(world.browser, 'freshness', {
    appUrl: app.url,
    account: reader,
    path: '/freshness',
    lead: (page) => page.getByRole('img', { name: /^Delay over/ }).waitFor(),
  }),
)
