import { beforeAll, describe, expect, test } from 'vitest'
import * as postings from '#app/api/v1/postings/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as readingSettings from '#app/api/v1/reading-settings/route.ts'
import * as source from '#app/api/v1/sources/[id]/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { callsWith } from '#tests/support/api/foreign-calls.ts'
import { addOneOfEach, everythingOf, secret, type ForeignIds } from '#tests/support/api/foreign-ids.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let anna: { readonly id: string; readonly token: string }
let berta: { readonly id: string; readonly token: string }
let admin: { readonly id: string; readonly token: string }
let of: ForeignIds

beforeAll(async () => {
  anna = await addSubscriber(database, { name: 'anna' })
  berta = await addSubscriber(database, { name: 'berta' })
  admin = await addSubscriber(database, { name: 'admin', role: 'admin' })
  of = await addOneOfEach(database, anna)
  await addSubscription(database, berta.id, 'bertas')
})

const id = (number: string) => ({ id: number })
const calls = callsWith(() => of)

describe("another subscriber's ids show nothing and change nothing", () => {
  test.each(calls)('%s', async (_name, status, call) => {
    const before = await everythingOf(database, anna, of)
    const answered = await callRoute(berta.token, call())
    expect(answered.status).toBe(status)
    expect(JSON.stringify(answered.body)).not.toContain(secret)
    expect(await everythingOf(database, anna, of)).toEqual(before)
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
    const before = await everythingOf(database, anna, of)
    const owned = await database.subscription.findMany({ where: { subscriberId: berta.id } })
    const source = await database.source.findFirstOrThrow({ where: { url: { contains: 'annas' } } })
    const body = { url: source.url, folderId: Number(of.folder) }
    const made = await callRoute(berta.token, { module: subscriptions, method: 'POST', body })
    expect(made).toMatchObject({ status: 400, body: { error: { code: 'invalid_input', field: 'folderId' } } })
    expect(JSON.stringify(made.body)).not.toContain(secret)
    expect(await database.subscription.findMany({ where: { subscriberId: berta.id } })).toEqual(owned)
    expect(await everythingOf(database, anna, of)).toEqual(before)
  })
})

test('the same calls by their owner find what they name', async () => {
  const reading = calls.filter(([name, status]) => status === 404 && name.startsWith('GET'))
  expect(reading.length).toBeGreaterThan(0)
  for (const [name, , call] of reading) expect((await callRoute(anna.token, call())).status, name).toBe(200)
})

test('an admin sees the source, not what its subscribers read', async () => {
  expect((await callRoute(admin.token, { module: source, params: id(of.source) })).body).toMatchObject({
    subscriptionId: null,
    folderId: null,
  })
  expect((await callRoute(admin.token, { module: posting, params: id(of.posting) })).status).toBe(404)
  expect((await callRoute(admin.token, { module: postings })).body).toMatchObject({ postings: [] })
})

test('own settings change nobody else’s', async () => {
  const body = { typeface: 'sans', sizePx: 21 }
  const changed = await callRoute(berta.token, { module: readingSettings, method: 'PATCH', body })
  expect(changed).toMatchObject({ status: 200, body: { ...body, widthPx: 608 } })
  expect((await callRoute(anna.token, { module: readingSettings })).body).toMatchObject({ typeface: 'serif' })
})
