import { expect, test } from 'vitest'
import * as factor from '#app/api/v1/second-factor/route.ts'
import { cookiesOf, postAuth } from '#tests/support/world/accounts.ts'
import { ada, browse, signInAs, whoIs, withAccount } from '#tests/support/browser/signed-in.ts'

const server = withAccount()

/** So many attempts made were counted; `more` are added without making them, as each hashes a password (80 ms). */
async function moreAttempts(keyStart: string, made: number, more: number): Promise<void> {
  const counted = await server.database.rateLimit.updateManyAndReturn({
    where: { key: { startsWith: keyStart } },
    data: { count: { increment: more } },
  })
  expect(counted.map(({ count }) => count)).toContain(made + more)
}

test('a changed password ends all other sessions, even if the caller asks to keep them', async () => {
  const other = await signInAs(ada)
  const mine = await signInAs(ada)
  const answer = await postAuth(
    '/change-password',
    { currentPassword: ada.password, newPassword: 'another good one', revokeOtherSessions: false },
    { cookie: mine },
  )
  expect(answer.status).toBe(200)
  expect(await whoIs(other)).toBeNull()
  expect(await whoIs(cookiesOf(answer))).not.toBeNull()
  expect((await postAuth('/sign-in/email', ada)).status).toBe(401)
  expect((await postAuth('/sign-in/email', { ...ada, password: 'another good one' })).status).toBe(200)
})

test('a changed password ends links and sign-ins that are under way; a refused one does not', async () => {
  const cookie = await signInAs(ada)
  const { id: userId } = await server.database.user.findFirstOrThrow()
  const expiresAt = new Date(Date.now() + 60_000)
  for (const purpose of ['password-reset', 'email-change', 'second-step', 'passkey-registration'])
    await server.database.oneTimeSecret.create({ data: { secretHash: purpose, purpose, userId, expiresAt } })
  const change = async (currentPassword: string) => {
    const body = { currentPassword, newPassword: 'another good one' }
    return (await postAuth('/change-password', body, { cookie })).status
  }
  expect([await change('not the password'), await server.database.oneTimeSecret.count()]).toEqual([400, 4])
  expect([await change(ada.password), await server.database.oneTimeSecret.count()]).toEqual([200, 0])
})

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await postAuth('/sign-in/email', { ...ada, password: 'not the password' })
  const unknown = await postAuth('/sign-in/email', { ...ada, email: 'nobody@example.org' })
  expect([wrong.status, unknown.status]).toEqual([401, 401])
  expect(await wrong.json()).toEqual(await unknown.json())
})

test.each([null, '', undefined, [], {}, true, [''], 0])(
  'a password that is none signs nobody in: %j (Tiny Tiny RSS, CVE-2021-28373)',
  async (password) => {
    const answer = await postAuth('/sign-in/email', { email: ada.email, password })
    expect([400, 401]).toContain(answer.status) // none for another reason, as for too many tries
    expect(cookiesOf(answer)).toBe('')
  },
)

test('a name that is a statement signs nobody in (Tiny Tiny RSS, CVE-2017-16896)', async () => {
  for (const email of [`a'--@example.org`, `x' OR '1'='1`, `ada@example.org'; DROP TABLE "user"--`]) {
    const { status } = await postAuth('/sign-in/email', { ...ada, email })
    expect([400, 401]).toContain(status)
  }
  expect(await server.database.user.count()).toBe(1)
})

test('passwords are stored as scrypt hashes', async () => {
  const { password } = await server.database.account.findFirstOrThrow()
  expect(password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
})

test('guessing a password is slowed down per account, from however many addresses', async () => {
  const guess = async () => (await postAuth('/sign-in/email', { ...ada, password: 'a wrong guess' })).status
  expect([await guess(), await guess()]).toEqual([401, 401])
  await moreAttempts('account|', 2, 97)
  expect([await guess(), await guess()]).toEqual([401, 429])
  expect((await postAuth('/sign-in/email', ada)).status).toBe(429)
})

test.each([
  ['203.0.113.7', '203.0.113.8'],
  ['2001:db8::7', '2001:db8:0:1::7'],
])('who guesses from %s all the time keeps nobody out who comes from %s', async (stranger, owner) => {
  const cookie = await signInAs(ada)
  const guess = async (password: string, address: string) =>
    (await postAuth('/sign-in/email', { ...ada, password }, { address })).status
  expect(await guess('a wrong guess', stranger)).toBe(401)
  await moreAttempts('account|', 1, 9)
  for (let refused = 0; refused < 12; refused += 1) expect(await guess(ada.password, stranger)).toBe(429)
  // What was refused there counts for no other address.
  await moreAttempts('account|', 10, 89)
  expect(await guess(ada.password, owner)).toBe(200)
  // Who is signed in gives the password again, even beside the one who guesses.
  const call = { method: 'POST', body: { password: ada.password }, address: stranger } as const
  expect((await browse({ cookie }, factor, call)).status).toBe(200)
  const body = { currentPassword: ada.password, newPassword: 'another good one' }
  expect((await postAuth('/change-password', body, { cookie, address: stranger })).status).toBe(200)
})

test('attempts are limited per address, counted in the database', async () => {
  const address = '203.0.113.7'
  const guess = async (email: string) =>
    (await postAuth('/sign-in/email', { ...ada, email }, { address })).status
  expect([await guess('one@example.org'), await guess('two@example.org')]).toEqual([401, 401])
  await moreAttempts(`${address}|`, 2, 17)
  expect([await guess('three@example.org'), await guess('four@example.org')]).toEqual([401, 429])
  expect((await postAuth('/sign-in/email', ada, { address: '203.0.113.8' })).status).toBe(200)
  expect(await server.database.rateLimit.count({ where: { key: { startsWith: `${address}|` } } })).toBe(1)
})

test('right passwords are no guesses: they use nothing up, and give nothing back to who guesses beside them', async () => {
  const address = '203.0.113.7'
  const give = async (password: string) =>
    (await postAuth('/sign-in/email', { ...ada, password }, { address })).status
  for (let n = 0; n < 9; n += 1) expect(await give('a wrong guess')).toBe(401)
  await moreAttempts(`${address}|`, 9, 10)
  for (let n = 0; n < 3; n += 1) expect(await give(ada.password)).toBe(200)
  expect([await give('a wrong guess'), await give('a wrong guess')]).toEqual([401, 429])
})

test('right passwords from one address are few in a minute, as each takes a processor, and keep nobody else out', async () => {
  const address = '203.0.113.7'
  const signIn = async (from: string) => (await postAuth('/sign-in/email', ada, { address: from })).status
  expect(await signIn(address)).toBe(200)
  await moreAttempts('passwords|account|', 1, 118)
  expect([await signIn(address), await signIn(address), await signIn('203.0.113.8')]).toEqual([200, 429, 200])
})

test('guessing the password of a stolen session is slowed down like at the sign-in, and the owner changes it elsewhere', async () => {
  const cookie = await signInAs(ada)
  const body = { currentPassword: 'a wrong guess', newPassword: 'another good one' }
  const thief = { cookie, address: '203.0.113.7' }
  const guessed = await postAuth('/change-password', body, thief)
  expect([guessed.status, await guessed.json()]).toMatchObject([400, { code: 'INVALID_PASSWORD' }])
  await moreAttempts('own-password|', 1, 9)
  const right = { ...body, currentPassword: ada.password }
  expect((await postAuth('/change-password', right, thief)).status).toBe(429)
  expect((await postAuth('/change-password', right, { cookie })).status).toBe(200)
})
