import { test } from 'vitest'
import { openTitle, postingRow } from '#tests/support/browser/app-pages.ts'
import { newReader } from '#tests/support/browser/new-reader.ts'
import { withPublishers } from '#tests/support/servers/with-publishers.ts'

const world = withPublishers()

test('a posting pressed before the router hears of the history opens as soon as it does', async () => {
  const reader = await newReader(world.browser, world.publishers, { name: 'Early', postings: 3 })
  const { page } = reader
  // As on a slow machine: what the router puts in the place of the browser's function comes when the test says so.
  await page.addInitScript(() => {
    let current = window.history.pushState.bind(window.history)
    const own = History.prototype.pushState
    Object.defineProperty(window.history, 'pushState', {
      configurable: true,
      get: () => (document.documentElement.dataset['hears'] === undefined ? own : current),
      set: (patched: typeof current) => (current = patched),
    })
  })
  await page.goto('/')
  await postingRow(page, 'Early 1').waitFor()
  await page.waitForFunction(() => {
    const row = document.querySelector('[role=feed] article')
    return row !== null && Object.keys(row).some((name) => name.startsWith('__reactFiber'))
  })
  await postingRow(page, 'Early 1').getByRole('link').click()
  await page.evaluate(() => (document.documentElement.dataset['hears'] = 'yes'))
  await openTitle(page).filter({ hasText: 'Early 1' }).waitFor()
  reader.expectQuiet()
  await reader.close()
})
