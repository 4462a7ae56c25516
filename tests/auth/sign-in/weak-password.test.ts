import { expect, test } from 'vitest'
import { isWeakPassword } from '#lib/auth/sign-in/weak-password.ts'
import { postAuth } from '#tests/support/world/accounts.ts'
import { sumOfCpuMs } from '#tests/support/measure/growth.ts'
import { ada, signInAs, withAccount } from '#tests/support/browser/signed-in.ts'

const server = withAccount()

const weak = [
  'password12',
  '1234567890',
  'qwertyuiop',
  'P@ssw0rd123!',
  'Sommer2026',
  'passwort123',
  'a'.repeat(256),
]

test.each(weak)('%s is easy to guess', async (password) => {
  expect(await isWeakPassword(password)).toBe(true)
})

test.each(['correct horse battery', 'a long sentence', 'Xk7#pQ2vLm9!', 'drei Igel kauften Butter'])(
  '%s is not',
  async (password) => {
    expect(await isWeakPassword(password)).toBe(false)
  },
)

test('no account is made with a weak password, and none gets one', async () => {
  const newcomer = { name: 'Eve', email: 'eve@example.org', password: 'password12' }
  const signedUp = await postAuth('/sign-up/email', newcomer)
  expect(signedUp.status).toBe(400)
  expect(await signedUp.json()).toMatchObject({ code: 'PASSWORD_TOO_WEAK' })
  expect(await server.database.user.count()).toBe(1)
  const cookie = await signInAs(ada)
  const change = { currentPassword: ada.password, newPassword: 'password12' }
  const changed = await postAuth('/change-password', change, { cookie })
  expect(await changed.json()).toMatchObject({ code: 'PASSWORD_TOO_WEAK' })
  expect((await postAuth('/sign-in/email', ada)).status).toBe(200)
})

test('a password that is too short is refused as such', async () => {
  const answer = await postAuth('/sign-up/email', {
    name: 'Eve',
    email: 'eve@example.org',
    password: '12345',
  })
  expect(await answer.json()).toMatchObject({ code: 'PASSWORD_TOO_SHORT' })
})

test.each(['$', '4@8({[<369&#!1/|0$5+7%2', '11/12/1999', 'p4$$w0rd!1'])(
  'the longest password of %j takes no longer to judge than a quarter of it',
  async (piece) => {
    const judge = (count: number) => () => isWeakPassword(piece.repeat(256).slice(0, count))
    await judge(256)()
    expect(await sumOfCpuMs(judge(256))).toBeLessThan(3 * (await sumOfCpuMs(judge(64))) + 30)
  },
)
