import { describe, expect, test } from 'vitest'
import * as passkeyRoute from '#app/api/v1/passkeys/[id]/route.ts'
import * as options from '#app/api/v1/passkeys/options/route.ts'
import { addSubscriber, goodPassword } from '#tests/support/world/accounts.ts'
import { softwarePasskey } from '#tests/support/browser/authenticator.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { outlive } from '#tests/support/world/one-time-secrets.ts'
import { addKey, handOver, registration, withPasskeyOwner } from '#tests/support/browser/passkeys.ts'
import { browse, signUp, type Browser } from '#tests/support/browser/signed-in.ts'

const owner = withPasskeyOwner()

const remove = (browser: Browser, id: number, body: object = { password: goodPassword }) =>
  browse(browser, passkeyRoute, { method: 'DELETE', params: { id: String(id) }, body })

const message = 'The passkey was not made, or it took too long.'
const notMade = { status: 400, body: { error: { message } } }

describe('adding is refused', () => {
  test('without the password', async () => {
    const answer = await browse(owner.ada, options, {
      method: 'POST',
      body: { password: 'not the password' },
    })
    expect(answer).toMatchObject({ status: 403, body: { error: { field: 'password' } } })
  })

  test('with a challenge that was answered, is another session’s, or too old', async () => {
    const asked = await registration(owner.ada)
    expect((await handOver(owner.ada, owner.key.make(asked))).status).toBe(201)
    expect(await handOver(owner.ada, softwarePasskey().make(asked))).toMatchObject(notMade)
    const eve = await signUp('eve')
    expect(await handOver(eve, softwarePasskey().make(await registration(owner.ada)), 'Eve')).toMatchObject(
      notMade,
    )
    const late = await registration(owner.ada)
    await outlive(owner.database, 600)
    expect(await handOver(owner.ada, softwarePasskey().make(late))).toMatchObject(notMade)
    expect(await owner.database.passkey.count()).toBe(1)
  })

  test('without a finger or PIN, from another site, twice, and for nonsense', async () => {
    for (const wrong of [{ isVerified: false }, { origin: 'https://evil.example' }])
      expect(await handOver(owner.ada, owner.key.make(await registration(owner.ada), wrong))).toMatchObject(
        notMade,
      )
    expect(await handOver(owner.ada, { id: 'x' })).toMatchObject({
      status: 400,
      body: { error: { field: 'response.id' } },
    })
    await addKey(owner.ada, owner.key)
    expect(await handOver(owner.ada, owner.key.make(await registration(owner.ada)))).toMatchObject(notMade)
    expect(await owner.database.passkey.count()).toBe(1)
  })

  test('for what no browser sends', async () => {
    const made = owner.key.make(await registration(owner.ada))
    const { response } = made
    for (const bad of ['', 'nul\0', 'with=', 'a+b/', 7, null]) {
      for (const field of ['id', 'rawId', 'type'])
        expect((await handOver(owner.ada, { ...made, [field]: bad })).status, field).toBe(400)
      for (const field of ['clientDataJSON', 'attestationObject', 'transports']) {
        const answer = await handOver(owner.ada, { ...made, response: { ...response, [field]: bad } })
        expect(answer.status, field).toBe(400)
      }
    }
    for (const transports of [[7], ['nul\0'], ['x'.repeat(101)], Array.from({ length: 21 }, () => 'usb')])
      expect((await handOver(owner.ada, { ...made, response: { ...response, transports } })).status).toBe(400)
    expect((await handOver(owner.ada, made)).status).toBe(201) // none of it used the challenge up
  })

  test('beyond so many of an account, as all are listed at once', async () => {
    const { id: userId } = await owner.database.user.findFirstOrThrow({ where: { name: 'ada' } })
    await owner.database.passkey.createMany({
      data: Array.from({ length: 100 }, (_, at) => ({
        ...{ userId, name: 'many', credentialId: `many-${at}`, publicKey: new Uint8Array(1) },
      })),
    })
    expect(await handOver(owner.ada, owner.key.make(await registration(owner.ada)))).toMatchObject(notMade)
  })

  test('by a token', async () => {
    const { token } = await addSubscriber(owner.database, { name: 'tom' })
    const body = { password: goodPassword }
    expect(await callRoute(token, { module: options, method: 'POST', body })).toMatchObject({
      status: 403,
      body: { error: { message: 'A token cannot do this: sign in with a browser.' } },
    })
  })
})

test('a passkey is renamed and removed by its owner alone', async () => {
  const { id } = await addKey(owner.ada, owner.key)
  const eve = await signUp('eve')
  const params = { id: String(id) }
  for (const [who, status] of [
    [eve, 404],
    [owner.ada, 200],
  ] as const) {
    const body = { name: `of ${who.email}` }
    expect((await browse(who, passkeyRoute, { method: 'PATCH', params, body })).status).toBe(status)
  }
  expect(await owner.database.passkey.findMany()).toMatchObject([{ name: 'of ada@example.org' }])
  expect((await remove(eve, id)).status).toBe(404)
  expect((await remove(owner.ada, id)).status).toBe(204)
  expect(await owner.database.passkey.count()).toBe(0)
})

test('removing one needs the password: a browser left open is not enough', async () => {
  const { id } = await addKey(owner.ada, owner.key)
  const wrong = await remove(owner.ada, id, { password: 'not the password' })
  expect(wrong).toMatchObject({ status: 403, body: { error: { field: 'password' } } })
  expect((await remove(owner.ada, id, {})).status).toBe(400)
  expect(await owner.database.passkey.count()).toBe(1)
})

test('the last way in cannot be removed: without a password nothing that asks for one is done', async () => {
  const { id } = await addKey(owner.ada, owner.key)
  await owner.database.account.deleteMany() // no sign-up makes such an account
  expect(await remove(owner.ada, id)).toMatchObject({ status: 403, body: { error: { field: 'password' } } })
  expect(
    (await browse(owner.ada, options, { method: 'POST', body: { password: goodPassword } })).status,
  ).toBe(403)
  expect(await owner.database.passkey.count()).toBe(1)
})
