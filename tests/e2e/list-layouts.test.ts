import { expect, test } from 'vitest'
import { expectUnread, shownTitles } from '#tests/support/browser/app-pages.ts'
import { newReader, publishAndPoll } from '#tests/support/browser/new-reader.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const world = withPublishers()

test('the fresh list shows the young with their whole way, and says what is expected when there are none', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Lane', postings: 3 })
  const { page } = reader
  await page.goto('/fresh')
  await page.getByText(/Nothing younger than 30\smin/).waitFor()
  await page.getByText(/next article is expected|Next check at/).waitFor()
  await publishAndPoll(reader, 'Lane just in')
  await expect.poll(() => shownTitles(page)).toEqual(['Lane just in'])
  await expectUnread(page, 'Fresh', 1)
  reader.expectQuiet()
  await reader.close()
})
