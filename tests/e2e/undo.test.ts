import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callApi } from '../support/app-accounts.ts'
import { expectUnread, openList, toast, unreadRow } from '../support/app-pages.ts'
import { newReader } from '../support/new-reader.ts'
import { sidebar } from '../support/organising.ts'
import { withPublishers } from '../support/with-publishers.ts'

const world = withPublishers()
const markPath = '**/api/v1/postings/mark-read'

/** Requests that mark a list wait until they are let go. */
async function holdMarks(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<null>()
  await page.route(markPath, async (route) => {
    await promise
    await route.continue()
  })
  return () => resolve(null)
}

test('z before the answer takes back what was pressed last, not the act before', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Waiting', postings: 4 })
  const { page, account } = reader
  await openList(page, account.name)
  await page.keyboard.press('n')
  await page.keyboard.press('b')
  await toast(page, 'Kept for later').waitFor()
  const letGo = await holdMarks(page)
  await page.keyboard.press('Shift+A')
  await expect.poll(() => unreadRow(page, 'Waiting 1').count()).toBe(0)
  await page.keyboard.press('z')
  await page.keyboard.press('z')
  letGo()
  await unreadRow(page, 'Waiting 1').waitFor()
  await expectUnread(page, 'Waiting', 4)
  const later = await callApi<{ postings: readonly unknown[] }>(account, 'GET', '/postings?later=true')
  expect(later.postings).toHaveLength(1)
  reader.expectQuiet()
  await reader.close()
})

test('pressed twice, from another list and from another page: what was marked is taken back, and nothing offers it again', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Twice', postings: 4 })
  const { page } = reader
  await openList(page, reader.account.name)
  const told = toast(page, /4\spostings marked as read/)
  await page.keyboard.press('Shift+A')
  await told.waitFor()
  const answered = page.waitForResponse(markPath)
  await page.keyboard.press('Shift+A')
  await answered
  await page.keyboard.press('z')
  await expectUnread(page, 'Twice', 4)
  await told.waitFor({ state: 'detached' })

  await page.keyboard.press('Shift+A')
  await told.waitFor()
  await sidebar(page).getByRole('link', { name: 'Starred' }).click()
  await page.waitForURL('**/?starred=1')
  await page.getByText('Nothing is starred').waitFor()
  await page.keyboard.press('z')
  await expectUnread(page, 'Twice', 4)

  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await unreadRow(page, 'Twice 1').waitFor()
  await page.keyboard.press('Shift+A')
  await told.waitFor()
  await sidebar(page).getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/settings')
  await page.keyboard.press('z')
  await expectUnread(page, 'Twice', 4)
  reader.expectQuiet()
  await reader.close()
})

test('a list that the server refuses to mark is unread again, and says so', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Refused', postings: 3 })
  const { page } = reader
  await openList(page, reader.account.name)
  await page.route(markPath, (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Not now.' } } }),
  )
  await page.keyboard.press('Shift+A')
  await toast(page, /Nothing was marked as read/).waitFor()
  await unreadRow(page, 'Refused 1').waitFor()
  await expectUnread(page, 'Refused', 3)
  await reader.close()
})
