import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import type { PostingPage } from '#lib/api/postings/postings.ts'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { programRow } from '#tests/support/programs/program-table.ts'
import { makePostings, startPublishers, type Publishers } from '#tests/support/servers/publisher.ts'
import {
  missingForRssGuard,
  startRssGuard,
  type GuardAct,
  type RssGuard,
} from '#tests/support/programs/rss-guard.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { isNight } from '#tests/support/run/tier.ts'

/** RSS Guard as Debian ships it, on a screen that nobody sees, against the application as it is built. */
const missing = isNight ? missingForRssGuard() : []
const runs = isNight && missing.length === 0
const isThere = { timeout: 30_000, interval: 500 }
const fetches = { timeout: 30_000, interval: 2_000 }
let app: RunningApp
let publishers: Publishers
let account: AppAccount
let program: RssGuard | null = null

if (missing.length > 0) console.info(`RSS Guard is not tested: ${missing.join(', ')} not installed`)

beforeAll(async () => {
  if (!runs) return
  app = await startApp()
  publishers = await startPublishers(kinds.length)
})
afterEach(async () => {
  await program?.remove()
  program = null
})
afterAll(async () => {
  await app?.stop()
  await publishers?.close()
})

const counts = () => callApi<UnreadCounts>(account, 'GET', '/counts')

/** The kinds of service that its dialog offers, by their numbers in its settings. */
const kinds = [
  { name: 'FreshRSS', row: 'rss-guard-freshrss', service: 1, intelligent_synchronization: true },
  { name: 'another service', row: 'rss-guard-other', service: 1024, intelligent_synchronization: false },
] as const

test.skipIf(!runs).each(kinds)(
  'RSS Guard as $name: what is read, starred and marked in it is so on the web, and back',
  async ({ name: _name, row, ...kind }) => {
    account = await signUpThroughApi(app.url, 'Reader by RSS Guard')
    const site = publishers.site('Site', makePostings('News', 3, Date.now() - 3_600_000))
    await callApi(account, 'POST', '/subscriptions', { url: site.feedUrl, folderName: 'Daily' })
    await expect.poll(async () => (await counts()).all, isThere).toBe(3)
    const wanted = { name: 'RSS Guard', password: account.password, kind: 'app' }
    const { token } = await callApi<{ token: string }>(account, 'POST', '/tokens', wanted)

    const settings = { ...kind, username: account.email, url: app.url, batch_size: 100 }
    const guard = await startRssGuard('greader', settings, token)
    program = guard
    // RSS Guard changes no feeds and folders of such an account.
    const proven = programRow(row, { version: guard.version, cannot: ['add', 'move', 'remove'] })
    await expect.poll(guard.feeds, isThere).toEqual(['Daily/Site'])
    await guard.act('UpdateAllItems')
    const fresh = [false, false]
    await expect.poll(guard.articles, isThere).toEqual({ 'News 1': fresh, 'News 2': fresh, 'News 3': fresh })
    proven('sign-in', 'first sync')

    // The account, its folder, the feed; then the first article of it.
    for (const entry of ['SelectNextItem', 'SelectNextItem', 'SelectNextItem'] as const)
      await guard.act(entry)
    await guard.act('SelectNextMessage')
    const readOne = async () => Object.entries(await guard.articles()).find(([, [isRead]]) => isRead)?.[0]
    await expect.poll(readOne, isThere).toBeDefined()
    // It tells of marks when it fetches, and takes no key for that while it fetches already.
    const fetched = async (count: 'all' | 'starred') => {
      await guard.act('UpdateAllItems')
      return (await counts())[count]
    }
    // After a fetch it draws its list anew. An act before that is forgotten: the article is shown again, and so read.
    const told = (entry: GuardAct, isDone: () => Promise<boolean>, count: 'all' | 'starred') => async () => {
      if (!(await isDone())) await guard.act(entry)
      return fetched(count)
    }
    await expect.poll(() => fetched('all'), fetches).toBe(2)
    const { postings } = await callApi<PostingPage>(account, 'GET', '/postings?show=all')
    const read = postings.find(({ isRead }) => isRead)
    expect(read?.title).toBe(await readOne())
    const isUnread = async () => (await readOne()) === undefined
    await expect.poll(told('MarkSelectedMessagesAsUnread', isUnread, 'all'), fetches).toBe(3)
    proven('read')

    const importantOnes = async () =>
      Object.entries(await guard.articles()).flatMap(([title, [, isImportant]]) => (isImportant ? title : []))
    const isImportant = async () => (await importantOnes()).length === 1
    const isNot = async () => !(await isImportant())
    await expect.poll(told('SwitchImportanceOfSelectedMessages', isImportant, 'starred'), fetches).toBe(1)
    expect(await importantOnes()).toEqual([read?.title])
    await expect.poll(told('SwitchImportanceOfSelectedMessages', isNot, 'starred'), fetches).toBe(0)
    expect(await importantOnes()).toEqual([])
    proven('star')

    const isAllRead = async () => Object.values(await guard.articles()).every(([isRead]) => isRead)
    await expect.poll(told('MarkAllItemsRead', isAllRead, 'all'), fetches).toBe(0)
    proven('mark all')

    // Another article: it keeps the one that it shows as read.
    const other = postings.find(({ id }) => id !== read?.id)
    await callApi(account, 'PATCH', `/postings/${other?.id ?? ''}`, { isRead: false, isStarred: true })
    const fetchedOther = async () => {
      await guard.act('UpdateAllItems')
      return (await guard.articles())[other?.title ?? '']
    }
    await expect.poll(fetchedOther, fetches).toEqual([false, true])
    proven('back from the web')
  },
)
