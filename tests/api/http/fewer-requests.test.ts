import { beforeAll, expect, test } from 'vitest'
import * as allCounts from '#app/api/v1/counts/all/route.ts'
import * as counts from '#app/api/v1/counts/route.ts'
import * as day from '#app/api/v1/postings/day/route.ts'
import * as fresh from '#app/api/v1/postings/fresh/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let reader: { readonly id: string; readonly token: string }
let subscriptionId: number
let ids: string[]

beforeAll(async () => {
  reader = await addSubscriber(database, { name: 'reader' })
  const subscribed = await addSubscription(database, reader.id, 'reading')
  subscriptionId = subscribed.subscriptionId
  const shownAt = Date.now() - 60_000
  ids = (await addPostings(database, subscribed.sourceId, [{ shownAt }, { shownAt }, { shownAt }])).map(
    String,
  )
})

const read = async (module: Parameters<typeof callRoute>[1]['module'], query = '') =>
  (await callRoute(reader.token, { module, query })).body

/** Changes a posting, asking for no more than that. */
async function changeBriefly(id: string | undefined, change: unknown): Promise<Response> {
  const request = requestWith(reader.token, `/api/v1/postings/${id}`, 'PATCH', change)
  request.headers.set('prefer', 'respond-async, return=minimal; wait=1')
  return posting.PATCH(request, { params: Promise.resolve({ id: `${id}` }) })
}

test('all numbers of a window in one answer are those of the answers of each, and only what is wanted', async () => {
  const parts = { counts: await read(counts), day: await read(day), fresh: await read(fresh, '?minutes=30') }
  expect(parts).toMatchObject({ counts: { all: 3 }, fresh: { unread: 3 } })
  expect(await read(allCounts, '?fresh=30&day=true')).toEqual(parts)
  expect(await read(allCounts)).toEqual({ counts: parts.counts })
  expect(await read(allCounts, '?fresh=5')).toEqual({ counts: parts.counts, fresh: { unread: 3 } })
})

test('who knows what a change makes of a posting is told that it was made, and nothing more', async () => {
  const answer = await changeBriefly(ids[0], { isRead: true, isStarred: true })
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([204, 'return=minimal'])
  expect(await answer.text()).toBe('')
  const { body } = await callRoute(reader.token, { module: posting, params: { id: ids[0] ?? '' } })
  expect(body).toMatchObject({ isRead: true, isStarred: true })
  expect((await changeBriefly('999999', { isRead: true })).status).toBe(404)
})

test('letting go what a source that was left kept is its last change, and says so', async () => {
  await changeBriefly(ids[1], { isStarred: true })
  await changeBriefly(ids[2], { isLater: true })
  await unsubscribe(database, reader.id, [subscriptionId], Date.now())
  const change = (id: string | undefined, body: unknown) =>
    callRoute(reader.token, { module: posting, method: 'PATCH', params: { id: `${id}` }, body })
  const starred = await change(ids[1], { isStarred: false })
  const later = await change(ids[2], { isLater: false })
  expect([starred.status, starred.body['isStarred']]).toEqual([200, false])
  expect([later.status, later.body['isLater']]).toEqual([200, false])
  for (const id of ids.slice(1)) {
    expect((await change(id, { isStarred: false })).status).toBe(404)
    expect((await changeBriefly(id, { isStarred: true })).status).toBe(404)
  }
})
