import pg from 'pg'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as me from '#app/api/v1/me/route.ts'
import * as hits from '#app/api/v1/alerts/hits/route.ts'
import * as feeds from '#app/api/v1/output-feeds/route.ts'
import * as feed from '#app/api/v1/output-feeds/[id]/route.ts'
import * as renew from '#app/api/v1/output-feeds/[id]/renew/route.ts'
import * as out from '#app/out/[file]/route.ts'
import type { OutputFeedItem } from '#lib/api/outputs/output-feeds.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { listOutputFeed, readOutputFeed } from '#lib/sending/output-feed.ts'
import { mergeFolders } from '#lib/store/organising/merge-folders.ts'
import { findFeed } from '#lib/store/outputs/output-feeds.ts'
import { addSubscriber, publicUrl } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { broughtItem, importFile } from '#tests/support/world/moving.ts'
import { lengthen } from '#tests/support/data/long-texts.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { addSearched, indexAll } from '#tests/support/world/searching.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let reader: { readonly id: string; readonly token: string }
let sourceId: number
let folderId: number

beforeAll(async () => {
  reader = await addSubscriber(database, { name: 'reader' })
  ;({ sourceId } = await addSubscription(database, reader.id, 'times', { folderName: 'Papers' }))
  folderId = (await database.folder.findFirstOrThrow()).id
})
beforeEach(async () => {
  await database.outputFeed.deleteMany()
  await database.posting.deleteMany()
  await database.rateLimit.deleteMany()
})

async function make(place: object, more: object = {}): Promise<OutputFeedItem> {
  const body = { name: 'A feed', place, ...more }
  const made = await callRoute(reader.token, { module: feeds, method: 'POST', body })
  expect(made.status).toBe(201)
  return made.body as unknown as OutputFeedItem
}

async function read(address: string | null, ending: string, headers: Record<string, string> = {}) {
  const file = `${address?.split('/').at(-1) ?? ''}.${ending}`
  const request = new Request(`${publicUrl}/out/${file}`, { headers })
  const answer = await out.GET(request, { params: Promise.resolve({ file }) })
  const body = await answer.arrayBuffer() // an answer that nobody takes keeps its turn
  return new Response(body.byteLength === 0 ? null : body, answer)
}

async function titles(answer: Response): Promise<string[]> {
  const body = Buffer.from(await answer.arrayBuffer())
  const parsed = await parseFeed({ body, contentType: answer.headers.get('content-type'), url: publicUrl })
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.feed.entries.map(({ title }) => title ?? '')
}

describe('a feed is', () => {
  test('made, listed, changed and deleted', async () => {
    const made = await make({ kind: 'folder', folderId })
    expect(made).toMatchObject({
      place: { kind: 'folder', id: folderId, name: 'Papers', isGone: false },
      text: 'full',
      mostEntries: 50,
      lastReadAt: null,
      pushed: 0,
      address: expect.stringMatching(new RegExp(`^${publicUrl}/out/[\\w-]{27}$`)),
    })
    expect((await callRoute(reader.token, { module: feeds })).body).toEqual({ feeds: [made] })
    const params = { id: `${made.id}` }
    const body = { name: 'Other', text: 'short', place: { kind: 'starred' } }
    const changed = await callRoute(reader.token, { module: feed, method: 'PATCH', params, body })
    expect(changed.body).toMatchObject({
      name: 'Other',
      text: 'short',
      address: made.address,
      place: { kind: 'starred' },
    })
    expect((await callRoute(reader.token, { module: feed, method: 'DELETE', params })).status).toBe(204)
    expect((await read(made.address, 'atom')).status).toBe(404)
  })

  test('listed without its address to a token that may only read', async () => {
    const made = await make({ kind: 'all' })
    const { token } = await createToken(database, reader.id, 'looks', ['read'])
    const listed = await callRoute(token, { module: feeds })
    expect(listed).toMatchObject({ status: 200, body: { feeds: [{ ...made, address: null }] } })
  })

  test('not stored under its address in plain', async () => {
    const made = await make({ kind: 'all' })
    const secret = made.address?.split('/').at(-1) ?? ''
    expect(JSON.stringify(await database.outputFeed.findMany())).not.toContain(secret)
  })

  test('at another address once it is renewed, and nowhere else', async () => {
    const made = await make({ kind: 'all' })
    const params = { id: `${made.id}` }
    const renewed = (await callRoute(reader.token, { module: renew, method: 'POST', params })).body
    expect(renewed['address']).not.toBe(made.address)
    expect((await read(made.address, 'atom')).status).toBe(404)
    expect((await read(String(renewed['address']), 'atom')).status).toBe(200)
  })

  test('of the folder that its own is taken into', async () => {
    const old = await database.folder.create({ data: { name: 'Old', subscriberId: reader.id } })
    const made = await make({ kind: 'folder', folderId: old.id })
    await mergeFolders(database, reader.id, old.id, folderId)
    expect(await database.outputFeed.findUniqueOrThrow({ where: { id: made.id } })).toMatchObject({
      folderId,
    })
  })

  test('nowhere once its folder is gone, its owner is locked out', async () => {
    const gone = await database.folder.create({ data: { name: 'Gone', subscriberId: reader.id } })
    const made = await make({ kind: 'folder', folderId: gone.id })
    const all = await make({ kind: 'all' })
    await database.folder.delete({ where: { id: gone.id } })
    expect((await read(made.address, 'rss')).status).toBe(404)
    await database.user.update({ where: { id: reader.id }, data: { banned: true } })
    expect((await read(all.address, 'rss')).status).toBe(404)
    await database.user.update({ where: { id: reader.id }, data: { banned: false } })
    expect((await read(all.address, 'rss')).status).toBe(200)
  })
})

test('what was brought without a feed names nobody: no entry, and nothing that was told of it', async () => {
  const brought = { ...broughtItem, origin: undefined }
  await importFile(reader.token, JSON.stringify({ items: [brought] }))
  const { id, sourceId: archive } = await database.posting.findFirstOrThrow()
  const { address } = await make({ kind: 'starred' })
  for (const ending of ['atom', 'rss', 'json']) {
    const text = await (await read(address, ending)).text()
    expect(text).toContain('From long ago')
    expect(text).not.toContain(reader.id)
  }
  const hit = { subscriberId: reader.id, postingId: id, sourceId: archive, kind: 'posting', key: `p${id}` }
  const at = new Date()
  await database.alertHit.create({ data: { ...hit, foundAt: at, madeAt: at } })
  const { body } = await callRoute(reader.token, { module: hits })
  expect(body).toMatchObject({ hits: [{ source: { title: 'gone.example' } }] })
})

test('addresses and types of entries are such as documents may have (RFC 3986, RFC 2045)', async () => {
  const [id = 0n] = await addPostings(database, sourceId, [{ title: 'Odd' }])
  const enclosures = [
    { url: 'https://[::1]/a[1].mp3?x[]=|', type: 'audio', length: 7 },
    { url: 'https://one.example/b', type: 'audio/ogg; codecs=opus', length: null },
  ]
  const url = 'https://one.example/a[1]/?b[]={c}'
  await database.posting.update({ where: { id }, data: { url, enclosures } })
  const { address } = await make({ kind: 'all' })
  const { items } = (await (await read(address, 'json')).json()) as { items: object[] }
  expect(items).toMatchObject([
    {
      url: 'https://one.example/a%5B1%5D/?b%5B%5D=%7Bc%7D',
      attachments: [
        {
          url: 'https://[::1]/a%5B1%5D.mp3?x%5B%5D=%7C',
          mime_type: 'application/octet-stream',
          size_in_bytes: 7,
        },
        { url: 'https://one.example/b', mime_type: 'audio/ogg; codecs=opus' },
      ],
    },
  ])
})

describe('its entries', () => {
  test.each(['atom', 'rss', 'json'])(
    '%s: the newest of its list, sanitised, trackers left out',
    async (ending) => {
      const html = '<p>Hi <img src="https://one.example/a.png"><img src="https://pixel.wp.com/g.gif"></p>'
      await addSearched(database, sourceId, { title: 'One', html, url: 'https://one.example/1?utm_source=x' })
      await addPostings(database, sourceId, [{ title: 'Two', shownAt: Date.now() }])
      const made = await make({ kind: 'folder', folderId }, { mostEntries: 2 })
      const answer = await read(made.address, ending)
      expect(answer.headers.get('x-robots-tag')).toContain('noindex')
      const text = await answer.clone().text()
      expect(text).toContain('one.example/a.png')
      expect(text).not.toMatch(/pixel\.wp\.com|utm_source/)
      expect(await titles(answer)).toEqual(['Two', 'One'])
    },
  )

  test.each(['atom', 'rss', 'json'])(
    '%s: tell no address of a source, which may be secret, where it has no title (FreshRSS 9246)',
    async (ending) => {
      const url = 'https://secret.example/feed?token=SECRET-OF-ADA'
      const { sourceId: id } = await addSubscription(database, reader.id, `untitled-${ending}`)
      await database.source.update({
        where: { id },
        data: { title: '', url: `${url}-${ending}`, siteUrl: null },
      })
      await addPostings(database, id, [{ title: 'One', shownAt: Date.now() }])
      const text = await (await read((await make({ kind: 'all' })).address, ending)).text()
      expect(text).toContain('One')
      expect(text).not.toContain('SECRET')
    },
  )

  test('of stars and labels come when these are given, however old the posting is', async () => {
    const [old = 0n] = await addPostings(database, sourceId, [
      { title: 'Old', shownAt: Date.now() - 1e10 },
      { title: 'New' },
    ])
    const label = await database.label.create({ data: { subscriberId: reader.id, name: 'Good' } })
    await database.postingLabel.create({
      data: { labelId: label.id, postingId: old, subscriberId: reader.id },
    })
    await database.postingState.create({
      data: { subscriberId: reader.id, postingId: old, sourceId, starredAt: new Date() },
    })
    expect(await titles(await read((await make({ kind: 'starred' })).address, 'atom'))).toEqual(['Old'])
    const labelled = await make({ kind: 'label', labelId: label.id })
    expect(await titles(await read(labelled.address, 'atom'))).toEqual(['Old'])
  })

  test('of a view are what its query finds, and nothing like it', async () => {
    await addSearched(database, sourceId, { title: 'A whale' })
    await addSearched(database, sourceId, { title: 'A tree' })
    await indexAll(database)
    const make_ = async (query: string) => {
      const { id: viewId } = await database.view.create({
        data: { name: query, query, subscriberId: reader.id },
      })
      return read((await make({ kind: 'view', viewId })).address, 'json')
    }
    expect(await titles(await make_('whale'))).toEqual(['A whale'])
    expect(await titles(await make_('whalex'))).toEqual([])
    expect((await make_('title:')).status).toBe(404)
  })

  test('are not those that a rule hides, nor of muted sources', async () => {
    const [hidden = 0n] = await addPostings(database, sourceId, [{ title: 'Hidden' }, { title: 'Shown' }])
    await database.postingState.create({
      data: { subscriberId: reader.id, postingId: hidden, sourceId, isRead: true, hiddenAt: new Date() },
    })
    const made = await make({ kind: 'all' })
    expect(await titles(await read(made.address, 'atom'))).toEqual(['Shown'])
    await database.subscription.updateMany({ data: { isMuted: true } })
    expect(await titles(await read(made.address, 'atom'))).toEqual([])
    await database.subscription.updateMany({ data: { isMuted: false } })
  })
})

describe('a reader that comes again', () => {
  test('gets 304 while nothing is new, and then what is new alone if it asks for that (226)', async () => {
    await addPostings(database, sourceId, [{ title: 'One' }])
    const { address } = await make({ kind: 'all' })
    const first = await read(address, 'atom')
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('vary')).toContain('A-IM, Accept, If-None-Match')
    const same = await read(address, 'atom', { 'if-none-match': etag, 'a-im': 'feed' })
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag])
    await addPostings(database, sourceId, [{ title: 'Two', shownAt: Date.now() }])
    const delta = await read(address, 'atom', { 'if-none-match': etag, 'a-im': 'feed' })
    expect(delta.status).toBe(226)
    expect(Object.fromEntries(delta.headers)).toMatchObject({
      im: 'feed',
      'delta-base': etag,
      'cache-control': 'no-store, im',
      'content-type': 'application/atom+xml; charset=utf-8',
    })
    expect(await titles(delta)).toEqual(['Two'])
    const after = { 'if-none-match': delta.headers.get('etag') ?? '' }
    expect((await read(address, 'atom', after)).status).toBe(304)
    expect(await titles(await read(address, 'atom', { 'if-none-match': etag }))).toEqual(['Two', 'One'])
    expect((await read(address, 'rss', { 'if-none-match': etag, 'a-im': 'feed' })).status).toBe(200)
  })

  test('gets all whole where its library asks for parts that it does not know, whatever it is called', async () => {
    await addPostings(database, sourceId, [{ title: 'One' }])
    const { address } = await make({ kind: 'all' })
    const etag = (await read(address, 'atom')).headers.get('etag') ?? ''
    await addPostings(database, sourceId, [{ title: 'Two', shownAt: Date.now() }])
    // As feedparser 6.0.10 sends it.
    const accept =
      'application/atom+xml,application/rdf+xml,application/rss+xml,application/x-netcdf,application/xml;q=0.9,text/xml;q=0.2,*/*;q=0.1'
    const asked = { 'if-none-match': etag, 'a-im': 'feed', accept }
    for (const name of ['feedparser/6.0.10 +https://example.org', 'rss2email/3.13.1', 'MyBot/1.0']) {
      const whole = await read(address, 'atom', { ...asked, 'user-agent': name })
      expect([name, whole.status, await titles(whole)]).toEqual([name, 200, ['Two', 'One']])
    }
  })

  test('gets an entry that was edited, and one that came late among older ones', async () => {
    const [id = 0n] = await addPostings(database, sourceId, [{ title: 'One', shownAt: Date.now() }])
    const { address } = await make({ kind: 'all' })
    const had = { 'if-none-match': (await read(address, 'json')).headers.get('etag') ?? '', 'a-im': 'feed' }
    await addPostings(database, sourceId, [{ title: 'Late', shownAt: Date.now() - 1e9 }])
    expect(await titles(await read(address, 'json', had))).toEqual(['Late'])
    await database.posting.update({ where: { id }, data: { title: 'One, edited', editedAt: new Date() } })
    expect(await titles(await read(address, 'json', had))).toEqual(['One, edited', 'Late'])
  })

  test('that knows dates only gets 304 by these, but not in the second of a change', async () => {
    const { id, address } = await make({ kind: 'all' })
    expect((await read(address, 'rss')).headers.get('last-modified')).toBeNull()
    const heldAt = new Date('2026-01-05T08:00:00Z')
    await database.outputFeed.update({ where: { id }, data: { heldAt } })
    const later = await read(address, 'rss')
    expect(later.headers.get('last-modified')).toBe(heldAt.toUTCString())
    expect((await read(address, 'rss', { 'if-modified-since': heldAt.toUTCString() })).status).toBe(304)
    await addPostings(database, sourceId, [{ title: 'New', shownAt: 1 }])
    expect((await read(address, 'rss', { 'if-modified-since': heldAt.toUTCString() })).status).toBe(200)
  })
})

test('OPML lists the sources of the list alone', async () => {
  const { address } = await make({ kind: 'folder', folderId }, { name: 'A & B' })
  const answer = await read(address, 'opml')
  const text = await answer.text()
  expect(text).toContain('xmlUrl="https://times.example/feed"')
  expect(text).toContain('<title>A &amp; B</title>')
  const again = await read(address, 'opml', { 'if-none-match': answer.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

test('who guesses addresses, or asks too often, is told to wait', async () => {
  const guess = () => read('nobody-has-this-secret-at-all', 'atom')
  expect((await guess()).status).toBe(404)
  for (let more = 0; more < 60; more++) await guess()
  expect((await guess()).status).toBe(429)
})

test('its texts count for its owner where they are read, and not for the apps of the owner', async () => {
  vi.useFakeTimers({ now: Date.now() + 600_000, toFake: ['Date'] })
  try {
    await lengthen(database, await addPostings(database, sourceId, [{ title: 'A book' }]))
    const { address } = await make({ kind: 'all' })
    const first = await read(address, 'json')
    const etag = first.headers.get('etag') ?? ''
    const file = `${address?.split('/').at(-1) ?? ''}.json`
    const ask = async (method: 'GET' | 'HEAD', headers: Record<string, string> = {}) => {
      const request = new Request(`${publicUrl}/out/${file}`, { method, headers })
      const answer = await out.GET(request, { params: Promise.resolve({ file }) })
      await answer.arrayBuffer()
      return answer
    }
    const reads = textsRead()
    // Who has it, or wants its head alone, costs a request: none of its texts is read again.
    for (let more = 0; more < 30; more++) {
      expect((await ask('GET', { 'if-none-match': etag })).status).toBe(304)
      const head = await ask('HEAD')
      expect([head.status, head.headers.get('etag'), head.headers.get('content-type')]).toEqual([
        200,
        etag,
        'application/feed+json; charset=utf-8',
      ])
    }
    expect(reads()).toBe(0)
    const answers: Response[] = []
    while (answers.at(-1)?.status !== 429 && answers.length < 60) answers.push(await ask('GET'))
    // With the first 46 × (1 + 49) of 2,400, after 60 of 1, and one refused.
    expect([answers.length, reads()]).toEqual([47, 46])
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answers.at(-1)?.headers.get('x-robots-tag')).toContain('noindex')
    expect((await callRoute(reader.token, { module: me })).status).toBe(200)
    vi.setSystemTime(Date.now() + 60_000)
    expect((await ask('GET')).status).toBe(200)
  } finally {
    vi.useRealTimers()
  }
})

/** Counts from here on how often the texts of a feed are read. */
function textsRead(): () => number {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => sent.mockRestore())
  return () =>
    sent.mock.calls.filter(([asked]) => {
      const text = typeof asked === 'string' ? asked : (asked as unknown as { readonly text: string }).text
      return text.includes('THEN f."html" END, p."html")')
    }).length
}

test.each([
  ['its text', (id: bigint) => database.posting.update({ where: { id }, data: { html: '<p>Other</p>' } })],
  ['its author', (id: bigint) => database.posting.update({ where: { id }, data: { author: 'Ann' } })],
  [
    'its source',
    () => database.source.update({ where: { id: sourceId }, data: { siteUrl: 'https://x.example/' } }),
  ],
  [
    'its full text',
    async (postingId: bigint) => {
      await database.subscription.updateMany({ data: { fullText: true } })
      await database.postingFullText.create({ data: { postingId, html: '<p>Whole</p>', tries: 1 } })
    },
  ],
  [
    'a label',
    (postingId: bigint) =>
      database.label.create({
        data: {
          name: `Label ${postingId}`,
          subscriberId: reader.id,
          postings: { create: { postingId, subscriberId: reader.id } },
        },
      }),
  ],
])('a change of %s is seen by who has what was before, alone', async (_what, change) => {
  const [id = 0n] = await addPostings(database, sourceId, [{ title: 'One' }])
  const { address } = await make({ kind: 'all' })
  const had = { 'if-none-match': (await read(address, 'atom')).headers.get('etag') ?? '' }
  expect((await read(address, 'atom', had)).status).toBe(304)
  await change(id)
  const changed = await read(address, 'atom', had)
  expect(changed.status).toBe(200)
  const has = { 'if-none-match': changed.headers.get('etag') ?? '' }
  expect((await read(address, 'atom', has)).status).toBe(304)
  await database.subscription.updateMany({ data: { fullText: false } })
})

test('what changes while it is read, and is taken back then, is not known as it was before', async () => {
  await addPostings(database, sourceId, [{ title: 'One' }])
  const { id } = await make({ kind: 'all' })
  const list = async () => {
    const stored = await findFeed(database, { id })
    const asked = { secret: 'secret', format: 'atom', now: Date.now() } as const
    const listed = stored === null ? null : await listOutputFeed(database, stored, asked)
    if (listed === null) throw new Error('There is no such feed.')
    return listed
  }
  const rename = (title: string | null) => database.subscription.updateMany({ data: { title } })
  const before = await list()
  await rename('For a moment')
  const { state } = await readOutputFeed(database, before)
  await rename(null)
  expect((await list()).state).toBeNull()
  await rename('For a moment')
  expect((await list()).state).toEqual(state)
  await rename(null)
})

test('several readers of an owner that ask for all feeds on the same minute are all answered', async () => {
  await addPostings(database, sourceId, [{ title: 'One' }])
  const { address } = await make({ kind: 'all' })
  const answers = await Promise.all(Array.from({ length: 100 }, () => read(address, 'atom')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})

test.each([
  ['place', { kind: 'folder', folderId: 999_999 }],
  ['place', { kind: 'view', viewId: 999_999 }],
  ['place', { kind: 'label', labelId: 999_999 }],
])('of what is not there none is made: %s %o', async (field, place) => {
  const body = { name: 'x', place }
  const refused = await callRoute(reader.token, { module: feeds, method: 'POST', body })
  expect(refused).toMatchObject({ status: 400, body: { error: { field } } })
})
