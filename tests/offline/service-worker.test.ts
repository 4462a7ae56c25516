import { existsSync } from 'node:fs'
import { text as readText } from 'node:stream/consumers'
import { caches } from 'undici'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { copiedPaths } from '#lib/offline/keep.ts'
import { createFeedServer, type FeedServer, type Route } from '../support/feed-server.ts'
import { clearCaches, startOfflineWorker, type OfflineWorker } from '../support/offline-worker.ts'

/** A server of ours as far as the worker needs one: who is signed in, their postings, and what was changed. */
let server: FeedServer
let signedIn: string | null
let isDown: boolean
let changes: string[]
/** Runs while the server answers a path. */
let meanwhile: Map<string, () => unknown>

const json =
  (read: () => unknown): Route =>
  (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    void Promise.resolve(meanwhile.get(path)?.()).then(() => {
      meanwhile.delete(path)
      if (isDown) return response.writeHead(503).end()
      if (signedIn === null) return response.writeHead(401).end('{}')
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(read()))
    })
  }

const shownAt = '2026-01-01T00:00:00.000Z'
const posting = (id: string) => ({ id, sourceId: 1, title: `of ${signedIn}`, isRead: false, shownAt })

beforeEach(async () => {
  signedIn = 'anna'
  isDown = false
  changes = []
  meanwhile = new Map()
  server = await createFeedServer()
  for (const path of copiedPaths)
    server.route(
      path,
      json(() => ({ of: signedIn })),
    )
  server.route(
    '/api/v1/me',
    json(() => ({ id: signedIn })),
  )
  server.route(
    '/api/v1/offline',
    json(() => ({
      ...{ userId: signedIn, asOfId: '2', readAt: '2026-01-01T00:00:00.000Z' },
      ...{ postings: [posting('2'), posting('1')], texts: [{ ...posting('2'), html: '' }] },
    })),
  )
  server.route('/', (_request, response) => void response.writeHead(200).end('<html></html>'))
  server.route(
    '/api/v1/postings',
    json(() => ({ postings: [] })),
  )
  server.route(
    '/api/auth/sign-in/email',
    json(() => ({})),
  )
  for (const id of ['1', '2'])
    server.route(
      `/api/v1/postings/${id}`,
      json(() => changes.push(`${signedIn} ${id}`)),
    )
})
afterEach(async () => {
  await server.close()
  await clearCaches()
})

const titles = (body: unknown) =>
  (body as { postings: { title: string }[] }).postings.map((each) => each.title)
const keep = { type: 'keep', count: 2 }
const star = { method: 'PATCH', body: { isStarred: true } }

test('what an account did without the server waits while another one reads here, and is sent for its owner', async () => {
  const worker = await startOfflineWorker(server.origin)
  await worker.say(keep)
  isDown = true
  expect(await worker.ask('/api/v1/postings/1', star)).toMatchObject({ status: 200 })
  isDown = false
  signedIn = 'ben'
  await worker.ask('/api/auth/sign-in/email', { method: 'POST', body: {} })
  await worker.say(keep)
  await worker.ask('/api/v1/counts')
  expect(changes).toEqual([])
  signedIn = 'anna'
  await worker.ask('/api/auth/sign-in/email', { method: 'POST', body: {} })
  await worker.ask('/api/v1/counts')
  expect(changes).toEqual(['anna 1'])
  await worker.ask('/api/v1/counts')
  expect(changes).toEqual(['anna 1'])
})

test('what waits holds no posting: it outlasts the session of its owner', async () => {
  const worker = await startOfflineWorker(server.origin)
  await worker.say(keep)
  isDown = true
  await worker.ask('/api/v1/postings/1', star)
  signedIn = null
  isDown = false
  await worker.ask('/api/v1/counts')
  const texts = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) texts.push(await (await cache.match(request))?.text())
  }
  expect(texts.join()).toContain('isStarred')
  expect(texts.join()).not.toContain('of anna')
})

test('an account that signs in without a fresh page finds nothing of the one before', async () => {
  const worker = await startOfflineWorker(server.origin)
  await worker.say(keep)
  signedIn = 'ben'
  await worker.ask('/api/auth/sign-in/email', { method: 'POST', body: {} })
  isDown = true
  expect((await worker.ask('/api/v1/postings')).status).toBe(503)
})

test('a page that shows another account than is kept has it forgotten, one of the same does not', async () => {
  const worker = await startOfflineWorker(server.origin)
  await worker.say(keep)
  await worker.say({ type: 'account', userId: 'anna' })
  isDown = true
  expect(titles((await worker.ask('/api/v1/postings')).body)).toEqual(['of anna', 'of anna'])
  await worker.say({ type: 'account', userId: 'ben' })
  expect((await worker.ask('/api/v1/postings')).status).toBe(503)
})

test('who signs out while postings are fetched finds none of them kept', async () => {
  const worker = await startOfflineWorker(server.origin)
  meanwhile.set('/api/v1/offline', () => caches.delete('skylark-user'))
  await worker.say(keep)
  expect(await caches.has('skylark-user')).toBe(false)
})

test('the page that is left by signing out makes no place for what nobody reads', async () => {
  const worker = await startOfflineWorker(server.origin)
  signedIn = null
  let wasThere = false
  meanwhile.set('/api/v1/offline', async () => (wasThere = await caches.has('skylark-user')))
  await worker.say(keep)
  expect(wasThere).toBe(false)
})

test('an answer that arrives after signing out is not kept for whoever comes next', async () => {
  const worker = await startOfflineWorker(server.origin)
  await worker.say(keep)
  meanwhile.set('/api/v1/counts', async () => {
    await caches.delete('skylark-user')
    await caches.open('skylark-user') // as the next one's keeping does
  })
  await worker.ask('/api/v1/counts')
  expect(await (await caches.open('skylark-user')).keys()).toEqual([])
})

test('when somebody else signs in while all is fetched, nothing of the two accounts stays', async () => {
  const worker = await startOfflineWorker(server.origin)
  server.route('/', (_request, response) => {
    signedIn = 'ben'
    response.writeHead(200).end('<html></html>')
  })
  await worker.say(keep)
  expect(await caches.has('skylark-user')).toBe(false)
})

test('pages learn that the server is back also from a worker that was started anew', async () => {
  const first = await startOfflineWorker(server.origin)
  await first.say(keep)
  isDown = true
  await first.ask('/api/v1/counts')
  expect(first.told.at(-1)).toMatchObject({ isOffline: true, count: 2 })
  const second = await startOfflineWorker(server.origin)
  await second.say({ type: 'status' })
  expect(second.told).toEqual([]) // it does not know yet
  isDown = false
  await second.ask('/api/v1/counts')
  expect(second.told.at(-1)).toMatchObject({ isOffline: false })
})

test('what was kept a moment ago is not fetched again, unless for another account, number or build', async () => {
  const fetched = () => server.requests.filter(({ path }) => path.startsWith('/api/v1/offline')).length
  const worker = await startOfflineWorker(server.origin)
  await Promise.all([worker.say(keep), worker.say(keep)])
  expect(fetched()).toBe(1)
  await worker.say({ ...keep, count: 50 })
  expect(fetched()).toBe(2)
  signedIn = 'ben'
  await worker.say({ type: 'account', userId: 'ben' })
  await worker.say({ ...keep, count: 50 })
  expect(fetched()).toBe(3)
  isDown = true
  expect(titles((await worker.ask('/api/v1/postings')).body)).toEqual(['of ben', 'of ben'])
})

test('the fonts that a style names are there without the server', async () => {
  const plain =
    (text: string): Route =>
    (_request, response) =>
      void response.writeHead(isDown ? 503 : 200).end(text)
  const style = '/_next/static/chunks/look.css'
  server.route('/', plain(`<html><link rel="stylesheet" href="${style}"></html>`))
  server.route(
    style,
    plain('@font-face{src:url(/fonts/plain.woff2)}@font-face{src:url("/fonts/quoted.woff2")}'),
  )
  for (const name of ['plain', 'quoted']) server.route(`/fonts/${name}.woff2`, plain(name))
  const worker = await startOfflineWorker(server.origin)
  await worker.say(keep)
  isDown = true
  for (const name of ['plain', 'quoted'])
    expect(await worker.ask(`/fonts/${name}.woff2`)).toEqual({ status: 200, body: name })
})

const markAll = { method: 'POST', body: { throughId: '2' } }
const undo = (undoToken: unknown) => ({ method: 'POST', body: { undoToken } })
const markPath = '/api/v1/postings/mark-read'
/** Marks all read without the server. @returns the token of its undo */
async function markWithoutServer(worker: OfflineWorker): Promise<unknown> {
  server.route(
    markPath,
    json(() => ({ marked: 2, undoToken: 'of-the-server' })),
  )
  server.route(`${markPath}/undo`, (request, response) => {
    void readText(request).then((asked) => {
      if (!isDown) changes.push(asked)
      json(() => ({ restored: 2 }))(request, response)
    })
  })
  await worker.say(keep)
  isDown = true
  const { body } = await worker.ask(markPath, markAll)
  expect(body).toMatchObject({ marked: 2 })
  return (body as { readonly undoToken: string }).undoToken
}

test('a mark-read that was made without the server is taken back before it is sent, and after', async () => {
  const worker = await startOfflineWorker(server.origin)
  const token = await markWithoutServer(worker)
  expect(await worker.ask(`${markPath}/undo`, undo(token))).toMatchObject({ body: { restored: 2 } })
  const later = (await worker.ask(markPath, markAll)).body as { readonly undoToken: string }
  isDown = false
  await worker.ask('/api/v1/counts')
  expect(await worker.ask(`${markPath}/undo`, undo(later.undoToken))).toMatchObject({ status: 200 })
  expect(changes).toEqual(['{"undoToken":"of-the-server"}'])
})

test('the undo of what the server did waits for it, by the token that the server gave', async () => {
  const worker = await startOfflineWorker(server.origin)
  const token = await markWithoutServer(worker)
  isDown = false
  await worker.ask('/api/v1/counts')
  isDown = true
  expect(await worker.ask(`${markPath}/undo`, undo(token))).toMatchObject({ body: { restored: 2 } })
  expect(await worker.ask(`${markPath}/undo`, undo('another'))).toMatchObject({ body: { restored: 0 } })
  expect(await worker.ask(`${markPath}/undo`, undo('offline /__acts/anna/1'))).toMatchObject({ status: 0 })
  expect(changes).toEqual([])
  isDown = false
  await worker.ask('/api/v1/counts')
  expect(changes).toEqual(['{"undoToken":"of-the-server"}', '{"undoToken":"another"}'])
})

test('without the server a folder shows what stands inside it, and what is muted or apart only by itself', async () => {
  const source = (sourceId: number, more: object) => ({
    ...{ sourceId, folderId: null, labelIds: [], isMuted: false, isApart: false, ...more },
  })
  server.route(
    '/api/v1/subscriptions',
    json(() => ({
      subscriptions: [
        source(1, { folderId: 4 }),
        source(2, { isMuted: true, folderId: 5 }),
        source(3, { isApart: true }),
      ],
    })),
  )
  const folders = [
    { id: 4, parentId: 5 },
    { id: 5, parentId: null },
  ]
  server.route(
    '/api/v1/folders',
    json(() => ({ folders })),
  )
  server.route(
    '/api/v1/counts',
    json(() => ({ all: 1, starred: 3, bySource: { 1: 1, 2: 1, 3: 1 }, byFolder: { 4: 1, 5: 1 } })),
  )
  server.route(
    markPath,
    json(() => ({})),
  )
  const kept = [1, 2, 3].map((id) => ({
    ...posting(String(id)),
    sourceId: id,
    isStarred: true,
    labelIds: [],
  }))
  server.route(
    '/api/v1/offline',
    json(() => ({ userId: signedIn, asOfId: '3', readAt: shownAt, postings: kept, texts: [] })),
  )
  const worker = await startOfflineWorker(server.origin)
  await worker.say(keep)
  isDown = true
  const ids = async (query: string) => {
    const { body } = await worker.ask(`/api/v1/postings?${query}`)
    return (body as { postings: { id: string }[] }).postings.map(({ id }) => id)
  }
  expect(await ids('')).toEqual(['1'])
  expect(await ids('folderId=5')).toEqual(['1'])
  expect(await ids('sourceId=2')).toEqual(['2'])
  expect(await ids('starred=true')).toEqual(['3', '2', '1'])
  expect(await worker.ask(markPath, { method: 'POST', body: { folderId: 5, throughId: '3' } })).toMatchObject(
    {
      body: { marked: 1 },
    },
  )
  expect((await worker.ask('/api/v1/counts')).body).toMatchObject({
    ...{ all: 0, bySource: { 1: 0, 2: 1, 3: 1 }, byFolder: { 4: 0, 5: 0 } },
  })
})

test('the pictures of a text that was loaded from its page are there without the server', async () => {
  const image = (name: string) => `/api/v1/images?of=${name}`
  const html = (...names: string[]) => names.map((name) => `<img src="${image(name)}">`).join('')
  const fullText = { kind: 'text', html: html('whole', 'both'), fetchedAt: shownAt }
  const text = { ...posting('2'), html: html('feed', 'both'), fullText, imageUrl: image('head') }
  server.route(
    '/api/v1/offline',
    json(() => ({
      ...{ userId: signedIn, asOfId: '2', readAt: shownAt },
      ...{ postings: [posting('2')], texts: [text] },
    })),
  )
  server.route(
    '/api/v1/images',
    json(() => ({})),
  )
  const worker = await startOfflineWorker(server.origin)
  await worker.say(keep)
  expect(server.requests.filter(({ path }) => path === image('both'))).toHaveLength(1)
  isDown = true
  for (const name of ['head', 'whole', 'feed', 'both'])
    expect(await worker.ask(image(name)), name).toMatchObject({ status: 200 })
})

test('how lists and texts are shown is known without the server', async () => {
  const worker = await startOfflineWorker(server.origin)
  await worker.say(keep)
  isDown = true
  for (const name of ['list-settings', 'reading-settings', 'me/settings'])
    expect(await worker.ask(`/api/v1/${name}`), name).toMatchObject({ status: 200, body: { of: 'anna' } })
})

test('every path that is copied is one of our API', () => {
  expect(copiedPaths.filter((path) => !existsSync(`app${path}/route.ts`))).toEqual([])
})
