import { expect } from 'vitest'
import { callApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import {
  expectUnread,
  openList,
  openTitle,
  pick,
  postingList,
  toast,
} from '#tests/support/browser/app-pages.ts'
import { newReader } from '#tests/support/browser/new-reader.ts'
import { sidebar } from '#tests/support/world/organising.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const world = withPublishers()

/** The number of postings that the server counts as unread. */
async function unreadOf(account: AppAccount): Promise<number> {
  return (await callApi<{ all: number }>(account, 'GET', '/counts')).all
}

testByNight('what is scrolled past is marked only by those who want it, and z takes it back', async () => {
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
  await sidebar(page).getByRole('link', { name: 'Discover' }).click()
  await page.waitForURL('**/discover')
  await sidebar(page).getByRole('link', { name: 'All articles' }).click()
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
