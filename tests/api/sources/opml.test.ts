import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import * as opml from '#app/api/v1/opml/route.ts'
import type { OpmlReport } from '#lib/api/sources/subscriptions.ts'
import { addSubscriber, publicUrl } from '#tests/support/world/accounts.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

const context = { params: Promise.resolve({}) }

async function send(token: string, document: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/xml' }
  return opml.POST(
    new Request(`${publicUrl}/api/v1/opml`, { method: 'POST', headers, body: document }),
    context,
  )
}

async function exported(token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  const response = await opml.GET(new Request(`${publicUrl}/api/v1/opml`, { headers }), context)
  expect(response.headers.get('content-disposition')).toContain('attachment')
  return response.text()
}

function documentOf(outlines: readonly string[]): string {
  return ['<opml version="2.0"><head/><body>', ...outlines, '</body></opml>'].join('\n')
}

test('3,000 lines are subscribed, each with its line in the report, and all are due', async () => {
  const { id, token } = await addSubscriber(database, { name: 'bulk' })
  const outlines = Array.from(
    { length: 3000 },
    (_, n) => `<outline text="Feed ${n}" xmlUrl="https://host-${n % 500}.example/${n}.xml"/>`,
  )
  const response = await send(token, documentOf(outlines))
  const report = (await response.json()) as OpmlReport
  expect(report).toMatchObject({ added: 3000, alreadySubscribed: 0, failed: 0 })
  expect(report.lines).toHaveLength(3000)
  expect(report.lines[0]).toMatchObject({ line: 2, title: 'Feed 0', result: 'added' })
  expect(await database.source.count({ where: { nextPollAt: { lte: new Date() } } })).toBe(3000)
  expect(await database.host.count()).toBe(500)
  expect(await database.subscription.count({ where: { subscriberId: id } })).toBe(3000)
})

test('a list whose thread was ended is sent again a minute later, and is not said to be wrong', async () => {
  const { token } = await addSubscriber(database, { name: 'ended' })
  const sent = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function end(this: Worker) {
    void this.terminate()
  })
  const response = await send(token, documentOf(['<outline text="A" xmlUrl="https://one.example/feed"/>']))
  sent.mockRestore()
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } })
})

test('what is exported and imported again has the same folders and titles', async () => {
  const first = await addSubscriber(database, { name: 'first' })
  const second = await addSubscriber(database, { name: 'second' })
  const document = documentOf([
    '<outline text="News &amp; more">',
    '<outline text="Own name" xmlUrl="https://one.example/feed"/>',
    '<outline text="Local"><outline text="Harbour" xmlUrl="https://three.example/feed"/></outline>',
    '</outline>',
    '<outline text="Other"><outline text="Local"><outline text="Deep" xmlUrl="https://four.example/"/>',
    '</outline></outline>',
    '<outline text="Top" xmlUrl="https://two.example/feed?a=1&amp;b=2"/>',
  ])
  await send(first.token, document)
  const written = await exported(first.token)
  expect(written).toMatch(
    /text="News &amp; more"[^]*text="Local"[^]*"Harbour"[^]*text="Other"[^]*"Local"[^]*"Deep"/,
  )
  await send(second.token, written)
  expect(await exported(second.token)).toBe(written)
})

test('what is exported and imported again has the same settings, labels, order and empty folders', async () => {
  const first = await addSubscriber(database, { name: 'set' })
  const second = await addSubscriber(database, { name: 'set-again' })
  const urls = ['a', 'b', 'c'].map((name) => `https://set-${name}.example/`)
  await send(first.token, documentOf(urls.map((url) => `<outline text="T ${url}" xmlUrl="${url}"/>`)))
  await database.source.updateMany({ where: { url: urls[1] ?? '' }, data: { title: 'Publisher' } })
  const sources = await database.subscription.findMany({
    where: { subscriberId: first.id },
    orderBy: { id: 'asc' },
  })
  const [a, b, c] = sources.map(({ id }) => id)
  const change = (id: number | undefined, data: object) =>
    database.subscription.update({ where: { id: id ?? 0 }, data })
  await change(a, { isMuted: true, fullText: true, unreadEdits: true, position: 2 })
  await change(b, { isApart: true, position: 1, title: null })
  await change(c, { title: 'Mine', folderId: null })
  await database.folder.create({ data: { name: 'Empty', subscriberId: first.id } })
  const label = { name: 'Sea, coast', subscriberId: first.id }
  await database.label.create({ data: { ...label, subscriptions: { create: { subscriptionId: a ?? 0 } } } })
  const written = await exported(first.token)
  expect(written).toContain('skylark:muted="true"')
  await send(second.token, written)
  expect(await exported(second.token)).toBe(written)
  const read = await database.subscription.findMany({
    where: { subscriberId: second.id },
    select: { title: true, isMuted: true, isApart: true, fullText: true, unreadEdits: true, position: true },
    orderBy: { source: { url: 'asc' } },
  })
  expect(read).toEqual([
    { title: `T ${urls[0]}`, isMuted: true, isApart: false, fullText: true, unreadEdits: true, position: 2 },
    { title: null, isMuted: false, isApart: true, fullText: false, unreadEdits: false, position: 1 },
    { title: 'Mine', isMuted: false, isApart: false, fullText: false, unreadEdits: false, position: 0 },
  ])
})

test('a title of a list is an own name only where the source is called otherwise', async () => {
  const { id, token } = await addSubscriber(database, { name: 'titles' })
  const sources = ['Same', 'Publisher'].map((title) => ({
    title,
    url: `https://${title}.titles.example/`.toLowerCase(),
  }))
  for (const { url, title } of sources) {
    await send(token, documentOf([`<outline text="x" xmlUrl="${url}"/>`]))
    await database.source.updateMany({ where: { url }, data: { title } })
  }
  await database.subscription.deleteMany({ where: { subscriberId: id } })
  await send(token, documentOf(sources.map(({ url }) => `<outline text="Same" xmlUrl="${url}"/>`)))
  const read = await database.subscription.findMany({ where: { subscriberId: id }, orderBy: { id: 'asc' } })
  expect(read.map(({ title }) => title).toSorted()).toEqual(['Same', null])
})

test('folders deeper than ours become the fifth, with their names', async () => {
  const { id, token } = await addSubscriber(database, { name: 'deep' })
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const inner = '<outline text="Feed" xmlUrl="https://deep.example/"/>'
  const opened = names.map((name) => `<outline text="${name}">`).join('')
  await send(token, documentOf([`${opened}${inner}${'</outline>'.repeat(names.length)}`]))
  const folders = await database.folder.findMany({ where: { subscriberId: id }, orderBy: { id: 'asc' } })
  expect(folders.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e / f / g'])
  const subscription = await database.subscription.findFirstOrThrow({ where: { subscriberId: id } })
  expect(subscription.folderId).toBe(folders.at(-1)?.id)
})

test('duplicates, subscriptions that exist and useless lines are told apart', async () => {
  const { token } = await addSubscriber(database, { name: 'again' })
  await send(token, documentOf(['<outline text="Known" xmlUrl="https://known.example/"/>']))
  const response = await send(
    token,
    documentOf([
      '<outline text="Known" xmlUrl="https://known.example/"/>',
      '<outline text="New" xmlUrl="https://new.example/"/>',
      '<outline text="New again" xmlUrl="https://new.example/"/>',
      '<outline type="rss" text="Bad" xmlUrl="javascript:alert(1)"/>',
    ]),
  )
  const report = (await response.json()) as OpmlReport
  expect(report).toMatchObject({ added: 1, alreadySubscribed: 2, failed: 1 })
  expect(report.lines.map((line) => [line.line, line.result])).toEqual([
    [2, 'already-subscribed'],
    [3, 'added'],
    [4, 'already-subscribed'],
    [5, 'failed'],
  ])
})

test('a list of one reader changes nothing of a source that others have (FreshRSS, CVE-2025-46339)', async () => {
  const ada = await addSubscriber(database, { name: 'ada' })
  const eve = await addSubscriber(database, { name: 'eve' })
  const url = 'https://shared.example/feed'
  await send(ada.token, documentOf([`<outline text="The Times" xmlUrl="${url}"/>`]))
  const own = {
    title: 'The Times',
    siteUrl: 'https://shared.example/',
    iconUrl: 'https://shared.example/i.png',
  }
  await database.source.update({ where: { url }, data: own })
  const evil = `text="Evil" title="Evil" htmlUrl="https://evil.example/" icon="https://evil.example/i.png" description="x"`
  await send(eve.token, documentOf([`<outline ${evil} xmlUrl="${url}"/>`]))
  expect(await database.source.findMany({ where: { url } })).toMatchObject([own])
  const { title } = await database.subscription.findFirstOrThrow({
    where: { subscriberId: ada.id, source: { url } },
  })
  expect(title).toBe('The Times')
})

test('a document without feeds, and one that is too large, is refused', async () => {
  const { token } = await addSubscriber(database, { name: 'wrong' })
  const nothing = await send(token, '<html><body>hello</body></html>')
  expect([nothing.status, await nothing.json()]).toMatchObject([400, { error: { code: 'invalid_input' } }])
  const large = await send(token, ' '.repeat(10_000_001))
  expect(large.status).toBe(413)
})
