import { beforeEach, expect, test } from 'vitest'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import * as fast from '#app/api/v1/subscriptions/[id]/fast/route.ts'
import * as change from '#app/api/v1/subscriptions/change/route.ts'
import * as restore from '#app/api/v1/subscriptions/restore/route.ts'
import * as end from '#app/api/v1/subscriptions/end/route.ts'
import type { FastPreview, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let ada: { id: string; token: string }
let bob: { id: string; token: string }
/** Ada's subscriptions, by rising source. */
let own: { id: number; sourceId: number }[]

beforeEach(async () => {
  await database.user.deleteMany()
  await database.source.deleteMany()
  await database.host.deleteMany()
  await database.planningRun.deleteMany()
  const formula = { popularity: 1, sayStrength: 2, fairShare: 2 }
  await changeServerSettings(database, { budgetPerDay: 100, policy: 'minimum-delay', ...formula })
  ada = await addSubscriber(database, { name: 'ada' })
  bob = await addSubscriber(database, { name: 'bob' })
  const subscriberIds = [ada.id, bob.id]
  const names = ['brisk', 'calm', 'even', 'dull']
  const facts = names.map((name, at) => ({ name, postingsPerDay: 1 + 2 * at, subscriberIds }))
  await addPlannedSources(database, facts, Date.now())
  own = await database.subscription.findMany({
    where: { subscriberId: ada.id },
    select: { id: true, sourceId: true },
    orderBy: { sourceId: 'asc' },
  })
})

function at(index: number): { id: number; sourceId: number } {
  const found = own[index]
  if (found === undefined) throw new Error(`No subscription ${index}.`)
  return found
}

function preview(id: number, token = ada.token): Promise<Response> {
  return fast.GET(requestWith(token, `/api/v1/subscriptions/${id}/fast`), {
    params: Promise.resolve({ id: String(id) }),
  })
}

async function effectOf(id: number): Promise<FastPreview> {
  return (await (await preview(id)).json()) as FastPreview
}

async function want(id: number, wantsFast: boolean): Promise<SubscriptionItem> {
  const request = requestWith(ada.token, `/api/v1/subscriptions/${id}`, 'PATCH', { wantsFast })
  const answer = await subscription.PATCH(request, { params: Promise.resolve({ id: String(id) }) })
  return (await answer.json()) as SubscriptionItem
}

async function post(module: { POST: typeof change.POST }, body: unknown): Promise<void> {
  const answer = await module.POST(requestWith(ada.token, '/api/v1/subscriptions', 'POST', body), {
    params: Promise.resolve({}),
  })
  expect(answer.status).toBe(200)
}

function detailOf(sourceId: number) {
  return findSourceDetail(database, { id: ada.id, role: 'admin' }, sourceId, Date.now())
}

test('what wanting a source fast does is said before, and is then so', async () => {
  const { id, sourceId } = at(0)
  const before = await effectOf(id)
  expect(before).toMatchObject({ wantsFast: false, asked: 0, weight: null })
  expect(before.pollsPerDay?.then).toBeGreaterThan((before.pollsPerDay?.now ?? NaN) * 1.3)
  expect(before.predictedDelayMs?.then).toBeLessThan(before.predictedDelayMs?.now ?? NaN)
  expect((await want(id, true)).wantsFast).toBe(true)
  const detail = await detailOf(sourceId)
  expect(detail).toMatchObject({ weighed: { weight: 4, popularity: 1, say: 2 } })
  expect(detail?.plan?.pollsPerDay).toBeCloseTo(before.pollsPerDay?.then ?? NaN, 6)
  expect(detail?.plan?.predictedDelayMs).toBeCloseTo(before.predictedDelayMs?.then ?? NaN, 0)
  const after = await effectOf(id)
  expect(after).toMatchObject({ wantsFast: true, asked: 1 })
  await want(id, false)
  expect((await detailOf(sourceId))?.plan?.pollsPerDay).toBeCloseTo(before.pollsPerDay?.now ?? NaN, 6)
})

test('beyond the fair share each wish counts less', async () => {
  await post(change, { ids: own.slice(0, 3).map(({ id }) => id), wantsFast: true })
  expect(await effectOf(at(0).id)).toMatchObject({ asked: 3, fairShare: 2, share: { now: 2 / 3, then: 0 } })
  expect(await effectOf(at(3).id)).toMatchObject({ asked: 3, share: { now: 0, then: 1 / 2 } })
  const say = (2 * 2) / 3
  expect((await detailOf(at(0).sourceId))?.weighed?.weight).toBeCloseTo(2 + say, 6)
})

test('nobody sees or moves the wishes of others', async () => {
  expect((await preview(at(0).id, bob.token)).status).toBe(404)
  await want(at(0).id, true)
  const bobs = await database.subscription.findMany({ where: { subscriberId: bob.id } })
  expect(bobs.some(({ wantsFast }) => wantsFast)).toBe(false)
})

test('a wish comes back with a subscription that is taken up again', async () => {
  const { id } = at(0)
  await want(id, true)
  await post(end, { ids: [id] })
  expect(await database.subscription.count({ where: { wantsFast: true } })).toBe(0)
  await post(restore, { ids: [id] })
  expect(await effectOf(id)).toMatchObject({ wantsFast: true, asked: 1 })
})
