import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as passkeyRoute from '#app/api/v1/passkeys/[id]/route.ts'
import * as options from '#app/api/v1/passkeys/options/route.ts'
import type { PasskeyItem } from '#lib/api/sign-in.ts'
import type { Database } from '#lib/store/database.ts'
import { addSubscriber, forgetAccounts, goodPassword, startServerDatabase } from '#tests/support/accounts.ts'
import { softwarePasskey } from '#tests/support/authenticator.ts'
import { callRoute } from '#tests/support/call-route.ts'
import { addKey, handOver, registration } from '#tests/support/passkeys.ts'
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

describe('adding is refused', () => {
  test('without the password', async () => {
    const answer = await browse(ada, options, { method: 'POST', body: { password: 'not the password' } })
    expect(answer).toMatchObject({ status: 403, body: { error: { field: 'password' } } })
  })

  test('with a challenge that was answered, is another session’s, or too old', async () => {
    const asked = await registration(ada)
    expect((await handOver(ada, key.make(asked))).status).toBe(201)
    expect((await handOver(ada, softwarePasskey().make(asked))).status).toBe(400)
    const eve = await signUp('eve')
    expect((await handOver(eve, softwarePasskey().make(await registration(ada)), 'Eve')).status).toBe(400)
    const late = await registration(ada)
    await database.oneTimeSecret.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
    expect((await handOver(ada, softwarePasskey().make(late))).status).toBe(400)
    expect(await database.passkey.count()).toBe(1)
  })

  test('without a finger or PIN, from another site, twice, and for nonsense', async () => {
    expect((await handOver(ada, key.make(await registration(ada), { isVerified: false }))).status).toBe(400)
    expect(
      (await handOver(ada, key.make(await registration(ada), { origin: 'https://evil.example' }))).status,
    ).toBe(400)
    expect((await handOver(ada, { id: 'x' })).status).toBe(400)
    await addKey(ada, key)
    expect((await handOver(ada, key.make(await registration(ada)))).status).toBe(400)
    expect(await database.passkey.count()).toBe(1)
  })

  test('by a token', async () => {
    const { token } = await addSubscriber(database, { name: 'tom' })
    const body = { password: goodPassword }
    expect((await callRoute(token, { module: options, method: 'POST', body })).status).toBe(403)
  })
})

test('a passkey is renamed and removed by its owner alone', async () => {
  const { id } = await addKey(ada, key)
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
  const [first, second] = [await addKey(ada, key), await addKey(ada, softwarePasskey())]
  await database.account.deleteMany() // as an account that never had a password
  const remove = async ({ id }: PasskeyItem) =>
    (await browse(ada, passkeyRoute, { method: 'DELETE', params: { id: String(id) } })).status
  const statuses = await Promise.all([remove(first), remove(second)])
  expect(statuses.sort()).toEqual([204, 409])
  expect(await database.passkey.count()).toBe(1)
})
