import { beforeEach, expect, test } from 'vitest'
import * as alerts from '#app/api/v1/alerts/route.ts'
import * as alert from '#app/api/v1/alerts/[id]/route.ts'
import * as channels from '#app/api/v1/alerts/channels/route.ts'
import * as channel from '#app/api/v1/alerts/channels/[id]/route.ts'
import * as channelTest from '#app/api/v1/alerts/channels/[id]/test/route.ts'
import * as deliveries from '#app/api/v1/alerts/deliveries/route.ts'
import * as hits from '#app/api/v1/alerts/hits/route.ts'
import * as seen from '#app/api/v1/alerts/hits/seen/route.ts'
import * as preview from '#app/api/v1/alerts/preview/route.ts'
import * as settings from '#app/api/v1/alerts/settings/route.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { enqueueAlerts, type FoundHit } from '#lib/store/alerts/enqueue-alerts.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { reasonText } from '#lib/store/ground/reasons.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import type { AlertDeliveryPage, AlertItem, AlertPanel, AlertPreview } from '#lib/api/alerts/alerts.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile({ PUSH_KEY: '1f'.repeat(32) })
let ada: { id: string; token: string }
let bob: { id: string; token: string }
let sourceIds: number[]

beforeEach(async () => {
  await database.user.deleteMany()
  await database.source.deleteMany()
  await database.host.deleteMany()
  await database.planningRun.deleteMany()
  await database.rateLimit.deleteMany()
  const formula = { popularity: 1, sayStrength: 1, alertStrength: 2, fairShare: 2 }
  await changeServerSettings(database, { budgetPerDay: 100, policy: 'minimum-delay', ...formula })
  ada = await addSubscriber(database, { name: 'ada' })
  bob = await addSubscriber(database, { name: 'bob' })
  const names = ['brisk', 'calm', 'even', 'dull']
  const facts = names.map((name) => ({ name, postingsPerDay: 3, subscriberIds: [ada.id] }))
  await addPlannedSources(database, facts, Date.now())
  sourceIds = (await database.source.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)
})

const id = (number: number) => ({ id: String(number) })

async function make(about: unknown, more: object = {}, token = ada.token) {
  const call = { module: alerts, method: 'POST', body: { name: 'Mine', about, ...more } } as const
  const { status, body } = await callRoute(token, call)
  return { status, body, item: body as unknown as AlertItem }
}

const hookUrl = 'https://hook.example/1'

async function addHook(token = ada.token): Promise<number> {
  const body = { kind: 'webhook', name: 'Hook', url: hookUrl }
  const made = await callRoute(token, { module: channels, method: 'POST', body })
  expect(made.status).toBe(201)
  return Number(made.body['id'])
}

function weightOf(sourceId: number) {
  return findSourceDetail(database, { id: ada.id, role: 'admin' }, sourceId, Date.now())
}

test('an alert lifts the weight of its source by what was said before, and polls it sooner at once', async () => {
  const sourceId = sourceIds[0] ?? 0
  const about = { kind: 'source', sourceId }
  const asked = await callRoute(ada.token, { module: preview, method: 'POST', body: { about } })
  const said = asked.body as unknown as AlertPreview
  expect(said).toMatchObject({
    sources: 1,
    readers: 2,
    weight: null,
    recent: expect.any(Number) as number,
  })
  // The latest of what it counts are named, and they are of this source alone.
  const newest = await database.posting.findMany({
    where: { sourceId, shownAt: { gt: new Date(Date.now() - 7 * 86_400_000) } },
    orderBy: [{ shownAt: 'desc' }, { id: 'desc' }],
    take: 5,
  })
  expect(newest.length).toBeGreaterThan(0)
  expect(said.latest.map(({ title }) => title)).toEqual(newest.map(({ title }) => title))
  expect(said.pollsPerDay?.then).toBeGreaterThan((said.pollsPerDay?.now ?? NaN) * 1.3)
  const { item } = await make(about)
  expect(item.lift).toEqual({ sources: 1, readers: 2 })
  const lifted = await weightOf(sourceId)
  expect(lifted).toMatchObject({ weighed: { weight: 3, alerts: 2, say: 0 } })
  expect(lifted?.plan?.pollsPerDay).toBeCloseTo(said.pollsPerDay?.then ?? NaN, 6)
  await callRoute(ada.token, { module: alert, method: 'PATCH', params: id(item.id), body: { isOn: false } })
  expect(await weightOf(sourceId)).toMatchObject({ weighed: { weight: 1 } })
  await callRoute(ada.token, { module: alert, method: 'PATCH', params: id(item.id), body: { isOn: true } })
  expect((await callRoute(ada.token, { module: alert, method: 'DELETE', params: id(item.id) })).status).toBe(
    204,
  )
  expect((await weightOf(sourceId))?.plan?.pollsPerDay).toBeCloseTo(said.pollsPerDay?.now ?? NaN, 6)
})

test('who is alerted of everything lifts all sources together by no more than the fair share', async () => {
  const { item } = await make({ kind: 'query', query: '' })
  expect(item.lift).toEqual({ sources: 4, readers: 1 }) // 2 × 2 / 4
  await make({ kind: 'query', query: 'storm' })
  const weights = await Promise.all(sourceIds.map(weightOf))
  expect(weights.map((each) => each?.weighed?.weight)).toEqual([2, 2, 2, 2])
})

test('what was set is shown, and secrets to nobody else, nor to a token that may only read', async () => {
  const hook = await addHook()
  const body = { quietFrom: 1320, quietTo: 420, zone: 'Europe/Berlin', mostPerHour: 5 }
  expect((await callRoute(ada.token, { module: settings, method: 'PATCH', body })).body).toEqual(body)
  await make({ kind: 'source', sourceId: sourceIds[0] }, { channelIds: [hook] })
  const panel = (await callRoute(ada.token, { module: alerts })).body as unknown as AlertPanel
  expect(panel).toMatchObject({
    alerts: [{ channelIds: [hook] }],
    settings: body,
    unseen: 0,
    sendsMail: false,
  })
  expect(panel.pushKey).toMatch(/^B[\w-]{86}$/)
  expect(panel.channels[0]?.secret).toHaveLength(32)
  const { token } = await createToken(database, ada.id, 'looks', ['read'])
  const looked = (await callRoute(token, { module: alerts })).body as unknown as AlertPanel
  expect(panel.channels.map(({ target }) => target)).toEqual([hookUrl])
  const shown = panel.channels.map((each) => ({ ...each, secret: null, target: new URL(hookUrl).host }))
  expect(looked).toEqual({ ...panel, channels: shown })
  const others = (await callRoute(bob.token, { module: alerts })).body
  expect(others).toMatchObject({ alerts: [], channels: [], settings: { mostPerHour: 20 } })
})

test('a test goes into the log; too many are refused', async () => {
  const params = id(await addHook())
  const ask = () => callRoute(ada.token, { module: channelTest, method: 'POST', params })
  expect((await ask()).status).toBe(202)
  const log = await callRoute(ada.token, { module: deliveries })
  expect(log.body['deliveries']).toMatchObject([
    { isTest: true, state: 'waiting', channel: { name: 'Hook' } },
  ])
  const said = async (error: string) => {
    await database.alertDelivery.updateMany({ data: { error } })
    const request = requestWith(ada.token, '/api/v1/alerts/deliveries')
    request.headers.set('accept-language', 'de')
    const answer = await deliveries.GET(request, { params: Promise.resolve({}) })
    return ((await answer.json()) as AlertDeliveryPage).deliveries[0]?.error
  }
  const why = reasonText({ code: 'notConnected', values: { host: 'example.org', detail: 'ECONNREFUSED' } })
  expect(await said(why)).toBe(
    'example.org ist nicht erreichbar. Vielleicht ist die Website gestört oder die Adresse falsch.',
  )
  for (const words of ['not now', '{"code":"no","values":{}}', '{"code":"no","values":{']) {
    expect(await said(words)).toBe(words) // what the other server said
  }
  for (let tries = 0; tries < 19; tries++) await ask()
  expect(await ask()).toMatchObject({ status: 429 })
  expect((await callRoute(ada.token, { module: hits })).body).toMatchObject({ hits: [], unseen: 0 })
})

test('what a rule asks for stands in the list once, with no alert beside it', async () => {
  await addHook()
  const sourceId = sourceIds[0] ?? 0
  const [posting] = await database.posting.findMany({ where: { sourceId }, take: 1 })
  const hit: FoundHit = {
    subscriberId: ada.id,
    key: `p${posting?.id}`,
    alertId: null,
    ruleId: 7,
    kind: 'posting',
    postingId: posting?.id ?? null,
    sourceId,
    foundAt: Date.now(),
    channelIds: null,
  }
  for (let times = 0; times < 2; times++)
    await database.$transaction((transaction) => enqueueAlerts(transaction, [hit], Date.now()))
  const told = (await callRoute(ada.token, { module: hits })).body
  expect(told).toMatchObject({ unseen: 1, hits: [{ alert: null, posting: { id: `${posting?.id}` } }] })
  expect(await database.alertDelivery.count()).toBe(1)
  const throughId = (told['hits'] as { id: string }[])[0]?.id
  await callRoute(bob.token, { module: seen, method: 'POST', body: { throughId } })
  expect((await callRoute(ada.token, { module: hits })).body).toMatchObject({ unseen: 1 })
  await callRoute(ada.token, { module: seen, method: 'POST', body: { throughId } })
  expect((await callRoute(ada.token, { module: hits })).body).toMatchObject({ unseen: 0 })
})

test.each([
  [{ kind: 'source', sourceId: 999_999 }, 400],
  [{ kind: 'folder', folderId: 999_999 }, 400],
  [{ kind: 'query', query: '"open' }, 422],
  [{ kind: 'promise', hours: 0 }, 400],
  [{ kind: 'weather' }, 400],
])('an alert about %o is refused', async (about, status) => {
  expect((await make(about)).status).toBe(status)
})

test('to strangers and others nothing is shown and nothing is changed', async () => {
  const hook = await addHook()
  const { item } = await make({ kind: 'source', sourceId: sourceIds[0] }, { channelIds: [hook] })
  const everything = () =>
    Promise.all([
      database.alert.findMany(),
      database.alertChannel.findMany(),
      database.alertDelivery.findMany(),
    ])
  const before = await everything()
  const change = { module: alert, method: 'PATCH', params: id(item.id), body: { name: 'Theirs' } } as const
  const calls: readonly (readonly [Call, number])[] = [
    [change, 404],
    [{ module: alert, method: 'DELETE', params: id(item.id) }, 404],
    [{ module: channel, method: 'PATCH', params: id(hook), body: { name: 'Theirs' } }, 404],
    [{ module: channel, method: 'DELETE', params: id(hook) }, 404],
    [{ module: channelTest, method: 'POST', params: id(hook) }, 404],
    [{ module: deliveries }, 200],
    [{ module: hits }, 200],
    [{ module: alerts }, 200],
    [{ module: seen, method: 'POST', body: { throughId: '9' } }, 204],
  ]
  for (const [call, status] of calls) {
    expect((await callRoute(null, call)).status).toBe(401)
    const answered = await callRoute(bob.token, call)
    expect(answered.status).toBe(status)
    expect(JSON.stringify(answered.body)).not.toContain('hook.example')
  }
  expect((await make({ kind: 'source', sourceId: sourceIds[0] }, {}, bob.token)).status).toBe(400)
  expect((await make({ kind: 'query', query: '' }, { channelIds: [hook] }, bob.token)).status).toBe(400)
  const about = { kind: 'source', sourceId: sourceIds[0] }
  const asked = await callRoute(bob.token, { module: preview, method: 'POST', body: { about } })
  expect(asked.body).toMatchObject({ sources: 0, recent: 0, latest: [], weight: null })
  expect(await everything()).toEqual(before)
})
