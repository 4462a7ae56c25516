import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as counts from '#app/api/v1/counts/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as fullText from '#app/api/v1/postings/[id]/full-text/route.ts'
import * as highlights from '#app/api/v1/postings/[id]/highlights/route.ts'
import * as note from '#app/api/v1/postings/[id]/note/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as savedPage from '#app/api/v1/saved-pages/[id]/route.ts'
import * as savedPages from '#app/api/v1/saved-pages/route.ts'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { savedPagesFeed } from '#lib/documents/moving/saved-pages.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { status } from '#tests/support/servers/feed-answers.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { arrive, exportAccount, importFile, subscribeTo } from '#tests/support/world/moving.ts'
import { indexAll } from '#tests/support/world/searching.ts'

let database: Database
let stop: () => Promise<void>
let server: FeedServer
let reader: { readonly id: string; readonly token: string }
let other: { readonly id: string; readonly token: string }

const html = { 'content-type': 'text/html; charset=utf-8' }
const paragraph = `<p>${'The lighthouse keeper wrote down each ship that passed in the night, and whence it came. '.repeat(5)}</p>`
const page = `<html><head><title>The keeper’s book</title></head><body><article>${paragraph.repeat(4)}<script>alert(1)</script></article></body></html>`

beforeAll(async () => {
  server = await createFeedServer({ hosts: 2 })
  ;({ database, stop } = await startServerDatabase({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.1/32' }))
  reader = await addSubscriber(database, { name: 'reader' })
  other = await addSubscriber(database, { name: 'other' })
  server.route('/book', status(200, html, page))
})

afterAll(async () => {
  await stop()
  await server.close()
})

async function save(url: string, token = reader.token): Promise<PostingDetail> {
  const { status: answered, body } = await callRoute(token, {
    module: savedPages,
    method: 'POST',
    body: { url },
  })
  expect(answered).toBe(200)
  return body as unknown as PostingDetail
}

async function listed(query: string, token = reader.token): Promise<string[]> {
  const { body } = await callRoute(token, { module: postings, query })
  return (body['postings'] as { id: string }[]).map(({ id }) => id)
}

test('a page is saved with its title and text, on the list of what is read later, found by a search, by nobody else', async () => {
  const saved = await save(`${server.origin}/book?utm_source=mail#top`)
  expect(saved).toMatchObject({
    title: 'The keeper’s book',
    url: `${server.origin}/book`,
    isLater: true,
    fullText: null,
    sourceTitle: 'Saved pages',
    html: expect.stringContaining('lighthouse keeper') as unknown,
  })
  expect(saved.html).not.toContain('script')
  expect(await listed('?later=1')).toEqual([saved.id])
  expect((await callRoute(reader.token, { module: counts })).body).toMatchObject({ later: 1, all: 0 })
  await indexAll(database)
  expect(await listed('?query=lighthouse')).toEqual([saved.id])
  expect(await listed('?query=lighthouse', other.token)).toEqual([])
  expect((await callRoute(other.token, { module: posting, params: { id: saved.id } })).status).toBe(404)
  expect((await save(`${server.origin}/book`)).id).toBe(saved.id)
  expect((await save(`${server.origin}/book`, other.token)).id).not.toBe(saved.id)
  await callRoute(reader.token, {
    module: posting,
    method: 'PATCH',
    params: { id: saved.id },
    body: { isLater: false },
  })
  expect(await listed('?later=1')).toEqual([])
  expect(await listed('?query=lighthouse')).toEqual([saved.id])
  await save(`${server.origin}/book`)
  expect(await listed('?later=1')).toEqual([saved.id])
})

test('what cannot be read is saved all the same, says why, and is tried again when asked', async () => {
  server.route('/late', status(404))
  const saved = await save(`${server.origin}/late`)
  expect(saved).toMatchObject({
    html: '',
    isLater: true,
    fullText: { kind: 'failed', failure: expect.any(String) as unknown },
  })
  const retryAt = saved.fullText?.kind === 'failed' ? saved.fullText.retryAt : null
  expect(Date.parse(retryAt ?? '')).toBeLessThanOrEqual(Date.now())
  server.route('/late', status(200, html, page))
  const call = { module: fullText, method: 'POST', params: { id: saved.id } } as const
  expect((await callRoute(reader.token, call)).body).toMatchObject({
    title: 'The keeper’s book',
    fullText: null,
  })
})

test('a page that was brought with a title of its own keeps that when its text is loaded', async () => {
  const nothing = { guid: null, author: null, siteUrl: null, publishedAt: null, enclosures: [], html: '' }
  const state = (title: string, url: string) => ({
    feedUrl: savedPagesFeed,
    key: createHash('sha1').update(url).digest('hex'),
    isRead: false,
    starredAt: null,
    laterAt: '2026-01-05T00:00:00.000Z',
    seenAt: null,
    labels: [],
    posting: { ...nothing, feedTitle: 'Saved pages', title, url },
  })
  const [named = '', unnamed = '', bare = ''] = [1, 2, 3].map(
    (number) => `${server.origin}/book?named=${number}`,
  )
  const file = JSON.parse(await exportAccount(other.token)) as { states: unknown[] }
  file.states = [
    state('To be read by Ada', named),
    state(unnamed.replace('http://', ''), unnamed),
    state(bare, bare),
  ]
  await importFile(other.token, JSON.stringify(file))
  const pages = await database.posting.findMany({
    where: { url: { in: [named, unnamed, bare] } },
    orderBy: { url: 'asc' },
  })
  const loaded = pages.map(async ({ id }) => {
    const call = { module: fullText, method: 'POST', params: { id: String(id) } } as const
    return (await callRoute(other.token, call)).body
  })
  const text = expect.stringContaining('lighthouse') as unknown
  expect(await Promise.all(loaded)).toMatchObject([
    { title: 'To be read by Ada', html: text },
    { title: 'The keeper’s book', html: text },
    { title: 'The keeper’s book', html: text },
  ])
})

test('a page that has no title goes by its first words once it was read', async () => {
  server.route('/bare', status(200, html, page.replace(/<title>.*<\/title>/, '')))
  expect(await save(`${server.origin}/bare`)).toMatchObject({
    title: '',
    excerpt: expect.stringContaining('lighthouse') as unknown,
  })
})

test('a page of a host that knows no https is read by http where nobody named a scheme, as a feed is', async () => {
  const bare = `${server.origin.replace('http://', '')}/book?plain=1`
  const saved = await save(bare)
  expect(saved).toMatchObject({
    title: 'The keeper’s book',
    url: `http://${bare}`,
    html: expect.stringContaining('lighthouse') as unknown,
  })
  expect((await save(bare)).id).toBe(saved.id)
  const asked = server.requests.length
  expect(await save(`https://${bare.replace('plain=1', 'plain=2')}`)).toMatchObject({ html: '' })
  expect(server.requests.length).toBe(asked)
})

test('only addresses of the web are saved, none of this network, and not without end', async () => {
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', ' '])
    expect(
      await callRoute(reader.token, { module: savedPages, method: 'POST', body: { url } }),
    ).toMatchObject({ status: 400, body: { error: { field: 'url' } } })
  const inside = await save('http://127.0.0.9:9/')
  expect(inside).toMatchObject({ html: '', fullText: { kind: 'failed' } })
  const answers: number[] = []
  for (let n = 0; n < 31; n += 1)
    answers.push(
      (
        await callRoute(other.token, {
          module: savedPages,
          method: 'POST',
          body: { url: 'http://127.0.0.9:9/' },
        })
      ).status,
    )
  expect(answers).toContain(429)
})

test('saved pages go with the account and come back as what they are', async () => {
  const moved = await addSubscriber(database, { name: 'moved' })
  await importFile(moved.token, await exportAccount(reader.token))
  await indexAll(database)
  const [id] = await listed('?query=lighthouse+is%3Alater', moved.token)
  const { body } = await callRoute(moved.token, { module: posting, params: { id: id ?? '' } })
  expect(body).toMatchObject({
    sourceTitle: 'Saved pages',
    isLater: true,
    url: expect.stringContaining(server.origin) as unknown,
  })
  const [again] = await importFile(moved.token, await exportAccount(reader.token))
  expect(again).toMatchObject({ added: 0 })
  expect(await database.source.count({ where: { archiveOwnerId: moved.id } })).toBe(1)
})

test('a saved page is removed by whoever saved it, and nothing else is', async () => {
  const own = await save(`${server.origin}/late`)
  expect(own).toMatchObject({ isSavedPage: true })
  const remove = async (id: string, token = reader.token) =>
    (await callRoute(token, { module: savedPage, method: 'DELETE', params: { id } })).status
  expect(await remove(own.id, other.token)).toBe(404)
  await database.source.updateMany({
    where: { archiveOwnerId: reader.id },
    data: { archivedUrl: 'https://example.org/feed' },
  })
  expect(await remove(own.id)).toBe(404) // an archive of postings that were imported
  await database.source.updateMany({
    where: { archiveOwnerId: reader.id },
    data: { archivedUrl: savedPagesFeed },
  })
  expect(await remove(own.id)).toBe(204)
  expect(await remove(own.id)).toBe(404)
  expect((await callRoute(reader.token, { module: posting, params: { id: own.id } })).status).toBe(404)
  expect((await save(`${server.origin}/late`)).id).not.toBe(own.id)
})

test('a removed page leaves nothing behind, and what stands in its story is a story no more', async () => {
  const url = `${server.origin}/book?removed=1`
  const sourceId = await subscribeTo(database, reader.id, 'https://books.example/feed')
  await arrive(database, sourceId, { url, title: 'The book' })
  const own = await save(url)
  expect(own.clones).toMatchObject([{ title: 'The book' }])
  const params = { id: own.id }
  await callRoute(reader.token, { module: note, method: 'PUT', params, body: { text: 'Mine' } })
  const words = { quote: 'lighthouse', before: '', behind: '' }
  await callRoute(reader.token, { module: highlights, method: 'POST', params, body: words })
  const label = await database.label.create({ data: { subscriberId: reader.id, name: 'Kept' } })
  const postingId = BigInt(own.id)
  await database.postingLabel.create({ data: { labelId: label.id, subscriberId: reader.id, postingId } })
  expect((await callRoute(reader.token, { module: savedPage, method: 'DELETE', params })).status).toBe(204)
  const where = { subscriberId: reader.id, postingId }
  expect(await database.postingState.count({ where })).toBe(0)
  expect(await database.postingNote.count({ where })).toBe(0)
  expect(await database.postingHighlight.count({ where })).toBe(0)
  expect(await database.postingLabel.count({ where })).toBe(0)
  expect(await database.posting.findMany({ where: { sourceId }, select: { clusterId: true } })).toEqual([
    { clusterId: null },
  ])
})

test('a page that is saved stays when a feed shows its address later, and when it is loaded again', async () => {
  const url = `${server.origin}/book?kept=1`
  const own = await save(url)
  const sourceId = await subscribeTo(database, reader.id, 'https://shelves.example/feed')
  await arrive(database, sourceId, { url, title: 'A teaser' })
  const kept = async () => {
    const { body } = await callRoute(reader.token, { module: posting, params: { id: own.id } })
    return body as unknown as PostingDetail
  }
  expect(await kept()).toMatchObject({ html: own.html, isLater: true, clones: [{ title: 'A teaser' }] })
  // Its site has nothing of it left.
  const gone = '<p>This article has moved to the archive, which only members can read. </p>'.repeat(20)
  server.route('/book', status(200, html, page.replaceAll(paragraph, gone)))
  try {
    await callRoute(reader.token, { module: fullText, method: 'POST', params: { id: own.id } })
    const { html: now, title, fullText: loaded } = await kept()
    expect({ html: now, title }).toEqual({ html: own.html, title: own.title })
    expect(loaded).toMatchObject({ kind: 'text', html: expect.stringContaining('members') as unknown })
  } finally {
    server.route('/book', status(200, html, page))
  }
})
