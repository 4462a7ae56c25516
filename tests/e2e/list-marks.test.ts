import { expect, test } from 'vitest'
import { callApi, sharedApp, type AppAccount } from '../support/app-accounts.ts'
import {
  expectUnread,
  openList,
  openTitle,
  pick,
  postingList,
  postingRow,
  shownTitles,
  toast,
  unreadRow,
} from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { drag, swipe } from '../support/finger.ts'
import { newReader, subscribeTo } from '../support/new-reader.ts'
import { sidebar } from '../support/organising.ts'
import { checkEveryLook } from '../support/page-check.ts'
import { makePostings } from '../support/publisher.ts'
import { withPublishers } from '../support/with-publishers.ts'

const minuteMs = 60_000
const world = withPublishers()

/** How many postings the server counts as unread. */
async function unreadOf(account: AppAccount): Promise<number> {
  return (await callApi<{ all: number }>(account, 'GET', '/counts')).all
}

test('with the texts in the list, keys go from text to text and mark them read', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Expanded', postings: 4 })
  const { page } = reader
  await openList(page, reader.account.name)
  await pick(page, 'Layout', 'Texts in the list')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expectUnread(page, 'Expanded', 2)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Expanded 3')
  reader.expectQuiet()
  await reader.close()
})

test('up to here, below and older mark what they say, and z takes each back', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Parts', postings: 10 })
  const { page } = reader
  await openList(page, reader.account.name)
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  await page.keyboard.press('Shift+U')
  await toast(page, /3\spostings marked as read/).waitFor()
  await expectUnread(page, 'Parts', 7)
  await page.keyboard.press('z')
  await expectUnread(page, 'Parts', 10)
  const row = postingRow(page, 'Parts 5')
  await row.hover()
  await row.getByRole('button', { name: 'More for this posting' }).click()
  await page.getByRole('menuitem', { name: 'Mark all below as read' }).click()
  await toast(page, /4\spostings marked as read/).waitFor()
  await expectUnread(page, 'Parts', 6)
  await page.keyboard.press('z')
  await expectUnread(page, 'Parts', 10)
  await pick(page, 'Mark older ones as read', /older than a day/)
  await toast(page, 'Nothing was unread.').waitFor()
  await expectUnread(page, 'Parts', 10)
  reader.expectQuiet()
  await reader.close()
})

test('what is scrolled past is marked only by those who want it, and z takes it back', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Scrolling', postings: 30 })
  const { page } = reader
  await openList(page, reader.account.name)
  // As one reads: never further at once than the window is high.
  const scroll = () =>
    postingList(page).evaluate(async (list) => {
      for (let steps = 0; steps < 4; steps++) {
        list.scrollBy(0, 300)
        await new Promise(requestAnimationFrame)
      }
    })
  await scroll()
  // Whoever leaves the list marks at once what waits to be marked: here nothing does.
  await sidebar(page).getByRole('link', { name: 'Subscriptions' }).click()
  await page.waitForURL('**/sources')
  await sidebar(page).getByRole('link', { name: 'All postings' }).click()
  await postingList(page).getByRole('article').first().waitFor()
  await page.keyboard.press('j')
  await openTitle(page).waitFor()
  await expectUnread(page, 'Scrolling', 29)
  await pick(page, 'Mark older ones as read', 'Counts as read')
  await scroll()
  await toast(page, /marked as read/).waitFor()
  await expect.poll(() => unreadOf(reader.account)).toBeLessThan(26)
  await page.keyboard.press('z')
  await expectUnread(page, 'Scrolling', 29)
  reader.expectQuiet()
  await reader.close()
})

test('keys are changed in the help, tell of conflicts, follow presets and can be switched off', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Remapped', postings: 4 })
  const { page } = reader
  await openList(page, reader.account.name)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keys' })
  await help.getByRole('button', { name: /^Next posting\s*j$/ }).click()
  await page.keyboard.press('s')
  await help.getByText('Also the key of “Star”.').waitFor()
  await checkEveryLook(page, 'keys-changed')
  await page.setViewportSize({ width: 1440, height: 900 })
  await help.getByRole('button', { name: /^Next posting\s*s$/ }).click()
  await page.keyboard.press('x')
  await help.getByRole('button', { name: /^Next posting\s*x$/ }).waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+x')
  expect(await openTitle(page).count()).toBe(0)
  await page.keyboard.press('x')
  await openTitle(page).filter({ hasText: 'Remapped 4' }).waitFor()
  await page.keyboard.press('?')
  await help.getByText('Miniflux').click()
  await help.getByText('Off', { exact: true }).click()
  await help.getByRole('radio', { name: 'Off', exact: true, checked: true }).waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await expect
    .poll(() => callApi(reader.account, 'GET', '/list-settings'), { timeout: 15_000 })
    .toMatchObject({ options: { keyPreset: 'miniflux', hasKeys: false, keys: {} } })
  expect(await openTitle(page).innerText(), 'of j while keys are off').toBe('Remapped 4')
  reader.expectQuiet()
  await reader.close()
})

test('orders are explained, remembered and group by source', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Beta', postings: 3 })
  const { page } = reader
  const alpha = world.publishers.site('Alpha', makePostings('Alpha', 2, Date.now() - 50 * minuteMs))
  await subscribeTo(reader.account, alpha)
  await expect.poll(() => unreadOf(reader.account)).toBe(5)
  await openList(page, reader.account.name)
  await page.getByRole('button', { name: 'Order', exact: true }).click()
  await page.getByText('rarely come first, loud ones last').waitFor()
  await checkEveryLook(page, 'order-menu', { only: 'wide' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('menuitemradio', { name: /^By source/ }).click()
  const expected = ['Alpha 2', 'Alpha 1', 'Beta 3', 'Beta 2', 'Beta 1']
  await expect.poll(() => shownTitles(page)).toEqual(expected)
  await page.goto('/')
  await expect.poll(() => shownTitles(page)).toEqual(expected)
  reader.expectQuiet()
  await reader.close()
})

test('on a phone, right marks as read, left stars from half of the row on, and pulling looks for new', async () => {
  const { account, close } = await newReader(world.browser, world.publishers, { name: 'Thumb', postings: 30 })
  await close()
  const phone = await phoneWindow(account)
  const { page } = phone
  await page.goto('/')
  await postingRow(page, 'Thumb 30').waitFor()
  await expect.poll(() => swipe(page, 'Thumb 28', 120), { message: 'follows the finger' }).toBe(true)
  await swipe(page, 'Thumb 30', 260)
  await toast(page, 'Marked as read').waitFor()
  await unreadRow(page, 'Thumb 28').waitFor()
  await expect.poll(() => unreadOf(account)).toBe(29)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await swipe(page, 'Thumb 29', -260)
  await toast(page, 'Starred').waitFor()
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/postings?'))
  await drag(page, { x: 200, y: 120 }, { x: 200, y: 320 })
  await asked
  await postingList(page).evaluate((list) => list.scrollTo(0, 900))
  const [title = ''] = (await shownTitles(page)).slice(-6)
  await postingRow(page, title).scrollIntoViewIfNeeded()
  const before = await postingList(page).evaluate((list) => list.scrollTop)
  await postingRow(page, title).getByRole('link').click()
  await openTitle(page).waitFor()
  await page.goBack()
  await openTitle(page).waitFor({ state: 'detached' })
  expect(await postingList(page).evaluate((list) => list.scrollTop)).toBe(before)
  phone.expectQuiet()
  await phone.close()
})

function phoneWindow(account: AppAccount) {
  return openWindow(world.browser, { appUrl: sharedApp().url, account, width: 390, height: 844 })
}
