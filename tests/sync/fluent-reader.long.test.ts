import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import type { PostingPage } from '#lib/api/postings/postings.ts'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import {
  fluentReaderVersion,
  missingForFluentReader,
  runFluentReader,
  type FluentReader,
} from '#tests/support/programs/fluent-reader.ts'
import { programRow, type Program } from '#tests/support/programs/program-table.ts'
import {
  makePostings,
  startPublishers,
  type Publisher,
  type Publishers,
} from '#tests/support/servers/publisher.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { isNight } from '#tests/support/run/tier.ts'

/** The services of Fluent Reader, run from a checkout of it, against the application as it is built. */
const missing = isNight ? missingForFluentReader() : null
const runs = isNight && missing === null
const isThere = { timeout: 60_000, interval: 300 }
const each = 300
const all = 4 * each
let app: RunningApp
let publishers: Publishers
let account: AppAccount
let sites: Publisher[] = []

if (missing !== null) console.info(`Fluent Reader is not tested: ${missing}`)

beforeAll(async () => {
  if (!runs) return
  app = await startApp()
  publishers = await startPublishers(4 + Object.keys(services).length)
  sites = ['North', 'East', 'South', 'West'].map((name) =>
    publishers.site(name, makePostings(`News of the ${name}`, each, Date.now() - 3_600_000)),
  )
})
afterAll(async () => {
  await app?.stop()
  await publishers?.close()
})

type Signed = { readonly endpoint: string; readonly email: string; readonly password: string }
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const services: Readonly<
  Record<
    string,
    { row: Program; protocol: string; type: string; settings: (signed: Signed) => Record<string, unknown> }
  >
> = {
  greader: {
    row: 'fluent-greader',
    protocol: 'Google Reader',
    type: 'GReader',
    settings: ({ endpoint, email, password }) => ({
      endpoint: `${endpoint}/api/greader.php`,
      username: email,
      password,
      useInt64: true,
    }),
  },
  fever: {
    row: 'fluent-fever',
    protocol: 'Fever',
    type: 'Fever',
    settings: ({ endpoint, email, password }) => ({
      endpoint: `${endpoint}/fever/`,
      username: email,
      apiKey: md5(`${email}:${password}`),
    }),
  },
  miniflux: {
    row: 'fluent-miniflux',
    protocol: 'Miniflux',
    type: 'Miniflux',
    settings: ({ endpoint, password }) => ({ endpoint, apiKeyAuth: true, authKey: password }),
  },
}

const counts = () => callApi<UnreadCounts>(account, 'GET', '/counts')
const unread = async () => Object.values((await counts()).bySource).reduce((sum, count) => sum + count, 0)
const starred = async () => (await counts()).starred

/** The number of postings of the account's sources. */
async function stored(): Promise<number> {
  return inDatabase(`SELECT count(*)::int AS "count" FROM "posting" p JOIN "subscription" u USING ("sourceId")
    JOIN "user" s ON s."id" = u."subscriberId" WHERE s."email" = $1`)
}

/** A new subscriber has most of the past of a feed read. */
async function markUnread(): Promise<void> {
  await inDatabase(`UPDATE "subscription" u SET "readThrough" = 0
    FROM "user" s WHERE s."id" = u."subscriberId" AND s."email" = $1`)
}

async function inDatabase(sql: string): Promise<number> {
  const client = new pg.Client({ connectionString: app.databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>(sql, [account.email])
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}

for (const [service, { row, protocol, type, settings }] of Object.entries(services))
  test.skipIf(!runs)(
    `Fluent Reader by ${protocol}: what is read, starred and marked in it is so on the web, and back`,
    async () => {
      // Fluent Reader changes no feeds and folders of an account.
      const proven = programRow(row, { version: fluentReaderVersion(), cannot: ['add', 'move', 'remove'] })
      account = await signUpThroughApi(app.url, `Reader by ${service}`)
      for (const { feedUrl } of sites)
        await callApi(account, 'POST', '/subscriptions', { url: feedUrl, folderName: 'Daily' })
      await expect.poll(stored, isThere).toBe(all)
      await markUnread()
      expect(await unread()).toBe(all)
      const wanted = { name: 'Fluent', password: account.password, kind: 'app', forFever: true }
      const { token } = await callApi<{ token: string }>(account, 'POST', '/tokens', wanted)

      const reader = (password: string): FluentReader =>
        runFluentReader(service, type, {
          fetchLimit: 10_000,
          ...settings({ endpoint: app.url, email: account.email, password }),
        })
      await expect(
        reader('wrong')
          .signsIn()
          .catch(() => false),
      ).resolves.toBe(false)
      const fluent = reader(token)
      expect(await fluent.signsIn()).toBe(true)
      expect(await fluent.feeds()).toEqual({ North: 'Daily', East: 'Daily', South: 'Daily', West: 'Daily' })
      await fluent.fetchNew()
      expect(new Set(fluent.items.map(({ serviceRef }) => serviceRef)).size).toBe(all)
      expect(fluent.items).toHaveLength(all)
      expect(fluent.items.every(({ hasRead, starred }) => !hasRead && !starred)).toBe(true)
      expect(new Set(fluent.items.map(({ title }) => title)).size).toBe(all)
      for (const { title, link, content, date } of fluent.items.slice(0, 10))
        expect([
          /^News of the \w+ \d+$/.test(title),
          URL.canParse(link),
          content,
          isNaN(Number(date)),
        ]).toEqual([true, true, expect.stringContaining('The text of News'), false])
      const refs = (set: Set<string>) => [...set].filter((ref) => ref !== '').sort()
      const states = async () => (await fluent.states()).map(refs)
      expect(await states()).toEqual([fluent.items.map(({ serviceRef }) => serviceRef).sort(), []])
      expect(await fluent.fetchNew()).toEqual([])
      proven('sign-in', 'first sync')

      const [first, second] = fluent.items as [(typeof fluent.items)[0], (typeof fluent.items)[0]]
      await fluent.act('markRead', first)
      expect(await unread()).toBe(all - 1)
      await fluent.act('markUnread', first)
      expect(await unread()).toBe(all)
      await fluent.act('markRead', first)
      proven('read')
      await fluent.act('star', second)
      expect(await starred()).toBe(1)
      await fluent.act('unstar', second)
      expect(await starred()).toBe(0)
      proven('star')

      await callApi(account, 'PATCH', `/postings/${first.serviceRef}`, { isRead: false })
      await callApi(account, 'PATCH', `/postings/${second.serviceRef}`, { isRead: true, isStarred: true })
      const [unreadRefs = [], starredRefs] = await states()
      expect(unreadRefs).toHaveLength(all - 1)
      expect([unreadRefs.includes(first.serviceRef), starredRefs]).toEqual([true, [second.serviceRef]])
      const site = publishers.site(
        `Late for ${service}`,
        makePostings(`Later by ${service}`, 1, Date.now() - 60_000),
      )
      await callApi(account, 'POST', '/subscriptions', { url: site.feedUrl })
      await expect.poll(unread, isThere).toBe(all)
      await fluent.feeds()
      expect((await fluent.fetchNew()).map(({ title }) => title)).toEqual([`Later by ${service} 1`])
      proven('back from the web')

      // By Fever a time means when articles were found, as in FreshRSS; it sends when they were published.
      if (service !== 'fever') {
        const byAge = fluent.items.map(({ date }) => date).sort((a, b) => Number(a) - Number(b))
        await fluent.markAllRead(byAge[Math.floor(all / 2)])
        await expect.poll(unread, isThere).toBeLessThan(all)
        expect(await unread()).toBeGreaterThan(0)
      }
      await fluent.markAllRead()
      await expect.poll(unread, isThere).toBe(0)
      expect((await states())[0]).toEqual([])
      const { postings } = await callApi<PostingPage>(account, 'GET', '/postings?show=all')
      expect(postings.every(({ isRead }) => isRead)).toBe(true)
      proven('mark all')
    },
  )
