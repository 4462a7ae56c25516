import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { callApi, sharedApp } from '#tests/support/browser/app-accounts.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { look } from '#tests/support/browser/look.ts'
import { makePostings } from '#tests/support/servers/publisher.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const world = withPublishers()
const nothing = { keepReadDays: null, keepUnreadDays: null, mostPostings: null }

/** A polled source gets twelve postings of more than a year ago, which its document no longer holds. */
beforeAll(async () => {
  const { feedUrl } = world.publishers.site('Attic', makePostings('Attic', 3, Date.now() - 60_000))
  await callApi(app.admin, 'POST', '/subscriptions', { url: feedUrl })
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  const isPolled = `SELECT 1 FROM "price_memory" m JOIN "source" s ON s."id" = m."sourceId" WHERE s."url" = $1`
  const polled = async () => expect((await client.query(isPolled, [feedUrl])).rowCount).toBe(1)
  await vi.waitFor(polled, { timeout: 30_000, interval: 200 })
  await client.query(
    `INSERT INTO "posting" ("key", "title", "url", "html", "excerpt", "contentHash", "foundAt", "shownAt", "isInitial", "sourceId")
     SELECT 'attic-' || n, 'Found in the attic ' || n, 'https://attic.example/' || n, repeat('Dust. ', 2000), 'Dust', '',
       now() - interval '500 days' + n * interval '1 day', now() - interval '500 days' + n * interval '1 day', false, s."id"
     FROM "source" s, generate_series(1, 12) n WHERE s."url" = $1`,
    [feedUrl],
  )
  await client.query(
    `UPDATE "source_window" w SET "throughId" = (SELECT max("id") FROM "posting" WHERE "sourceId" = w."sourceId"), "heldIds" = '{}'
     FROM "source" s WHERE s."id" = w."sourceId" AND s."url" = $1`,
    [feedUrl],
  )
  await client.end()
})
afterAll(async () => {
  await callApi(app.admin, 'PATCH', '/admin/settings', nothing)
  await callApi(app.admin, 'PATCH', '/me', { language: null })
})

test('a rule says what it removes before it is saved, stands in the log, and is refused where it cannot be', async () => {
  const window = await openWindow(world.browser, { appUrl: app.url, account: app.admin })
  const { page } = window
  await page.goto('/admin')
  const pages = page.getByRole('navigation', { name: 'Admin' }) // a warning above may lead to the same page
  await pages.getByRole('link', { name: 'Advanced' }).click()
  await pages.getByRole('link', { name: 'Retention' }).click()
  const form = page.getByRole('form', { name: 'Rules' })
  const read = form.getByLabel('Read articles', { exact: true })
  const all = form.getByLabel('Unread articles')
  await all.fill('365')
  await form.getByText('At least as long as read articles are kept.').waitFor()
  await read.fill('12')
  await form.getByText(/^Enter a whole number from 90 to/).waitFor()
  expect(await form.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
  await read.fill('365')
  const effect = form.getByRole('region', { name: 'What would go' })
  await effect.getByText(/^12\s+articles of 1\s+feed, about/).waitFor()
  await effect.getByRole('row', { name: /^Attic 12 3/ }).waitFor()
  // Saved is a rule by which nothing goes: within seconds the aggregator may follow it, and the tests below ask for the same postings.
  await all.fill('3000')
  await read.fill('3000')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rules saved').waitFor()
  await page.reload()
  await expect.poll(() => form.getByLabel('Unread articles').inputValue()).toBe('3000')
  await pages.getByRole('link', { name: 'Activity log' }).click()
  await page
    .getByText(/^Unread articles, days: /)
    .first()
    .waitFor()
  window.expectQuiet()
  await window.close()
  await callApi(app.admin, 'PATCH', '/admin/settings', nothing)
})

/** Asks what a limit would remove, and waits for the answer. */
async function limit(page: Page, label: string): Promise<void> {
  await page.getByRole('row', { name: /^(Keys of removed articles|Schlüssel entfernter Beiträge)/ }).waitFor()
  await page.getByLabel(label).fill('90')
  await page.getByRole('row', { name: /^Attic 12 3/ }).waitFor()
}

testByNight('the page is accessible and fits', () =>
  look(world.browser, 'admin-retention', {
    appUrl: app.url,
    account: app.admin,
    path: '/admin/retention',
    lead: async (page) => {
      await page.getByLabel('Read articles', { exact: true }).fill('90')
      await limit(page, 'Unread articles')
    },
  }),
)

testByNight('and in German', async () => {
  await callApi(app.admin, 'PATCH', '/me', { language: 'de' })
  await look(world.browser, 'admin-retention-german', {
    appUrl: app.url,
    account: app.admin,
    path: '/admin/retention',
    lead: async (page) => {
      await page.getByLabel('Gelesene Beiträge', { exact: true }).fill('90')
      await limit(page, 'Ungelesene Beiträge')
    },
  })
})
