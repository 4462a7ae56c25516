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
import { newReader } from '../support/new-reader.ts'
import { sidebar } from '../support/organising.ts'
import { withPublishers } from '../support/with-publishers.ts'

const world = withPublishers()

/** How many postings the server counts as unread. */
async function unreadOf(account: AppAccount): Promise<number> {
  return (await callApi<{ all: number }>(account, 'GET', '/counts')).all
}

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
  await pick(page, 'Mark older as read', /^On$/)
  await scroll()
  await toast(page, /marked as read/).waitFor()
  await expect.poll(() => unreadOf(reader.account)).toBeLessThan(26)
  await page.keyboard.press('z')
  await expectUnread(page, 'Scrolling', 29)
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
