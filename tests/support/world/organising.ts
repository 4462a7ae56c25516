import type { Browser, Locator, Page } from 'playwright-core'
import { callApi, sharedApp, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { openWindow, type AppWindow } from '#tests/support/browser/app-window.ts'
import { makePostings, type Publishers } from '#tests/support/servers/publisher.ts'

const names = ['Harbour Gazette', 'Rail Weekly', 'Field & Fen'] as const

/** Makes a reader of three sources with two postings each: the first in Coast, the others without a folder. */
export async function makeOrganiser(publishers: Publishers, name: string): Promise<AppAccount> {
  const account = await signUpThroughApi(sharedApp().url, name)
  await callApi(account, 'POST', '/folders', { name: 'Coast' })
  await callApi(account, 'POST', '/folders', { name: 'Machines' })
  for (const [index, title] of names.entries()) {
    const site = publishers.site(title, makePostings(title, 2, Date.now() - 60_000))
    const body = { url: site.feedUrl, ...(index === 0 ? { folderName: 'Coast' } : {}) }
    await callApi(account, 'POST', '/subscriptions', body)
  }
  return account
}

/** Opens the list of all postings in a window of the reader's own. */
export async function openOrganiser(
  browser: Browser,
  account: AppAccount,
  size: { width?: number; height?: number } = {},
): Promise<AppWindow> {
  const window = await openWindow(browser, { appUrl: sharedApp().url, account, ...size })
  await window.page.goto('/')
  return window
}

export function sidebar(page: Page): Locator {
  return page.getByRole('navigation', { name: 'Folders and pages' })
}

/** The line of a folder, source or label. */
export function rowOf(page: Page, name: string | RegExp): Locator {
  return sidebar(page).getByRole('link', { name }).first()
}

/** Opens the menu of a row and chooses from it. */
export async function chooseFrom(page: Page, row: Locator, act: string): Promise<void> {
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: act }).click()
}
