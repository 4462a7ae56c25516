import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import {
  accountButton,
  choose,
  createAccount,
  signIn,
  signOut,
  toast,
} from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { checkEveryLook, giveYourPassword, settingsOf } from '#tests/support/browser/security-pages.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

// A server of its own, which sends mail: who may sign up holds for all of it.
let app: RunningApp
let mail: Awaited<ReturnType<typeof startMailServer>>
let browser: Browser
let admin: AppAccount

beforeAll(async () => {
  mail = await startMailServer()
  ;[app, browser] = await Promise.all([startApp({ SMTP_URL: mail.url }), launchBrowser()])
  admin = await signUpThroughApi(app.url, 'Ada Admin')
})

afterAll(async () => {
  await browser.close()
  await app.stop()
  await mail.stop()
})

test('a forgotten password is reset by mail, and all sessions end', async () => {
  const { page: inside, account, close } = await settingsOf(browser, app.url, 'Rita')
  const { page, expectQuiet, close: closeOutside } = await openWindow(browser, { appUrl: app.url })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor() // the page is alive
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.waitForURL('**/forgot-password')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(/a link is on its way/).waitFor()
  const link = /http\S+reset-password#\S+/.exec((await mail.next()).text)?.[0] ?? ''
  expect(link.startsWith(`${app.url}/`)).toBe(true)
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a brand new sentence')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, account.email, 'a brand new sentence')
  await accountButton(page, 'Rita').waitFor()
  await inside.goto('/sources')
  await inside.waitForURL(/sign-in/)
  expectQuiet()
  await Promise.all([close(), closeOutside()])
})

test('a new address counts once its link is followed', async () => {
  const { page, account, expectQuiet, close } = await settingsOf(browser, app.url, 'Elsa')
  await page.getByRole('button', { name: 'Change address' }).click()
  const email = `new.${account.email}`
  await page.getByRole('textbox', { name: 'New e-mail address' }).fill(email)
  await giveYourPassword(page, account, 'Change address')
  await toast(page, `A link is on its way to ${email}.`).waitFor()
  const link = /http\S+confirm-email#\S+/.exec((await mail.next()).text)?.[0] ?? ''
  const outside = await openWindow(browser, { appUrl: app.url })
  await outside.page.goto(link)
  await outside.page.getByRole('button', { name: 'Confirm' }).waitFor()
  await outside.page.getByRole('button', { name: 'Confirm' }).click()
  await outside.page.getByText(`You sign in with ${email} from now on.`).waitFor()
  await page.getByText(email, { exact: true }).waitFor() // told to the window that is open
  expect((await mail.next()).to).toBe(account.email)
  expectQuiet()
  await Promise.all([close(), outside.close()])
})

test('an admin locks an account, has a password reset, and reads what was done', async () => {
  const account = await signUpThroughApi(app.url, 'Luca')
  const { page, expectQuiet, close } = await openWindow(browser, { appUrl: app.url, account: admin })
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'New password for Luca' }).click()
  await toast(page, `A link was sent to ${account.email}`).waitFor()
  expect((await mail.next()).to).toBe(account.email)
  await page.getByRole('button', { name: 'Lock Luca' }).click()
  await page.getByRole('button', { name: 'Unlock Luca' }).waitFor()
  await expect(callApi(account, 'GET', '/me')).rejects.toThrow('401')
  await page.getByRole('list', { name: 'Accounts of this server' }).scrollIntoViewIfNeeded()
  await checkEveryLook(page, 'admin-users')
  await page.goto('/admin/audit')
  await page.getByText('Account locked').first().waitFor()
  await checkEveryLook(page, 'admin-record')
  expectQuiet()
  await close()
})

test('the address of a request is what the proxy of ours says, not what the client claims', async () => {
  const from = async (forwarded: string) => {
    const answer = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: app.url, 'x-forwarded-for': forwarded },
      body: JSON.stringify({ email: 'nobody@example.org', password: 'not the password' }),
    })
    expect(answer.status).toBe(401)
    const { entries } = await callApi<{ entries: { address: string }[] }>(admin, 'GET', '/admin/audit')
    return entries[0]?.address
  }
  expect(await from('192.0.2.66, 203.0.113.5')).toBe('203.0.113.5')
  expect(await from('nonsense')).toBe('127.0.0.1')
})

testByNight('a second account is a subscriber and has no admin pages', async () => {
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
  await accountButton(page, 'Sam').click()
  await page.getByRole('menuitem', { name: 'Subscriptions' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Admin' }).count()).toBe(0)
  for (const path of ['/admin', '/admin/sources', '/admin/people']) {
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
  await inside.page.getByText('Nobody can sign up').waitFor()
  await outside.page.goto('/sign-up')
  await outside.page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor()
  await outside.page.goto('/sign-in')
  await outside.page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  expect(await outside.page.getByRole('link', { name: 'Create one' }).count()).toBe(0)

  await saveSignUp(inside.page, 'By invitation')
  await inside.page.getByText('People need an invitation').waitFor()
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
