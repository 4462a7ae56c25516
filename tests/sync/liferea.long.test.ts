import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import type { PostingPage } from '#lib/api/postings/postings.ts'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import {
  lifereaVersion,
  missingForLiferea,
  startLiferea,
  startLifereaWith,
  type Liferea,
} from '#tests/support/programs/liferea.ts'
import { programRow } from '#tests/support/programs/program-table.ts'
import { makePostings, startPublishers, type Publishers } from '#tests/support/servers/publisher.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { isNight } from '#tests/support/run/tier.ts'

/** Liferea as Debian ships it, on a screen that nobody sees, against the application as it is built. */
const missing = isNight ? missingForLiferea() : []
const runs = isNight && missing.length === 0
const isThere = { timeout: 30_000, interval: 500 }
let app: RunningApp
let publishers: Publishers
let account: AppAccount
let liferea: Liferea | null = null

if (missing.length > 0) console.info(`Liferea is not tested: ${missing.join(', ')} not installed`)

beforeAll(async () => {
  if (!runs) return
  app = await startApp()
  publishers = await startPublishers(4)
})
afterEach(async () => {
  await liferea?.remove()
  liferea = null
})
afterAll(async () => {
  await app?.stop()
  await publishers?.close()
})

const counts = () => callApi<UnreadCounts>(account, 'GET', '/counts')

test.skipIf(!runs)(
  'Liferea: what is read, starred, marked, added and removed in it is so on the web',
  async () => {
    // Liferea takes no states of articles over that it knows, and moves no feeds of an account between folders.
    const proven = programRow('liferea', {
      version: lifereaVersion(),
      cannot: ['move'],
      butForStates: ['back from the web'],
    })
    account = await signUpThroughApi(app.url, 'Reader by Liferea')
    const site = publishers.site('Site', makePostings('News', 3, Date.now() - 3_600_000))
    await callApi(account, 'POST', '/subscriptions', { url: site.feedUrl, folderName: 'Daily' })
    await expect.poll(async () => (await counts()).all, isThere).toBe(3)
    const wanted = { name: 'Liferea', password: account.password, kind: 'app' }
    const { token } = await callApi<{ token: string }>(account, 'POST', '/tokens', wanted)

    const program = await startLiferea(`${app.url}/api/greader.php`, account.email, token)
    liferea = program
    const fresh = [false, false]
    await expect
      .poll(program.articles, isThere)
      .toEqual({ 'News 1': fresh, 'News 2': fresh, 'News 3': fresh })
    await expect.poll(program.feeds, isThere).toEqual(['Daily/Site'])
    proven('sign-in', 'first sync')

    await program.act('next-unread-item')
    await expect.poll(async () => (await counts()).all, isThere).toBe(2)
    const { postings } = await callApi<PostingPage>(account, 'GET', '/postings?show=all')
    const read = postings.find(({ isRead }) => isRead)
    expect((await program.articles())[read?.title ?? '']).toEqual([true, false])
    await program.act('toggle-selected-item-read-status')
    await expect.poll(async () => (await counts()).all, isThere).toBe(3)
    proven('read')

    await program.act('toggle-selected-item-flag')
    await expect.poll(async () => (await counts()).starred, isThere).toBe(1)
    await program.act('toggle-selected-item-flag')
    await expect.poll(async () => (await counts()).starred, isThere).toBe(0)
    proven('star')

    const second = publishers.site('Second site', makePostings('Later', 2, Date.now() - 3_600_000))
    await program.add(second.feedUrl)
    await expect.poll(async () => (await counts()).all, isThere).toBe(5)
    // It learns of them as of what was added on the web: at its next update.
    await program.act('update-all')
    await expect.poll(async () => Object.keys(await program.articles()).sort(), isThere).toHaveLength(5)
    await expect.poll(program.feeds, isThere).toEqual(['Daily/Site', 'Second site'])
    proven('add', 'back from the web')

    await program.act('mark-all-feeds-read')
    await expect.poll(async () => (await counts()).all, isThere).toBe(0)
    proven('mark all')

    await program.act('delete-selected')
    await program.confirm('Deletion Confirmation')
    const subscriptions = async () =>
      (await callApi<{ subscriptions: unknown[] }>(account, 'GET', '/subscriptions')).subscriptions
    await expect.poll(subscriptions, isThere).toHaveLength(1)
    proven('remove')
  },
)

test.skipIf(!runs)('Liferea reads an output feed whole, and again what is new', async () => {
  account = await signUpThroughApi(app.url, 'Reader of output feeds')
  const site = publishers.site('Output site', makePostings('Sent', 3, Date.now() - 3_600_000))
  await callApi(account, 'POST', '/subscriptions', { url: site.feedUrl })
  await expect.poll(async () => (await counts()).all, isThere).toBe(3)
  const wanted = { name: 'All', place: { kind: 'all' } }
  const { address } = await callApi<{ address: string }>(account, 'POST', '/output-feeds', wanted)
  const { pathname } = new URL(address)
  const documents = ['.atom', '.rss'].map((ending) => `${app.url}${pathname.replace(/(\.\w+)?$/, ending)}`)

  const program = await startLifereaWith(documents)
  liferea = program
  // It takes the entries of its menus once it has begun.
  const updated = async (feed: number) => {
    await program.act('update-all')
    return program.stored(feed)
  }
  const isUpdated = { ...isThere, interval: 2_000 }
  const sent = [1, 2, 3].map((n) => [`Sent ${n}`, true])
  for (const feed of documents.keys()) await expect.poll(() => updated(feed), isUpdated).toEqual(sent)

  const later = publishers.site('Later site', makePostings('Added', 1, Date.now() - 60_000))
  await callApi(account, 'POST', '/subscriptions', { url: later.feedUrl })
  await expect.poll(async () => (await counts()).all, isThere).toBe(4)
  for (const feed of documents.keys())
    await expect.poll(() => updated(feed), isUpdated).toEqual([['Added 1', true], ...sent])
})
