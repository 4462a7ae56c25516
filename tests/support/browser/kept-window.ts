import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callApi, signUpThroughApi, type AppAccount } from './app-accounts.ts'
import { openWindow, type AppWindow } from './app-window.ts'
import { makePostings } from '#tests/support/servers/publisher.ts'
import type { withPublishers } from '#tests/support/servers/with-publishers.ts'

type World = ReturnType<typeof withPublishers>

const hourMs = 3_600_000

/** An account that reads one source with six postings. */
export async function addOfflineReader(
  world: World,
  appUrl: string,
  name: string,
  site: string,
): Promise<AppAccount> {
  const account = await signUpThroughApi(appUrl, name)
  const { feedUrl } = world.publishers.site(site, makePostings(site, 6, Date.now() - hourMs))
  await callApi(account, 'POST', '/subscriptions', { url: feedUrl })
  return account
}

/** A window whose worker has kept all six postings of the account's one source. */
export async function openKeptWindow(
  world: World,
  options: Omit<Parameters<typeof openWindow>[1], 'isOfflineReady'>,
): Promise<AppWindow> {
  const window = await openWindow(world.browser, { ...options, isOfflineReady: true })
  await window.page.goto('/?show=all')
  await waitUntilKept(window.page, 6)
  return window
}

/** Waits until the worker has kept so many postings. */
async function waitUntilKept(page: Page, count: number): Promise<void> {
  await expect.poll(() => page.evaluate(countKept)).toBe(count)
}

async function countKept(): Promise<number> {
  if (!(await caches.has('skylark-user'))) return 0
  const cache = await caches.open('skylark-user')
  const kept = await cache.match('/__kept/postings')
  const hasShell = (await cache.match('/__kept/shell')) !== undefined
  return kept === undefined || !hasShell
    ? 0
    : ((await kept.json()) as { postings: unknown[] }).postings.length
}
