import { expect, test } from 'vitest'
import * as alerts from '#app/api/v1/alerts/route.ts'
import * as digests from '#app/api/v1/digests/route.ts'
import * as folder from '#app/api/v1/folders/[id]/route.ts'
import * as label from '#app/api/v1/labels/[id]/route.ts'
import { importOpml } from '#lib/handlers/moving/import-opml.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import * as end from '#app/api/v1/subscriptions/end/route.ts'
import * as restore from '#app/api/v1/subscriptions/restore/route.ts'
import * as view from '#app/api/v1/views/[id]/route.ts'
import { planAround } from '#lib/planning/plan-after-ties.ts'
import { replanSoon } from '#lib/planning/replan-soon.ts'
import { deleteAccount } from '#lib/store/subscriptions/delete-account.ts'
import { withSharedSources } from '#tests/support/world/shared-sources.ts'

const {
  app: appOf,
  database,
  ada,
  sourceIds,
  first,
  own,
  plannedWeights,
  plansInForce,
  nextPollAt,
  call,
} = withSharedSources()
const hourMs = 3_600_000

const alertOn = (about: object) =>
  call({ module: alerts, method: 'POST', body: { name: 'News', about, channelIds: [], isOn: true } })

test('one that is ended, and many, are planned at once without their reader, and with them when they are back', async () => {
  await database().subscription.updateMany({ where: { subscriberId: ada().id }, data: { wantsFast: true } })
  await replanSoon(database(), sourceIds())
  expect(await plannedWeights()).toEqual([10, 10, 10])
  const before = await nextPollAt(first().sourceId)
  await call({ module: subscription, method: 'DELETE', params: { id: String(first().id) } })
  expect(await plannedWeights()).toEqual([1, 10, 10])
  expect(await nextPollAt(first().sourceId)).toBeGreaterThan(before + 60_000)
  await call({ module: end, method: 'POST', body: { ids: own().map(({ id }) => id) } })
  expect(await plannedWeights()).toEqual([1, 1, 1])
  await call({ module: restore, method: 'POST', body: { ids: own().map(({ id }) => id) } })
  expect(await plannedWeights()).toEqual([10, 10, 10])
})

test('a reader app ends a subscription and a folder as the page does', async () => {
  const app = await appOf(ada().id)
  await app.post('subscription/edit', { ac: 'unsubscribe', s: `feed/${first().sourceId}` })
  expect(await plannedWeights()).toEqual([1, 2, 2])
  const { id: folderId } = await database().folder.create({ data: { subscriberId: ada().id, name: 'App' } })
  await database().subscription.updateMany({ where: { id: own()[1]?.id ?? 0 }, data: { folderId } })
  await alertOn({ kind: 'folder', folderId })
  expect(await plannedWeights()).toEqual([1, 10, 2])
  await app.post('disable-tag', { s: 'user/-/label/App' })
  expect(await plannedWeights()).toEqual([1, 2, 2])
})

test('with a folder, a view and a label go what their alerts asked for', async () => {
  const subscriberId = ada().id
  const { id: folderId } = await database().folder.create({ data: { subscriberId, name: 'Papers' } })
  await database().subscription.update({ where: { id: first().id }, data: { folderId } })
  await alertOn({ kind: 'folder', folderId })
  expect(await plannedWeights()).toEqual([10, 2, 2])
  await call({ module: folder, method: 'DELETE', params: { id: String(folderId) } })
  expect(await plannedWeights()).toEqual([2, 2, 2])
  const { id: labelId } = await database().label.create({
    data: { subscriberId, name: 'daily', subscriptions: { create: { subscriptionId: first().id } } },
  })
  const { id: viewId } = await database().view.create({
    data: { subscriberId, name: 'Daily', query: 'label:daily', position: 0 },
  })
  const lifted = async () => (await plannedWeights()).some((weight) => weight > 2)
  await alertOn({ kind: 'view', viewId })
  expect(await lifted()).toBe(true)
  await call({ module: view, method: 'DELETE', params: { id: String(viewId) } })
  expect(await plannedWeights()).toEqual([2, 2, 2])
  const given = [Math.floor(Date.now() / hourMs) % 168]
  await database().readingHours.create({ data: { subscriberId, kind: 'given', given } })
  const place = { kind: 'label', labelId }
  const slot = { hour: 7, zone: 'UTC' }
  await call({ module: digests, method: 'POST', body: { name: 'News', place, ...slot } })
  const told = await plansInForce()
  await call({ module: label, method: 'DELETE', params: { id: String(labelId) } })
  const untold = await plansInForce()
  expect(untold.map((plan, index) => plan === told[index])).toEqual([false, true, true])
  await database().readingHours.deleteMany({})
})

test('an account that goes and a list that comes are planned at once', async () => {
  const bea = await database().user.create({ data: { id: 'bea', name: 'Bea', email: 'bea@example.org' } })
  const { url } = await database().source.findUniqueOrThrow({ where: { id: first().sourceId } })
  const list = `<opml version="2.0"><body><outline type="rss" text="One" xmlUrl="${url}"/></body></opml>`
  await importOpml(bea.id, Buffer.from(list), new Request('http://localhost'))
  expect(await plannedWeights()).toEqual([3, 2, 2])
  await planAround(database(), bea.id, () => deleteAccount(database(), bea.id, null))
  expect(await plannedWeights()).toEqual([2, 2, 2])
})

test('an alert on a source that its reader has left lifts nothing, and says so', async () => {
  const said = await alertOn({ kind: 'source', sourceId: first().sourceId })
  expect(said['lift']).toEqual({ sources: 1, readers: 8 })
  await call({ module: subscription, method: 'DELETE', params: { id: String(first().id) } })
  expect(await plannedWeights()).toEqual([1, 2, 2])
  const { alerts: listed } = await call({ module: alerts })
  expect(listed).toMatchObject([{ lift: { sources: 0, readers: 0 } }])
})
