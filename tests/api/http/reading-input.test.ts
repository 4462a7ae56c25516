import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as folders from '#app/api/v1/folders/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as markRead from '#app/api/v1/postings/mark-read/route.ts'
import * as undo from '#app/api/v1/postings/mark-read/undo/route.ts'
import * as state from '#app/api/v1/postings/state/route.ts'
import * as delays from '#app/api/v1/sources/[id]/delays/route.ts'
import * as polls from '#app/api/v1/sources/[id]/polls/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'

let stop: () => Promise<void>
let token: string
let subscriptionId: number
let sourceId: number
let postingId: string

beforeAll(async () => {
  const { database, stop: stopDatabase } = await startServerDatabase()
  stop = stopDatabase
  const reader = await addSubscriber(database, { name: 'reader' })
  token = reader.token
  ;({ subscriptionId, sourceId } = await addSubscription(database, reader.id, 'reading'))
  postingId = String((await addPostings(database, sourceId, [{ title: 'One' }]))[0])
})

afterAll(() => stop())

describe('wrong input is refused and named', () => {
  const cases: readonly (readonly [string, string, () => Call])[] = [
    ['limit', 'limit', () => ({ module: postings, query: '?limit=0' })],
    ['cursor', 'cursor', () => ({ module: postings, query: '?cursor=nonsense' })],
    ['a cursor of another order', 'cursor', () => ({ module: postings, query: '?order=weight&cursor=0-1' })],
    ['freshMinutes', 'freshMinutes', () => ({ module: postings, query: '?freshMinutes=1' })],
    ['two scopes', 'sourceId', () => ({ module: postings, query: '?folderId=1&sourceId=1' })],
    ['show', 'show', () => ({ module: postings, query: '?show=some' })],
    ['empty change', '', () => ({ module: posting, method: 'PATCH', params: { id: postingId }, body: {} })],
    [
      'version alone',
      '',
      () => ({ module: posting, method: 'PATCH', params: { id: postingId }, body: { shownEditedAt: null } }),
    ],
    [
      'isRead',
      'isRead',
      () => ({ module: posting, method: 'PATCH', params: { id: postingId }, body: { isRead: 1 } }),
    ],
    ['ids', 'ids', () => ({ module: state, method: 'POST', body: { ids: [], isRead: true } })],
    ['throughId', 'throughId', () => ({ module: markRead, method: 'POST', body: { throughId: 'x' } })],
    [
      'an age without an instant',
      'asOfAt',
      () => ({ module: markRead, method: 'POST', body: { throughId: '1', freshMinutes: 30 } }),
    ],
    [
      'a place in a list without an instant',
      'asOfAt',
      () => ({
        module: markRead,
        method: 'POST',
        body: { throughId: '1', beside: { postingId, side: 'above', order: 'newest' } },
      }),
    ],
    ['undoToken', 'undoToken', () => ({ module: undo, method: 'POST', body: { undoToken: 'x' } })],
    ['name', 'name', () => ({ module: folders, method: 'POST', body: { name: ' ' } })],
    ['days', 'days', () => ({ module: delays, params: { id: `${sourceId}` }, query: '?days=0' })],
    ['poll limit', 'limit', () => ({ module: polls, params: { id: `${sourceId}` }, query: '?limit=x' })],
    [
      'folderId',
      'folderId',
      () => ({
        module: subscription,
        method: 'PATCH',
        params: { id: `${subscriptionId}` },
        body: { folderId: 2_000_000_000 },
      }),
    ],
    ['url', 'url', () => ({ module: subscriptions, method: 'POST', body: { url: 'not a url' } })],
  ]
  test.each(cases)('%s', async (_name, field, route) => {
    const { status, body } = await callRoute(token, route())
    expect(status).toBe(400)
    expect(body).toMatchObject({ error: { code: 'invalid_input', field } })
  })
})
