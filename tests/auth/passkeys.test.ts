import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as passkeyRoute from '#app/api/v1/passkeys/[id]/route.ts'
import * as options from '#app/api/v1/passkeys/options/route.ts'
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

const remove = (browser: Browser, id: number, body: object = { password: goodPassword }) =>
  browse(browser, passkeyRoute, { method: 'DELETE', params: { id: String(id) }, body })

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

  test('for what no browser sends', async () => {
    const made = key.make(await registration(ada))
    const { response } = made
    for (const bad of ['', 'nul\0', 'with=', 'a+b/', 7, null]) {
      for (const field of ['id', 'rawId', 'type'])
        expect((await handOver(ada, { ...made, [field]: bad })).status, field).toBe(400)
      for (const field of ['clientDataJSON', 'attestationObject', 'transports']) {
        const answer = await handOver(ada, { ...made, response: { ...response, [field]: bad } })
        expect(answer.status, field).toBe(400)
      }
    }
    for (const transports of [[7], ['nul\0'], ['x'.repeat(101)], Array.from({ length: 21 }, () => 'usb')])
      expect((await handOver(ada, { ...made, response: { ...response, transports } })).status).toBe(400)
    expect((await handOver(ada, made)).status).toBe(201) // none of it used the challenge up
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
  expect((await remove(eve, id)).status).toBe(404)
  expect((await remove(ada, id)).status).toBe(204)
  expect(await database.passkey.count()).toBe(0)
})

test('removing one needs the password: a browser left open is not enough', async () => {
  const { id } = await addKey(ada, key)
  const wrong = await remove(ada, id, { password: 'not the password' })
  expect(wrong).toMatchObject({ status: 403, body: { error: { field: 'password' } } })
  expect((await remove(ada, id, {})).status).toBe(400)
  expect(await database.passkey.count()).toBe(1)
})

test('the last way in cannot be removed: without a password nothing that asks for one is done', async () => {
  const { id } = await addKey(ada, key)
  await database.account.deleteMany() // no sign-up makes such an account
  expect((await remove(ada, id)).status).toBe(403)
  expect((await browse(ada, options, { method: 'POST', body: { password: goodPassword } })).status).toBe(403)
  expect(await database.passkey.count()).toBe(1)
})
