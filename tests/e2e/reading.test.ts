import { expect, test } from 'vitest'
import { openList, openTitle, postingRow, unreadRow } from '#tests/support/browser/app-pages.ts'
import { newReader } from '#tests/support/browser/new-reader.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const world = withPublishers()

test('a change that waits for the one before it is not lost with the page', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Leaving', postings: 2 })
  const { page } = reader
  await openList(page, reader.account.name)
  // Not by a route: it would be given up with the page.
  await page.evaluate(() => {
    const { fetch } = globalThis
    globalThis.fetch = (input, options) => {
      if (options?.method !== 'PATCH') return fetch(input, options)
      globalThis.fetch = fetch
      return new Promise(() => undefined)
    }
  })
  await page.keyboard.press('j')
  await openTitle(page).filter({ hasText: 'Leaving 2' }).waitFor()
  await page.keyboard.press('s')
  await postingRow(page, 'Leaving 2').getByRole('img', { name: 'Starred' }).waitFor()
  await page.goto('about:blank')
  await openList(page, reader.account.name, '/?show=all')
  await postingRow(page, 'Leaving 2').getByRole('img', { name: 'Starred' }).waitFor()
  expect(await unreadRow(page, 'Leaving 2').count()).toBe(1) // what never was sent
  await reader.close()
})
