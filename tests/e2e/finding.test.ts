import { expect, test } from 'vitest'
import { callApi } from '#tests/support/browser/app-accounts.ts'
import { expectUnread, openList, shownTitles, toast } from '#tests/support/browser/app-pages.ts'
import { newReader } from '#tests/support/browser/new-reader.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const world = withPublishers()

test('a search is answered with its hits marked, and kept as a view that is counted and marked read', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Seeker', postings: 5 })
  const { page } = reader
  const found = () => callApi<{ count: number }>(reader.account, 'GET', '/postings/count?query=Seeker')
  await expect.poll(async () => (await found()).count).toBe(5)
  await openList(page, reader.account.name)
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search articles' })
  await field.fill('from:Seeker 4')
  await field.press('Enter')
  await expect.poll(() => shownTitles(page)).toEqual(['Seeker 4'])
  await expect.poll(() => page.getByRole('feed').locator('mark').first().innerText()).toBe('4')
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('The fourth')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expectUnread(page, 'The fourth', 1)
  await page.getByRole('button', { name: 'The fourth: more' }).click({ force: true })
  await page.getByRole('menuitem', { name: 'Mark these as read' }).click()
  await toast(page, /1\sarticle marked as read/).waitFor()
  await expectUnread(page, 'The fourth', 0)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expectUnread(page, 'The fourth', 1)
  reader.expectQuiet()
  await reader.close()
})
