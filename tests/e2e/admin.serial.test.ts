import { beforeAll, expect, test } from 'vitest'
import { callApi, sharedApp, signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { toast } from '#tests/support/browser/app-pages.ts'
import { openWindow, type AppWindow } from '#tests/support/browser/app-window.ts'
import { makePostings } from '#tests/support/servers/publisher.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
const names = ['Alpha', 'Beta', 'Gamma'] as const
const world = withPublishers()
let window: AppWindow

beforeAll(async () => {
  const account = await signUpThroughApi(app.url, 'Subscriber of three')
  for (const [index, name] of names.entries()) {
    const title = `Orbit ${name}`
    const postings = makePostings(title, 5 * (index + 1), Date.now() - 60_000)
    const { feedUrl } = world.publishers.site(title, postings)
    await callApi(account, 'POST', '/subscriptions', { url: feedUrl })
  }
  window = await openWindow(world.browser, { appUrl: app.url, account: app.admin })
})

const table = () => window.page.getByRole('table', { name: 'Feeds, their weights, checks and delays' })
const rowOf = (name: string) =>
  table()
    .getByRole('row')
    .filter({ has: window.page.getByRole('link', { name, exact: true }) })
const titles = () =>
  table()
    .getByRole('row')
    .getByRole('link')
    .filter({ hasText: /^Orbit/ })
    .allInnerTexts()

async function showOrbits(): Promise<void> {
  const { page } = window
  await page.goto('/admin/sources')
  await page.getByRole('searchbox', { name: 'Search feeds' }).fill('orbit')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(async () => (await titles()).length).toBe(names.length)
}

testByNight('feeds are searched and sorted, and the address keeps both', async () => {
  const { page } = window
  await showOrbits()
  await page.getByRole('columnheader').getByRole('button', { name: /^Feed/ }).click()
  await page.waitForURL(/sort=title&direction=asc/)
  await expect.poll(titles).toEqual(['Orbit Alpha', 'Orbit Beta', 'Orbit Gamma'])
  await page.getByRole('columnheader').getByRole('button', { name: /^Feed/ }).click()
  await expect.poll(titles).toEqual(['Orbit Gamma', 'Orbit Beta', 'Orbit Alpha'])
  await page.reload()
  await expect.poll(titles).toEqual(['Orbit Gamma', 'Orbit Beta', 'Orbit Alpha'])
  window.expectQuiet()
})

test('a weight says what it does before it is saved, and can be taken back', async () => {
  const { page } = window
  await showOrbits()
  await page.getByRole('button', { name: /^Factor of Orbit Beta: 1\.0/ }).click()
  await page.getByRole('textbox', { name: 'Factor for Orbit Beta' }).fill('4')
  const form = page.getByRole('form', { name: 'Factor for Orbit Beta' })
  await form.getByText('Expected delay').waitFor()
  await form.getByText('Checks a day').waitFor()
  await form.getByText('All other feeds').waitFor()
  await page.getByRole('textbox', { name: 'Factor for Orbit Beta' }).press('Enter')
  await page.getByRole('button', { name: /^Factor of Orbit Beta: 4\.0/ }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /^Factor of Orbit Beta: 1\.0/ }).waitFor()
  window.expectQuiet()
})

testByNight('many sources get one weight together', async () => {
  const { page } = window
  await showOrbits()
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).check()
  await page.getByText(/^3\sfeeds chosen/).waitFor()
  await page.getByRole('button', { name: 'Set factor' }).click()
  await page.getByRole('textbox', { name: 'Factor for 3 feeds' }).fill('2')
  await page.getByText('Expected mean delay').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Factor 2.0 for 3 feeds').waitFor()
  for (const name of names)
    await rowOf(`Orbit ${name}`)
      .getByRole('button', { name: /: 2\.0/ })
      .waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  for (const name of names)
    await rowOf(`Orbit ${name}`)
      .getByRole('button', { name: /: 1\.0/ })
      .waitFor()
  window.expectQuiet()
})

test('a budget says what it does to the mean delay before it is saved, and can be taken back', async () => {
  const { page } = window
  await page.goto('/admin/budget')
  const budget = page.getByRole('region', { name: 'Budget' })
  await budget.getByRole('button', { name: /^Budget: 10,000 checks a day/ }).click()
  await budget.getByRole('textbox', { name: 'Checks a day' }).fill('30')
  await budget.locator('p', { hasText: /Expected mean weighted delay.*→/s }).waitFor()
  await budget.getByRole('heading', { name: 'Lose most' }).waitFor()
  await budget.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Budget: 30 checks a day').waitFor()
  await budget.getByRole('button', { name: /^Budget: 30 checks a day/ }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await budget.getByRole('button', { name: /^Budget: 10,000 checks a day/ }).waitFor()
  window.expectQuiet()
})
