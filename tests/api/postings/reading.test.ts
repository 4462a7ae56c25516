import { beforeAll, expect, test } from 'vitest'
import * as counts from '#app/api/v1/counts/route.ts'
import * as folders from '#app/api/v1/folders/route.ts'
import * as folder from '#app/api/v1/folders/[id]/route.ts'
import * as me from '#app/api/v1/me/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as day from '#app/api/v1/postings/day/route.ts'
import * as markRead from '#app/api/v1/postings/mark-read/route.ts'
import * as undo from '#app/api/v1/postings/mark-read/undo/route.ts'
import * as state from '#app/api/v1/postings/state/route.ts'
import * as source from '#app/api/v1/sources/[id]/route.ts'
import * as delays from '#app/api/v1/sources/[id]/delays/route.ts'
import * as poll from '#app/api/v1/sources/[id]/poll/route.ts'
import * as polls from '#app/api/v1/sources/[id]/polls/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let reader: { readonly id: string; readonly token: string }
let other: { readonly id: string; readonly token: string }
let subscriptionId: number
let sourceId: number
let postingIds: string[]

beforeAll(async () => {
  reader = await addSubscriber(database, { name: 'reader' })
  other = await addSubscriber(database, { name: 'other' })
  ;({ subscriptionId, sourceId } = await addSubscription(database, reader.id, 'reading'))
  await addSubscription(database, other.id, 'elsewhere')
  const shownAt = Date.now() - 60_000
  const ids = await addPostings(database, sourceId, [
    { shownAt, title: 'Exact', claimedAt: shownAt - 5000, publishedAt: shownAt - 5000 },
    { shownAt, title: 'Without date', notBeforeAt: shownAt - 60_000 },
    { shownAt, title: 'Doubtful', claimedAt: shownAt + 9e6 },
    { shownAt, title: 'Initial', isInitial: true, publishedAt: shownAt - 1 },
  ])
  postingIds = ids.map(String)
})

function idOf(index: number): string {
  const id = postingIds[index]
  if (id === undefined) throw new Error(`no posting ${index}`)
  return id
}

async function call(route: Call) {
  return callRoute(reader.token, route)
}

test('me is who asks', async () => {
  expect(await call({ module: me })).toEqual({
    status: 200,
    body: { id: reader.id, name: 'reader', email: 'reader@example.org', role: 'subscriber', language: null },
  })
})

test('a page of postings is newest first, with delays as honest as their dates', async () => {
  const { status, body } = await call({ module: postings, query: '?limit=3' })
  expect(status).toBe(200)
  expect(body['postings']).toMatchObject([
    {
      title: 'Initial',
      delay: { kind: 'initial' },
      isRead: false,
      sourceTitle: 'https://reading.example/feed',
    },
    { title: 'Doubtful', delay: { kind: 'doubtful' } },
    { title: 'Without date', delay: { kind: 'range', leastMs: 0, mostMs: 60_000 } },
  ])
  expect(body['asOfId']).toBe(idOf(3))
  const cursor = String(body['nextCursor'])
  const next = await call({ module: postings, query: `?limit=3&cursor=${cursor}` })
  expect(next.body).toMatchObject({
    postings: [{ title: 'Exact', delay: { kind: 'exact', delayMs: 5000 } }],
    nextCursor: null,
  })
})

test('one posting comes with its text', async () => {
  const { body } = await call({ module: posting, params: { id: idOf(0) } })
  expect(body).toMatchObject({ id: idOf(0), html: '<p>Text</p>', enclosures: [], decisionReason: null })
})

test('a change of a posting is answered with the posting and seen in the counts', async () => {
  const params = { id: idOf(0) }
  const body = { isRead: true, isStarred: true, seen: true }
  const changed = await call({ module: posting, method: 'PATCH', params, body })
  expect(changed.body).toMatchObject({ isRead: true, isStarred: true, seenAt: expect.any(String) })
  expect((await call({ module: counts })).body).toMatchObject({
    all: 3,
    starred: 1,
    bySource: { [sourceId]: 3 },
  })
  const back = { isRead: false, isStarred: false }
  expect((await call({ module: posting, method: 'PATCH', params, body: back })).body).toMatchObject(back)
  expect((await call({ module: counts })).body).toMatchObject({ all: 4, starred: 0 })
})

test('many postings change together', async () => {
  const body = { ids: [...postingIds, '999999999'], isRead: true }
  expect((await call({ module: state, method: 'POST', body })).body).toEqual({ changed: 4 })
  expect((await call({ module: counts })).body).toMatchObject({ all: 0 })
  await call({ module: state, method: 'POST', body: { ids: postingIds, isRead: false } })
})

test('marking read can be undone', async () => {
  const marked = await call({ module: markRead, method: 'POST', body: { throughId: idOf(1), sourceId } })
  expect(marked.body).toMatchObject({ marked: 2 })
  expect((await call({ module: counts })).body).toMatchObject({ all: 2 })
  const { undoToken } = marked.body
  expect((await call({ module: undo, method: 'POST', body: { undoToken } })).body).toEqual({ restored: 2 })
  expect((await call({ module: counts })).body).toMatchObject({ all: 4 })
})

test('the day strip counts what was found', async () => {
  const { body } = await call({ module: day })
  expect((body['found'] as number[]).reduce((sum, count) => sum + count, 0)).toBe(4)
})

test('folders are made, renamed, filled and deleted; their subscriptions stay', async () => {
  const made = await call({ module: folders, method: 'POST', body: { name: 'News' } })
  expect(made).toMatchObject({ status: 201, body: { name: 'News', position: 0 } })
  const params = { id: String(made.body['id']) }
  expect((await call({ module: folders, method: 'POST', body: { name: 'News' } })).status).toBe(409)
  const renamed = await call({
    module: folder,
    method: 'PATCH',
    params,
    body: { name: 'Papers', position: 3 },
  })
  expect(renamed.body).toMatchObject({ name: 'Papers', position: 3 })
  const body = { folderId: made.body['id'], ownTitle: 'Mine' }
  const moved = await call({
    module: subscription,
    method: 'PATCH',
    params: { id: `${subscriptionId}` },
    body,
  })
  expect(moved.body).toMatchObject({ folderId: made.body['id'], title: 'Mine', ownTitle: 'Mine', unread: 4 })
  expect((await call({ module: counts })).body).toMatchObject({ byFolder: { [params.id]: 4 } })
  expect((await call({ module: folder, method: 'DELETE', params })).status).toBe(200)
  expect((await call({ module: folders })).body).toEqual({ folders: [] })
  const { body: list } = await call({ module: subscriptions })
  expect(list).toMatchObject({
    subscriptions: [{ id: subscriptionId, folderId: null, health: { kind: 'waiting' } }],
  })
})

test('a source is shown with its delays and polls', async () => {
  const params = { id: String(sourceId) }
  expect((await call({ module: source, params })).body).toMatchObject({
    id: sourceId,
    subscriptionId,
    weighed: null,
    postings: 4,
    plan: null,
    delay: {
      count: 1,
      withoutExactTime: 2,
      meanMs: 5000,
      medianMs: 5000,
      p90Ms: 5000,
      maxMs: 5000,
      within5: 1,
      within15: 1,
      within60: 1,
    },
  })
  expect((await call({ module: delays, params })).body['delays']).toHaveLength(4)
  expect((await call({ module: polls, params })).body).toEqual({ polls: [] })
})

test('a poll on request is due at once, but not within a minute of the last or against the limit of the host', async () => {
  const route = { module: poll, method: 'POST', params: { id: String(sourceId) } } as const
  const askedAt = Date.now()
  const planned = await call(route)
  const nextPollAt = Date.parse(String(planned.body['nextPollAt']))
  expect(nextPollAt).toBeGreaterThanOrEqual(askedAt)
  expect(nextPollAt).toBeLessThanOrEqual(Date.now())
  await database.source.update({ where: { id: sourceId }, data: { lastPolledAt: new Date() } })
  const tooEarly = await call(route)
  expect(tooEarly.status).toBe(429)
  expect(JSON.stringify(tooEarly.body)).toContain('less than a minute ago')
  await database.source.update({ where: { id: sourceId }, data: { lastPolledAt: null } })
  await database.host.update({
    where: { name: 'reading.example' },
    data: { nextRequestAt: new Date(Date.now() + 3 * 3_600_000) },
  })
  const refused = await call(route)
  expect(refused.status).toBe(429)
  expect(JSON.stringify(refused.body)).toMatch(/Try again in 3\sh/)
})
