import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedApp, signUpThroughApi } from '../support/app-accounts.ts'
import { accountButton, choose, toast } from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { checkEveryLook } from '../support/page-check.ts'
import { launchBrowser } from '../support/browser.ts'

const app = sharedApp()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
})

test('a token made in the settings opens the API until it is deleted', async () => {
  const account = await signUpThroughApi(app.url, 'Tina Token')
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account })
  await page.goto('/settings')
  await page.getByRole('textbox', { name: 'Name of the program or device' }).fill('Phone')
  await choose(page, 'A program')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByLabel('Your password', { exact: true }).and(page.locator(':focus')).fill(account.password)
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  const token = await page.getByRole('textbox', { name: 'Password of “Phone”' }).inputValue()
  const askWho = () => fetch(`${app.url}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  const answer = await askWho()
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ name: 'Tina Token', email: account.email, role: 'subscriber' })
  await page.getByRole('button', { name: 'Delete Phone' }).click()
  await toast(page, 'Phone deleted').waitFor()
  expect((await askWho()).status).toBe(401)
  expectQuiet()
  await close()
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
  await choose(page, 'As the system')
  await expect.poll(ground).toBe(light)
  expectQuiet()
  await close()
})

test('lists, the look of texts and keys are set here, for all lists', async () => {
  const account = await signUpThroughApi(app.url, 'Lina Lists')
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account })
  await page.goto('/settings')
  await choose(page, 'Cards')
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Oldest found first' })
  await choose(page, 'Counts as read')
  await choose(page, 'Miniflux')
  await page.getByRole('slider', { name: 'Size' }).press('ArrowRight')
  await page.getByRole('slider', { name: 'Size' }).blur()
  const read = async (path: string) => (await page.request.get(`/api/v1/${path}`)).json() as Promise<unknown>
  await expect
    .poll(() => read('list-settings'))
    .toMatchObject({
      lists: { '*': { layout: 'cards', order: 'oldest' } },
      options: { marksOnScroll: true, keyPreset: 'miniflux' },
    })
  await expect.poll(() => read('reading-settings')).not.toMatchObject({ sizePx: 18 })
  await page.reload()
  await page.getByRole('radio', { name: 'Cards', checked: true }).waitFor()
  await page.getByRole('radio', { name: 'Miniflux', checked: true }).waitFor()
  await checkEveryLook(page, 'settings-lists', { inSight: page.locator('#lists') })
  expectQuiet()
  await close()
})

test('a new name is kept and shown at once', async () => {
  const account = await signUpThroughApi(app.url, 'Nora')
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account })
  await page.goto('/settings')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Eleonora')
  await page.getByRole('button', { name: 'Save' }).click()
  await toast(page, 'Name saved').waitFor()
  await accountButton(page, 'Eleonora').waitFor()
  expectQuiet()
  await close()
})

test('reading hours are off until they are given, and drawn as they are kept', async () => {
  const account = await signUpThroughApi(app.url, 'Ruth Reader')
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account })
  await page.goto('/settings')
  const choices = page.getByRole('radiogroup', { name: 'My reading hours' })
  await choices.getByRole('radio', { name: 'Off', checked: true }).waitFor()
  await choices.getByText('Given').click()
  await page.getByText('No hours are given yet').waitFor()
  for (const day of ['Sat', 'Sun']) await page.getByRole('checkbox', { name: day }).uncheck()
  await page.getByRole('combobox', { name: 'Until' }).selectOption('10:00')
  await page.getByRole('button', { name: 'Add hours' }).click()
  const chart = page.getByRole('img', { name: /^How much a minute of delay counts/ })
  await chart.waitFor()
  expect(await chart.locator('rect.fill-heat-6').count()).toBe(15)
  await checkEveryLook(page, 'settings-reading-hours', { inSight: chart })
  await page.reload()
  await chart.waitFor()
  expect(await chart.locator('rect.fill-heat-6').count()).toBe(15)
  await choices.getByText('Learned').click()
  await page.getByText('Too little is known').waitFor()
  await choices.getByText('Off').click()
  await chart.waitFor({ state: 'detached' })
  expectQuiet()
  await close()
})
