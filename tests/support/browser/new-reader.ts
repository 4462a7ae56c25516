import type { Browser } from 'playwright-core'
import { callApi, sharedApp, signUpThroughApi, type AppAccount } from './app-accounts.ts'
import { openWindow, type AppWindow } from './app-window.ts'
import { makePostings, type Publisher, type Publishers } from '#tests/support/servers/publisher.ts'
import { letTimePass } from '#tests/support/measure/time-passing.ts'

const minuteMs = 60_000

/** A new account that reads one new site, `name` 1 to `postings`, and a window on it. */
export async function newReader(
  browser: Browser,
  publishers: Publishers,
  { name, postings }: { readonly name: string; readonly postings: number },
): Promise<AppWindow & { account: AppAccount; publisher: Publisher; sourceId: number }> {
  const publisher = publishers.site(name, makePostings(name, postings, Date.now() - 30 * minuteMs))
  const account = await signUpThroughApi(sharedApp().url, `Reader of ${name}`)
  const sourceId = await subscribeTo(account, publisher)
  const window = await openWindow(browser, { appUrl: sharedApp().url, account })
  return { account, publisher, sourceId, ...window }
}

/** Subscribes without the screen; the number of the source. */
export async function subscribeTo(
  account: AppAccount,
  publisher: Publisher,
  folderName?: string,
): Promise<number> {
  const body = { url: publisher.feedUrl, ...(folderName === undefined ? {} : { folderName }) }
  const { sourceId } = await callApi<{ sourceId: number }>(account, 'POST', '/subscriptions', body)
  return sourceId
}

/** The publisher posts something 2 minutes old, and the source is polled on request. */
export async function publishAndPoll(
  { account, publisher, sourceId }: { account: AppAccount; publisher: Publisher; sourceId: number },
  title: string,
): Promise<void> {
  // In this order: a poll that is due by itself once the time has passed finds it, too.
  publisher.post({ title, publishedAt: Date.now() - 2 * minuteMs })
  await letTimePass(sharedApp().databaseUrl, publisher.feedUrl, 10 * minuteMs)
  await callApi(account, 'POST', `/sources/${sourceId}/poll`)
}
