import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedApp } from '#tests/support/browser/app-accounts.ts'
import { accountButton, choose, signIn, toast } from '#tests/support/browser/app-pages.ts'
import { openWindow, type AppWindow } from '#tests/support/browser/app-window.ts'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { codeOf } from '#tests/support/browser/code-app.ts'
import { checkEveryLook, giveYourPassword, settingsOf } from '#tests/support/browser/security-pages.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const app = sharedApp()
let browser: Browser

beforeAll(async () => {
  browser = await launchBrowser()
})

afterAll(() => browser.close())

testByNight('the settings are accessible and fit', async () => {
  const { page, expectQuiet, close } = await settingsOf(browser, app.url, 'Lena')
  await page.getByText('No passkeys so far.').waitFor()
  await page.getByText('this one').waitFor()
  await checkEveryLook(page, 'settings')
  expectQuiet()
  await close()
})

test('a changed setting is in all windows at once', async () => {
  const { page, context, close } = await settingsOf(browser, app.url, 'Dora')
  const other = await context.newPage()
  await Promise.all([page.goto('/settings'), other.goto('/settings')])
  await choose(page, 'Compact')
  await other.getByRole('radio', { name: 'Compact', checked: true }).waitFor()
  await page.reload()
  await page.getByRole('radio', { name: 'Compact', checked: true }).waitFor()
  await close()
})

test('a second step is set up, asked for, and replaced by a recovery code', async () => {
  const { page, account, expectQuiet, close } = await settingsOf(browser, app.url, 'Tora')
  await page.getByRole('button', { name: 'Set up' }).click()
  await giveYourPassword(page, account, 'Continue')
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
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('On. 10 recovery codes are left.').waitFor()
  expectQuiet()

  const second = await openWindow(browser, { appUrl: app.url })
  await second.page.goto('/sign-in')
  await signIn(second.page, account.email, account.password)
  const field = second.page.getByRole('textbox', { name: 'Code from the app, or a recovery code' })
  await field.fill('000000')
  await checkEveryLook(second.page, 'second-step')
  await second.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await second.page.getByText('This code is wrong or already used.').waitFor()
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
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a passkey is added, signs in without a password, is renamed and removed', async () => {
  const window = await settingsOf(browser, app.url, 'Paula')
  const { page, account, context, expectQuiet, close } = window
  await plugInAuthenticator(window)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Laptop')
  await giveYourPassword(page, account, 'Add a passkey')
  await toast(page, 'Passkey Laptop added').waitFor()

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

  await page.goto('/settings/account')
  await page.getByRole('button', { name: 'Rename passkey Laptop' }).click()
  await page.getByRole('textbox', { name: 'Name of the passkey' }).fill('Old laptop')
  await page.locator('#security').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Remove passkey Old laptop' }).click()
  await giveYourPassword(page, account, 'Remove passkey Old laptop')
  await page.getByText('No passkeys so far.').waitFor()
  expectQuiet()
  await close()
})

test('a session is ended from another window', async () => {
  const { page, account, close } = await settingsOf(browser, app.url, 'Sessa')
  const { page: other, close: closeOther } = await openWindow(browser, { appUrl: app.url })
  await other.goto('/sign-in')
  await signIn(other, account.email, account.password)
  await accountButton(other, 'Sessa').waitFor()
  await page.reload()
  await page.getByRole('button', { name: /^End the session of/ }).click()
  await toast(page, /is signed out/).waitFor()
  await other.waitForURL(/sign-in/) // by itself
  await Promise.all([close(), closeOther()])
})

test('the offer of a passkey is made anew before it ends', async () => {
  const { page, close } = await openWindow(browser, { appUrl: app.url })
  let asked = 0
  page.on('request', (request) => (asked += request.url().endsWith('/passkey/options') ? 1 : 0))
  await page.clock.install()
  const offered = page.waitForResponse('**/passkey/options')
  await page.goto('/sign-in')
  await offered
  await page.clock.runFor('07:30')
  expect(asked).toBe(1)
  const again = page.waitForResponse('**/passkey/options')
  await page.clock.runFor('01:00')
  await again
  expect(asked).toBe(2)
  await close()
})
