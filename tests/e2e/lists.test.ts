import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi, sharedApp, type AppAccount } from '../support/app-accounts.ts'
import {
  accountButton,
  expectUnread,
  openTitle,
  postingList,
  postingRow,
  shownTitles,
  toast,
} from '../support/app-pages.ts'
import { openWindow } from '../support/app-window.ts'
import { newReader, publishAndPoll, subscribeTo } from '../support/new-reader.ts'
import { checkEveryLook } from '../support/page-check.ts'
import { makePostings } from '../support/publisher.ts'
import { withPublishers } from '../support/with-publishers.ts'

const minuteMs = 60_000
const world = withPublishers()

/** Chooses in one of the menus of the list's head. */
async function pick(page: Page, menu: string, choice: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).filter({ visible: true }).click()
  await page
    .getByRole('menuitemradio', { name: choice })
    .or(page.getByRole('menuitem', { name: choice }))
    .click()
}

async function begin(page: Page, name: string, address = '/'): Promise<void> {
  await page.goto(address)
  await accountButton(page, name).waitFor()
  await postingList(page).getByRole('article').first().waitFor()
}

test('each layout is remembered for its list, accessible and fits', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Layouts', postings: 12 })
  const { page } = reader
  await begin(page, reader.account.name)
  for (const [layout, name] of [
    ['List only', 'list-only'],
    ['Texts in the list', 'list-expanded'],
    ['Cards', 'list-cards'],
  ] as const) {
    await pick(page, 'Layout', layout)
    await postingRow(page, 'Layouts 12').waitFor()
    await page.reload()
    await accountButton(page, reader.account.name).waitFor()
    await postingRow(page, 'Layouts 12').waitFor()
    expect(await page.getByRole('region', { name: 'Text' }).count()).toBe(0)
    await checkEveryLook(page, name)
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.keyboard.press('j')
  await openTitle(page).filter({ hasText: 'Layouts 12' }).waitFor()
  await page.getByRole('button', { name: 'Back to the list' }).filter({ visible: true }).click()
  await openTitle(page).waitFor({ state: 'detached' })
  // Another list stays as it was.
  await page.goto('/?starred=1&show=all')
  await page.getByRole('region', { name: 'Text' }).waitFor()
  reader.expectQuiet()
  await reader.close()
})

test('compact and roomy rows are accessible and fit', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Densities', postings: 12 })
  const { page } = reader
  await begin(page, reader.account.name)
  await pick(page, 'Layout', 'Compact')
  await expect.poll(async () => (await postingRow(page, 'Densities 12').boundingBox())?.height).toBe(34)
  await checkEveryLook(page, 'list-compact')
  await page.setViewportSize({ width: 1440, height: 900 })
  await pick(page, 'Layout', 'Roomy')
  await expect
    .poll(async () => (await postingRow(page, 'Densities 12').boundingBox())?.height)
    .toBeGreaterThan(60)
  await checkEveryLook(page, 'list-roomy')
  reader.expectQuiet()
  await reader.close()
})

test('with the texts in the list, keys go from text to text and mark them read', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Expanded', postings: 4 })
  const { page } = reader
  await begin(page, reader.account.name)
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
  await begin(page, reader.account.name)
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
  await row.getByRole('button', { name: 'Mark from here' }).click()
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
  await begin(page, reader.account.name)
  const scroll = () => postingList(page).evaluate((list) => list.scrollBy(0, 1000))
  await scroll()
  await pick(page, 'Mark older ones as read', 'Counts as read')
  await expectUnread(page, 'Scrolling', 30)
  await scroll()
  await toast(page, /marked as read/).waitFor()
  await expect
    .poll(async () => (await callApi<{ all: number }>(reader.account, 'GET', '/counts')).all)
    .toBeLessThan(26)
  await page.keyboard.press('z')
  await expectUnread(page, 'Scrolling', 30)
  reader.expectQuiet()
  await reader.close()
})

test('keys are changed in the help, tell of conflicts, follow presets and can be switched off', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Remapped', postings: 4 })
  const { page } = reader
  await begin(page, reader.account.name)
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
    .poll(() => callApi(reader.account, 'GET', '/list-settings'), { timeout: 5000 })
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
  await expect
    .poll(async () => (await callApi<{ all: number }>(reader.account, 'GET', '/counts')).all)
    .toBe(5)
  await begin(page, reader.account.name)
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

test('the fresh lane shows the young with their whole way, and says what is expected when there are none', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Lane', postings: 3 })
  const { page } = reader
  await page.goto('/fresh')
  await page.getByText(/Nothing younger than 30\smin/).waitFor()
  await page.getByText(/next posting is expected|next poll is planned/).waitFor()
  await checkEveryLook(page, 'fresh-empty')
  await page.setViewportSize({ width: 1440, height: 900 })
  await publishAndPoll(reader, 'Lane just in')
  await page
    .getByRole('button', { name: /1\snew posting/ })
    .first()
    .waitFor()
  expect(await postingList(page).count()).toBe(0)
  await page.keyboard.press('.')
  await expect.poll(() => shownTitles(page)).toEqual(['Lane just in'])
  await expectUnread(page, 'Fresh', 1)
  await checkEveryLook(page, 'fresh')
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
  await page.waitForTimeout(500)
  await swipe(page, 'Thumb 30', 120)
  expect(await page.getByText('Marked as read').count()).toBe(0)
  await swipe(page, 'Thumb 30', 260)
  await toast(page, 'Marked as read').waitFor()
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

async function swipe(page: Page, title: string, by: number): Promise<void> {
  const box = await postingRow(page, title).boundingBox()
  if (box === null) throw new Error(`${title} is not drawn`)
  const y = box.y + box.height / 2
  const x = by > 0 ? 60 : 340
  await drag(page, { x, y }, { x: x + by, y })
}

type Point = { readonly x: number; readonly y: number }

/** A finger, by the browser's own protocol: the page gets touch and pointer events as from a screen. */
async function drag(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const steps = 8
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] })
  for (let step = 1; step <= steps; step += 1) {
    const share = step / steps
    const point = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
