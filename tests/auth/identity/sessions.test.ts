import { expect, test } from 'vitest'
import { GET as authGet } from '#app/api/auth/[...all]/route.ts'
import * as sessionsRoute from '#app/api/v1/sessions/route.ts'
import * as sessionRoute from '#app/api/v1/sessions/[id]/route.ts'
import type { SessionItem } from '#lib/api/accounts/sign-in.ts'
import { createAuth } from '#lib/auth/sign-in/auth.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { cookiesOf, goodPassword, postAuth, publicUrl } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { ada, browse, signInAs, signUp, whoIs, withAccount } from '#tests/support/browser/signed-in.ts'

const server = withAccount()

/** The secrets of sessions, as their cookies hold them. */
function tokensIn(...cookies: readonly string[]): string[] {
  return cookies.map((cookie) => /session_token=([^.;%]+)/.exec(cookie)?.[1] ?? '')
}

test('a session cookie says who is asking', async () => {
  expect(await whoIs(await signInAs(ada))).toMatchObject({ name: 'Ada', email: ada.email, role: 'admin' })
})

test('a forged or altered cookie says nothing', async () => {
  const cookie = await signInAs(ada)
  expect(
    await whoIs(cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')).replace('=', '=x')),
  ).toBeNull()
  await expect(requireSubscriber(new Request(publicUrl))).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('a session that has expired says nothing', async () => {
  const cookie = await signInAs(ada)
  const [token = ''] = tokensIn(cookie)
  expect(await whoIs(cookie)).not.toBeNull()
  const expiresAt = new Date(Date.now() - 1)
  await server.database.session.updateMany({ where: { token }, data: { expiresAt } })
  expect(await whoIs(cookie)).toBeNull()
})

test('the session cookie is out of reach for scripts and other sites', async () => {
  const answer = await postAuth('/sign-in/email', ada)
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('skylark.session_token='))
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
  expect(cookie).not.toMatch(/; Secure/i)
})

test('no answer tells a script the secret of a session', async () => {
  const signedUp = await postAuth('/sign-up/email', { ...ada, email: 'eve@example.org', name: 'Eve' })
  const signedIn = await postAuth('/sign-in/email', ada)
  const cookie = cookiesOf(signedIn)
  const asked = await authGet(new Request(`${publicUrl}/api/auth/get-session`, { headers: { cookie } }))
  const change = { currentPassword: goodPassword, newPassword: 'another good one' }
  const before = await server.database.session.findMany()
  const changed = await postAuth('/change-password', change, { cookie })
  const secrets = [...before, ...(await server.database.session.findMany())].map(({ token }) => token)
  expect(await whoIs(cookiesOf(changed))).toMatchObject({ name: 'Ada' })
  for (const answer of [signedUp, signedIn, asked, changed]) {
    expect(answer.status).toBe(200)
    const text = await answer.text()
    expect(text).toContain('@example.org')
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
})

test('the session cookie is Secure when the public address is https', async () => {
  const auth = createAuth(server.database, {
    secret: 'another secret of at least 32 characters',
    publicUrl: 'https://news.example',
  })
  const answer = await auth.api.signInEmail({ body: ada, asResponse: true })
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-skylark\.session_token=.*; Secure/i)
})

test('signing out ends the session on the server, not only in the browser', async () => {
  const cookie = await signInAs(ada)
  expect((await postAuth('/sign-out', {}, { cookie })).status).toBe(200)
  expect(await whoIs(cookie)).toBeNull()
})

test('one sees the own sessions with device, address and last use, and ends one of them at once', async () => {
  const begunAt = Date.now()
  const first = await signInAs(ada)
  const second = await signInAs(ada)
  await server.database.session.deleteMany({
    where: { lastUsedAt: null, token: { notIn: tokensIn(first, second) } },
  })
  await browse({ cookie: first }, sessionsRoute, { address: '198.51.100.1' })
  const { body } = await browse({ cookie: second }, sessionsRoute, { address: '198.51.100.2' })
  const sessions = body['sessions'] as SessionItem[]
  expect(sessions).toMatchObject([
    { isCurrent: true, address: '198.51.100.2' },
    { isCurrent: false, address: '198.51.100.1' },
  ])
  for (const { lastUsedAt } of sessions) expect(Date.parse(lastUsedAt ?? '')).toBeGreaterThanOrEqual(begunAt)
  for (const token of tokensIn(first, second)) expect(JSON.stringify(body)).not.toContain(token)
  const params = { id: sessions[1]?.id ?? '' }
  expect((await browse({ cookie: second }, sessionRoute, { method: 'DELETE', params })).status).toBe(204)
  expect(await whoIs(first)).toBeNull()
  expect(await whoIs(second)).not.toBeNull()
})

test('all other sessions end together', async () => {
  const first = await signInAs(ada)
  const second = await signInAs(ada)
  const ended = await browse({ cookie: second }, sessionsRoute, { method: 'DELETE' })
  expect(ended.body).toEqual({ ended: 2 })
  expect([await whoIs(first), await whoIs(second)]).toMatchObject([null, { name: 'Ada' }])
})

test('the use of a session is noted once a minute', async () => {
  const cookie = await signInAs(ada)
  const where = { token: { in: tokensIn(cookie) } }
  await whoIs(cookie)
  const { lastUsedAt } = await server.database.session.findFirstOrThrow({ where })
  await whoIs(cookie)
  expect((await server.database.session.findFirstOrThrow({ where })).lastUsedAt).toEqual(lastUsedAt)
  const longAgo = new Date(Date.now() - 61_000)
  await server.database.session.updateMany({ where, data: { lastUsedAt: longAgo } })
  await whoIs(cookie)
  expect((await server.database.session.findFirstOrThrow({ where })).lastUsedAt).not.toEqual(longAgo)
})

test("nobody sees or ends another account's session, and no token does", async () => {
  const cookie = await signInAs(ada)
  const eve = await signUp('eve')
  const { id, userId } = await server.database.session.findFirstOrThrow({
    where: { user: { email: ada.email } },
  })
  expect(JSON.stringify((await browse(eve, sessionsRoute)).body)).not.toContain(id)
  const params = { id }
  expect((await browse(eve, sessionRoute, { method: 'DELETE', params })).status).toBe(404)
  const { token } = await createToken(server.database, userId, 'tests')
  expect((await callRoute(token, { module: sessionsRoute })).status).toBe(403)
  expect((await callRoute(token, { module: sessionRoute, method: 'DELETE', params })).status).toBe(403)
  expect(await whoIs(cookie)).not.toBeNull()
})

test('better-auth hands no secret of a session to scripts', async () => {
  const headers = { cookie: await signInAs(ada) }
  const answer = await authGet(new Request(`${publicUrl}/api/auth/list-sessions`, { headers }))
  expect(answer.status).toBe(404)
})

test('a locked account is refused with its old session and a new sign-in', async () => {
  const cookie = await signInAs(ada)
  await server.database.user.update({ where: { email: ada.email }, data: { banned: true } })
  expect(await whoIs(cookie)).toBeNull()
  expect((await postAuth('/sign-in/email', ada)).status).toBe(403)
  await server.database.user.update({
    where: { email: ada.email },
    data: { banExpires: new Date(Date.now() - 1) },
  })
  expect((await postAuth('/sign-in/email', ada)).status).toBe(200)
})

test('a sign-in from a page of another site is refused', async () => {
  const answer = await postAuth('/sign-in/email', ada, { origin: 'https://evil.example' })
  expect(answer.status).toBe(403)
})

test('every name of the loopback interface may sign in', async () => {
  for (const origin of ['http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect((await postAuth('/sign-in/email', ada, { origin })).status).toBe(200)
})

test('a program that signs in without end fills neither the list of sessions nor memory', async () => {
  const cookie = await signInAs(ada)
  const { id: userId } = await server.database.user.findFirstOrThrow({ where: { email: ada.email } })
  const at = new Date(Date.now() - 1_000)
  const expiresAt = new Date(Date.now() + 1_000_000)
  await server.database.session.createMany({
    data: Array.from({ length: 1_100 }, (_, number) => ({
      ...{ id: `many ${number}`, token: `many ${number}`, userId, expiresAt },
      ...{ createdAt: at, updatedAt: at },
    })),
  })
  const answer = await postAuth('/sign-in/email', ada, { userAgent: 'x'.repeat(10_000) })
  const newest = cookiesOf(answer)
  expect(await server.database.session.count({ where: { userId } })).toBe(1_000)
  for (const kept of [cookie, newest]) expect(await whoIs(kept)).toMatchObject({ name: 'Ada' })
  const longest = await server.database.session.findMany({ where: { userId }, select: { userAgent: true } })
  expect(Math.max(...longest.map(({ userAgent }) => userAgent?.length ?? 0))).toBe(500)
})
