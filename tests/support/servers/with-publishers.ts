import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchBrowser } from '#tests/support/browser/browser.ts'
import { startPublishers, type Publishers } from './publisher.ts'

/** A browser and publishers for all tests of a file, from before the first until after the last. */
export function withPublishers(): { readonly browser: Browser; readonly publishers: Publishers } {
  let started: { readonly browser: Browser; readonly publishers: Publishers } | null = null
  const need = () => {
    if (started === null) throw new Error('The browser and publishers start with the first test.')
    return started
  }
  beforeAll(async () => {
    const [browser, publishers] = await Promise.all([launchBrowser(), startPublishers()])
    started = { browser, publishers }
  })
  afterAll(async () => {
    if (started !== null) await Promise.all([started.browser.close(), started.publishers.close()])
  })
  return {
    get browser() {
      return need().browser
    },
    get publishers() {
      return need().publishers
    },
  }
}
