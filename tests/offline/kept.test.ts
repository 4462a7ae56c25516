import { existsSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { shellHeader } from '#lib/api/postings/kept-shell.ts'
import { copiedPaths, stillOutdated } from '#lib/offline/keep.ts'
import type { Route } from '#tests/support/servers/feed-server.ts'
import { keep, shownAt, titles, withOfflineServer } from '#tests/support/servers/offline-server.ts'
import { startOfflineWorker } from '#tests/support/browser/offline-worker.ts'

const world = withOfflineServer()

test('pages learn that the server is back also from a worker that was started anew', async () => {
  const first = await startOfflineWorker(world.server.origin)
  await first.say(keep)
  world.isDown = true
  await first.ask('/api/v1/counts')
  expect(first.told.at(-1)).toMatchObject({ isOffline: true, count: 2 })
  const second = await startOfflineWorker(world.server.origin)
  await second.say({ type: 'status' })
  expect(second.told).toEqual([]) // it does not know yet
  world.isDown = false
  await second.ask('/api/v1/counts')
  expect(second.told.at(-1)).toMatchObject({ isOffline: false })
})

test('what was kept a moment ago is not fetched again, unless for another account, number or build', async () => {
  const fetched = () => world.server.requests.filter(({ path }) => path.startsWith('/api/v1/offline')).length
  const worker = await startOfflineWorker(world.server.origin)
  await Promise.all([worker.say(keep), worker.say(keep)])
  expect(fetched()).toBe(1)
  await worker.say({ ...keep, count: 50 })
  expect(fetched()).toBe(2)
  world.signedIn = 'ben'
  await worker.say({ type: 'account', userId: 'ben' })
  await worker.say({ ...keep, count: 50 })
  expect(fetched()).toBe(3)
  world.isDown = true
  expect(titles((await worker.ask('/api/v1/postings')).body)).toEqual(['of ben', 'of ben'])
})

test('numbers that windows ask for in one request are kept as they are asked for one by one', async () => {
  const countsOf = (all: number) => ({ all, starred: 0, later: 0, bySource: {}, byFolder: {}, byLabel: {} })
  const day = { startAt: shownAt, found: [2], unread: [1] }
  const answers = {
    '/api/v1/counts': countsOf(5),
    '/api/v1/postings/day': { ...day, unread: [2] },
    '/api/v1/counts/all': { counts: countsOf(4), fresh: { unread: 1 }, day },
  }
  for (const [path, body] of Object.entries(answers))
    world.server.route(
      path,
      world.json(() => body),
    )
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  const together = '/api/v1/counts/all?fresh=30&day=true'
  expect(await worker.ask(together)).toEqual({ status: 200, body: answers['/api/v1/counts/all'] })
  world.isDown = true
  expect((await worker.ask(together)).status).toBe(503) // windows ask one by one then
  expect((await worker.ask('/api/v1/counts')).body).toEqual(countsOf(4))
  expect((await worker.ask('/api/v1/postings/day')).body).toEqual(day)
})

test('the fonts that a style names are there without the server', async () => {
  const plain =
    (text: string): Route =>
    (_request, response) =>
      void response.writeHead(world.isDown ? 503 : 200).end(text)
  const style = '/_next/static/chunks/look.css'
  world.server.route('/', plain(`<html><link rel="stylesheet" href="${style}"></html>`))
  world.server.route(
    style,
    plain('@font-face{src:url(/fonts/plain.woff2)}@font-face{src:url("/fonts/quoted.woff2")}'),
  )
  for (const name of ['plain', 'quoted']) world.server.route(`/fonts/${name}.woff2`, plain(name))
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  world.isDown = true
  for (const name of ['plain', 'quoted'])
    expect(await worker.ask(`/fonts/${name}.woff2`)).toEqual({ status: 200, body: name })
})

test('a page that is not kept keeps its address, and says in the language of the kept one what it waits for', async () => {
  const plain =
    (text: string): Route =>
    (_request, response) =>
      void response.writeHead(world.isDown ? 503 : 200).end(text)
  world.server.route('/', plain('<html class="x" lang="de"></html>'))
  world.server.route('/freshness', plain('<html>Freshness</html>'))
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  world.isDown = true
  const { status, body } = await worker.ask('/freshness?folder=3', { isPage: true })
  expect(status).toBe(503)
  expect(body).toContain('<html lang="de">')
  expect(body).toContain('Diese Seite braucht den Server')
  // It asks again by itself, and is there as soon as the server is (e2e/offline).
  world.isDown = false
  expect(await worker.ask('/freshness', { isPage: true })).toEqual({
    status: 200,
    body: '<html>Freshness</html>',
  })
})

test('the page comes first, then what it opens later, then postings', async () => {
  const plain =
    (text: string): Route =>
    (_request, response) =>
      void response.writeHead(world.isDown ? 503 : 200).end(text)
  const script = (name: string) => `/_next/static/chunks/${name}.js`
  const page = `<html><script src="${script('first')}"></script></html>`
  world.server.route('/', plain(page))
  world.server.route(script('first'), plain('load("static/chunks/menu.js")'))
  world.server.route(script('menu'), plain('a menu'))
  world.server.route('/api/v1/offline', (_request, response) => void response.writeHead(500).end())
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  const asked = world.server.requests.map(({ path }) => path)
  expect(asked).toEqual(['/api/v1/me', '/', script('first'), script('menu'), '/api/v1/offline'])
  world.isDown = true
  expect(await worker.ask('/?show=all', { isPage: true })).toEqual({ status: 200, body: page })
  expect(await worker.ask(script('menu'))).toEqual({ status: 200, body: 'a menu' })
})

test('the page is kept as one that holds nothing drawn', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  const page = world.server.requests.find(({ path }) => path === '/')
  expect(page?.headers[shellHeader]).toBe('1')
})

test('the pictures of a text that was loaded from its page are there without the server', async () => {
  const image = (name: string) => `/api/v1/images?of=${name}`
  const html = (...names: string[]) => names.map((name) => `<img src="${image(name)}">`).join('')
  const fullText = { kind: 'text', html: html('whole', 'both'), fetchedAt: shownAt }
  const text = { ...world.posting('2'), html: html('feed', 'both'), fullText, imageUrl: image('head') }
  world.server.route(
    '/api/v1/offline',
    world.json(() => ({
      userId: world.signedIn,
      asOfId: '2',
      readAt: shownAt,
      postings: [world.posting('2')],
      texts: [text],
      outdated: [],
      hasMore: false,
    })),
  )
  world.server.route(
    '/api/v1/images',
    world.json(() => ({})),
  )
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  expect(world.server.requests.filter(({ path }) => path === image('both'))).toHaveLength(1)
  world.isDown = true
  for (const name of ['head', 'whole', 'feed', 'both'])
    expect(await worker.ask(image(name)), name).toMatchObject({ status: 200 })
})

test('a picture, which a browser has by itself, does not tell that the server is back', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  world.isDown = true
  await worker.ask('/api/v1/counts')
  world.server.route('/api/v1/images', (_request, response) => void response.writeHead(200).end())
  expect(await worker.ask('/api/v1/images?of=icon')).toMatchObject({ status: 200 })
  expect(worker.told.at(-1)).toMatchObject({ isOffline: true })
})

test('texts that do not fit into one answer are asked for until all are there, or no more come', async () => {
  const asked: unknown[] = []
  const postings = ['4', '3', '2', '1'].map(world.posting)
  const texts = [['4', '3'], ['2'], ['1'], ['4'], ['2']]
  world.server.route('/api/v1/offline', (request, response) => {
    void new Response(Readable.toWeb(request) as ReadableStream).json().then((body: unknown) => {
      const { known } = body as { known?: { held: string[] } }
      asked.push(known?.held)
      const come = texts[asked.length - 1] ?? []
      const outdated = asked.length === 2 ? ['4'] : []
      const named = {
        userId: world.signedIn,
        asOfId: '4',
        readAt: shownAt,
        hasMore: true,
        outdated,
        places: {},
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ ...named, postings, texts: come.map((id) => ({ ...world.posting(id), html: '' })) }),
      )
    })
  })
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  expect(asked).toEqual([undefined, ['4', '3'], ['3', '2'], ['3', '2', '1']]) // the fourth answer brings what is there
  world.isDown = true
  expect((await worker.ask('/api/v1/postings/2')).status).toBe(200)
})

test('how lists and texts are shown is known without the server', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  world.isDown = true
  for (const name of ['list-settings', 'reading-settings', 'me/settings'])
    expect(await worker.ask(`/api/v1/${name}`), name).toMatchObject({ status: 200, body: { of: 'anna' } })
})

test('the list of a label is there without the server', async () => {
  const labelled = { ...world.posting('2'), labelIds: [6], title: 'labelled' }
  world.server.route(
    '/api/v1/offline',
    world.json(() => ({
      userId: world.signedIn,
      asOfId: '2',
      readAt: shownAt,
      postings: [labelled, world.posting('1')],
      texts: [],
      outdated: [],
      hasMore: false,
    })),
  )
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  world.isDown = true
  const { status, body } = await worker.ask('/api/v1/postings?show=all&labelId=6&order=newest')
  expect([status, titles(body)]).toEqual([200, ['labelled']])
})

test('every path that is copied is one of our API', () => {
  expect(copiedPaths.filter((path) => !existsSync(`app${path}/route.ts`))).toEqual([])
})

test('what changed waits until its text comes, or it is kept no more', () => {
  const postings = ['5', '4', '3'].map(world.posting)
  const texts = [{ id: '4' }]
  expect(stillOutdated(['9', '4', '3'], { postings, texts, outdated: ['3', '5'] })).toEqual(['5', '3'])
})
