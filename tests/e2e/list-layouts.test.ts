import { expect, test } from 'vitest'
import {
  accountButton,
  expectUnread,
  openList,
  openTitle,
  pick,
  postingList,
  postingRow,
  shownTitles,
} from '../support/app-pages.ts'
import { newReader, publishAndPoll } from '../support/new-reader.ts'
import { checkEveryLook } from '../support/page-check.ts'
import { withPublishers } from '../support/with-publishers.ts'

const world = withPublishers()

test('each layout is remembered for its list, accessible and fits', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Layouts', postings: 12 })
  const { page } = reader
  await openList(page, reader.account.name)
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
  await openList(page, reader.account.name)
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
