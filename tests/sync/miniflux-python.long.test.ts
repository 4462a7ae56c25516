import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import { callApi, signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { callMinifluxPython, missingForMinifluxPython } from '#tests/support/programs/miniflux-python.ts'
import { programRow } from '#tests/support/programs/program-table.ts'
import { makePostings, startPublishers, type Publishers } from '#tests/support/servers/publisher.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { isNight } from '#tests/support/run/tier.ts'

/** Miniflux's own client in Python, run from a checkout of it, against the application as it is built. */
const missing = isNight ? missingForMinifluxPython() : null
const runs = isNight && missing === null
let app: RunningApp
let publishers: Publishers

if (missing !== null) console.info(`Miniflux's Python client is not tested: ${missing}`)

beforeAll(async () => {
  if (!runs) return
  app = await startApp()
  publishers = await startPublishers(2)
})
afterAll(async () => {
  await app?.stop()
  await publishers?.close()
})

test.skipIf(!runs)(
  "Miniflux's Python client: what is read, starred, marked, added, moved and removed by it is so on the web, and back",
  async () => {
    const proven = programRow('miniflux-python')
    const account = await signUpThroughApi(app.url, 'Reader by Python')
    const wanted = { name: 'Python', password: account.password, kind: 'app' }
    const { token } = await callApi<{ token: string }>(account, 'POST', '/tokens', wanted)
    const counts = () => callApi<UnreadCounts>(account, 'GET', '/counts')
    const settings = { url: app.url, username: account.email, password: token }
    const call = async <T>(name: string, args: unknown[] = [], named: Record<string, unknown> = {}) => {
      const [gave] = await callMinifluxPython(settings, [[name, args, named]])
      expect(gave, name).not.toHaveProperty('error')
      return gave?.ok as T
    }
    const wrong = await callMinifluxPython({ ...settings, password: 'wrong' }, [['me']])
    expect(wrong).toMatchObject([{ error: 'AccessUnauthorized' }])
    const byKey = await callMinifluxPython({ url: app.url, api_key: token }, [['me'], ['get_version']])
    expect(byKey).toMatchObject([{ ok: { username: account.email } }, { ok: { version: '2.2.14' } }])
    proven('sign-in')

    const site = publishers.site('Site', makePostings('News', 3, Date.now() - 3_600_000))
    const found = await call<{ url: string }[]>('discover', [site.siteUrl])
    expect(found).toMatchObject([{ url: site.feedUrl }])
    const daily = await call<{ id: number }>('create_category', ['Daily'])
    const feed = await call<number>('create_feed', [found[0]?.url, daily.id])
    await expect.poll(async () => (await counts()).all, { timeout: 30_000 }).toBe(3)
    proven('add')
    type Entry = { id: number; title: string; status: string; starred: boolean; content: string }
    const entries = (named = {}) => call<{ total: number; entries: Entry[] }>('get_entries', [], named)
    const { total, entries: listed } = await entries({ order: 'id', direction: 'desc', limit: 1000 })
    expect([total, listed.map(({ title, status }) => `${title} ${status}`)]).toEqual([
      3,
      ['News 3 unread', 'News 2 unread', 'News 1 unread'],
    ])
    const [third, second] = listed as [Entry, Entry]
    expect(third.content).toContain('The text of News')
    const reads = { unreads: { [feed]: 3 }, reads: {} }
    expect(await call('get_feed_counters')).toMatchObject(reads)
    proven('first sync')

    expect(await call('update_entries', [[third.id, second.id], 'read'])).toBe(true)
    expect((await counts()).all).toBe(1)
    expect(await call('update_entries', [[second.id], 'unread'])).toBe(true)
    expect((await counts()).all).toBe(2)
    proven('read')
    expect(await call('toggle_bookmark', [second.id])).toBe(true)
    expect((await counts()).starred).toBe(1)
    expect((await entries({ starred: true })).entries.map(({ id }) => id)).toEqual([second.id])
    expect(await call('toggle_bookmark', [second.id])).toBe(true)
    expect((await counts()).starred).toBe(0)
    proven('star')

    const weekly = await call<{ id: number }>('create_category', ['Weekly'])
    expect(
      await call('update_feed', [feed], { category_id: weekly.id, title: 'Site of mine' }),
    ).toMatchObject({ title: 'Site of mine', category: { title: 'Weekly' } })
    expect(await call('get_category_feeds', [weekly.id])).toMatchObject([{ id: feed }])
    expect(await call('update_category', [weekly.id, 'Monthly'])).toMatchObject({ title: 'Monthly' })
    await call('delete_category', [daily.id])
    const { folders } = await callApi<{ folders: { name: string }[] }>(account, 'GET', '/folders')
    expect(folders.map(({ name }) => name)).toEqual(['Monthly'])
    proven('move')

    for (const [name, id] of [
      ['mark_feed_entries_as_read', feed],
      ['mark_category_entries_as_read', weekly.id],
      ['mark_user_entries_as_read', (await call<{ id: number }>('me')).id],
    ] as const) {
      await call('update_entries', [listed.map((each) => each.id), 'unread'])
      expect((await counts()).all).toBe(3)
      await call(name, [id])
      expect((await counts()).all, name).toBe(0)
    }
    proven('mark all')

    await callApi(account, 'PATCH', `/postings/${third.id}`, { isRead: false, isStarred: true })
    const changed = await call<{ entries: Entry[] }>('get_feed_entries', [feed], { status: ['unread'] })
    expect(changed.entries).toMatchObject([{ id: third.id, starred: true }])
    const other = publishers.site('Other', makePostings('Later', 1, Date.now() - 3_600_000))
    const { feedUrl } = other
    const opml = `<opml version="2.0"><body><outline text="Other" type="rss" xmlUrl="${feedUrl}"/></body></opml>`
    await call('import_feeds', [opml])
    expect(await call<string>('export')).toContain(feedUrl)
    await expect.poll(async () => (await counts()).all, { timeout: 30_000 }).toBe(2)
    proven('back from the web')

    await call('delete_feed', [feed])
    expect(await call<{ title: string }[]>('get_feeds')).toMatchObject([{ title: 'Other' }])
    proven('remove')
  },
)
