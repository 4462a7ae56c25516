import type { Browser, Page } from 'playwright-core'
import { signUpThroughApi, type AppAccount } from './app-accounts.ts'
import { accountButton } from './app-pages.ts'
import { openWindow, type AppWindow } from './app-window.ts'
import { checkEveryLook as checkLooks, type LookOptions } from './page-check.ts'

/** Looks at the page in every size, and makes it wide again. */
export async function checkEveryLook(page: Page, name: string, options?: LookOptions): Promise<void> {
  await checkLooks(page, name, options)
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** A window on the page of a new account in its settings. */
export async function settingsOf(
  browser: Browser,
  appUrl: string,
  name: string,
): Promise<AppWindow & { readonly account: AppAccount }> {
  const account = await signUpThroughApi(appUrl, name)
  const window = await openWindow(browser, { appUrl, account })
  await window.page.goto('/settings/account')
  await accountButton(window.page, name).waitFor()
  return { ...window, account }
}

/** Answers the question for the password, by the button of that name. */
export async function giveYourPassword(page: Page, account: AppAccount, action: string): Promise<void> {
  await page.getByLabel('Your password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: action, exact: true }).click()
}
