import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as state from '#app/api/v1/postings/state/route.ts'
import * as rules from '#app/api/v1/rules/route.ts'
import * as rule from '#app/api/v1/rules/[id]/route.ts'
import * as runRule from '#app/api/v1/rules/[id]/run/route.ts'
import * as arrange from '#app/api/v1/rules/arrange/route.ts'
import * as runs from '#app/api/v1/rules/runs/route.ts'
import * as undo from '#app/api/v1/rules/runs/[id]/undo/route.ts'
import * as settings from '#app/api/v1/rules/settings/route.ts'
import * as testRule from '#app/api/v1/rules/test/route.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute, type Answered, type RouteModule } from '#tests/support/api/call-route.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { addTitles } from '#tests/support/world/searching.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile({ MAX_RULES: '4' })
let reader: { readonly id: string; readonly token: string }
let sourceId: number

beforeAll(async () => {
  reader = await addSubscriber(database, { name: 'reader' })
  ;({ sourceId } = await addSubscription(database, reader.id, 'times', { now: Date.now() }))
  await addTitles(database, sourceId, ['Whale one', 'Tree', 'Whale two'])
})
beforeEach(async () => {
  await database.rule.deleteMany()
})

type Options = { readonly id?: unknown; readonly body?: unknown }
const call = (
  module: RouteModule,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  { id, body }: Options = {},
): Promise<Answered> => callRoute(reader.token, { module, method, params: { id: String(id) }, body })
const whales = { name: 'Whales', query: 'whale', acts: { star: true } }

test('a rule is made, listed, changed, switched off and deleted', async () => {
  const made = await call(rules, 'POST', { body: whales })
  const noActs = { read: false, labelId: null, hide: false, alert: false, sendTo: null }
  expect(made).toMatchObject({
    status: 201,
    body: {
      ...whales,
      acts: { ...noActs, star: true },
      kind: 'rule',
      scope: 'all',
      isOn: true,
      trouble: null,
    },
  })
  const { id } = made.body
  const body = {
    ...whales,
    name: 'Quiet whales',
    acts: { read: true },
    scope: 'source',
    sourceId,
    stops: true,
  }
  const acts = { ...noActs, star: false, read: true }
  const changed = { ...body, id, acts }
  expect(await call(rule, 'PUT', { id, body })).toMatchObject({ status: 200, body: changed })
  expect(await call(rule, 'PATCH', { id, body: { isOn: false } })).toMatchObject({ body: { isOn: false } })
  expect((await call(rules, 'GET')).body['rules']).toMatchObject([{ ...changed, isOn: false }])
  expect((await call(rule, 'DELETE', { id })).status).toBe(204)
  expect((await call(rule, 'DELETE', { id })).status).toBe(404)
})

test('rules are put into an order, lists stand before them, and there is room for so many', async () => {
  const make = async (name: string, kind = 'rule') =>
    (await call(rules, 'POST', { body: { ...whales, name, kind } })).body['id'] as number
  const one = await make('one')
  const two = await make('two')
  const list = await make('list', 'block')
  const order = async () => ((await call(rules, 'GET')).body['rules'] as { id: number }[]).map(({ id }) => id)
  expect(await order()).toEqual([list, one, two])
  await call(arrange, 'POST', { body: { ids: [two, list] } })
  expect(await order()).toEqual([two, list, one])
  await make('three')
  expect(await call(rules, 'POST', { body: whales })).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', message: expect.stringContaining('4') } },
  })
})

test.each([
  ['acts', { ...whales, acts: {} }],
  ['scope', { ...whales, scope: 'folder' }],
  ['scope', { ...whales, sourceId: 1 }],
  ['name', { ...whales, name: ' ' }],
  ['sourceId', { ...whales, scope: 'source', sourceId: 999_999 }],
  ['acts.labelId', { ...whales, acts: { labelId: 999_999 } }],
  ['query', { ...whales, query: 'a\0b' }],
])('what cannot be is refused by name: %s', async (field, body) => {
  expect(await call(rules, 'POST', { body })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_input', field } },
  })
  expect(await database.rule.count()).toBe(0)
})

test.each([
  ['rule', '', 0],
  ['rule', 'whale before:soon', 6],
  ['block', 'whale\nshark is:nothing', 12],
  ['block', '\n \n', 0],
  ['keep', 'whale\nlike:***', 6],
])('a mistake in a %s is told with its place: %j', async (kind, query, at) => {
  for (const module of [rules, testRule]) {
    const body = module === rules ? { ...whales, kind, query } : { kind, query }
    expect(await call(module, 'POST', { body })).toMatchObject({
      status: 422,
      body: { error: { code: 'bad_query', field: 'query', problems: [{ at }] } },
    })
  }
})

test('a rule is tried, run over what is there, and the run taken back', async () => {
  const tried = { query: whales.query, acts: whales.acts }
  expect(await call(testRule, 'POST', { body: tried })).toMatchObject({
    status: 200,
    body: {
      tested: 3,
      found: 2,
      counts: { star: 2 },
      postings: [{ title: 'Whale two' }, { title: 'Whale one' }],
    },
  })
  const { id } = (await call(rules, 'POST', { body: whales })).body
  const ran = await call(runRule, 'POST', { id })
  expect(ran).toMatchObject({ status: 200, body: { found: 2, run: { kind: 'asked' } } })
  const { runs: listed } = (await call(runs, 'GET')).body as { runs: { id: string }[] }
  expect(listed).toEqual([ran.body['run']])
  const starred = () => database.postingState.count({ where: { starredAt: { not: null } } })
  expect(await starred()).toBe(2)
  expect(await call(undo, 'POST', { id: listed[0]?.id })).toMatchObject({ body: { restored: 2 } })
  expect(await starred()).toBe(0)
  expect((await call(undo, 'POST', { id: listed[0]?.id })).status).toBe(404)
})

test('after how many days postings are read is set, and refused where it makes no sense', async () => {
  expect(await call(settings, 'GET')).toMatchObject({ body: { readAfterDays: null } })
  expect(await call(settings, 'PATCH', { body: { readAfterDays: 30 } })).toMatchObject({ status: 200 })
  expect(await call(settings, 'GET')).toMatchObject({ body: { readAfterDays: 30 } })
  expect((await call(settings, 'PATCH', { body: { readAfterDays: 0 } })).status).toBe(400)
  await call(settings, 'PATCH', { body: { readAfterDays: null } })
})

test('a posting is hidden and shown by the API', async () => {
  const { id } = await database.posting.findFirstOrThrow({ select: { id: true } })
  const hidden = async () =>
    database.postingState.findFirst({ where: { postingId: id }, select: { hiddenAt: true, isRead: true } })
  await call(state, 'POST', { body: { ids: [`${id}`], isHidden: true } })
  expect(await hidden()).toEqual({ hiddenAt: expect.any(Date), isRead: true })
  await call(state, 'POST', { body: { ids: [`${id}`], isHidden: false } })
  expect(await hidden()).toEqual({ hiddenAt: null, isRead: true })
})
