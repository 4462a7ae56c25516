import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, sharedApp, signUpThroughApi, type AppAccount } from '../support/app-accounts.ts'
import { openWindow } from '../support/app-window.ts'
import { checkEveryLook } from '../support/page-check.ts'
import { makePostings } from '../support/publisher.ts'
import { startApp } from '../support/running-app.ts'
import { withPublishers } from '../support/with-publishers.ts'

const app = sharedApp()
const world = withPublishers()

const hourMs = 3_600_000

async function reader(appUrl: string, name: string, site: string): Promise<AppAccount> {
  const account = await signUpThroughApi(appUrl, name)
  const { feedUrl } = world.publishers.site(site, makePostings(site, 6, Date.now() - hourMs))
  await callApi(account, 'POST', '/subscriptions', { url: feedUrl })
  return account
}

/** Waits until the worker has kept so many postings. */
async function waitUntilKept(page: Page, count: number): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          if (!(await caches.has('skylark-user'))) return 0
          const cache = await caches.open('skylark-user')
          const kept = await cache.match('/__kept/postings')
          const hasShell = (await cache.match('/__kept/shell')) !== undefined
          return kept === undefined || !hasShell
            ? 0
            : ((await kept.json()) as { postings: unknown[] }).postings.length
        }),
      { timeout: 20_000 },
    )
    .toBe(count)
}

/** A window whose worker has kept all six postings of the account's one source. */
async function keptWindow(appUrl: string, account: AppAccount) {
  const window = await openWindow(world.browser, { appUrl, account, isOfflineReady: true })
  await window.page.goto('/?show=all')
  await waitUntilKept(window.page, 6)
  return window
}

test('without a network the program starts, shows texts, and sends what was done when it is back', async () => {
  const account = await reader(app.url, 'Olga Offline', 'Lighthouse')
  const { context, close } = await keptWindow(app.url, account)
  await context.setOffline(true)
  const cold = await context.newPage()
  await cold.goto('/?show=all')
  await cold.getByText('Offline. 6 postings are here.').waitFor()
  await cold.getByText('Lighthouse 3').first().click()
  await cold
    .getByRole('article')
    .getByText(/Lighthouse/)
    .first()
    .waitFor()
  await checkEveryLook(cold, 'offline', { only: 'wide' })
  await cold.keyboard.press('s')
  const listed = () =>
    callApi<{ postings: { title: string; isStarred: boolean; isRead: boolean }[] }>(
      account,
      'GET',
      '/postings',
    )
  expect((await listed()).postings.filter(({ isStarred }) => isStarred)).toEqual([])
  await context.setOffline(false)
  await cold.reload()
  await expect
    .poll(async () =>
      (await listed()).postings
        .filter(({ isStarred, isRead }) => isStarred && isRead)
        .map(({ title }) => title),
    )
    .toEqual(['Lighthouse 3'])
  await expect.poll(() => cold.getByText('Offline.').count(), { timeout: 10_000 }).toBe(0)
  await close()
})

test('after signing out nothing is left for whoever comes next', async () => {
  const account = await reader(app.url, 'Sven Shared', 'Secret Diary')
  const { page, context, close } = await keptWindow(app.url, account)
  await page.getByRole('button', { name: /account/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
  expect(await page.evaluate(() => caches.has('skylark-user'))).toBe(false)
  await context.setOffline(true)
  await page.goto('/').catch(() => undefined)
  expect(await page.getByText('Secret Diary').count()).toBe(0)
  await close()
})

test('when the server is killed, the list and the texts are still there', async () => {
  const own = await startApp()
  const account = await reader(own.url, 'Kim Killed', 'Windmill')
  const { page, close } = await keptWindow(own.url, account)
  await own.stop()
  await page.reload()
  await page.getByText('Offline. 6 postings are here.').waitFor()
  await page.getByText('Windmill 2').first().click()
  await page
    .getByRole('article')
    .getByText(/Windmill/)
    .first()
    .waitFor()
  await close()
})
