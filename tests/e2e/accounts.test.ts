import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, signUpThroughApi, type AppAccount } from '../support/app-accounts.ts'
import { accountButton, choose, createAccount, signIn, signOut } from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { launchBrowser } from '../support/browser.ts'
import { startApp, type RunningApp } from '../support/running-app.ts'

// A server of its own: who may sign up holds for all of it.
let app: RunningApp
let browser: Browser
let admin: AppAccount

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp(), launchBrowser()])
  admin = await signUpThroughApi(app.url, 'Ada Admin')
})

afterAll(async () => {
  await browser.close()
  await app.stop()
})

test('a second account is a subscriber and has no admin pages', async () => {
  await callApi(admin, 'PATCH', '/admin/settings', { signUp: 'open' })
  const { page, close } = await openWindow(browser, { appUrl: app.url })
  await page.goto('/')
  await page.waitForURL('**/sign-in')
  await page.getByRole('link', { name: 'Create one' }).click()
  await createAccount(page, { name: 'Sam', email: 'sam@example.org', password: 'a long sentence' })
  await page.waitForURL('**/subscribe?first=1')
  await page.goto('/sources')
  const pages = page.getByRole('navigation', { name: 'Folders and pages' })
  await pages.getByRole('link', { name: 'Settings' }).waitFor()
  expect(await pages.getByRole('link', { name: 'Admin' }).count()).toBe(0)
  for (const path of ['/admin', '/admin/sources', '/admin/settings']) {
    await page.goto(path)
    expect(await page.getByRole('navigation', { name: 'Admin' }).count(), path).toBe(0)
  }
  await close()
})

test('signing out ends the session, and the password opens a new one', async () => {
  await callApi(admin, 'PATCH', '/admin/settings', { signUp: 'open' })
  const account = await signUpThroughApi(app.url, 'Olga')
  const { page, close } = await openWindow(browser, { appUrl: app.url, account })
  await page.goto('/sources')
  await signOut(page)
  await page.goto('/sources')
  await page.waitForURL(/\/sign-in/)
  await signIn(page, account.email, 'not the password')
  await page.getByText('Wrong e-mail or password.').waitFor()
  await signIn(page, account.email, account.password)
  await accountButton(page, 'Olga').waitFor()
  await close()
})

/** Chooses who may sign up, and waits until it is in force: the choice is shown before. */
async function saveSignUp(page: Page, mode: string): Promise<void> {
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await choose(page, mode)
  expect((await saved).status()).toBe(200)
}

test('sign-up can be closed, and by invitation each link serves once', async () => {
  const inside = await openWindow(browser, { appUrl: app.url, account: admin })
  await inside.page.goto('/admin/settings')
  const outside = await openWindow(browser, { appUrl: app.url })

  await saveSignUp(inside.page, 'Closed')
  await inside.page.getByText('Nobody makes an account').waitFor()
  await outside.page.goto('/sign-up')
  await outside.page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor()
  await outside.page.goto('/sign-in')
  await outside.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await outside.page.getByRole('link', { name: 'Create one' }).count()).toBe(0)

  await saveSignUp(inside.page, 'By invitation')
  await inside.page.getByText('Only who has an invitation').waitFor()
  await outside.page.goto('/sign-up')
  await outside.page.getByRole('heading', { name: 'Sign-up is by invitation' }).waitFor()
  await inside.page.getByRole('textbox', { name: 'For whom' }).fill('Ines')
  await inside.page.getByRole('button', { name: 'Create invitation' }).click()
  const link = await inside.page.getByRole('textbox', { name: 'Link of the invitation' }).inputValue()
  await outside.page.goto(link)
  await createAccount(outside.page, { name: 'Ines', email: 'ines@example.org', password: 'a long sentence' })
  await outside.page.waitForURL('**/subscribe?first=1')
  const second = await openWindow(browser, { appUrl: app.url })
  await second.page.goto(link)
  await second.page.getByRole('heading', { name: 'This invitation does not work' }).waitFor()
  await Promise.all([inside.close(), outside.close(), second.close()])
})
