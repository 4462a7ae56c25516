import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, sharedApp, signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { checkEveryLook } from '#tests/support/browser/page-check.ts'

const app = sharedApp()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
})

const fixture = (name: string) => path.resolve('tests/fixtures/imports', name)

test('stars of other readers come in through one place, and what is refused is named', async () => {
  const account = await signUpThroughApi(app.url, 'Ivy Import')
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account })
  await page.goto('/sources/import')
  await page.getByLabel('Choose a file').setInputFiles(fixture('google-reader.json'))
  const report = page.getByRole('region', { name: 'Result' })
  await report.getByText('2 added, 0 already there, 2 refused').waitFor()
  await report.getByText('These labels are not imported: Trees').waitFor()
  await report.getByRole('row').filter({ hasText: 'items[2].title' }).waitFor()
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{\n"items": [') })
  await page.getByText('mistake in line 2').waitFor()
  await page.goto('/?starred=1')
  await page.getByText('Why oaks & beeches wait').first().waitFor()
  expectQuiet()
  await close()
})

test('everything goes out as one file, and the account goes with its password', async () => {
  const account = await signUpThroughApi(app.url, 'Lea Leaving')
  const { page, close } = await openWindow(browser, { appUrl: app.url, account })
  await page.goto('/settings/account')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export everything' }).click(),
  ])
  expect(JSON.parse(await text(await download.createReadStream()))).toMatchObject({
    format: 'skylark',
    version: 2,
  })
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this account?' })
  await dialog.getByLabel('Current password', { exact: true }).fill('wrong password')
  await checkEveryLook(page, 'delete-account')
  await dialog.getByLabel('Current password', { exact: true }).fill(account.password)
  await dialog.getByRole('button', { name: 'Delete permanently' }).click()
  await page.waitForURL('**/sign-in')
  await expect(callApi(account, 'GET', '/me')).rejects.toThrow('401')
  await close()
})

test('a shared page leads through signing in to subscribing to it', async () => {
  const account = await signUpThroughApi(app.url, 'Sid Shares')
  const { page, close } = await openWindow(browser, { appUrl: app.url })
  const text = encodeURIComponent('Look at this: http://127.0.0.1:9/page')
  await page.goto(`/subscribe?title=Page&text=${text}`)
  await page.waitForURL('**/sign-in?next=**')
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/subscribe?url=**')
  expect(await page.getByRole('textbox').first().inputValue()).toBe('http://127.0.0.1:9/page')
  await close()
})

test('an address that a bookmark hands over to be saved outlasts signing in', async () => {
  const account = await signUpThroughApi(app.url, 'Sue Saves')
  const { page, close } = await openWindow(browser, { appUrl: app.url })
  await page.goto(`/save?url=${encodeURIComponent('http://127.0.0.1:9/page')}`)
  await page.waitForURL('**/sign-in?next=**')
  await page.getByLabel('E-mail').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/save?url=**')
  expect(await page.getByRole('textbox').first().inputValue()).toBe('http://127.0.0.1:9/page')
  await close()
})

test('the manifest names share target, shortcuts, handlers and a maskable icon', async () => {
  const manifest = (await (await fetch(`${app.url}/manifest.webmanifest`)).json()) as Record<string, unknown>
  expect(manifest).toMatchObject({
    share_target: { action: '/subscribe', params: { url: 'url', text: 'text' } },
    protocol_handlers: [{ protocol: 'web+feed' }],
    file_handlers: [{ accept: { 'text/x-opml': ['.opml'] } }],
  })
  expect(manifest['shortcuts']).toHaveLength(4)
  expect(JSON.stringify(manifest['icons'])).toContain('maskable')
  const worker = await fetch(`${app.url}/sw.js`)
  expect(worker.headers.get('content-type')).toContain('javascript')
})
