import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deliverShare, testService } from '#lib/sending/deliver-integration.ts'
import { createShareSender, type ShareContext } from '#lib/sending/send-integrations.ts'
import type { IntegrationRequest } from '#lib/api/integrations/integration-fields.ts'
import { endListening } from '#lib/store/outputs/end-listening.ts'
import { enqueueSend } from '#lib/store/integrations/enqueue-sends.ts'
import { claimSends, listSends, removeOldSends } from '#lib/store/integrations/integration-sends.ts'
import {
  changeIntegration,
  createIntegration,
  findIntegration,
} from '#lib/store/integrations/integrations.ts'
import { listRules } from '#lib/store/rules/rules.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { startSink } from '#tests/support/servers/alert-sinks.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { addRule, runAllRules } from '#tests/support/world/ruling.ts'
import { createTestClock, type TestClock } from '#tests/support/measure/test-clock.ts'
import { reasonText } from '#lib/store/ground/reasons.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let subscriberId: string
let sourceId: number
let sink: Awaited<ReturnType<typeof startSink>>
let clock: TestClock
let context: ShareContext

beforeAll(async () => {
  subscriberId = (await addSubscriber(database, { name: 'reader' })).id
  ;({ sourceId } = await addSubscription(database, subscriberId, 'times'))
})
beforeEach(async () => {
  await database.rule.deleteMany()
  await database.integration.deleteMany()
  await database.posting.deleteMany()
  sink = await startSink()
  clock = createTestClock()
  const bases = { readwise: `${sink.origin}/readwise`, instapaper: `${sink.origin}/instapaper` }
  const allowed = { userAgent: 'Skylark tests', allowedPrivateNetworks: ['127.0.0.0/8'] }
  context = { database, clock, owner: 'tests', bases, ...allowed }
})
afterEach(() => sink.stop())

const url = 'https://example.org/a?b=1&c=ü'
const title = 'Fish & “chips”'

const requests = (): Record<IntegrationRequest['kind'], IntegrationRequest> => ({
  readwise: { kind: 'readwise', name: 'R', token: 'rw-secret' },
  instapaper: { kind: 'instapaper', name: 'I', username: 'ada@example.org', password: 'ip:secret' },
  wallabag: {
    kind: 'wallabag',
    name: 'W',
    url: `${sink.origin}/bag/`,
    clientId: '1_abc',
    clientSecret: 'cs-secret',
    username: 'ada',
    password: 'wb-secret',
  },
  linkding: { kind: 'linkding', name: 'L', url: `${sink.origin}/links`, token: 'ld-secret' },
  karakeep: { kind: 'karakeep', name: 'K', url: sink.origin, token: 'kk-secret' },
})

async function add(kind: IntegrationRequest['kind'], change: object = {}): Promise<number> {
  const request = { ...requests()[kind], ...change } as IntegrationRequest
  const made = await createIntegration(database, subscriberId, request, clock.now())
  if (made === 'too-many') throw new Error(made)
  return made.id
}

async function find(posting: { readonly title: string; readonly url: string | null }): Promise<bigint> {
  const [id = 0n] = await addPostings(database, sourceId, [{ title: posting.title }])
  await database.posting.update({ where: { id }, data: posting })
  return id
}

async function share(integrationId: number, posting = { url, title }): Promise<bigint> {
  const postingId = await find(posting)
  await enqueueSend(database, subscriberId, { integrationId, postingId }, clock.now())
  return postingId
}

const send = () => createShareSender(context)()
const log = async () => (await listSends(database, subscriberId, undefined)).sends
const asked = () =>
  sink.received.map(({ method, path, headers, body }) => {
    const type = headers['content-type']
    const { authorization } = headers
    return { method, path, type, authorization, body: body.toString('utf8') }
  })
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const basic = `Basic ${Buffer.from('ada@example.org:ip:secret').toString('base64')}`

describe('each service gets what its documentation asks for', () => {
  test('Readwise Reader', async () => {
    await share(await add('readwise'))
    await send()
    expect(asked()).toEqual([
      {
        method: 'POST',
        path: '/readwise/api/v3/save/',
        type: json,
        authorization: 'Token rw-secret',
        body: JSON.stringify({ url, title, saved_using: 'Skylark' }),
      },
    ])
  })
  test('Instapaper', async () => {
    await share(await add('instapaper'))
    await send()
    expect(asked()).toEqual([
      {
        method: 'POST',
        path: '/instapaper/api/add',
        type: form,
        authorization: basic,
        body: new URLSearchParams({ url, title }).toString(),
      },
    ])
  })
  test('wallabag, after a token', async () => {
    sink.answer('/bag/oauth/v2/token', { status: 200, text: '{"access_token":"T0k3n","expires_in":3600}' })
    await share(await add('wallabag'))
    await send()
    const granted = { grant_type: 'password', client_id: '1_abc', client_secret: 'cs-secret' }
    expect(asked()).toEqual([
      {
        method: 'POST',
        path: '/bag/oauth/v2/token',
        type: form,
        authorization: undefined,
        body: new URLSearchParams({ ...granted, username: 'ada', password: 'wb-secret' }).toString(),
      },
      {
        method: 'POST',
        path: '/bag/api/entries.json',
        type: form,
        authorization: 'Bearer T0k3n',
        body: new URLSearchParams({ url, title }).toString(),
      },
    ])
  })
  test('linkding, below a path, of a posting without a title', async () => {
    await share(await add('linkding'), { url, title: '' })
    await send()
    expect(asked()).toEqual([
      {
        method: 'POST',
        path: '/links/api/bookmarks/',
        type: json,
        authorization: 'Token ld-secret',
        body: JSON.stringify({ url }),
      },
    ])
  })
  test('Karakeep, without trackers', async () => {
    await share(await add('karakeep'), { url: 'https://example.org/a?b=1&utm_source=rss', title })
    await send()
    expect(asked()).toEqual([
      {
        method: 'POST',
        path: '/api/v1/bookmarks',
        type: json,
        authorization: 'Bearer kk-secret',
        body: JSON.stringify({ type: 'link', url: 'https://example.org/a?b=1', title }),
      },
    ])
    expect(await log()).toMatchObject([{ state: 'sent', httpStatus: 201, tries: 1, error: null, title }])
    const row = await database.integration.findFirstOrThrow()
    expect(row.lastSentAt?.getTime()).toBe(clock.now())
  })
})

test('what is not there is tried after growing pauses, not before it asks for that; what is refused, not again', async () => {
  await share(await add('linkding'))
  sink.answer('/links', { status: 503, text: 'not now' })
  await send()
  expect(await log()).toMatchObject([{ state: 'waiting', tries: 1, httpStatus: 503, error: 'not now' }])
  await send()
  expect(sink.received).toHaveLength(1)
  sink.answer('/links', { status: 429, headers: { 'retry-after': '120' } })
  await clock.advance(10_000)
  await send()
  expect(await log()).toMatchObject([
    { tries: 2, httpStatus: 429, dueAt: new Date(clock.now() + 120_000).toISOString() },
  ])
  sink.answer('/links', { status: 401, text: '{"detail":"Invalid token."}' })
  await clock.advance(120_000)
  await send()
  expect(await log()).toMatchObject([{ state: 'failed', tries: 3, error: '{"detail":"Invalid token."}' }])
  for (let times = 0; times < 3; times++) {
    await clock.advance(86_400_000)
    await send()
  }
  expect(sink.received).toHaveLength(3)
})

test('Instapaper’s 400 may mean too often; a redirect is not followed, nor an address inside asked', async () => {
  sink.answer('/instapaper', { status: 400 })
  sink.answer('/links', { status: 301, headers: { location: '/elsewhere' } })
  await share(await add('instapaper'))
  await share(await add('linkding'))
  await share(await add('karakeep', { url: 'http://10.0.0.1:3000' }))
  await send()
  expect((await log()).map(({ state, httpStatus, error }) => [state, httpStatus, error])).toEqual([
    ['failed', null, expect.stringContaining('"notPublic"')],
    ['failed', 301, reasonText({ code: 'serviceMoved', values: {} })],
    ['waiting', 400, ''],
  ])
  expect(sink.at('/elsewhere')).toEqual([])
  const closed = { ...context, allowedPrivateNetworks: [] }
  const account = requests().linkding
  expect(await testService(closed, account)).toMatchObject({ works: false, httpStatus: null })
})

test('a paused one is sent nothing, not even what waited, before its owner confirms it', async () => {
  const id = await add('linkding')
  await share(id)
  await database.$transaction((transaction) => endListening(transaction, subscriberId, new Date(clock.now())))
  await send()
  expect(sink.received).toEqual([])
  expect(await log()).toMatchObject([
    { state: 'failed', error: reasonText({ code: 'servicePaused', values: {} }) },
  ])
  await changeIntegration(database, subscriberId, id, { name: 'L' }, clock.now())
  await share(id, { url: 'https://example.org/later', title })
  await send()
  expect(sink.received).toHaveLength(1)
})

test('one that hangs delays no other', async () => {
  sink.answer('/links', 'hang')
  await share(await add('linkding'))
  await share(await add('readwise'))
  // When the other is sent, the one that hangs has not been given up.
  await Promise.all([
    send(),
    expect
      .poll(async () => (await log()).map(({ state, error }) => [state, error]))
      .toEqual([
        ['sent', null],
        ['waiting', null],
      ]),
  ])
  expect(await log()).toMatchObject([
    { state: 'sent' },
    { state: 'waiting', tries: 1, httpStatus: null, error: expect.stringContaining('"timedOut"') },
  ])
})

test('a sender that dies before it notes the answer has the same address sent once more, and nothing is lost', async () => {
  await share(await add('linkding'))
  const lease = { owner: 'killed', now: clock.now(), leaseMs: 60_000 }
  const [claimed] = await claimSends(database, { ...lease, limit: 10, mostPerHost: 2, underWay: new Map() })
  if (claimed === undefined) throw new Error('nothing was claimed')
  expect(await deliverShare(context, claimed)).toMatchObject({ kind: 'sent' })
  await send()
  expect(sink.received).toHaveLength(1) // the lease holds
  await clock.advance(60_001)
  await send()
  await send()
  const bodies = asked().map(({ body }) => body)
  expect(bodies).toEqual([bodies[0], bodies[0]])
  expect(await log()).toMatchObject([{ state: 'sent', tries: 2 }])
})

test('nothing is sent twice that was sent; what failed is sent when it is asked for again, with what is given then', async () => {
  const id = await add('linkding')
  const postingId = await share(id)
  await send()
  await enqueueSend(database, subscriberId, { integrationId: id, postingId }, clock.now())
  await send()
  expect(sink.received).toHaveLength(1)
  sink.answer('/links', { status: 401, text: 'who is ld-secret?\0' })
  const refused = await share(id)
  await send()
  expect((await log())[0]).toMatchObject({ state: 'failed', error: 'who is •••?' })
  sink.answer('/links', { status: 201 })
  await changeIntegration(database, subscriberId, id, { token: 'another' }, clock.now())
  await enqueueSend(database, subscriberId, { integrationId: id, postingId: refused }, clock.now())
  await send()
  expect((await log())[0]).toMatchObject({ state: 'sent', tries: 1, error: null })
  expect(asked().at(-1)).toMatchObject({ authorization: 'Token another' })
})

test('what is asked for is sent although the posting goes, and the log is forgotten after some months', async () => {
  await share(await add('linkding'))
  await database.posting.deleteMany()
  await send()
  expect(await log()).toMatchObject([{ state: 'sent', postingId: null, url, title }])
  expect(await removeOldSends(database, clock.now() + 80 * 86_400_000)).toBe(0)
  expect(await removeOldSends(database, clock.now() + 100 * 86_400_000)).toBe(1)
})

test('a rule sends what it finds, once, and where nothing is any more it does the rest and says so', async () => {
  const id = await add('linkding')
  const rule = await addRule(database, subscriberId, { query: 'quake', acts: { star: true, sendTo: id } })
  await find({ title: 'Quake', url })
  await find({ title: 'Quake without address', url: null })
  await runAllRules(database, clock.now())
  await send()
  await runAllRules(database, clock.now())
  await send()
  expect(asked().map(({ body }) => body)).toEqual([JSON.stringify({ url, title: 'Quake' })])
  expect(await log()).toMatchObject([{ byRule: true, state: 'sent' }])
  await database.integration.deleteMany()
  await find({ title: 'Another quake', url })
  await runAllRules(database, clock.now())
  await send()
  expect(sink.received).toHaveLength(1)
  expect(await database.postingState.count({ where: { starredAt: { not: null } } })).toBe(3)
  expect(await listRules(database, subscriberId)).toMatchObject([
    { id: rule.id, trouble: 'integration-gone' },
  ])
})

test('a test signs in and saves nothing', async () => {
  sink.answer('/bag/oauth', { status: 200, text: '{"access_token":"T0k3n"}' })
  for (const [kind, request] of Object.entries(requests())) {
    expect(`${kind} ${JSON.stringify(await testService(context, request))}`).toBe(
      `${kind} {"works":true,"httpStatus":${kind === 'wallabag' ? 200 : 201},"error":null}`,
    )
  }
  expect(asked().map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /readwise/api/v2/auth/',
    'POST /instapaper/api/authenticate',
    'POST /bag/oauth/v2/token',
    'GET /links/api/user/profile/',
    'GET /api/v1/users/me',
  ])
  sink.answer('/bag/oauth', { status: 200, text: '<h1>Another server</h1>' })
  expect(await testService(context, requests().wallabag)).toMatchObject({ works: false })
  sink.answer('/links', { status: 403, text: `${'x'.repeat(195)}ld-secret` })
  const told = await testService(context, requests().linkding)
  expect(told).toMatchObject({ works: false, httpStatus: 403 })
  expect(told.error).not.toContain('ld-')
})

test('a password is taken out of an answer as it was written in a form', async () => {
  const account = { ...requests().wallabag, password: 'wb&secret /' }
  sink.answer('/bag/oauth', { status: 400, text: 'bad: password=wb%26secret+%2F' })
  expect(await testService(context, account)).toMatchObject({ works: false, error: 'bad: password=•••' })
})

test('what is stored has no secret in it', async () => {
  for (const kind of Object.keys(requests()) as IntegrationRequest['kind'][]) await add(kind)
  const rows = await database.integration.findMany()
  expect(JSON.stringify(rows)).not.toContain('secret"')
  expect(JSON.stringify(rows.map(({ config }) => config))).not.toMatch(/secret|password|token/i)
  const [first] = rows
  expect(await findIntegration(database, subscriberId, first?.id ?? 0)).toEqual(requests().readwise)
  await database.integration.updateMany({ data: { secretSealed: 'AAAA' } })
  expect(await findIntegration(database, subscriberId, first?.id ?? 0)).toBe('locked')
})
