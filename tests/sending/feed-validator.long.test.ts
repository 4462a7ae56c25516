import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OutputFeedItem } from '#lib/api/outputs/output-feeds.ts'
import type { UnreadCounts } from '#lib/api/lists/counts.ts'
import { callApi, signUpThroughApi, type AppAccount } from '#tests/support/browser/app-accounts.ts'
import {
  missingForFeedValidator,
  validateFeed,
  type FeedFinding,
} from '#tests/support/programs/feed-validator.ts'
import { makePostings, startPublishers, type Publishers } from '#tests/support/servers/publisher.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { isNight } from '#tests/support/run/tier.ts'

/** Output feeds of the application as it is built, by the rules of the W3C's validator. It knows no JSON Feed. */
const missing = isNight ? missingForFeedValidator() : null
const runs = isNight && missing === null
const isThere = { timeout: 60_000, interval: 500 }
const formats = ['atom', 'rss', 'opml'] as const
let app: RunningApp
let publishers: Publishers

if (missing !== null) console.info(`Output feeds are not validated: ${missing}`)

/** Real documents: podcasts, many languages, HTML in titles, postings without titles or addresses. */
const real = [
  'feedjira/CRE.xml',
  'feedjira/TechCrunch.xml',
  'feedjira/TenderLovemaking.xml',
  'feedjira/SamRuby.xml',
  'feedjira/TypePadNews.xml',
  'feed-rs/atom/atom_mediarss_reddit_1.xml',
  'netnewswire/russcox.atom',
  'netnewswire/KatieFloyd.rss',
  'node-feedparser/wapowellness.xml',
  'rss-parser/feedburner.atom',
]

/** Faults that the texts of sources bring along: nothing that we write about them. */
const ofSources = [
  'warning BadCharacters', // controls beyond 127, of texts in a wrong encoding
  'warning ContainsEmail', // an author whose name is an address
  'warning ContainsRelRef content:encoded', // links within a text, to its own headings and notes
  'warning DuplicateUpdated', // a source that gives several postings one time
  'warning MissingTextualContent', // a posting of pictures alone has no beginning
  'warning NotBlank title', // Atom wants a title where the posting has none
  'warning NotHtml', // "Unexpected end tag", and formulas
]
const nameOf = ({ kind, rule, element }: FeedFinding) => `${kind} ${rule} ${element}`
const isOurs = (finding: FeedFinding) => !ofSources.some((known) => nameOf(finding).startsWith(known))

beforeAll(async () => {
  if (!runs) return
  app = await startApp()
  publishers = await startPublishers(real.length + 1)
})
afterAll(async () => {
  await app?.stop()
  await publishers?.close()
})

/** The addresses of a list as a feed of whole texts and as one of their beginnings. */
async function outputsOf(account: AppAccount): Promise<string[]> {
  const addresses: string[] = []
  for (const text of ['full', 'short']) {
    const wanted = { name: `All & ${text}`, place: { kind: 'all' }, text, mostEntries: 200 }
    const { address } = await callApi<OutputFeedItem>(account, 'POST', '/output-feeds', wanted)
    const { pathname } = new URL(address ?? '')
    addresses.push(...formats.map((ending) => `${app.url}${pathname}.${ending}`))
  }
  return addresses
}

async function subscribe(account: AppAccount, url: string): Promise<void> {
  await callApi(account, 'POST', '/subscriptions', { url, folderName: 'C++ & more' })
}

test.skipIf(!runs)('a made source goes out without an error or a warning', async () => {
  const account = await signUpThroughApi(app.url, 'Reader of made')
  const site = publishers.site('Made', makePostings('News', 12, Date.now() - 3_600_000))
  await subscribe(account, site.feedUrl)
  const counts = () => callApi<UnreadCounts>(account, 'GET', '/counts')
  await expect.poll(async () => (await counts()).all, isThere).toBe(12)
  for (const address of await outputsOf(account)) expect(await validateFeed(address), address).toEqual([])
})

test.skipIf(!runs)(
  'real sources go out without an error, and with no warning but of their texts',
  async () => {
    const account = await signUpThroughApi(app.url, 'Reader of real')
    for (const file of real) await subscribe(account, publishers.realSite(file, file).feedUrl)
    type Listed = { subscriptions: { lastPostingAt: string | null }[] }
    const polled = async () =>
      (await callApi<Listed>(account, 'GET', '/subscriptions')).subscriptions.filter(
        ({ lastPostingAt }) => lastPostingAt !== null,
      )
    await expect.poll(polled, isThere).toHaveLength(real.length)
    for (const address of await outputsOf(account))
      expect((await validateFeed(address)).filter(isOurs), address).toEqual([])
  },
)
