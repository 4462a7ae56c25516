import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createAccount,
  expectUnread,
  findFeeds,
  openTitle,
  pollNow,
  postingRow,
  shownTitles,
  subscribe,
  toast,
  unreadRow,
} from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { letTimePass } from '#tests/support/measure/time-passing.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const minuteMs = 60_000
let app: RunningApp

beforeAll(async () => {
  app = await startApp()
})

afterAll(async () => {
  await app.stop()
})

// After these hooks, so that the browser is closed before the app stops.
const world = withPublishers()

test('the first account signs up, subscribes, reads, sees the delay, and moves polls by a weight', async () => {
  const window = await openWindow(world.browser, { appUrl: app.url })
  const { page } = window
  const news = world.publishers.realSite('netnewswire/qemu.atom', 'QEMU')
  const other = world.publishers.realSite('netnewswire/KatieFloyd.rss', 'Katie Floyd')

  await page.goto('/')
  await page.waitForURL('**/first-run')
  await createAccount(page, { name: 'Ada Admin', email: 'ada@example.org', password: 'a long sentence' })
  await page.waitForURL('**/subscribe?first=1')
  // The first account was asked who joins after it, and left it at invitations.
  expect(await (await fetch(`${app.url}/sign-up`)).text()).toContain('Sign-up is by invitation')

  await findFeeds(page, news.siteUrl)
  await subscribe(page, 'Machines')
  const [newest = ''] = await shownTitles(page)
  await expectUnread(page, 'Machines', 10)

  // Reading marks; a star keeps.
  await unreadRow(page, newest).getByRole('link', { name: newest }).click()
  await openTitle(page).filter({ hasText: newest }).waitFor()
  await expectUnread(page, 'Machines', 9)
  await page.getByRole('region', { name: 'Text' }).getByRole('button', { name: 'Star' }).click()
  await postingRow(page, newest).getByRole('img', { name: 'Starred' }).waitFor()

  // A posting that appears later has a delay: published 3 minutes ago, found now.
  news.post({ title: 'Sighted at dawn', publishedAt: Date.now() - 3 * minuteMs, text: 'A new one.' })
  await letTimePass(app.databaseUrl, news.feedUrl, 10 * minuteMs)
  await page.getByRole('region', { name: 'Text' }).getByRole('link', { name: 'QEMU' }).click()
  await page.waitForURL(/\/sources\/\d+/)
  const sourceUrl = page.url()
  await pollNow(page)
  await expectUnread(page, 'Machines', 10)
  await page.getByRole('link', { name: 'All articles' }).click()
  await unreadRow(page, 'Sighted at dawn').getByText('Found 3 min after publication').waitFor()

  // As admin: with a tight budget, a greater weight means more polls.
  await page.goto('/subscribe')
  await findFeeds(page, other.siteUrl)
  await subscribe(page)
  await page.goto('/admin/budget')
  await page.getByRole('button', { name: /^Budget: 10,000 checks a day/ }).click()
  await page.getByRole('textbox', { name: 'Checks a day' }).fill('24')
  await page
    .getByRole('region', { name: 'Budget', exact: true })
    .getByRole('button', { name: 'Save' })
    .click()
  await toast(page, 'Budget: 24 checks a day').waitFor()
  await page.goto('/admin/sources')
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'QEMU' }) })
  const pollsPerDay = async () => {
    await page.reload() // the aggregator plans anew some seconds after a change
    return Number(await row.getByRole('cell').nth(5).innerText())
  }
  await expect.poll(pollsPerDay).toBeLessThan(24)
  const before = await pollsPerDay()
  await row.getByRole('button', { name: /^Factor of QEMU/ }).click()
  await page.getByRole('textbox', { name: 'Factor for QEMU' }).fill('9')
  const form = page.getByRole('form', { name: 'Factor for QEMU' })
  await form.getByText('Expected delay').waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Factor 9.0 for QEMU').waitFor()
  await expect.poll(pollsPerDay).toBeGreaterThan(before * 1.2)

  await page.goto(sourceUrl)
  await page.getByText('Details', { exact: true }).first().click()
  await page.getByText('1 subscriber × 9').waitFor()
  window.expectQuiet()
  await window.close()
})
