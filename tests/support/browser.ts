import { chromium, type Browser } from 'playwright-core'
import { findChromium, howToInstallChromium } from './chromium.ts'

/** Nothing of Chromium's own may reach out into the network or onto the screen. */
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

/** Starts the system's Chromium without a window and with a fresh profile. The caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error(howToInstallChromium)
  return chromium.launch({ executablePath, args: flags })
}
