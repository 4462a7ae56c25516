import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import type { PostingPage } from '#lib/api/postings/postings.ts'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import { isInstalled, readBySfeed, setUpRss2email } from '#tests/support/programs/feed-readers.ts'
import { keys, newsboatVersion, setUpNewsboat, type Newsboat } from '#tests/support/programs/newsboat.ts'
import { fetchPackage } from '#tests/support/run/npm-package.ts'
import { testByNight } from '#tests/support/run/night-test.ts'
import { programRow } from '#tests/support/programs/program-table.ts'
import { makePostings, startPublishers, type Publishers } from '#tests/support/servers/publisher.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { isNight } from '#tests/support/run/tier.ts'

/** The programs themselves, against the application as it is built: newsboat as Debian ships it, and a library of npm. */
const version = newsboatVersion()
/** The first with the settings of that mode. */
const firstWith = { miniflux: 2.21, feedhq: 2, freshrss: 2.24 } as const
type Mode = keyof typeof firstWith
const modes = Object.keys(firstWith) as Mode[]
const here = version === null ? [] : modes.filter((mode) => version >= firstWith[mode])
const isThere = { timeout: 30_000 }

let app: RunningApp
let publishers: Publishers
let account: AppAccount
let newsboat: Newsboat | null = null

if (isNight && here.length < modes.length)
  console.info(
    `newsboat ${version ?? 'is not installed'}: not tested as ${modes.filter((mode) => !here.includes(mode)).join(', ')}`,
  )

if (isNight)
  for (const name of ['sfeed', 'r2e'].filter((each) => !isInstalled(each)))
    console.info(`${name} is not installed: output feeds are not read by it`)

beforeAll(async () => {
  if (!isNight) return
  app = await startApp()
  publishers = await startPublishers(modes.length + 6)
})
afterEach(() => {
  newsboat?.remove()
  newsboat = null
})
afterAll(async () => {
  await app?.stop()
  await publishers?.close()
})

/** A new account that reads a site of three postings, and an app password of it. */
async function newAccount(name: string): Promise<string> {
  account = await signUpThroughApi(app.url, `Reader by ${name}`)
  const site = publishers.site(`Site of ${name}`, makePostings('News', 3, Date.now() - 3_600_000))
  await callApi(account, 'POST', '/subscriptions', { url: site.feedUrl, folderName: 'Daily' })
  // The site is asked as soon as the aggregator comes to it.
  await expect.poll(async () => (await counts()).all, isThere).toBe(3)
  const { password } = account
  const body = { name, password, kind: 'app' }
  return (await callApi<{ token: string }>(account, 'POST', '/tokens', body)).token
}

async function setUp(mode: Mode): Promise<Newsboat> {
  const password = await newAccount(mode)
  const address = mode === 'freshrss' ? `${app.url}/api/greader.php` : app.url
  newsboat = setUpNewsboat([
    `urls-source "${mode}"`,
    `${mode}-url "${address}"`,
    `${mode}-login "${account.email}"`,
    `${mode}-password "${password}"`,
    ...(stars(mode) ? [`${mode}-flag-star "s"`] : []),
    ...(mode === 'miniflux' ? [] : [`${mode}-show-special-feeds no`]),
  ])
  return newsboat
}

/** newsboat knew Miniflux before it could star there. */
const stars = (mode: Mode) => mode !== 'miniflux' || (version ?? 0) >= 2.38
const counts = () => callApi<UnreadCounts>(account, 'GET', '/counts')

for (const mode of modes)
  test.skipIf(!isNight || !here.includes(mode))(
    `newsboat as ${mode}: what is read, starred and marked in it is so on the web, and back`,
    async () => {
      // newsboat leaves feeds and folders of an account as they are.
      const cannot = ['add', 'move', 'remove', ...(stars(mode) ? [] : (['star'] as const))] as const
      const proven = programRow(`newsboat-${mode}`, { version: String(version), cannot })
      const boat = await setUp(mode)
      const terminal = boat.open()
      await expect.poll(terminal.drawn, isThere).toContain('3/3')
      terminal.press(keys.enter)
      await expect.poll(terminal.drawn, isThere).toContain('News 3')
      proven('sign-in', 'first sync')
      // newsboat drops keys while it draws; in an article Enter does nothing.
      const openArticle = () => {
        terminal.press(keys.enter)
        return counts()
      }
      await expect.poll(openArticle, { ...isThere, interval: 2_000 }).toMatchObject({ all: 2 })
      const { postings } = await callApi<PostingPage>(account, 'GET', '/postings?show=all')
      const read = postings.find(({ isRead }) => isRead)
      expect(read?.title).toMatch(/^News \d$/)
      proven('read')
      if (stars(mode)) {
        terminal.press(keys.control('E'))
        await expect.poll(terminal.drawn, isThere).toContain('Flags')
        terminal.press(`s${keys.enter}`)
        await expect.poll(async () => (await counts()).starred, isThere).toBe(1)
        proven('star')
      }
      terminal.press('q')
      terminal.press('A')
      await expect.poll(async () => (await counts()).all, isThere).toBe(0)
      proven('mark all')
      await terminal.end('qqq')
      expect(await boat.syncedUnread()).toBe(0)
      await callApi(account, 'PATCH', `/postings/${read?.id ?? ''}`, { isRead: false })
      expect(await boat.syncedUnread()).toBe(1)
      proven('back from the web')
    },
  )

test.skipIf(!isNight)(
  'newsboat, sfeed and rss2email read an output feed whole, and again what is new',
  async () => {
    await newAccount('output feeds')
    const wanted = { name: 'All', place: { kind: 'all' } }
    const { address } = await callApi<{ address: string }>(account, 'POST', '/output-feeds', wanted)
    const { pathname } = new URL(address)
    const documents = ['.atom', '.rss'].map((ending) => `${app.url}${pathname.replace(/(\.\w+)?$/, ending)}`)
    const [atom = ''] = documents
    const titles = ['News 1', 'News 2', 'News 3']
    if (isInstalled('sfeed'))
      for (const url of documents) {
        const entries = readBySfeed(await (await fetch(url)).text())
        expect(entries.map(({ title }) => title).sort()).toEqual(titles)
        for (const { url: link, html } of entries)
          expect([URL.canParse(link), html !== '']).toEqual([true, true])
      }
    // Each document has a newsboat of its own: it takes entries of one id for one article, whichever feeds they come by.
    const boats = version === null ? [] : documents.map((url) => setUpNewsboat([], [url]))
    const mails = isInstalled('r2e') ? setUpRss2email() : null
    try {
      for (const boat of boats) expect(await boat.syncedUnread()).toBe(titles.length)
      await mails?.add('all', atom)
      if (mails !== null) expect(await mails.sent()).toEqual(titles)
      const site = publishers.site('Second site', makePostings('Later', 1, Date.now() - 60_000))
      await callApi(account, 'POST', '/subscriptions', { url: site.feedUrl })
      await expect.poll(async () => (await counts()).all, isThere).toBe(4)
      for (const boat of boats) expect(await boat.syncedUnread()).toBe(4)
      if (mails !== null) expect(await mails.sent()).toEqual(['Later 1', ...titles])
    } finally {
      for (const boat of boats) boat.remove()
      mails?.remove()
    }
  },
)

/** The part of libseymour (0.9.0) that is called here. */
type Seymour = {
  readonly getAuthToken: (login: string, password: string) => Promise<string>
  readonly getFeeds: () => Promise<readonly { readonly id: string; readonly title: string }[]>
  readonly getItems: (stream: string) => Promise<readonly { readonly id: string; readonly title: string }[]>
  readonly getItemIds: (stream: string, options: { readonly exclude: string }) => Promise<readonly string[]>
  readonly addItemTag: (id: string | readonly string[], tag: string) => Promise<string>
  readonly removeItemTag: (id: string | readonly string[], tag: string) => Promise<string>
  readonly addFeed: (feed: string) => Promise<string>
  readonly removeFeed: (feed: string) => Promise<string>
  readonly addFeedTag: (feed: string, tag: string) => Promise<string>
  readonly setAllRead: (stream: string, throughUs: number) => Promise<string>
}
const state = (name: string) => `user/-/state/com.google/${name}`

testByNight(
  'libseymour: what is read, starred, added, moved, removed and marked by it is so on the web, and back',
  async (context) => {
    const fetched = await fetchPackage('libseymour', '0.9.0')
    if (fetched === null) return context.skip('libseymour was not fetched')
    const { default: Reader } = (await fetched.load('dist/index.js')) as {
      default: new (settings: { readonly url: string }) => Seymour
    }
    const proven = programRow('libseymour', { version: '0.9.0' })
    const password = await newAccount('libseymour')
    const reader = new Reader({ url: `${app.url}/api/greader.php` })
    await expect(reader.getAuthToken(account.email, account.password)).rejects.toMatchObject({ status: 401 })
    await reader.getAuthToken(account.email, password)
    const [feed] = await reader.getFeeds()
    expect(feed?.title).toBe('Site of libseymour')
    const items = await reader.getItems(state('reading-list'))
    expect(items.map(({ title }) => title)).toEqual(['News 3', 'News 2', 'News 1'])
    proven('sign-in', 'first sync')
    const [third = '', second = ''] = items.map(({ id }) => id)
    expect(await reader.addItemTag([third, second], state('read'))).toBe('OK')
    expect(await reader.addItemTag(second, state('starred'))).toBe('OK')
    expect(await counts()).toMatchObject({ all: 1, starred: 1 })
    expect(await reader.removeItemTag(third, state('read'))).toBe('OK')
    expect(await reader.removeItemTag(second, state('starred'))).toBe('OK')
    expect(await counts()).toMatchObject({ all: 2, starred: 0 })
    proven('read', 'star')
    expect(await reader.addFeedTag(feed?.id ?? '', 'Weekly')).toBe('OK')
    const { folders } = await callApi<{ folders: { name: string }[] }>(account, 'GET', '/folders')
    expect(folders.map(({ name }) => name)).toContain('Weekly')
    proven('move')
    const site = publishers.site('Second by libseymour', makePostings('Later', 2, Date.now() - 60_000))
    expect(await reader.addFeed(`feed/${site.feedUrl}`)).toBe('OK')
    const added = (await reader.getFeeds()).find(({ title }) => title === 'Second by libseymour')?.id ?? ''
    expect((await reader.getItems(added)).map(({ title }) => title)).toEqual(['Later 2', 'Later 1'])
    expect((await counts()).all).toBe(4)
    proven('add')
    expect(await reader.removeFeed(added)).toBe('OK')
    expect((await reader.getFeeds()).map(({ title }) => title)).toEqual(['Site of libseymour'])
    expect((await counts()).all).toBe(2)
    proven('remove')
    expect(await reader.setAllRead(state('reading-list'), Date.now() * 1_000)).toBe('OK')
    expect((await counts()).all).toBe(0)
    proven('mark all')
    const { postings } = await callApi<PostingPage>(account, 'GET', '/postings?show=all')
    await callApi(account, 'PATCH', `/postings/${postings[0]?.id ?? ''}`, { isRead: false })
    expect(await reader.getItemIds(state('reading-list'), { exclude: state('read') })).toEqual([
      postings[0]?.id,
    ])
    proven('back from the web')
    fetched.remove()
  },
)

/** The part of inoreader (0.3.1) that is called here. */
type Inoreader = {
  readonly login: (email: string, password: string) => Promise<void>
  readonly getUserInfo: () => Promise<{ readonly userEmail: string }>
  readonly listSubscriptions: () => Promise<{ readonly subscriptions: readonly { readonly title: string }[] }>
  readonly streamContents: (
    stream: string,
    options: Readonly<Record<string, string>>,
  ) => Promise<{ readonly items: readonly { readonly title: string }[] }>
  readonly addSubscription: (url: string) => Promise<{ readonly streamName: string }>
}

testByNight(
  'inoreader of npm: what is read on the web is so in it, and what it adds on the web',
  async (context) => {
    const fetched = await fetchPackage('inoreader', '0.3.1')
    if (fetched === null) return context.skip('inoreader was not fetched')
    fetched.rewrite('index.js', 'https://www.inoreader.com', app.url)
    const { default: make } = (await fetched.load('index.js')) as {
      default: (id: string, key: string) => Inoreader
    }
    // It marks everything only where somebody defines its "timestamp", and has no words for the rest.
    const cannot = ['read', 'star', 'mark all', 'move', 'remove'] as const
    const proven = programRow('inoreader', { version: '0.3.1', cannot })
    const password = await newAccount('inoreader')
    const reader = make('1000', 'key')
    await reader.login(account.email, password)
    expect(await reader.getUserInfo()).toMatchObject({ userEmail: account.email })
    proven('sign-in')
    const titles = async () => (await reader.listSubscriptions()).subscriptions.map(({ title }) => title)
    expect(await titles()).toEqual(['Site of inoreader'])
    const list = encodeURIComponent(state('reading-list'))
    const unread = async () =>
      (await reader.streamContents(list, { xt: state('read'), n: '100' })).items.map(({ title }) => title)
    expect(await unread()).toEqual(['News 3', 'News 2', 'News 1'])
    proven('first sync')
    const site = publishers.site('Second by inoreader', makePostings('Later', 1, Date.now() - 60_000))
    expect(await reader.addSubscription(site.siteUrl)).toMatchObject({ streamName: 'Second by inoreader' })
    expect((await counts()).all).toBe(4)
    proven('add')
    const { postings } = await callApi<PostingPage>(account, 'GET', '/postings?show=all')
    const third = postings.find(({ title }) => title === 'News 3')
    await callApi(account, 'PATCH', `/postings/${third?.id ?? ''}`, { isRead: true })
    expect(await unread()).toEqual(['Later 1', 'News 2', 'News 1'])
    proven('back from the web')
    fetched.remove()
  },
)
