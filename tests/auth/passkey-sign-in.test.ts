import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as passkeys from '#app/api/v1/passkeys/route.ts'
import * as passkeyRoute from '#app/api/v1/passkeys/[id]/route.ts'
import { findSubscriber } from '#lib/auth/require-subscriber.ts'
import type { Database } from '#lib/store/database.ts'
import {
  cookiesOf,
  forgetAccounts,
  goodPassword,
  postAuth,
  startServerDatabase,
} from '#tests/support/accounts.ts'
import { softwarePasskey } from '#tests/support/authenticator.ts'
import { addKey, challenge } from '#tests/support/passkeys.ts'
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
  await forgetAccounts(database)
  ada = await signUp('ada')
  key = softwarePasskey()
})

async function signIn(response: unknown, cookie: string) {
  const answer = await postAuth('/passkey/sign-in', { response }, { cookie })
  const who = await findSubscriber(new Headers({ cookie: cookiesOf(answer) }))
  return { status: answer.status, name: who?.name ?? null }
}

const refused = { status: 401, name: null }

test('a passkey is added, listed, and signs in without a password', async () => {
  const made = await addKey(ada, key)
  const { asked, cookie } = await challenge()
  expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(await signIn(key.use(asked), cookie)).toEqual({ status: 200, name: 'ada' })
  const { body } = await browse(ada, passkeys)
  expect(body['passkeys']).toMatchObject([
    { id: made.id, name: 'Laptop', lastUsedAt: expect.any(String) as string },
  ])
})

test('what the sign-in page asks for says nothing of any account', async () => {
  await addKey(ada, key)
  expect(JSON.stringify((await challenge()).asked)).not.toContain(key.id)
})

describe('a sign-in is refused', () => {
  test('with a challenge that was answered', async () => {
    await addKey(ada, key)
    const { asked, cookie } = await challenge()
    const answer = key.use(asked)
    expect((await signIn(answer, cookie)).status).toBe(200)
    expect(await signIn(answer, cookie)).toEqual(refused)
  })

  test('in another browser than the one that was asked', async () => {
    await addKey(ada, key)
    const { asked } = await challenge()
    const other = await challenge()
    expect(await signIn(key.use(asked), other.cookie)).toEqual(refused)
    expect(await signIn(key.use(asked), '')).toEqual(refused)
  })

  test('after ten minutes', async () => {
    await addKey(ada, key)
    const { asked, cookie } = await challenge()
    await database.oneTimeSecret.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await signIn(key.use(asked), cookie)).toEqual(refused)
  })

  test.each([
    ['without a finger or PIN', { isVerified: false }],
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['for another server', { rpId: 'evil.example' }],
  ])('%s', async (_name, deviation) => {
    await addKey(ada, key)
    const { asked, cookie } = await challenge()
    expect(await signIn(key.use(asked, deviation), cookie)).toEqual(refused)
  })

  test('with a challenge of its own, an unknown key, a removed key, and nonsense', async () => {
    const { id } = await addKey(ada, key)
    const { asked, cookie } = await challenge()
    expect(await signIn(key.use({ ...asked, challenge: 'b3du' }), cookie)).toEqual(refused)
    expect(await signIn(softwarePasskey().use(asked), cookie)).toEqual(refused)
    for (const response of [{ id: key.id }, { id: key.id, response: 'x' }, { ...key.use(asked), rawId: 7 }])
      expect(await signIn(response, cookie)).toEqual(refused)
    expect((await postAuth('/passkey/sign-in', { response: 7 }, { cookie })).status).toBe(400)
    await browse(ada, passkeyRoute, {
      ...{ method: 'DELETE', params: { id: String(id) } },
      body: { password: goodPassword },
    })
    const again = await challenge()
    expect(await signIn(key.use(again.asked), again.cookie)).toEqual(refused)
  })

  test('of a locked account', async () => {
    await addKey(ada, key)
    await database.user.updateMany({ data: { banned: true } })
    const { asked, cookie } = await challenge()
    expect(await signIn(key.use(asked), cookie)).toEqual({ status: 403, name: null })
  })

  test('with a copy of the key that counts from where it was copied', async () => {
    await addKey(ada, key)
    const { asked, cookie } = await challenge()
    const old = key.use(asked)
    const later = await challenge()
    expect((await signIn(key.use(later.asked), later.cookie)).status).toBe(200)
    expect(await signIn(old, cookie)).toEqual(refused)
  })
})
