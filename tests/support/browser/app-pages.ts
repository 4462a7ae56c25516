import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The acts of people on the pages of Skylark, by the names that they see and screen readers say. */

/** Fills in the form of the sign-up pages. */
export async function createAccount(
  page: Page,
  account: { readonly name: string; readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(account.name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /, account$/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/sign-in')
}

/** Types an address on the subscribe page and waits until something was found. */
export async function findFeeds(page: Page, address: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Address of a site, channel or feed' }).fill(address)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page
    .getByRole('status')
    .filter({ hasText: /\d found/ })
    .waitFor()
}

/** Subscribes to what stands chosen on the subscribe page, and waits for the list of its postings. */
export async function subscribe(page: Page, newFolder?: string): Promise<void> {
  if (newFolder !== undefined) {
    await page.getByRole('combobox', { name: 'Folder' }).selectOption('New folder…')
    await page.getByRole('textbox', { name: 'Name of the new folder' }).fill(newFolder)
  }
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await page.waitForURL(/\/\?source=\d+/)
  await postingList(page).waitFor()
}

export function postingList(page: Page): Locator {
  return page.getByRole('feed')
}

/** A row of the list. */
export function postingRow(page: Page, title: string): Locator {
  return postingList(page).getByRole('article', { name: title, exact: true })
}

/** A row that is marked unread. */
export function unreadRow(page: Page, title: string): Locator {
  return postingRow(page, title).filter({ has: page.getByText('Unread', { exact: true }) })
}

/** Titles of the rows that are drawn, from above. */
export async function shownTitles(page: Page): Promise<string[]> {
  return postingList(page).getByRole('article').getByRole('heading').allInnerTexts()
}

/** The title over the open text. */
export function openTitle(page: Page): Locator {
  return page.getByRole('region', { name: 'Text' }).getByRole('heading', { level: 1 })
}

/** Waits until the sidebar says so many unread postings of a list; 0: says none. */
export async function expectUnread(page: Page, list: string, count: number): Promise<void> {
  const links = page.getByRole('navigation', { name: 'Folders and pages' }).getByRole('link')
  // The letter of a source's picture may stand before its name.
  const link = links.filter({ hasText: new RegExp(`^.?${escapeForRegExp(list)}([\\d,]+ unread)?$`) })
  const unread = async () => {
    const text = (await link.textContent()) ?? ''
    const found = /^([\d,]+) unread$/.exec(text.slice(text.indexOf(list) + list.length))
    return Number(found?.[1]?.replaceAll(',', '') ?? 0)
  }
  await expect.poll(unread, { interval: 50, message: `unread of ${list}` }).toBe(count)
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Presses "Check now" on a source's page. Where the aggregator came first by its plan, that poll brings what there is. */
export async function pollNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check now' }).click()
  // A refusal stands below the button, not among the messages.
  await page
    .getByText(/will be checked within seconds|checked less than a minute ago/i)
    .first()
    .waitFor()
}

export function toast(page: Page, words: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(words)
}

/** Presses one of several choices that stand side by side. */
export async function choose(page: Page, choice: string): Promise<void> {
  await page.getByRole('radiogroup').getByText(choice, { exact: true }).click()
  await page.getByRole('radio', { name: choice, exact: true, checked: true }).waitFor()
}

/** Chooses a language in the settings, in whatever language they are. */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.getByLabel(/^(Language|Sprache)$/).selectOption(language)
}

/** The button that names who is signed in. Keys and clicks from then on are heeded, at once or when the page is alive. */
export function accountButton(page: Page, name: string): Locator {
  const sidebar = page.getByRole('navigation', { name: 'Folders and pages' })
  return sidebar.getByRole('button', { name: new RegExp(`^${escapeForRegExp(name)}\\s?, account$`) })
}

/** Opens a list, and waits until the page shows postings; `name`: of who is signed in. */
export async function openList(page: Page, name: string, address = '/'): Promise<void> {
  await page.goto(address)
  await accountButton(page, name).waitFor()
  await postingList(page).getByRole('article').first().waitFor()
}

/** Chooses in one of the menus of the list's head. */
export async function pick(page: Page, menu: string, choice: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).filter({ visible: true }).click()
  await page
    .getByRole('menuitemradio', { name: choice })
    .or(page.getByRole('menuitem', { name: choice }))
    .click()
}
