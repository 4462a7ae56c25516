import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi } from '../support/app-accounts.ts'
import {
  accountButton,
  expectUnread,
  openList,
  postingRow,
  shownTitles,
  toast,
} from '../support/app-pages.ts'
import { newReader } from '../support/new-reader.ts'
import { checkEveryLook } from '../support/page-check.ts'
import { withPublishers } from '../support/with-publishers.ts'

const world = withPublishers()

const field = (page: Page) => page.getByRole('combobox', { name: 'Search postings' })
const marks = (page: Page) => page.getByRole('feed').locator('mark')

/** A reader of `name` 1 to 5 whose postings can be searched. */
async function searchingReader(name: string) {
  const reader = await newReader(world.browser, world.publishers, { name, postings: 5 })
  const count = () =>
    callApi<{ count: number }>(reader.account, 'GET', `/postings/count?query=${name}`).then(
      (found) => found.count,
    )
  await expect.poll(count, { timeout: 20_000 }).toBe(5)
  return reader
}

test('the key / opens the search: names are completed, mistakes shown in place, hits marked', async () => {
  const reader = await searchingReader('Seeker')
  const { page } = reader
  await page.goto('/')
  await accountButton(page, reader.account.name).waitFor()
  await page.keyboard.press('/')
  await expect.poll(() => field(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.getByRole('heading', { name: 'What are you looking for?' }).waitFor()
  await checkEveryLook(page, 'search-empty')
  await page.setViewportSize({ width: 1440, height: 900 })
  await field(page).fill('before:soon 4 ')
  await page.getByText(/before: needs a date/).waitFor()
  await checkEveryLook(page, 'search-mistake')
  await page.setViewportSize({ width: 1440, height: 900 })
  await field(page).fill('')
  await field(page).pressSequentially('from:see')
  await page.getByRole('option', { name: /Seeker/ }).waitFor()
  await checkEveryLook(page, 'search-completion')
  await page.setViewportSize({ width: 1440, height: 900 })
  await field(page).press('Enter')
  await field(page).pressSequentially('4')
  await field(page).press('Enter')
  await expect.poll(() => shownTitles(page)).toEqual(['Seeker 4'])
  await expect.poll(() => marks(page).first().innerText()).toBe('4')
  expect(new URL(page.url()).searchParams.get('q')).toMatch(/^from:.* 4$/)
  await page.reload()
  await postingRow(page, 'Seeker 4').waitFor()
  await checkEveryLook(page, 'search-results')
  reader.expectQuiet()
  await reader.close()
})

test('part of a search is marked read: its undo is offered when the server has it, and takes it back', async () => {
  const reader = await searchingReader('Holder')
  const { page } = reader
  await openList(page, reader.account.name, '/?q=title:Holder&show=all')
  let answer: (() => void) | undefined
  const isAsked = new Promise<void>((resolve) => {
    void page.route('**/api/v1/postings/state', async (route) => {
      resolve()
      await new Promise<void>((go) => (answer = go))
      await route.continue()
    })
  })
  const row = postingRow(page, 'Holder 3')
  await row.hover()
  await row.getByRole('button', { name: 'More for this posting' }).click()
  await page.getByRole('menuitem', { name: 'Mark all below as read' }).click()
  await isAsked
  await page.waitForTimeout(300) // as long as an offer that does not wait takes to show
  expect(await toast(page, /marked as read/).count()).toBe(0)
  answer?.()
  await toast(page, /2\spostings marked as read/).waitFor()
  await expectUnread(page, 'Holder', 3)
  await page.unroute('**/api/v1/postings/state')
  await page.keyboard.press('z')
  await expectUnread(page, 'Holder', 5)
  reader.expectQuiet()
  await reader.close()
})

test('hits in excerpts, a mistaken address and an unknown name look as they should', async () => {
  const reader = await searchingReader('Looker')
  const { page } = reader
  await page.goto('/?q=number')
  await expect.poll(() => marks(page).first().innerText()).toBe('number')
  await checkEveryLook(page, 'search-hits-in-excerpts')
  await page.setViewportSize({ width: 1440, height: 900 })
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/postings?')) searches.push(request.url())
  })
  await page.goto('/?q=number+before:soon')
  await page.getByRole('heading', { name: 'The search has a mistake' }).waitFor()
  await page.getByText(/before: needs a date/).waitFor()
  expect((await page.locator('em').allInnerTexts()).join('')).toBe('before:soon')
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(searches).toEqual([])
  await checkEveryLook(page, 'search-mistaken')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/?q=number+OR+from:Lokker')
  await page.getByText('No source is called Lokker. Did you mean Looker?').waitFor()
  await postingRow(page, 'Looker 5').waitFor()
  await checkEveryLook(page, 'search-unknown-name')
  reader.expectQuiet()
  await reader.close()
})

test('a search is saved as a view: counted, renamed, marked read and deleted, each with a way back', async () => {
  const reader = await searchingReader('Keeper')
  const { page } = reader
  await page.goto('/?q=title:Keeper')
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('All of Keeper')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: /^All of Keeper/ }).click()
  await expectUnread(page, 'All of Keeper', 5)
  await checkEveryLook(page, 'view')
  await page.setViewportSize({ width: 1440, height: 900 })
  const openMenu = (name: string) =>
    page.getByRole('button', { name: `${name}: more` }).click({ force: true })
  await openMenu('All of Keeper')
  await page.getByRole('menuitem', { name: 'Mark these as read' }).click()
  await toast(page, /5\spostings marked as read/).waitFor()
  await expectUnread(page, 'All of Keeper', 0)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expectUnread(page, 'All of Keeper', 5)
  await openMenu('All of Keeper')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Kept')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: /^Kept/ }).waitFor()
  await openMenu('Kept')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('link', { name: /^Kept/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page.getByRole('link', { name: /^Kept/ }).waitFor()
  reader.expectQuiet()
  await reader.close()
})
