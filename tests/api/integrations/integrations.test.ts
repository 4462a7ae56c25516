import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as integrations from '#app/api/v1/integrations/route.ts'
import * as integration from '#app/api/v1/integrations/[id]/route.ts'
import * as testIntegration from '#app/api/v1/integrations/[id]/test/route.ts'
import * as sends from '#app/api/v1/integrations/sends/route.ts'
import * as send from '#app/api/v1/postings/[id]/send/route.ts'
import * as readingSettings from '#app/api/v1/reading-settings/route.ts'
import * as rules from '#app/api/v1/rules/route.ts'
import { createShareSender } from '#lib/sending/send-integrations.ts'
import type { IntegrationItem, SendItem } from '#lib/api/integrations/integrations.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { startSink } from '#tests/support/servers/alert-sinks.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { exportAccount, importFile } from '#tests/support/world/moving.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let reader: { readonly id: string; readonly token: string }
let sink: Awaited<ReturnType<typeof startSink>>
let posting: string
const secret = 'never-told-again'

beforeAll(async () => {
  reader = await addSubscriber(database, { name: 'reader' })
  const { sourceId } = await addSubscription(database, reader.id, 'times')
  const [id] = await addPostings(database, sourceId, [{ title: 'News' }])
  posting = `${id}`
})
beforeEach(async () => {
  await database.integration.deleteMany()
  sink = await startSink()
})
afterEach(() => sink.stop())

const call = async (request: Call) => {
  const answer = await callRoute(reader.token, request)
  expect(JSON.stringify(answer.body ?? null)).not.toContain(secret)
  return answer
}
const linkding = () => ({ kind: 'linkding', name: 'Links', url: sink.origin, token: secret })
const add = async (body: object = linkding()) => {
  const { status, body: made } = await call({ module: integrations, method: 'POST', body })
  expect(status).toBe(201)
  return made as unknown as IntegrationItem
}
const params = ({ id }: { readonly id: number }) => ({ id: `${id}` })

test('an integration is added, changed, sent by and removed, and its secrets are told nowhere', async () => {
  const made = await add()
  const { body } = await call({ module: integrations })
  expect(body).toEqual({ integrations: [made] })
  expect(made).toMatchObject({ kind: 'linkding', url: sink.origin, username: null, isLocked: false })
  const to = { integrationId: made.id }
  const asked = await call({ module: send, method: 'POST', params: { id: posting }, body: to })
  expect(asked).toMatchObject({ status: 202, body: { state: 'waiting', tries: 0, title: 'News' } })
  sink.answer('/', { status: 500, text: `who is ${secret}?` })
  const clock = { now: Date.now, sleep: () => Promise.resolve(), speed: 1 }
  const guard = { userAgent: 'tests', allowedPrivateNetworks: ['127.0.0.0/8'] }
  await createShareSender({ database, clock, owner: 'tests', ...guard })()
  const { id } = asked.body as unknown as SendItem
  const { body: log } = await call({ module: sends, query: `?id=${id}` })
  expect(log).toMatchObject({ sends: [{ id, state: 'waiting', tries: 1, httpStatus: 500 }] })
  const renamed = await call({
    module: integration,
    method: 'PATCH',
    params: params(made),
    body: { name: 'L' },
  })
  expect(renamed).toMatchObject({ status: 200, body: { ...made, name: 'L' } })
  const gone = await call({ module: integration, method: 'DELETE', params: params(made) })
  expect([gone.status, await database.integrationSend.count()]).toEqual([204, 0])
})

test('secrets do not go to another address, and what a kind does not have is named', async () => {
  const made = await add()
  const change = (body: object) => call({ module: integration, method: 'PATCH', params: params(made), body })
  const code = (field: string) => ({ status: 400, body: { error: { code: 'invalid_input', field } } })
  expect(await change({ url: 'https://evil.example' })).toMatchObject(code('token'))
  expect(await change({ url: `${sink.origin}/below` })).toMatchObject({ status: 200 })
  expect(await change({ url: 'https://other.example', token: secret })).toMatchObject({ status: 200 })
  expect(await change({ password: secret })).toMatchObject(code('password'))
  expect(await change({})).toMatchObject({ status: 400 })
  for (const [field, wrong] of Object.entries({
    url: 'javascript:alert(1)',
    token: '',
    name: ' ',
    kind: 'pocket',
  })) {
    const body = { ...linkding(), [field]: wrong }
    expect(await call({ module: integrations, method: 'POST', body })).toMatchObject(code(field))
  }
  for (const url of ['https://ada:pw@links.example', 'https://links.example/?a=b'])
    expect(await call({ module: integrations, method: 'POST', body: { ...linkding(), url } })).toMatchObject(
      code('url'),
    )
})

test('there is room for twenty, and a test is told what came of it', async () => {
  const made = await add()
  const tested = await call({ module: testIntegration, method: 'POST', params: params(made) })
  // This server may ask no address inside.
  expect(tested).toMatchObject({ status: 200, body: { works: false, httpStatus: null } })
  expect(sink.received).toEqual([])
  for (let count = 1; count < 20; count++) await add({ ...linkding(), name: `${count}` })
  const full = await call({ module: integrations, method: 'POST', body: linkding() })
  expect(full).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
})

test('a posting without an address is not sent', async () => {
  const { id: integrationId } = await add()
  const { url } = await database.posting.findFirstOrThrow()
  await database.posting.updateMany({ data: { url: null } })
  const asked = { module: send, method: 'POST', params: { id: posting }, body: { integrationId } } as const
  expect(await call(asked)).toMatchObject({ status: 409 })
  await database.posting.updateMany({ data: { url } })
  expect(await call({ ...asked, body: { integrationId: 999_999 } })).toMatchObject({ status: 404 })
})

test('an export has integrations without secrets, and whoever takes them over is asked for these', async () => {
  const made = await add()
  const rule = { name: 'Sends', query: 'only', acts: { sendTo: made.id } }
  expect(await call({ module: rules, method: 'POST', body: rule })).toMatchObject({ status: 201 })
  const written = await exportAccount(reader.token)
  expect(written).not.toContain(secret)
  const mover = await addSubscriber(database, { name: 'mover' })
  for (const time of ['first', 'second'])
    expect(await importFile(mover.token, written), time).toMatchObject([{ refusal: null, problems: [] }])
  const [moved] = await database.integration.findMany({ where: { subscriberId: mover.id } })
  expect(moved).toMatchObject({ name: 'Links', secretSealed: '' })
  const [movedRule] = await database.rule.findMany({ where: { subscriberId: mover.id } })
  expect(movedRule).toMatchObject({ sendTo: moved?.id })
  const asks = { module: integration, method: 'PATCH', params: params(moved ?? { id: 0 }) } as const
  const { body } = await callRoute(mover.token, { ...asks, body: { name: 'Mine' } })
  expect(body).toMatchObject({ error: { field: 'token' } })
  expect(await callRoute(mover.token, { ...asks, body: { token: secret } })).toMatchObject({
    status: 200,
    body: { isLocked: false },
  })
})

test.each([
  ['mailto:?subject={title}&body={url}', 200],
  ['https://share.example/?s={source}&u={url}', 200],
  ['obsidian://new?content={url}', 200],
  ['web+share:{url}', 200],
  ['javascript:alert("{title}")', 400],
  ['JavaScript:{url}', 400],
  ['java\tscript:{url}', 400],
  ['data:text/html,{title}', 400],
  ['vbscript:{url}', 400],
  ['ms-msdt:{url}', 400],
  ['//evil.example/{url}', 400],
  ['https:{url}', 400],
  [' javascript:{url}', 400],
])('an address to share by like %s answers %d', async (url, status) => {
  const body = { shareTemplates: [{ name: 'Way', url }] }
  expect((await call({ module: readingSettings, method: 'PATCH', body })).status).toBe(status)
})
