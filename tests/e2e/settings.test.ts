import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedApp, signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { accountButton, choose, toast } from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
})

test('the chosen theme stays over reloads, against the system’s', async () => {
  const account = await signUpThroughApi(app.url, 'Theo Theme')
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account })
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/settings')
  const light = await ground()
  await choose(page, 'Dark')
  await expect.poll(ground).not.toBe(light)
  const dark = await ground()
  await page.reload()
  await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor()
  expect(await ground()).toBe(dark)
  await choose(page, 'System')
  await expect.poll(ground).toBe(light)
  expectQuiet()
  await close()
})

testByNight('a new name is kept and shown at once', async () => {
  const account = await signUpThroughApi(app.url, 'Nora')
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account })
  await page.goto('/settings/account')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Eleonora')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Name saved').waitFor()
  await accountButton(page, 'Eleonora').waitFor()
  expectQuiet()
  await close()
})
