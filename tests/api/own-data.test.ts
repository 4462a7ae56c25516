import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as counts from '#app/api/v1/counts/route.ts'
import * as events from '#app/api/v1/events/route.ts'
import * as folders from '#app/api/v1/folders/route.ts'
import * as folder from '#app/api/v1/folders/[id]/route.ts'
import * as mergeFolder from '#app/api/v1/folders/[id]/merge/route.ts'
import * as arrangeFolders from '#app/api/v1/folders/arrange/route.ts'
import * as labels from '#app/api/v1/labels/route.ts'
import * as label from '#app/api/v1/labels/[id]/route.ts'
import * as assignLabel from '#app/api/v1/labels/[id]/assign/route.ts'
import * as mergeLabel from '#app/api/v1/labels/[id]/merge/route.ts'
import * as listSettings from '#app/api/v1/list-settings/route.ts'
import * as me from '#app/api/v1/me/route.ts'
import * as opml from '#app/api/v1/opml/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as day from '#app/api/v1/postings/day/route.ts'
import * as fresh from '#app/api/v1/postings/fresh/route.ts'
import * as markRead from '#app/api/v1/postings/mark-read/route.ts'
import * as undo from '#app/api/v1/postings/mark-read/undo/route.ts'
import * as state from '#app/api/v1/postings/state/route.ts'
import * as source from '#app/api/v1/sources/[id]/route.ts'
import * as delays from '#app/api/v1/sources/[id]/delays/route.ts'
import * as poll from '#app/api/v1/sources/[id]/poll/route.ts'
import * as polls from '#app/api/v1/sources/[id]/polls/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import * as arrangeSubscriptions from '#app/api/v1/subscriptions/arrange/route.ts'
import * as changeMany from '#app/api/v1/subscriptions/change/route.ts'
import * as endMany from '#app/api/v1/subscriptions/end/route.ts'
import * as restoreMany from '#app/api/v1/subscriptions/restore/route.ts'
import type { Database } from '#lib/store/database.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/accounts.ts'
import { callRoute, type Call } from '#tests/support/call-route.ts'
import { addPostings, addSubscription } from '#tests/support/reading.ts'

const secret = 'Only Anna reads this'
let database: Database
let stop: () => Promise<void>
let anna: { readonly id: string; readonly token: string }
let berta: { readonly id: string; readonly token: string }
let admin: { readonly id: string; readonly token: string }
let of: Record<'subscription' | 'source' | 'folder' | 'label' | 'posting' | 'undoToken', string>

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
  anna = await addSubscriber(database, { name: 'anna' })
  berta = await addSubscriber(database, { name: 'berta' })
  admin = await addSubscriber(database, { name: 'admin', role: 'admin' })
  const { subscriptionId, sourceId } = await addSubscription(database, anna.id, 'annas', {
    folderName: secret,
  })
  await addSubscription(database, berta.id, 'bertas')
  await database.source.update({ where: { id: sourceId }, data: { title: secret } })
  const [first, second] = await addPostings(database, sourceId, [{ title: secret }, { title: secret }])
  const body = { throughId: `${first}` }
  const marked = await callRoute(anna.token, { module: markRead, method: 'POST', body })
  const row = await database.folder.findFirstOrThrow({ where: { subscriberId: anna.id } })
  const labelRow = await database.label.create({ data: { subscriberId: anna.id, name: secret } })
  await database.subscriptionLabel.create({ data: { labelId: labelRow.id, subscriptionId } })
  of = {
    label: `${labelRow.id}`,
    subscription: `${subscriptionId}`,
    source: `${sourceId}`,
    folder: `${row.id}`,
    posting: `${second}`,
    undoToken: String(marked.body['undoToken']),
  }
})

afterAll(() => stop())

/** Everything that belongs to Anna, and how her source is polled. */
async function everythingOfAnna() {
  const subscriberId = anna.id
  return {
    subscriptions: await database.subscription.findMany({ where: { subscriberId } }),
    folders: await database.folder.findMany({ where: { subscriberId } }),
    labels: await database.label.findMany({
      where: { subscriberId },
      include: { subscriptions: true, postings: true },
    }),
    states: await database.postingState.findMany({ where: { subscriberId } }),
    tokens: await database.apiToken.findMany({ where: { userId: subscriberId }, omit: { lastUsedAt: true } }),
    source: await database.source.findFirstOrThrow({ where: { id: Number(of.source) } }),
  }
}

const id = (number: string) => ({ id: number })

/** Each route with Anna's ids, and what Berta may be told. */
const withAnnasIds: readonly (readonly [string, number, () => Call])[] = [
  ['GET postings of a source', 200, () => ({ module: postings, query: `?sourceId=${of.source}` })],
  ['GET postings of a folder', 200, () => ({ module: postings, query: `?folderId=${of.folder}` })],
  ['GET starred postings', 200, () => ({ module: postings, query: `?starred=1&sourceId=${of.source}` })],
  ['GET all postings', 200, () => ({ module: postings })],
  ['GET a posting', 404, () => ({ module: posting, params: id(of.posting) })],
  [
    'PATCH a posting',
    404,
    () => ({ module: posting, method: 'PATCH', params: id(of.posting), body: { isStarred: true } }),
  ],
  [
    'POST state',
    200,
    () => ({ module: state, method: 'POST', body: { ids: [of.posting], isRead: true, isStarred: true } }),
  ],
  [
    'POST mark-read of a source',
    200,
    () => ({ module: markRead, method: 'POST', body: { sourceId: of.source, throughId: '999999' } }),
  ],
  [
    'POST mark-read of a folder',
    200,
    () => ({ module: markRead, method: 'POST', body: { folderId: of.folder, throughId: '999999' } }),
  ],
  [
    'POST mark-read beside a posting',
    200,
    () => ({
      module: markRead,
      method: 'POST',
      body: { throughId: '999999', beside: { postingId: of.posting, side: 'upTo', order: 'newest' } },
    }),
  ],
  ['GET fresh count', 200, () => ({ module: fresh })],
  ['GET list settings', 200, () => ({ module: listSettings })],
  ['POST undo', 200, () => ({ module: undo, method: 'POST', body: { undoToken: of.undoToken } })],
  ['GET day', 200, () => ({ module: day })],
  ['GET counts', 200, () => ({ module: counts })],
  ['GET folders', 200, () => ({ module: folders })],
  [
    'PATCH a folder',
    404,
    () => ({ module: folder, method: 'PATCH', params: id(of.folder), body: { name: 'x' } }),
  ],
  ['DELETE a folder', 404, () => ({ module: folder, method: 'DELETE', params: id(of.folder) })],
  ['GET subscriptions', 200, () => ({ module: subscriptions })],
  [
    'PATCH a subscription',
    404,
    () => ({ module: subscription, method: 'PATCH', params: id(of.subscription), body: { ownTitle: 'x' } }),
  ],
  [
    'DELETE a subscription',
    404,
    () => ({ module: subscription, method: 'DELETE', params: id(of.subscription) }),
  ],
  ['GET labels', 200, () => ({ module: labels })],
  ['GET postings of a label', 200, () => ({ module: postings, query: `?labelId=${of.label}` })],
  [
    'PATCH a label',
    404,
    () => ({ module: label, method: 'PATCH', params: id(of.label), body: { name: 'x' } }),
  ],
  ['DELETE a label', 404, () => ({ module: label, method: 'DELETE', params: id(of.label) })],
  [
    'POST assign a label',
    404,
    () => ({
      ...{ module: assignLabel, method: 'POST', params: id(of.label) },
      body: { isOn: false, subscriptionIds: [Number(of.subscription)], postingIds: [of.posting] },
    }),
  ],
  [
    'POST merge a label',
    404,
    () => ({ module: mergeLabel, method: 'POST', params: id(of.label), body: { intoId: 999_999 } }),
  ],
  [
    'POST merge a folder',
    404,
    () => ({ module: mergeFolder, method: 'POST', params: id(of.folder), body: { intoId: 999_999 } }),
  ],
  [
    'POST arrange folders',
    204,
    () => ({ module: arrangeFolders, method: 'POST', body: { parentId: null, ids: [of.folder] } }),
  ],
  [
    'POST arrange subscriptions',
    204,
    () => ({
      module: arrangeSubscriptions,
      method: 'POST',
      body: { folderId: null, ids: [of.subscription] },
    }),
  ],
  [
    'POST change subscriptions',
    200,
    () => ({ module: changeMany, method: 'POST', body: { ids: [of.subscription], isMuted: true } }),
  ],
  ['POST end', 200, () => ({ module: endMany, method: 'POST', body: { ids: [of.subscription] } })],
  ['POST restore', 200, () => ({ module: restoreMany, method: 'POST', body: { ids: [of.subscription] } })],
  ['GET a source', 404, () => ({ module: source, params: id(of.source) })],
  ['GET delays', 404, () => ({ module: delays, params: id(of.source) })],
  ['GET polls', 404, () => ({ module: polls, params: id(of.source) })],
  ['POST poll', 404, () => ({ module: poll, method: 'POST', params: id(of.source) })],
  ['GET opml', 200, () => ({ module: opml })],
]

describe("another subscriber's ids show nothing and change nothing", () => {
  test.each(withAnnasIds)('%s', async (_name, status, call) => {
    const before = await everythingOfAnna()
    const answered = await callRoute(berta.token, call())
    expect(answered.status).toBe(status)
    expect(JSON.stringify(answered.body)).not.toContain(secret)
    expect(await everythingOfAnna()).toEqual(before)
    const states = await database.postingState.count({ where: { subscriberId: berta.id } })
    expect(states).toBe(0)
  })

  test("moving an own subscription into another's folder", async () => {
    const own = await database.subscription.findFirstOrThrow({ where: { subscriberId: berta.id } })
    const body = { folderId: Number(of.folder) }
    const call = { module: subscription, method: 'PATCH', params: id(`${own.id}`), body } as const
    const moved = await callRoute(berta.token, call)
    expect(moved).toMatchObject({ status: 400, body: { error: { field: 'folderId' } } })
    expect((await database.subscription.findUniqueOrThrow({ where: { id: own.id } })).folderId).toBeNull()
  })

  test("subscribing into another's folder", async () => {
    const before = await everythingOfAnna()
    const owned = await database.subscription.findMany({ where: { subscriberId: berta.id } })
    const source = await database.source.findFirstOrThrow({ where: { url: { contains: 'annas' } } })
    const body = { url: source.url, folderId: Number(of.folder) }
    const made = await callRoute(berta.token, { module: subscriptions, method: 'POST', body })
    expect(made).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', field: 'folderId' } } })
    expect(JSON.stringify(made.body)).not.toContain(secret)
    expect(await database.subscription.findMany({ where: { subscriberId: berta.id } })).toEqual(owned)
    expect(await everythingOfAnna()).toEqual(before)
  })
})

test('the same calls by their owner find what they name', async () => {
  for (const [name, , call] of withAnnasIds.filter(([, status]) => status === 404)) {
    if (name.startsWith('GET')) expect((await callRoute(anna.token, call())).status, name).toBe(200)
  }
})

test('an admin sees the source, not what its subscribers read', async () => {
  expect((await callRoute(admin.token, { module: source, params: id(of.source) })).body).toMatchObject({
    subscriptionId: null,
    folderId: null,
  })
  expect((await callRoute(admin.token, { module: posting, params: id(of.posting) })).status).toBe(404)
  expect((await callRoute(admin.token, { module: postings })).body).toMatchObject({ postings: [] })
})

const others: readonly (readonly [string, number, () => Call])[] = [
  ['GET me', 0, () => ({ module: me })],
  ['GET events', 0, () => ({ module: events })],
  [
    'POST subscriptions',
    0,
    () => ({ module: subscriptions, method: 'POST', body: { url: 'https://a.example' } }),
  ],
  ['POST folders', 0, () => ({ module: folders, method: 'POST', body: { name: 'x' } })],
  ['POST opml', 0, () => ({ module: opml, method: 'POST', body: {} })],
]

describe('without a valid token every route refuses', () => {
  test.each([...withAnnasIds, ...others])('%s', async (_name, _status, call) => {
    const before = await everythingOfAnna()
    for (const token of [null, 'sky_wrong', anna.token.slice(0, -1)]) {
      const answered = await callRoute(token, call())
      expect(answered).toMatchObject({ status: 401, body: { error: { code: 'not_signed_in' } } })
    }
    expect(await everythingOfAnna()).toEqual(before)
  })
})
