import { beforeAll, expect, test } from 'vitest'
import * as counts from '#app/api/v1/counts/route.ts'
import * as folders from '#app/api/v1/folders/route.ts'
import * as folder from '#app/api/v1/folders/[id]/route.ts'
import * as mergeFolder from '#app/api/v1/folders/[id]/merge/route.ts'
import * as labels from '#app/api/v1/labels/route.ts'
import * as label from '#app/api/v1/labels/[id]/route.ts'
import * as assignLabel from '#app/api/v1/labels/[id]/assign/route.ts'
import * as mergeLabel from '#app/api/v1/labels/[id]/merge/route.ts'
import * as organising from '#app/api/v1/organising/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import * as arrange from '#app/api/v1/subscriptions/arrange/route.ts'
import * as change from '#app/api/v1/subscriptions/change/route.ts'
import * as end from '#app/api/v1/subscriptions/end/route.ts'
import * as restore from '#app/api/v1/subscriptions/restore/route.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute, type RouteModule } from '#tests/support/api/call-route.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let reader: { readonly id: string; readonly token: string }

beforeAll(async () => {
  reader = await addSubscriber(database, { name: 'organiser' })
})

const get = (module: RouteModule, query = '') => callRoute(reader.token, { module, query })
const post = (module: RouteModule, body: unknown, id?: unknown) =>
  callRoute(reader.token, { module, method: 'POST', body, params: id === undefined ? {} : { id: `${id}` } })
const patch = (module: RouteModule, body: unknown, id?: unknown) =>
  callRoute(reader.token, { module, method: 'PATCH', body, params: id === undefined ? {} : { id: `${id}` } })

test('folders nest, and what they cannot do is told with the field that is wrong', async () => {
  const outer = await post(folders, { name: 'Outer' })
  expect(outer).toMatchObject({ status: 201, body: { parentId: null, position: 0 } })
  const inner = await post(folders, { name: 'Inner', parentId: outer.body['id'] })
  expect(inner).toMatchObject({ status: 201, body: { parentId: outer.body['id'] } })
  const id = outer.body['id']
  expect(await patch(folder, { parentId: inner.body['id'] }, id)).toMatchObject({
    status: 400,
    body: { error: { field: 'parentId' } },
  })
  expect(await patch(folder, { parentId: 999_999 }, id)).toMatchObject({ status: 400 })
  expect(await patch(folder, { name: 'Renamed' }, id)).toMatchObject({
    body: { name: 'Renamed', parentId: null },
  })
  expect(await post(folders, { name: 'Renamed' })).toMatchObject({ status: 409 })
  expect(await post(mergeFolder, { intoId: id }, inner.body['id'])).toMatchObject({ status: 204 })
  expect((await get(folders)).body['folders']).toMatchObject([{ name: 'Renamed' }])
})

test('labels are made, put on, listed with their numbers, merged and taken off', async () => {
  const { subscriptionId, sourceId } = await addSubscription(database, reader.id, 'labels-api')
  const [one] = await addPostings(database, sourceId, [{}, {}])
  const made = await post(labels, { name: ' Tides ' })
  expect(made).toMatchObject({ status: 201, body: { name: 'Tides', subscriptions: 0, postings: 0 } })
  const id = made.body['id']
  expect(await post(labels, { name: 'Tides' })).toMatchObject({
    status: 409,
    body: { error: { field: 'name' } },
  })
  expect(await post(assignLabel, { isOn: true }, id)).toMatchObject({ status: 400 })
  const wanted = { isOn: true, subscriptionIds: [subscriptionId], postingIds: [`${one}`] }
  expect(await post(assignLabel, wanted, id)).toEqual({ status: 200, body: { changed: 2 } })
  const page = await get(postings, `?labelId=${id}`)
  expect(page.body['postings']).toMatchObject([{ labelIds: [] }, { id: `${one}`, labelIds: [id] }])
  expect((await get(counts)).body).toMatchObject({ byLabel: { [String(id)]: 2 } })
  expect((await get(subscriptions)).body['subscriptions']).toMatchObject([{ labelIds: [id] }])
  const other = await post(labels, { name: 'Sea' })
  expect(await post(mergeLabel, { intoId: id }, id)).toMatchObject({ status: 400 })
  expect(await post(mergeLabel, { intoId: other.body['id'] }, id)).toMatchObject({ status: 204 })
  expect((await get(labels)).body['labels']).toMatchObject([{ name: 'Sea', subscriptions: 1, postings: 1 }])
  const call = { module: label, method: 'DELETE', params: { id: `${other.body['id']}` } } as const
  expect(await callRoute(reader.token, call)).toMatchObject({ status: 200, body: { views: [] } })
})

test('many subscriptions are moved, muted, ended and taken back by one request each', async () => {
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) => addSubscription(database, reader.id, `many-${n}`)),
  )
  const ids = made.map((each) => each.subscriptionId)
  const { body } = await post(folders, { name: 'Many' })
  const folderId = body['id']
  expect(await post(change, { ids, folderId, isMuted: true })).toEqual({ status: 200, body: { changed: 20 } })
  expect(await post(change, { ids, folderId: 999_999 })).toMatchObject({
    status: 400,
    body: { error: { field: 'folderId' } },
  })
  expect(await post(arrange, { folderId, ids: [...ids].reverse() })).toMatchObject({ status: 204 })
  expect(await post(end, { ids })).toEqual({ status: 200, body: { ended: 20 } })
  expect(await post(restore, { ids })).toEqual({ status: 200, body: { restored: 20 } })
  const items = (await get(subscriptions)).body['subscriptions'] as { id: number; position: number }[]
  const positions = new Map(items.map((each) => [each.id, each.position]))
  expect(ids.map((id) => positions.get(id))).toEqual(ids.map((_, n) => 19 - n))
})

test('read later is a filter, a count and a change of a posting', async () => {
  const { sourceId } = await addSubscription(database, reader.id, 'later-api')
  const [one] = await addPostings(database, sourceId, [{}, {}])
  expect(await patch(posting, { isLater: true }, one)).toMatchObject({
    body: { isLater: true, isStarred: false },
  })
  expect((await get(postings, '?later=1')).body['postings']).toMatchObject([{ id: `${one}` }])
  expect((await get(counts)).body).toMatchObject({ later: 1 })
  expect(await get(postings, '?later=1&starred=1')).toMatchObject({ status: 400 })
  expect(await get(postings, '?labelId=1&folderId=1')).toMatchObject({ status: 400 })
  await patch(posting, { isLater: false }, one)
  expect((await get(counts)).body).toMatchObject({ later: 0 })
})

test('how folders are listed is kept for the account; nonsense is refused', async () => {
  expect(await get(organising)).toEqual({ status: 200, body: { order: 'name', shown: 'all' } })
  expect(await patch(organising, { order: 'own' })).toMatchObject({ body: { order: 'own', shown: 'all' } })
  expect(await patch(organising, { shown: 'filled' })).toMatchObject({
    body: { order: 'own', shown: 'filled' },
  })
  expect(await patch(organising, { order: 'colour' })).toMatchObject({ status: 400 })
})
