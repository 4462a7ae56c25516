import { text as readText } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { keep, shownAt, withOfflineServer } from '#tests/support/servers/offline-server.ts'
import { startOfflineWorker, type OfflineWorker } from '#tests/support/browser/offline-worker.ts'

const world = withOfflineServer()

const markAll = { method: 'POST', body: { throughId: '2' } }
const undo = (undoToken: unknown) => ({ method: 'POST', body: { undoToken } })
const markPath = '/api/v1/postings/mark-read'
/** Marks all read without the world.server. @returns the token of its undo */
async function markWithoutServer(worker: OfflineWorker): Promise<unknown> {
  world.server.route(
    markPath,
    world.json(() => ({ marked: 2, undoToken: 'of-the-server' })),
  )
  world.server.route(`${markPath}/undo`, (request, response) => {
    void readText(request).then((asked) => {
      if (!world.isDown) world.changes.push(asked)
      world.json(() => ({ restored: 2 }))(request, response)
    })
  })
  await worker.say(keep)
  world.isDown = true
  const { body } = await worker.ask(markPath, markAll)
  expect(body).toMatchObject({ marked: 2 })
  return (body as { readonly undoToken: string }).undoToken
}

test('a mark-read that was made without the server is taken back before it is sent, and after', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  const token = await markWithoutServer(worker)
  expect(await worker.ask(`${markPath}/undo`, undo(token))).toMatchObject({ body: { restored: 2 } })
  const later = (await worker.ask(markPath, markAll)).body as { readonly undoToken: string }
  world.isDown = false
  await worker.ask('/api/v1/counts')
  expect(await worker.ask(`${markPath}/undo`, undo(later.undoToken))).toMatchObject({ status: 200 })
  expect(world.changes).toEqual(['{"undoToken":"of-the-server"}'])
})

test('the undo of what the server did waits for it, by the token that the server gave', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  const token = await markWithoutServer(worker)
  world.isDown = false
  await worker.ask('/api/v1/counts')
  world.isDown = true
  expect(await worker.ask(`${markPath}/undo`, undo(token))).toMatchObject({ body: { restored: 2 } })
  expect(await worker.ask(`${markPath}/undo`, undo('another'))).toMatchObject({ body: { restored: 0 } })
  expect(await worker.ask(`${markPath}/undo`, undo('offline /__acts/anna/1'))).toMatchObject({ status: 0 })
  expect(world.changes).toEqual([])
  world.isDown = false
  await worker.ask('/api/v1/counts')
  expect(world.changes).toEqual(['{"undoToken":"of-the-server"}', '{"undoToken":"another"}'])
})

test('without the server a folder shows what stands inside it, and what is muted or apart only by itself', async () => {
  const source = (sourceId: number, more: object) => ({
    sourceId,
    folderId: null,
    labelIds: [],
    isMuted: false,
    isApart: false,
    ...more,
  })
  world.server.route(
    '/api/v1/subscriptions',
    world.json(() => ({
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
  world.server.route(
    '/api/v1/folders',
    world.json(() => ({ folders })),
  )
  world.server.route(
    '/api/v1/counts',
    world.json(() => ({
      all: 1,
      starred: 3,
      later: 0,
      byLabel: {},
      bySource: { 1: 1, 2: 1, 3: 1 },
      byFolder: { 4: 1, 5: 1 },
    })),
  )
  world.server.route(
    markPath,
    world.json(() => ({})),
  )
  const kept = [1, 2, 3].map((id) => ({
    ...world.posting(String(id)),
    sourceId: id,
    isStarred: true,
    labelIds: [],
  }))
  world.server.route(
    '/api/v1/offline',
    world.json(() => ({
      userId: world.signedIn,
      asOfId: '3',
      readAt: shownAt,
      postings: kept,
      texts: [],
      outdated: [],
      hasMore: false,
    })),
  )
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  world.isDown = true
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
    all: 0,
    bySource: { 1: 0, 2: 1, 3: 1 },
    byFolder: { 4: 0, 5: 0 },
  })
})

test('without the server, labels and what is read later count as the window counts them', async () => {
  const { server, json, posting } = world
  const answer = (path: string, body: unknown) =>
    server.route(
      path,
      json(() => body),
    )
  const sources = [
    { sourceId: 1, folderId: null, labelIds: [7], isMuted: false, isApart: false },
    { sourceId: 2, folderId: null, labelIds: [7], isMuted: true, isApart: false },
  ]
  answer('/api/v1/subscriptions', { subscriptions: sources })
  answer('/api/v1/folders', { folders: [] })
  const counts = {
    all: 1,
    starred: 0,
    later: 1,
    bySource: { 1: 1, 2: 1 },
    byFolder: {},
    byLabel: { 7: 1, 8: 2 },
  }
  answer('/api/v1/counts', counts)
  const postings = [
    { ...posting('2'), sourceId: 1, labelIds: [7, 8] },
    { ...posting('1'), sourceId: 2, labelIds: [8], isLater: true },
  ]
  answer('/api/v1/offline', {
    userId: 'anna',
    asOfId: '2',
    readAt: shownAt,
    postings,
    texts: [],
    outdated: [],
    hasMore: false,
  })
  const worker = await startOfflineWorker(server.origin)
  await worker.say(keep)
  world.isDown = true
  const change = (id: string, body: object) => worker.ask(`/api/v1/postings/${id}`, { method: 'PATCH', body })
  const counted = async () => (await worker.ask('/api/v1/counts')).body
  await change('2', { isRead: true, isLater: true })
  expect(await counted()).toEqual({
    ...counts,
    all: 0,
    later: 2,
    bySource: { 1: 0, 2: 1 },
    byLabel: { 7: 0, 8: 1 },
  })
  await change('1', { isRead: true, isLater: false })
  expect(await counted()).toEqual({
    ...counts,
    all: 0,
    later: 1,
    bySource: { 1: 0, 2: 0 },
    byLabel: { 7: 0, 8: 0 },
  })
})
