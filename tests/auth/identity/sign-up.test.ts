import { beforeEach, describe, expect, test } from 'vitest'
import { hashSecret } from '#lib/auth/identity/secrets.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { goodPassword, postAuth } from '#tests/support/world/accounts.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

beforeEach(async () => {
  await database.user.deleteMany()
  await changeServerSettings(database, { signUp: 'open' })
})

function signUp(name: string, more: Readonly<Record<string, unknown>> = {}) {
  return postAuth('/sign-up/email', { name, email: `${name}@example.org`, password: goodPassword, ...more })
}

async function rolesInDatabase(): Promise<string[]> {
  const users = await database.user.findMany({ select: { role: true } })
  return users.map((user) => user.role).sort()
}

test('the first account is the admin, the next one is not', async () => {
  expect((await signUp('ada')).status).toBe(200)
  expect((await signUp('bob')).status).toBe(200)
  const ada = await database.user.findUnique({ where: { email: 'ada@example.org' } })
  expect(ada?.role).toBe('admin')
  expect(await rolesInDatabase()).toEqual(['admin', 'subscriber'])
})

test('of many first sign-ups at the same time exactly one becomes admin', async () => {
  const answers = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => signUp(name)))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  expect(await rolesInDatabase()).toEqual(['admin', 'subscriber', 'subscriber', 'subscriber', 'subscriber'])
})

test('nobody can choose their own role', async () => {
  await signUp('ada')
  await signUp('bob', { role: 'admin', banned: false })
  expect(await rolesInDatabase()).not.toEqual(['admin', 'admin'])
})

test('the first account may sign up although sign-up is closed', async () => {
  await changeServerSettings(database, { signUp: 'closed' })
  expect((await signUp('ada')).status).toBe(200)
  expect(await rolesInDatabase()).toEqual(['admin'])
})

test('closed sign-up refuses with a reason and makes no account, whether or not the address is taken', async () => {
  await signUp('ada')
  await changeServerSettings(database, { signUp: 'closed' })
  for (const name of ['bob', 'ada']) {
    const answer = await signUp(name)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      code: 'SIGN_UP_CLOSED',
      message: expect.stringContaining('no new accounts'),
    })
  }
  expect(await database.user.count()).toBe(1)
})

test.each([
  ['a short password', { password: 'ninechars' }, 'PASSWORD_TOO_SHORT'],
  ['an address that is none', { email: 'nobody' }, 'VALIDATION_ERROR'],
  ['an empty name', { name: ' ' }, 'INVALID_NAME'],
])('%s makes no account', async (_, wrong, code) => {
  const answer = await signUp('ada', wrong)
  expect([answer.status, await answer.json()]).toMatchObject([400, { code }])
  expect(await database.user.count()).toBe(0)
})

test('an address is taken whatever its case', async () => {
  await signUp('ada')
  const again = await signUp('ada', { email: 'ADA@Example.org' })
  expect([again.status, await again.json()]).toMatchObject([
    422,
    { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' },
  ])
  expect(await database.user.count()).toBe(1)
})

describe('by invitation', () => {
  beforeEach(async () => {
    await signUp('ada')
    await changeServerSettings(database, { signUp: 'invitation' })
  })

  async function invite(secret: string, expiresInMs: number): Promise<void> {
    const admin = await database.user.findFirstOrThrow({ where: { role: 'admin' } })
    const expiresAt = new Date(Date.now() + expiresInMs)
    await database.invitation.create({
      data: { secretHash: hashSecret(secret), expiresAt, createdById: admin.id },
    })
  }

  test('an invitation lets one person in, once', async () => {
    await invite('one', 60_000)
    expect((await signUp('bob', { invitation: 'one' })).status).toBe(200)
    expect(await (await signUp('cyd', { invitation: 'one' })).json()).toMatchObject({
      code: 'INVITATION_NOT_VALID',
    })
    expect(await rolesInDatabase()).toEqual(['admin', 'subscriber'])
    const row = await database.invitation.findFirstOrThrow()
    expect(row).toMatchObject({ usedBy: 'bob@example.org', usedAt: expect.any(Date) })
  })

  test('of people who use an invitation at the same time one gets in', async () => {
    await invite('one', 60_000)
    const answers = await Promise.all(['b', 'c', 'd'].map((name) => signUp(name, { invitation: 'one' })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403])
    expect(await database.user.count()).toBe(2)
  })

  test('a refused sign-up leaves the invitation unused', async () => {
    await invite('one', 60_000)
    expect((await signUp('ada', { invitation: 'one' })).status).toBe(422)
    expect((await signUp('bob', { invitation: 'one' })).status).toBe(200)
  })

  test('no, a wrong and an expired invitation are refused alike', async () => {
    await invite('old', -1)
    for (const invitation of [undefined, 'wrong', 'old']) {
      const answer = await signUp('bob', { invitation })
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'INVITATION_NOT_VALID' })
    }
    expect(await database.user.count()).toBe(1)
  })
})
