import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedApp } from '#tests/support/browser/app-accounts.ts'
import {
  expectUnread,
  openList,
  postingList,
  postingRow,
  shownTitles,
  unreadRow,
} from '#tests/support/browser/app-pages.ts'
import { openWindow } from '#tests/support/browser/app-window.ts'
import { newReader, publishAndPoll } from '#tests/support/browser/new-reader.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const world = withPublishers()

test('new postings wait behind a bar and never move the list by themselves', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'River', postings: 60 })
  const { page } = reader
  await page.goto('/')
  await postingList(page).evaluate((list) => list.scrollTo(0, 600))
  await postingRow(page, 'River 50').waitFor()
  const place = () => postingRow(page, 'River 50').evaluate((row) => row.getBoundingClientRect().top)
  // Rows that come into sight are measured a moment later: two looks within one frame would see the same place.
  const seen: number[] = []
  await expect
    .poll(async () => seen.push(await place()) > 5 && new Set(seen.slice(-5)).size === 1, { interval: 100 })
    .toBe(true)
  const before = await place()
  const scrolled = await postingList(page).evaluate((list) => list.scrollTop)
  await publishAndPoll(reader, 'River fresh')
  const bar = page.getByRole('button', { name: /^1\snew article/ })
  await bar.waitFor()
  expect(await postingRow(page, 'River fresh').count()).toBe(0)
  expect(await postingList(page).evaluate((list) => list.scrollTop)).toBe(scrolled)
  expect(await place()).toBe(before)
  await bar.click()
  await unreadRow(page, 'River fresh').getByText('Found 2 min after publication').waitFor()
  expect((await shownTitles(page))[0]).toBe('River fresh')
  reader.expectQuiet()
  await reader.close()
})

test('unread counts of a second window follow by themselves', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Twins', postings: 4 })
  const { page } = reader
  const second = await openWindow(world.browser, { appUrl: sharedApp().url, account: reader.account })
  await Promise.all([page.goto('/'), second.page.goto('/settings')])
  await Promise.all([expectUnread(page, 'Twins', 4), expectUnread(second.page, 'Twins', 4)])
  await postingRow(page, 'Twins 4').getByRole('link', { name: 'Twins 4' }).click()
  await expectUnread(second.page, 'Twins', 3)
  await publishAndPoll(reader, 'Twins fresh')
  await Promise.all([expectUnread(page, 'Twins', 4), expectUnread(second.page, 'Twins', 4)])
  // In the list it waits behind a bar.
  const bar = page.getByRole('button', { name: /^1\snew article/ })
  await bar.waitFor()
  expect(await postingRow(page, 'Twins fresh').count()).toBe(0)
  await bar.click()
  await unreadRow(page, 'Twins fresh').getByText('Found 2 min after publication').waitFor()
  second.expectQuiet()
  await second.close()
  reader.expectQuiet()
  await reader.close()
})

test('what one window reads, stars and marks read shows in the list of another, in its place', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Mirror', postings: 6 })
  const { page } = reader
  const second = await openWindow(world.browser, { appUrl: sharedApp().url, account: reader.account })
  await openList(page, reader.account.name)
  await openList(second.page, reader.account.name)
  const titles = await shownTitles(second.page)
  const showsAfter = async (act: () => Promise<unknown>, shown: Locator, count: number) => {
    await act()
    await expect.poll(() => shown.count()).toBe(count)
  }
  const unread = unreadRow(second.page, 'Mirror 5')
  await showsAfter(
    () => postingRow(page, 'Mirror 5').getByRole('link', { name: 'Mirror 5' }).click(),
    unread,
    0,
  )
  const star = postingRow(second.page, 'Mirror 5').getByRole('img', { name: 'Starred' })
  await showsAfter(() => page.keyboard.press('s'), star, 1)
  const anyUnread = postingList(second.page).getByText('Unread', { exact: true })
  await showsAfter(() => page.keyboard.press('Shift+A'), anyUnread, 0)
  await expectUnread(second.page, 'Mirror', 0)
  await expect.poll(() => shownTitles(second.page)).toEqual(titles)
  second.expectQuiet()
  await second.close()
  reader.expectQuiet()
  await reader.close()
})

testByNight(
  'eight windows of one browser work, follow, and go on when the one that listens is closed',
  async () => {
    const reader = await newReader(world.browser, world.publishers, { name: 'Octet', postings: 4 })
    const pages = [reader.page]
    while (pages.length < 8) pages.push(await reader.context.newPage())
    for (const page of pages) {
      await page.goto('/')
      await expectUnread(page, 'Octet', 4)
    }
    await publishAndPoll(reader, 'Octet fresh')
    for (const page of pages) await expectUnread(page, 'Octet', 5)
    await reader.page.close()
    await publishAndPoll(reader, 'Octet fresher')
    for (const page of pages.slice(1)) await expectUnread(page, 'Octet', 6)
    reader.expectQuiet()
    await reader.close()
  },
)
