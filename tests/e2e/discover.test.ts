import { test } from 'vitest'
import { openDatabase } from '#lib/store/connection/database.ts'
import { sharedApp } from '../support/app-accounts.ts'
import { newReader } from '../support/new-reader.ts'
import { checkEveryLook } from '../support/page-check.ts'
import { withPublishers } from '../support/with-publishers.ts'

const world = withPublishers()

test('discover shows what others read, with a preview beside it', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Explorer', postings: 2 })
  const { page } = reader
  await addReadSources()
  await page.goto('/discover')
  await page.getByRole('link', { name: 'Moonward Notes' }).click()
  await page.getByRole('article', { name: 'Preview of Moonward Notes' }).waitFor()
  await page.getByText('20 or more', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Science' }).waitFor({ state: 'attached' })
  await checkEveryLook(page, 'discover', { only: 'wide' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('dialog').getByRole('article', { name: 'Preview of Moonward Notes' }).waitFor()
  await checkEveryLook(page, 'discover-preview', { only: 'narrow' })
  await page.getByRole('button', { name: 'Close' }).click()
  await checkEveryLook(page, 'discover', { only: 'narrow' })
  reader.expectQuiet()
  await reader.close()
})

/** Sources with readers, as a day's count leaves them. */
async function addReadSources(): Promise<void> {
  const database = openDatabase(sharedApp().databaseUrl)
  const countedAt = new Date()
  await database.readerCount.upsert({ where: { id: 1 }, create: { countedAt }, update: { countedAt } })
  const hostName = 'read-here.example'
  await database.host.create({ data: { name: hostName } })
  const names = ['Moonward Notes', 'Rail Weekly', 'Tideline Podcast', 'Die Brücke']
  for (const [index, title] of names.entries()) {
    const { id: sourceId } = await database.source.create({
      data: {
        url: `https://${hostName}/${index}`,
        hostName,
        title,
        description: 'Rings and small moons, weekly.',
      },
    })
    const readers = 26 - 7 * index
    await database.sourceReaders.create({ data: { sourceId, readers, newReaders: readers - 2, countedAt } })
  }
  await database.$disconnect()
}
