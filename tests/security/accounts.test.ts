import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, test, vi } from 'vitest'
import { GET as authGet, POST as authPost } from '#app/api/auth/[...all]/route.ts'
import { hashSecret } from '#lib/auth/identity/secrets.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { cookiesOf, goodPassword, postAuth, publicUrl } from '#tests/support/world/accounts.ts'
import { ada, signInAs, whoIs, withAccount } from '#tests/support/browser/signed-in.ts'

const server = withAccount()
const newcomer = { name: 'Eve', email: 'eve@example.org', password: goodPassword }
const eve = () => server.database.user.findUnique({ where: { email: newcomer.email } })

/**
 * The fields that a body of sign-up or of the own account might want to set beside what is asked for. Each differs from what a new
 * account has, so that it would be seen.
 */
const wishes = {
  role: 'admin',
  banned: true,
  banExpires: '2099-01-01T00:00:00Z',
  emailVerified: true,
  id: 'chosen',
  createdAt: '2001-01-01T00:00:00Z',
  language: 'de',
  isCounted: false,
  constructor: { prototype: { role: 'admin' } },
}
/** Of these the request is refused; the others are passed over. */
const refused = ['role', 'banned', 'banExpires', 'language']

async function signUpEve(): Promise<void> {
  expect((await postAuth('/sign-up/email', newcomer)).status).toBe(200)
}

async function expectRefusedOrIgnored(field: string, answer: Response): Promise<void> {
  const body = (await answer.json()) as { code?: string }
  const expected = refused.includes(field) ? [400, 'FIELD_NOT_ALLOWED'] : [200, undefined]
  expect([answer.status, body.code], field).toEqual(expected)
}

/** An account but for what is new in each. */
function settled(user: Awaited<ReturnType<typeof eve>>) {
  return { ...user, id: '', createdAt: null, updatedAt: null }
}

describe('mass assignment', () => {
  test('who signs up sets name, address and password, and nothing else', async () => {
    await signUpEve()
    const asEver = settled(await eve())
    for (const [field, value] of Object.entries(wishes)) {
      await server.database.user.deleteMany({ where: { email: newcomer.email } })
      await expectRefusedOrIgnored(field, await postAuth('/sign-up/email', { ...newcomer, [field]: value }))
      const user = await eve()
      if (refused.includes(field)) expect(user, field).toBeNull()
      else expect(settled(user), field).toEqual(asEver)
      expect(user?.id, field).not.toBe('chosen')
      expect(user?.createdAt.getFullYear(), field).not.toBe(2001)
    }
  })

  test('nobody changes any of that of their own account', async () => {
    await signUpEve()
    const before = await eve()
    const cookie = await signInAs(newcomer)
    for (const [field, value] of Object.entries(wishes)) {
      await expectRefusedOrIgnored(
        field,
        await postAuth('/update-user', { name: 'Eve', [field]: value }, { cookie }),
      )
      expect({ ...(await eve()), updatedAt: null }, field).toEqual({ ...before, updatedAt: null })
    }
  })

  test('a body that means the prototype of all objects makes nobody an admin', async () => {
    const body = `{"name":"Eve","email":"${newcomer.email}","password":"${goodPassword}","__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}}}`
    const headers = { 'content-type': 'application/json', origin: publicUrl, 'x-forwarded-for': '198.18.9.9' }
    const answer = await authPost(
      new Request(`${publicUrl}/api/auth/sign-up/email`, { method: 'POST', headers, body }),
    )
    expect(answer.status).toBe(200)
    expect((await eve())?.role).toBe('subscriber')
    expect(Reflect.get({}, 'role')).toBeUndefined()
  })
})

describe('of better-auth', () => {
  /** All that 1.7 has beside what is used, and ways round a list of paths: GHSA-x732-6j76-qmhm (CVE-2025-71399). */
  const closed = [
    ...['/list-sessions', '//list-sessions', '/list-sessions/', '/list%2Dsessions', '/./list-sessions'],
    ...['/revoke-session', '/revoke-sessions', '/revoke-other-sessions', '//revoke-sessions'],
    ...['/verify-password', '/update-session', '/set-password', '/delete-user', '/change-email'],
    ...['/sign-in/social', '/link-social', '/unlink-account', '/list-accounts', '/get-access-token'],
    ...['/request-password-reset', '/reset-password', '/send-verification-email', '/refresh-token'],
    // CVE-2024-56734, CVE-2025-27143, CVE-2025-53535: each redirected to a callbackURL of others.
    '/verify-email?token=x&callbackURL=https://evil.example',
    '/verify-email?token=x&callbackURL=//evil.example',
    '/reset-password/x?callbackURL=/\\evil.example',
    '/delete-user/callback?token=x&callbackURL=http:evil.example',
    '/callback/github?error=<script>alert(1)</script>&state=x',
    '/error?error=<script>alert(1)</script>',
    '/error?callbackURL=https://evil.example',
    // CVE-2025-61928: keys were made for whoever the body named.
    ...['/api-key/create', '/api-key/update', '/admin/set-role', '/admin/create-user', '/ok', '/', ''],
    ...['//sign-in/email', '///sign-up/email', '/sign-in//email', '/sign-in/email/', '/SIGN-IN/EMAIL'],
  ]
  test('what is not used is closed, by whatever address', async () => {
    const cookie = await signInAs(ada)
    const headers = { cookie, origin: publicUrl, 'content-type': 'application/json' }
    const body = JSON.stringify({
      ...ada,
      ...newcomer,
      userId: 'x',
      token: 'x',
      callbackURL: '//evil.example',
    })
    for (const path of closed) {
      const get = new Request(`${publicUrl}/api/auth${path}`, { headers })
      const post = new Request(`${publicUrl}/api/auth${path}`, { method: 'POST', headers, body })
      for (const answer of [await authGet(get), await authPost(post)]) {
        expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 404, null])
        expect(await answer.text()).not.toContain('evil')
      }
    }
    expect(await eve()).toBeNull()
    expect(await whoIs(cookie)).not.toBeNull()
  })

  test('what is open leads nowhere else, whatever callbackURL is wished for', async () => {
    for (const callbackURL of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/%5cevil.example',
    ]) {
      const answer = await postAuth('/sign-in/email', { ...ada, callbackURL })
      expect(await answer.clone().json(), callbackURL).toMatchObject({ code: 'INVALID_CALLBACK_URL' })
      expect(answer.headers.get('location')).toBeNull()
      expect(await answer.text()).not.toContain('evil')
    }
  })
})

describe('who has an account is not told', () => {
  test('by the time of a wrong password: an unknown address costs the same hash', async () => {
    const hash = vi.spyOn(crypto, 'scrypt')
    syncBuiltinESMExports()
    const costsOf = async (email: string) => {
      hash.mockClear()
      expect((await postAuth('/sign-in/email', { email, password: 'not this one' })).status).toBe(401)
      return hash.mock.calls.map(([, , length, options]) => [length, options])
    }
    const known = await costsOf(ada.email)
    expect(known).toHaveLength(1)
    expect(await costsOf('nobody@example.org')).toEqual(known)
    hash.mockRestore()
    syncBuiltinESMExports()
  })

  test('where sign-up is by invitation, or closed', async () => {
    for (const signUp of ['invitation', 'closed'] as const) {
      await changeServerSettings(server.database, { signUp })
      const answers = [newcomer, { ...newcomer, email: ada.email }].map((who) =>
        postAuth('/sign-up/email', who),
      )
      const [unknown, known] = await Promise.all(answers)
      expect(unknown?.status).toBe(403)
      expect([unknown?.status, await unknown?.text()]).toEqual([known?.status, await known?.text()])
    }
    await changeServerSettings(server.database, { signUp: 'open' })
  })
})

describe('session fixation', () => {
  test('a sign-in makes a session of its own, whatever cookie came with it', async () => {
    const planted = await signInAs(ada)
    const answer = await postAuth('/sign-in/email', ada, { cookie: planted })
    const [own, theirs] = [cookiesOf(answer), planted].map((text) => /session_token=([^;]+)/.exec(text)?.[1])
    expect([own, theirs]).not.toContain(undefined)
    expect(own).not.toBe(theirs)
  })

  test('a cookie that nobody signed is nobody’s, also after a sign-in with it', async () => {
    const cookie = 'skylark.session_token=chosen-by-somebody-else'
    expect((await postAuth('/sign-in/email', ada, { cookie })).status).toBe(200)
    expect(await whoIs(cookie)).toBeNull()
  })
})

test('an invitation is used once, also when its account is gone again', async () => {
  await changeServerSettings(server.database, { signUp: 'invitation' })
  const admin = await server.database.user.findFirstOrThrow()
  const expiresAt = new Date(Date.now() + 60_000)
  await server.database.invitation.create({
    data: { secretHash: hashSecret('one'), expiresAt, createdById: admin.id },
  })
  expect((await postAuth('/sign-up/email', { ...newcomer, invitation: 'one' })).status).toBe(200)
  await server.database.user.delete({ where: { email: newcomer.email } })
  const again = await postAuth('/sign-up/email', { ...newcomer, invitation: 'one' })
  expect([again.status, await again.json()]).toMatchObject([403, { code: 'INVITATION_NOT_VALID' }])
  await changeServerSettings(server.database, { signUp: 'open' })
})

test('a name that would be more than one in the mails that greet by it is refused', async () => {
  const cookie = await signInAs(ada)
  for (const name of [
    'Ada\n\nYour account is locked. Sign in anew:',
    'Ada\r\nBcc: everybody@example.org',
    'Ada, see https://evil.example',
    'Ada\u2028Bcc: x',
    'Ada\u0085x',
  ]) {
    expect([name, (await postAuth('/sign-up/email', { ...newcomer, name })).status]).toEqual([name, 400])
    expect([name, (await postAuth('/update-user', { name }, { cookie })).status]).toEqual([name, 400])
  }
  expect(await eve()).toBeNull()
})
