import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as passkeys from '#app/api/v1/passkeys/route.ts'
import * as passkeyRoute from '#app/api/v1/passkeys/[id]/route.ts'
import * as options from '#app/api/v1/passkeys/options/route.ts'
import type { PasskeyItem } from '#lib/api/sign-in.ts'
import { findSubscriber } from '#lib/auth/require-subscriber.ts'
import type { Database } from '#lib/store/database.ts'
import {
  addSubscriber,
  cookiesOf,
  goodPassword,
  postAuth,
  startServerDatabase,
} from '#tests/support/accounts.ts'
import { softwarePasskey } from '#tests/support/authenticator.ts'
import { callRoute } from '#tests/support/call-route.ts'
import { browse, signUp, type Browser } from '#tests/support/signed-in.ts'

let database: Database
let stop: () => Promise<void>
let ada: Browser
let key: ReturnType<typeof softwarePasskey>

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
})
afterAll(() => stop())
beforeEach(async () => {
  await database.user.deleteMany()
  await database.oneTimeSecret.deleteMany()
  await database.rateLimit.deleteMany()
  ada = await signUp('ada')
  key = softwarePasskey()
})

type Challenge = { readonly challenge: string; readonly rpId?: string; readonly rp?: { readonly id: string } }

async function registration(browser: Browser = ada): Promise<Challenge> {
  const answer = await browse(browser, options, { method: 'POST', body: { password: goodPassword } })
  expect(answer.status).toBe(200)
  return answer.body as Challenge
}

const add = (response: unknown, name = 'Laptop', browser = ada) =>
  browse(browser, passkeys, { method: 'POST', body: { name, response } })

async function addKey(made = key): Promise<PasskeyItem> {
  const answer = await add(made.make(await registration()))
  expect(answer.status).toBe(201)
  return answer.body as PasskeyItem
}

async function challenge(): Promise<{ readonly asked: Challenge; readonly cookie: string }> {
  const answer = await postAuth('/passkey/options', {})
  return { asked: (await answer.json()) as Challenge, cookie: cookiesOf(answer) }
}

async function signIn(response: unknown, cookie: string) {
  const answer = await postAuth('/passkey/sign-in', { response }, { cookie })
  const who = await findSubscriber(new Headers({ cookie: cookiesOf(answer) }))
  return { status: answer.status, name: who?.name ?? null }
}

const refused = { status: 401, name: null }

test('a passkey is added, listed, and signs in without a password', async () => {
  const made = await addKey()
  const { asked, cookie } = await challenge()
  expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(await signIn(key.use(asked), cookie)).toEqual({ status: 200, name: 'ada' })
  const { body } = await browse(ada, passkeys)
  expect(body['passkeys']).toMatchObject([
    { id: made.id, name: 'Laptop', lastUsedAt: expect.any(String) as string },
  ])
})

test('what the sign-in page asks for says nothing of any account', async () => {
  await addKey()
  expect(JSON.stringify((await challenge()).asked)).not.toContain(key.id)
})

describe('a sign-in is refused', () => {
  test('with a challenge that was answered', async () => {
    await addKey()
    const { asked, cookie } = await challenge()
    const answer = key.use(asked)
    expect((await signIn(answer, cookie)).status).toBe(200)
    expect(await signIn(answer, cookie)).toEqual(refused)
  })

  test('in another browser than the one that was asked', async () => {
    await addKey()
    const { asked } = await challenge()
    const other = await challenge()
    expect(await signIn(key.use(asked), other.cookie)).toEqual(refused)
    expect(await signIn(key.use(asked), '')).toEqual(refused)
  })

  test('after ten minutes', async () => {
    await addKey()
    const { asked, cookie } = await challenge()
    await database.oneTimeSecret.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await signIn(key.use(asked), cookie)).toEqual(refused)
  })

  test.each([
    ['without a finger or PIN', { isVerified: false }],
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['for another server', { rpId: 'evil.example' }],
  ])('%s', async (_name, deviation) => {
    await addKey()
    const { asked, cookie } = await challenge()
    expect(await signIn(key.use(asked, deviation), cookie)).toEqual(refused)
  })

  test('with a challenge of its own, an unknown key, a removed key, and nonsense', async () => {
    const { id } = await addKey()
    const { asked, cookie } = await challenge()
    expect(await signIn(key.use({ ...asked, challenge: 'b3du' }), cookie)).toEqual(refused)
    expect(await signIn(softwarePasskey().use(asked), cookie)).toEqual(refused)
    for (const response of [{ id: key.id }, { id: key.id, response: 'x' }, { ...key.use(asked), rawId: 7 }])
      expect(await signIn(response, cookie)).toEqual(refused)
    expect((await postAuth('/passkey/sign-in', { response: 7 }, { cookie })).status).toBe(400)
    await browse(ada, passkeyRoute, { method: 'DELETE', params: { id: String(id) } })
    const again = await challenge()
    expect(await signIn(key.use(again.asked), again.cookie)).toEqual(refused)
  })

  test('of a locked account', async () => {
    await addKey()
    await database.user.updateMany({ data: { banned: true } })
    const { asked, cookie } = await challenge()
    expect(await signIn(key.use(asked), cookie)).toEqual({ status: 403, name: null })
  })

  test('with a copy of the key that counts from where it was copied', async () => {
    await addKey()
    const { asked, cookie } = await challenge()
    const old = key.use(asked)
    const later = await challenge()
    expect((await signIn(key.use(later.asked), later.cookie)).status).toBe(200)
    expect(await signIn(old, cookie)).toEqual(refused)
  })
})

describe('adding is refused', () => {
  test('without the password', async () => {
    const answer = await browse(ada, options, { method: 'POST', body: { password: 'not the password' } })
    expect(answer).toMatchObject({ status: 403, body: { error: { field: 'password' } } })
  })

  test('with a challenge that was answered, is another session’s, or too old', async () => {
    const asked = await registration()
    expect((await add(key.make(asked))).status).toBe(201)
    expect((await add(softwarePasskey().make(asked))).status).toBe(400)
    const eve = await signUp('eve')
    expect((await add(softwarePasskey().make(await registration()), 'Eve', eve)).status).toBe(400)
    const late = await registration()
    await database.oneTimeSecret.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
    expect((await add(softwarePasskey().make(late))).status).toBe(400)
    expect(await database.passkey.count()).toBe(1)
  })

  test('without a finger or PIN, from another site, twice, and for nonsense', async () => {
    expect((await add(key.make(await registration(), { isVerified: false }))).status).toBe(400)
    expect((await add(key.make(await registration(), { origin: 'https://evil.example' }))).status).toBe(400)
    expect((await add({ id: 'x' })).status).toBe(400)
    await addKey()
    expect((await add(key.make(await registration()))).status).toBe(400)
    expect(await database.passkey.count()).toBe(1)
  })

  test('by a token', async () => {
    const { token } = await addSubscriber(database, { name: 'tom' })
    const body = { password: goodPassword }
    expect((await callRoute(token, { module: options, method: 'POST', body })).status).toBe(403)
  })
})

test('a passkey is renamed and removed by its owner alone', async () => {
  const { id } = await addKey()
  const eve = await signUp('eve')
  const params = { id: String(id) }
  for (const [who, status] of [
    [eve, 404],
    [ada, 200],
  ] as const) {
    const body = { name: `of ${who.email}` }
    expect((await browse(who, passkeyRoute, { method: 'PATCH', params, body })).status).toBe(status)
  }
  expect(await database.passkey.findMany()).toMatchObject([{ name: 'of ada@example.org' }])
  expect((await browse(eve, passkeyRoute, { method: 'DELETE', params })).status).toBe(404)
  expect((await browse(ada, passkeyRoute, { method: 'DELETE', params })).status).toBe(204)
})

test('the last way in cannot be removed, not even by two removals at once', async () => {
  const [first, second] = [await addKey(), await addKey(softwarePasskey())]
  await database.account.deleteMany() // as an account that never had a password
  const remove = async ({ id }: PasskeyItem) =>
    (await browse(ada, passkeyRoute, { method: 'DELETE', params: { id: String(id) } })).status
  const statuses = await Promise.all([remove(first), remove(second)])
  expect(statuses.sort()).toEqual([204, 409])
  expect(await database.passkey.count()).toBe(1)
})
