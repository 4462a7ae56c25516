import { chromium } from 'playwright-core'
import { browserLaunch } from './browser.ts'

/**
 * One Chromium for all browser tests: each file connects to it, and each window has a profile of its own. To start one
 * takes as long as several tests.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_BROWSER'] !== undefined) return async () => undefined // of another project of the same run
  const headless = process.env['HEADED'] === undefined
  const server = await chromium.launchServer({ ...browserLaunch(), headless })
  process.env['TEST_BROWSER'] = server.wsEndpoint()
  return () => server.close()
}
