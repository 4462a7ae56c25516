import { beforeAll, expect, test } from 'vitest'
import * as discover from '#app/api/v1/discover/route.ts'
import * as source from '#app/api/v1/sources/[id]/route.ts'
import * as expected from '#app/api/v1/discover/expected/route.ts'
import * as hot from '#app/api/v1/discover/hot/route.ts'
import * as alsoRead from '#app/api/v1/discover/also-read/route.ts'
import * as packs from '#app/api/v1/discover/packs/route.ts'
import * as preview from '#app/api/v1/discover/sources/[id]/route.ts'
import * as settings from '#app/api/v1/discover/settings/route.ts'
import * as serverSettings from '#app/api/v1/admin/settings/route.ts'
import { noteLanguage } from '#lib/api/http/request-language.ts'
import type { AlsoRead, ExpectedDelay, HotSources } from '#lib/api/sources/discover.ts'
import { countReaders, countReadersWhenDue } from '#lib/store/subscriptions/count-readers.ts'
import { roundedReaders } from '#lib/store/discover/recommendations.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { languages } from '#lib/words/languages.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlan } from '#tests/support/world/add-plan.ts'
import type { FeedCandidate } from '#lib/api/sources/subscriptions.ts'
import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { startSampleSite } from '#tests/support/world/sample-site.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const now = Date.now()
const dayMs = 86_400_000
const { database } = await serverDatabaseOfFile({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
let readers: { readonly id: string; readonly token: string }[]
let admin: { readonly id: string; readonly token: string }

beforeAll(async () => {
  admin = await addSubscriber(database, { name: 'admin', role: 'admin' })
  readers = []
  for (let index = 0; index < 7; index += 1)
    readers.push(await addSubscriber(database, { name: `reader${index}` }))
  await read('https://popular.example.org/feed', [0, 1, 2, 3, 4, 5])
  await read('https://near.example.org/feed', [0, 1, 2])
  await read('https://pair.example.org/feed', [0, 1])
  await read('https://secret.example.org/feed?token=abc', [0, 1, 2, 3])
  await read('https://ended.example.org/feed', [0, 1, 2, 3])
  await database.source.updateMany({ data: { lastSuccessAt: new Date(now), lastOutcome: 'fetched' } })
  await database.source.updateMany({
    where: { hostName: 'ended.example.org' },
    data: { lastOutcome: 'gone' },
  })
  await countReaders(database, now)
})

async function read(url: string, who: readonly number[]): Promise<void> {
  for (const index of who) {
    const place = { folderId: null, folderName: null, ownTitle: null }
    await subscribe(database, readerAt(index).id, { url, hostName: new URL(url).hostname, ...place }, now)
  }
}

function readerAt(index: number) {
  const reader = readers[index]
  if (reader === undefined) throw new Error(`no reader ${index}`)
  return reader
}

const ask = async <T>(index: number, call: Call) => (await callRoute(readerAt(index).token, call)).body as T
const hotFor = (index: number) => ask<HotSources>(index, { module: hot })
const alsoReadFor = (index: number) => ask<AlsoRead>(index, { module: alsoRead })
const hosts = (sources: readonly { readonly url: string }[]) =>
  sources.map(({ url }) => new URL(url).hostname)

test('hot are sources of three readers or more; never secret addresses, ended ones, or those of two', async () => {
  const { popular } = await hotFor(6)
  expect(hosts(popular)).toEqual(['popular.example.org', 'near.example.org'])
  expect(popular).toMatchObject([
    { readersAtLeast: 5, subscriptionId: null },
    { readersAtLeast: 3, subscriptionId: null },
  ])
  expect(JSON.stringify(popular)).not.toMatch(/"readers"|newReaders"|subscriberId/)
})

test('who asks for a feed by its address is told no more, and the page of a source tells admins alone', async () => {
  const site = await startSampleSite()
  const url = `${site.site}/feed`
  await read(url, [0, 1, 2, 3])
  const { id } = await database.source.findFirstOrThrow({ where: { url } })
  const body = { input: url }
  const search = { module: discover, method: 'POST', body } as const
  const found = async () => (await ask<{ candidates: FeedCandidate[] }>(6, search)).candidates
  expect(await found()).toMatchObject([{ readersAtLeast: null }])
  await database.sourceReaders.create({
    data: { sourceId: id, readers: 4, newReaders: 4, countedAt: new Date(now) },
  })
  const [candidate] = await found()
  expect(candidate).toMatchObject({ readersAtLeast: 3 })
  expect(JSON.stringify(candidate)).not.toContain('subscribers')
  const page = { module: source, params: { id: String(id) } }
  expect(await ask<SourceDetail>(0, page)).toMatchObject({ weighed: null })
  expect(JSON.stringify(await ask<SourceDetail>(0, page))).not.toContain('subscribers')
  expect((await callRoute(admin.token, page)).body).toMatchObject({ weighed: { subscribers: 4 } })
  await site.close()
  await database.source.delete({ where: { id } })
})

test('rising are those that three or more began to read within 30 days', async () => {
  const source = await database.source.findFirstOrThrow({ where: { hostName: 'popular.example.org' } })
  await database.subscription.updateMany({
    where: { sourceId: source.id },
    data: { createdAt: new Date(now - 31 * dayMs) },
  })
  await countReaders(database, now)
  const { popular, rising } = await hotFor(6)
  expect(hosts(rising)).toEqual(['near.example.org'])
  expect(popular[0]).toMatchObject({ newReadersAtLeast: null })
})

test('readers of popular also read near, by the three who read both; who reads it already is not told', async () => {
  await read('https://popular.example.org/feed', [6])
  const { sources } = await alsoReadFor(6)
  expect(hosts(sources)).toEqual(['near.example.org'])
  expect(sources[0]).toMatchObject({ because: ['popular.example.org'], readersAtLeast: 3 })
  expect((await alsoReadFor(0)).sources).toEqual([])
  expect((await ask<AlsoRead>(5, { module: alsoRead })).sources).toHaveLength(1)
})

test('a source that may not be shown has no preview', async () => {
  const of = async (hostName: string) => {
    const { id } = await database.source.findFirstOrThrow({ where: { hostName } })
    return callRoute(readerAt(6).token, { module: preview, params: { id: String(id) } })
  }
  expect(await of('near.example.org')).toMatchObject({
    status: 200,
    body: { readersAtLeast: 3, delay: null },
  })
  for (const hostName of ['pair.example.org', 'secret.example.org', 'ended.example.org'])
    expect(await of(hostName)).toMatchObject({ status: 404 })
})

test('who opts out is not counted: the third reader of a source takes it away', async () => {
  const change = { module: settings, method: 'PATCH', body: { isCounted: false } } as const
  expect(await callRoute(readerAt(2).token, change)).toMatchObject({
    status: 200,
    body: { isCounted: false },
  })
  await countReaders(database, now)
  expect(hosts((await hotFor(6)).popular)).toEqual(['popular.example.org'])
  expect((await alsoReadFor(6)).sources).toEqual([])
  await callRoute(readerAt(2).token, { ...change, body: { isCounted: true } })
  await countReaders(database, now)
})

test('a locked account is not counted', async () => {
  await database.user.update({ where: { id: readerAt(2).id }, data: { banned: true } })
  await countReaders(database, now)
  expect(hosts((await hotFor(6)).popular)).toEqual(['popular.example.org'])
  await database.user.update({ where: { id: readerAt(2).id }, data: { banned: false } })
  await countReaders(database, now)
})

test('the admin switches recommendations off', async () => {
  const change = (recommends: boolean) =>
    callRoute(admin.token, { module: serverSettings, method: 'PATCH', body: { recommends } })
  expect(await change(false)).toMatchObject({ status: 200, body: { recommends: false } })
  expect(await hotFor(6)).toEqual({ isOn: false, popular: [], rising: [] })
  expect(await alsoReadFor(6)).toEqual({ isOn: false, sources: [] })
  await change(true)
  expect((await hotFor(6)).isOn).toBe(true)
})

test('readers are counted once a day, by one of several aggregators', async () => {
  const at = now + 10 * dayMs
  const counted = await Promise.all([1, 2, 3].map(() => countReadersWhenDue(database, at)))
  expect(counted.filter(Boolean)).toHaveLength(1)
  expect(await countReadersWhenDue(database, at + dayMs - 1)).toBe(false)
  expect(await countReadersWhenDue(database, at + dayMs)).toBe(true)
})

test('a count that failed is made again at the next look', async () => {
  const at = now + 20 * dayMs
  await database.$executeRaw`ALTER TABLE "source_neighbour" RENAME TO "away"`
  await expect(countReadersWhenDue(database, at)).rejects.toThrow(/source_neighbour/)
  await database.$executeRaw`ALTER TABLE "away" RENAME TO "source_neighbour"`
  expect(await countReadersWhenDue(database, at + 60_000)).toBe(true)
  expect(await countReadersWhenDue(database, at + 120_000)).toBe(false)
})

test('counts are rounded down, and below three nothing is said', () => {
  const counts = [0, 2, 3, 4, 5, 9, 10, 19, 20, 49, 50, 99, 100, 1234]
  expect(counts.map(roundedReaders)).toEqual([null, null, 3, 3, 5, 5, 10, 10, 20, 20, 50, 50, 100, 1000])
})

test('starter packs are called in the language of the request', async () => {
  const titlesFor = async (language: string) => {
    const request = requestWith(readerAt(3).token, '/api/v1/discover/packs')
    request.headers.set('accept-language', language)
    const answer = await packs.GET(request, { params: Promise.resolve({}) })
    const { packs: found } = (await answer.json()) as { packs: { title: string }[] }
    return found.map(({ title }) => title)
  }
  const english = ['World news', 'Science', 'Technology', 'Programming', 'Long reads', 'In German']
  expect(await titlesFor('en')).toEqual(english)
  const german = await titlesFor('de-AT')
  expect(german.slice(0, 2)).toEqual(['Weltnachrichten', 'Wissenschaft'])
  for (const language of languages.filter((each) => each !== 'en')) {
    const own = await titlesFor(language)
    expect(
      own.filter((title) => english.includes(title)),
      language,
    ).toEqual([])
  }
})

test('starter packs are called in the language that a signed-in reader chose, whatever the browser asks for', async () => {
  const request = requestWith(readerAt(3).token, '/api/v1/discover/packs')
  request.headers.set('accept-language', 'en')
  noteLanguage(request, 'de') // as sessions do
  const answer = await packs.GET(request, { params: Promise.resolve({}) })
  expect(await answer.json()).toMatchObject({ packs: [{ title: 'Weltnachrichten' }, {}, {}, {}, {}, {}] })
})

test('starter packs are the files of the folder, with what is subscribed to already', async () => {
  await read('https://xkcd.com/atom.xml', [3])
  type Packs = { readonly packs: readonly { readonly title: string; readonly sources: readonly object[] }[] }
  const { packs: found } = await ask<Packs>(3, { module: packs })
  expect(found.map(({ title }) => title)).toContain('Science')
  expect(found.find(({ title }) => title === 'Science')?.sources).toContainEqual(
    expect.objectContaining({ title: 'xkcd', subscriptionId: expect.any(Number) }),
  )
})

test('on a new server the budget says what delay to expect, and the more a feed posts the sooner it is found', async () => {
  const expectedOf = (postingsPerDay: number) =>
    ask<ExpectedDelay>(0, { module: expected, query: `?postingsPerDay=${postingsPerDay}` })
  await changeServerSettings(database, { checksPerSource: 24 })
  // The first feed has the budget of one: 24 checks a day are half an hour late on average where they are evenly spread.
  expect(await expectedOf(5)).toEqual({ leastMs: 900_000, mostMs: 1_800_000, sources: 0, checksPerDay: 24 })
  const { id } = await database.source.findFirstOrThrow({ where: { hostName: 'popular.example.org' } })
  await addPlan(database, id, 1, 20, now)
  const plan = await database.plan.findFirstOrThrow({ where: { sourceId: id } })
  await database.source.update({ where: { id }, data: { planId: plan.id } })
  const seldom = await expectedOf(0.2)
  const often = await expectedOf(20)
  expect(often.checksPerDay).toBe(24)
  expect(seldom.checksPerDay).toBeLessThan(10)
  expect(seldom.mostMs).toBeGreaterThan(often.mostMs ?? 0)
})
