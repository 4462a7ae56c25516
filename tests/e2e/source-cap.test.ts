import { expect, test } from 'vitest'
import {
  expectUnread,
  openList,
  pick,
  postingList,
  postingRow,
  shownTitles,
} from '#tests/support/browser/app-pages.ts'
import { newReader } from '#tests/support/browser/new-reader.ts'
import { checkEveryLook } from '#tests/support/browser/page-check.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'
import { until } from '#tests/support/measure/until.ts'

const world = withPublishers()

test('a list shows so many postings of a source a day, the others behind one line, unread and counted', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Flood', postings: 12 })
  const { page } = reader
  await openList(page, 'Reader of Flood')
  await expect.poll(() => shownTitles(page)).toHaveLength(12)
  await pick(page, 'Layout', 'Up to 3')
  const more = postingList(page).getByRole('button', { name: /more of Flood$/ })
  await more.first().waitFor()
  // Twelve postings may lie on two days, around midnight.
  const counted = async () =>
    (await more.allInnerTexts()).reduce((sum, text) => sum + Number.parseInt(text, 10), 0)
  await expect.poll(async () => (await shownTitles(page)).length + (await counted())).toBe(12)
  expect((await shownTitles(page)).length).toBeLessThanOrEqual(6)
  await expectUnread(page, 'Flood', 12)
  await checkEveryLook(page, 'source-cap')
  await page.reload()
  await more.first().waitFor()
  await until('all of the flood is shown', async () => {
    if ((await more.count()) === 0) return true
    await more.first().click()
    return false
  })
  await postingRow(page, 'Flood 1').waitFor()
  await expect.poll(() => shownTitles(page)).toHaveLength(12)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Mark all as read' }).filter({ visible: true }).click()
  await expectUnread(page, 'Flood', 0)
  reader.expectQuiet()
  await reader.close()
})
