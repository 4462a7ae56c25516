import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const places = [
  // Draws as the other does, for a fifth less of the processor; it has no window to look at.
  ...(process.env['HEADED'] === undefined ? ['/usr/bin/chromium-headless-shell'] : []),
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

export const howToInstallChromium =
  'The browser tests need Chromium. Install it, for example with: sudo apt-get install -y chromium-headless-shell'

/** The path of Chromium (or Chrome) on this machine; null when it is not there. */
export function findChromium(): string | null {
  return places.find((place) => existsSync(place)) ?? null
}

/**
 * Makes sure that Chromium is there: installs Debian's package where that needs no question, as root or with a sudo
 * that asks for no password. False when it is still missing.
 */
export function ensureChromium(): boolean {
  if (findChromium() !== null) return true
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '--non-interactive']
  for (const step of [
    ['update', '-q'],
    ['install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell'],
  ]) {
    const [command = 'apt-get', ...args] = [...prefix, 'apt-get', ...step]
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const { status } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
    if (status !== 0) break
  }
  return findChromium() !== null
}
