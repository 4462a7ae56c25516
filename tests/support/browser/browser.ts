import { chromium, type Browser } from 'playwright-core'
import { findChromium, howToInstallChromium } from './chromium.ts'

/** Nothing of Chromium's own may reach out into the network or onto the screen. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** The options of the system's Chromium: without a window and with a fresh profile. */
export function browserLaunch(): { readonly executablePath: string; readonly args: string[] } {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error(howToInstallChromium)
  return { executablePath, args: chromiumFlags }
}

/**
 * The Chromium of all browser tests (tests/support/browser/shared-browser.ts), or outside of them one of its own. The caller
 * closes it, which leaves the windows of others open.
 */
export async function launchBrowser(): Promise<Browser> {
  const shared = process.env['TEST_BROWSER']
  return shared === undefined ? chromium.launch(browserLaunch()) : chromium.connect(shared)
}
