import { expect, test } from 'vitest'
import { newReader } from '#tests/support/browser/new-reader.ts'
import { weighScripts } from '#tests/support/browser/page-weight.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const world = withPublishers()

test('the script of the reading page is below 200 kB compressed, packed by brotli where packing pays', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Weight', postings: 30 })
  const { bytes, files, encodings } = await weighScripts(reader.page, '/')
  expect(files).toBeGreaterThan(5)
  expect(encodings).toContain('br')
  expect(encodings).not.toContain('gzip')
  expect(bytes).toBeLessThan(200_000)
  console.log(`script of the reading page: ${(bytes / 1000).toFixed(2)} kB in ${files} files`)
  await reader.close()
})
