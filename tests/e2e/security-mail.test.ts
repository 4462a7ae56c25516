import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callApi, signUpThroughApi, type AppAccount } from '../support/app-accounts.ts'
import { accountButton, signIn, toast } from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { launchBrowser } from '../support/browser.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startApp, type RunningApp } from '../support/running-app.ts'
import { checkEveryLook, giveYourPassword, settingsOf } from '../support/security-pages.ts'

// A server of its own, which sends mail.
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
  await checkEveryLook(page, 'forgot-password')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(/a link is on its way/).waitFor()
  const link = /http\S+reset-password#\S+/.exec((await mail.next()).text)?.[0] ?? ''
  expect(link.startsWith(`${app.url}/`)).toBe(true)
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('a brand new sentence')
  await checkEveryLook(page, 'reset-password')
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
  await checkEveryLook(outside.page, 'confirm-email')
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
