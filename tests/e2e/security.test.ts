import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { periodAt, totpCode } from '#lib/auth/totp.ts'
import { callApi, signUpThroughApi, type AppAccount } from '../support/app-accounts.ts'
import { accountButton, choose, signIn, toast } from '../support/app-pages.ts'
import { openWindow, type AppWindow } from '../support/app-window.ts'
import { launchBrowser } from '../support/browser.ts'
import { startMailServer } from '../support/mail-server.ts'
import { checkEveryLook as checkLooks, type LookOptions } from '../support/page-check.ts'
import { startApp, type RunningApp } from '../support/running-app.ts'

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

/** Looks at the page in every size, and makes it wide again. */
async function checkEveryLook(page: Page, name: string, options?: LookOptions): Promise<void> {
  await checkLooks(page, name, options)
  await page.setViewportSize({ width: 1440, height: 900 })
}

async function settingsOf(name: string): Promise<AppWindow & { readonly account: AppAccount }> {
  const account = await signUpThroughApi(app.url, name)
  const window = await openWindow(browser, { appUrl: app.url, account })
  await window.page.goto('/settings')
  await accountButton(window.page, name).waitFor()
  return { ...window, account }
}

async function giveYourPassword(page: Page, account: AppAccount, action: string): Promise<void> {
  await page.getByLabel('Your password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: action, exact: true }).click()
}

function codeOf(key: string): string {
  const bits = [...key.replaceAll(' ', '')]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const secret = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  return totpCode(secret, periodAt(Date.now()))
}

test('the settings are accessible and fit', async () => {
  const { page, expectQuiet, close } = await settingsOf('Lena')
  await page.getByText('No passkeys so far.').waitFor()
  await page.getByText('this one').waitFor()
  await checkEveryLook(page, 'settings')
  for (const id of ['security', 'sessions']) {
    await page.goto(`/settings#${id}`)
    await page.locator(`#${id}`).scrollIntoViewIfNeeded()
    await checkEveryLook(page, `settings-${id}`)
  }
  expectQuiet()
  await close()
})

test('a changed setting is in all windows at once', async () => {
  const { page, context, close } = await settingsOf('Dora')
  const other = await context.newPage()
  const listening = other.waitForResponse('**/api/v1/events')
  await other.goto('/settings')
  await listening
  await choose(page, 'Compact')
  await other.getByRole('radio', { name: 'Compact', checked: true }).waitFor({ timeout: 5000 })
  await page.reload()
  await page.getByRole('radio', { name: 'Compact', checked: true }).waitFor()
  await close()
})

test('a second step is set up, asked for, and replaced by a recovery code', async () => {
  const { page, account, expectQuiet, close } = await settingsOf('Tora')
  await page.getByRole('button', { name: 'Set up' }).click()
  await giveYourPassword(page, account, 'Go on')
  const qrCode = page.getByRole('img', { name: 'QR code of the key beside it' })
  await qrCode.waitFor()
  await checkEveryLook(page, 'second-step-setup', { inSight: qrCode })
  const key = await page.getByRole('textbox', { name: 'Key', exact: true }).inputValue()
  await page.getByRole('textbox', { name: 'Code the app shows now' }).fill(codeOf(key))
  await page.getByRole('button', { name: 'Switch on' }).click()
  const codes = page.getByRole('region', { name: 'Recovery codes' })
  await codes.waitFor()
  await checkEveryLook(page, 'recovery-codes', { inSight: codes })
  const [code = ''] = await codes.getByRole('listitem').allInnerTexts()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('On. 10 recovery codes are left.').waitFor()
  expectQuiet()

  const second = await openWindow(browser, { appUrl: app.url })
  await second.page.goto('/sign-in')
  await signIn(second.page, account.email, account.password)
  const field = second.page.getByRole('textbox', { name: 'Code of the app, or a recovery code' })
  await field.fill('000000')
  await checkEveryLook(second.page, 'second-step')
  await second.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await second.page.getByText('This code is not right, or was used.').waitFor()
  await field.fill(code)
  await second.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await accountButton(second.page, 'Tora').waitFor()
  await page.getByText('On. 9 recovery codes are left.').waitFor() // told to the other window
  await page.getByRole('button', { name: 'Switch off' }).click()
  await giveYourPassword(page, account, 'Switch off')
  await page.getByRole('button', { name: 'Set up' }).waitFor()
  await Promise.all([close(), second.close()])
})

/** A key in this browser that asks for a finger and finds the right one. */
async function plugInAuthenticator({ context, page }: AppWindow): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

test('a passkey is added, signs in without a password, is renamed and removed', async () => {
  const window = await settingsOf('Paula')
  const { page, account, context, expectQuiet, close } = window
  await plugInAuthenticator(window)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Laptop')
  await giveYourPassword(page, account, 'Add a passkey')
  await toast(page, 'Passkey Laptop added').waitFor()
  await checkEveryLook(page, 'passkeys')

  await page.goto('about:blank') // no page of the old session asks any more
  await context.clearCookies()
  await page.goto('/sign-in')
  const isSignedIn = (url: URL) => url.pathname === '/'
  // The browser offers it in the e-mail field, and this authenticator takes every offer; otherwise the button asks.
  const isOffered = page.waitForURL(isSignedIn, { timeout: 5000 }).then(
    () => true,
    () => false,
  )
  if (!(await isOffered)) {
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(isSignedIn)
  }
  await accountButton(page, 'Paula').waitFor()

  await page.goto('/settings')
  await page.getByRole('button', { name: 'Rename passkey Laptop' }).click()
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Old laptop')
  await page.locator('#security').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove passkey Old laptop' }).click()
  await checkEveryLook(page, 'passkey-removal')
  await giveYourPassword(page, account, 'Remove passkey Old laptop')
  await page.getByText('No passkeys so far.').waitFor()
  expectQuiet()
  await close()
})

test('a forgotten password is reset by mail, and all sessions end', async () => {
  const { page: inside, account, close } = await settingsOf('Rita')
  const { page, expectQuiet, close: closeOutside } = await openWindow(browser, { appUrl: app.url })
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor() // the page is alive
  await page.getByRole('link', { name: 'Forgot the password?' }).click()
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
  const { page, account, expectQuiet, close } = await settingsOf('Elsa')
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

test('a session is ended from another window', async () => {
  const { page, account, close } = await settingsOf('Sessa')
  const { page: other, close: closeOther } = await openWindow(browser, { appUrl: app.url })
  await other.goto('/sign-in')
  await signIn(other, account.email, account.password)
  await accountButton(other, 'Sessa').waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^End the session of/ }).click()
  await toast(page, /is signed out/).waitFor()
  await other.goto('/sources')
  await other.waitForURL(/sign-in/)
  await Promise.all([close(), closeOther()])
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
