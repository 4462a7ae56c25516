import { expect, test } from 'vitest'
import { callApi, sharedApp, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { openDatabaseGate } from '#tests/support/servers/database-gate.ts'
import { addOfflineReader, openKeptWindow } from '#tests/support/browser/kept-window.ts'
import { checkEveryLook } from '#tests/support/browser/page-check.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const app = sharedApp()
const world = withPublishers()

const reader = (appUrl: string, name: string, site: string) => addOfflineReader(world, appUrl, name, site)
const keptWindow = (appUrl: string, account: AppAccount) => openKeptWindow(world, { appUrl, account })

test('without a network the program starts, shows texts, and sends what was done when it is back', async () => {
  const account = await reader(app.url, 'Olga Offline', 'Lighthouse')
  const { context, close } = await keptWindow(app.url, account)
  await context.setOffline(true)
  const cold = await context.newPage()
  await cold.goto('/?show=all')
  await cold.getByText('6 articles are saved on this device.').waitFor()
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
  await expect.poll(() => cold.getByText('Offline.').count()).toBe(0)
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

test('when the server is gone, the list and the texts are still there, and other pages come when it is back', async () => {
  const account = await reader(app.url, 'Kim Killed', 'Windmill')
  // A way of its own to the server, which others need: shut, nothing answers there any more.
  const way = await openDatabaseGate(app.url)
  const { page, close } = await keptWindow(`http://localhost:${new URL(way.url).port}`, account)
  await way.shut()
  await page.reload()
  await page.getByText('6 articles are saved on this device.').waitFor()
  await page.getByText('Windmill 2').first().click()
  await page
    .getByRole('article')
    .getByText(/Windmill/)
    .first()
    .waitFor()
  await page.clock.install()
  await page.goto(new URL('/settings', page.url()).href)
  await page.getByRole('heading', { name: 'This page needs the server' }).waitFor()
  await checkEveryLook(page, 'needs the server', { only: 'wide' })
  await way.open()
  await page.clock.runFor(15_000)
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
  await close()
})
