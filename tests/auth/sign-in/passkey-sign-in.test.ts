import { describe, expect, test } from 'vitest'
import * as passkeys from '#app/api/v1/passkeys/route.ts'
import * as passkeyRoute from '#app/api/v1/passkeys/[id]/route.ts'
import { findSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { cookiesOf, goodPassword, postAuth } from '#tests/support/world/accounts.ts'
import { softwarePasskey } from '#tests/support/browser/authenticator.ts'
import { outlive } from '#tests/support/world/one-time-secrets.ts'
import { addKey, challenge, withPasskeyOwner } from '#tests/support/browser/passkeys.ts'
import { browse } from '#tests/support/browser/signed-in.ts'

const owner = withPasskeyOwner()

async function signIn(response: unknown, cookie: string) {
  const answer = await postAuth('/passkey/sign-in', { response }, { cookie })
  const who = await findSubscriber(new Headers({ cookie: cookiesOf(answer) }))
  const { code } = (await answer.json()) as { readonly code?: string }
  return { status: answer.status, name: who?.name ?? null, ...(code === undefined ? {} : { code }) }
}

const refused = { status: 401, name: null, code: 'PASSKEY_NOT_VALID' }
const ended = { ...refused, code: 'CHALLENGE_ENDED' }
const malformed = { status: 400, name: null, code: 'VALIDATION_ERROR' }

test('a passkey is added, listed, and signs in without a password', async () => {
  const made = await addKey(owner.ada, owner.key)
  const { asked, cookie } = await challenge()
  expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(await signIn(owner.key.use(asked), cookie)).toEqual({ status: 200, name: 'ada' })
  const { body } = await browse(owner.ada, passkeys)
  expect(body['passkeys']).toMatchObject([
    { id: made.id, name: 'Laptop', lastUsedAt: expect.any(String) as string },
  ])
})

test('what the sign-in page asks for says nothing of any account', async () => {
  await addKey(owner.ada, owner.key)
  expect(JSON.stringify((await challenge()).asked)).not.toContain(owner.key.id)
})

test('two tabs of one browser are asked at the same time, and both sign in', async () => {
  await addKey(owner.ada, owner.key)
  const first = await challenge()
  const second = await challenge(first.cookie)
  // What a browser holds is what it was given last.
  expect(await signIn(owner.key.use(first.asked), second.cookie)).toEqual({ status: 200, name: 'ada' })
  expect(await signIn(owner.key.use(second.asked), second.cookie)).toEqual({ status: 200, name: 'ada' })
})

test('a cookie that the server did not make is replaced', async () => {
  for (const value of ['', 'short', '%00', 'x'.repeat(500)])
    expect((await challenge(`skylark.passkey=${value}`)).cookie).toMatch(/^skylark\.passkey=[\w-]{43}$/)
})

test('what no browser sends is a bad request', async () => {
  await addKey(owner.ada, owner.key)
  const { asked, cookie } = await challenge()
  const good = owner.key.use(asked)
  const { response } = good
  for (const bad of ['', 'nul\0', '\0', 'with=', 'a+b/', 7, null, ['x'], 'A'.repeat(20_001)]) {
    for (const field of ['id', 'rawId', 'type'])
      expect(await signIn({ ...good, [field]: bad }, cookie), field).toEqual(malformed)
    for (const field of ['clientDataJSON', 'authenticatorData', 'signature'])
      expect(await signIn({ ...good, response: { ...response, [field]: bad } }, cookie), field).toEqual(
        malformed,
      )
  }
  expect((await signIn(good, cookie)).status).toBe(200) // none of it used the challenge up
})

describe('a sign-in is refused', () => {
  test('with a challenge that was answered', async () => {
    await addKey(owner.ada, owner.key)
    const { asked, cookie } = await challenge()
    const answer = owner.key.use(asked)
    expect((await signIn(answer, cookie)).status).toBe(200)
    expect(await signIn(answer, cookie)).toEqual(ended)
  })

  test('in another browser than the one that was asked', async () => {
    await addKey(owner.ada, owner.key)
    const { asked } = await challenge()
    const other = await challenge()
    expect(await signIn(owner.key.use(asked), other.cookie)).toEqual(ended)
    expect(await signIn(owner.key.use(asked), '')).toEqual(ended)
  })

  test('after ten minutes', async () => {
    await addKey(owner.ada, owner.key)
    const { asked, cookie } = await challenge()
    await outlive(owner.database, 600)
    expect(await signIn(owner.key.use(asked), cookie)).toEqual(ended)
  })

  test.each([
    ['without a finger or PIN', { isVerified: false }],
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['for another server', { rpId: 'evil.example' }],
  ])('%s', async (_name, deviation) => {
    await addKey(owner.ada, owner.key)
    const { asked, cookie } = await challenge()
    expect(await signIn(owner.key.use(asked, deviation), cookie)).toEqual(refused)
  })

  test('with a challenge of its own, an unknown key, a removed key, and nonsense', async () => {
    const { id } = await addKey(owner.ada, owner.key)
    const { asked, cookie } = await challenge()
    expect(await signIn(owner.key.use({ ...asked, challenge: 'b3du' }), cookie)).toEqual(ended)
    expect(await signIn(softwarePasskey().use(asked), cookie)).toEqual(refused)
    for (const response of [
      { id: owner.key.id },
      { id: owner.key.id, response: 'x' },
      { ...owner.key.use(asked), rawId: 7 },
    ])
      expect(await signIn(response, cookie)).toEqual(malformed)
    expect((await postAuth('/passkey/sign-in', { response: 7 }, { cookie })).status).toBe(400)
    await browse(owner.ada, passkeyRoute, {
      method: 'DELETE',
      params: { id: String(id) },
      body: { password: goodPassword },
    })
    const again = await challenge()
    expect(await signIn(owner.key.use(again.asked), again.cookie)).toEqual(refused)
  })

  test('of a locked account', async () => {
    await addKey(owner.ada, owner.key)
    await owner.database.user.updateMany({ data: { banned: true } })
    const { asked, cookie } = await challenge()
    expect(await signIn(owner.key.use(asked), cookie)).toMatchObject({ status: 403, name: null })
  })

  test('with a copy of the key that counts from where it was copied', async () => {
    await addKey(owner.ada, owner.key)
    const { asked, cookie } = await challenge()
    const old = owner.key.use(asked)
    const later = await challenge()
    expect((await signIn(owner.key.use(later.asked), later.cookie)).status).toBe(200)
    expect(await signIn(old, cookie)).toEqual(refused)
  })
})
