import { beforeEach, expect, test } from 'vitest'
import * as account from '#app/api/v1/export/route.ts'
import * as me from '#app/api/v1/me/route.ts'
import * as email from '#app/api/v1/me/email/route.ts'
import * as passkey from '#app/api/v1/passkeys/[id]/route.ts'
import * as factor from '#app/api/v1/second-factor/route.ts'
import * as codes from '#app/api/v1/second-factor/codes/route.ts'
import * as confirm from '#app/api/v1/second-factor/confirm/route.ts'
import * as sessions from '#app/api/v1/sessions/route.ts'
import * as session from '#app/api/v1/sessions/[id]/route.ts'
import * as tokens from '#app/api/v1/tokens/route.ts'
import * as token from '#app/api/v1/tokens/[id]/route.ts'
import { afterAnswerDone } from '#lib/runtime/after-answer.ts'
import { authSettings } from '#lib/auth/sign-in/auth.ts'
import { createUser, promote, setPassword } from '#lib/auth/accounts/manage-users.ts'
import { cookiesOf, forgetAccounts, goodPassword, postAuth } from '#tests/support/world/accounts.ts'
import { softwarePasskey } from '#tests/support/browser/authenticator.ts'
import { codeOf } from '#tests/support/browser/code-app.ts'
import { addKey, challenge } from '#tests/support/browser/passkeys.ts'
import { browse, signUp, type Browser } from '#tests/support/browser/signed-in.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'

const server = withServerDatabase({ mail: true })
let ada: Browser

beforeEach(async () => {
  await forgetAccounts(server.database)
  await signUp('admin')
  ada = await signUp('ada')
  await server.database.auditEntry.deleteMany()
})

const password = { password: goodPassword }

/** The acts recorded since the last look, oldest first: who, what, to whom, from where. */
async function recorded() {
  const rows = await server.database.auditEntry.findMany({
    orderBy: { id: 'asc' },
    include: { actor: true, subject: true },
  })
  await server.database.auditEntry.deleteMany()
  return rows.map(({ act, actor, subject, address, detail }) => [
    act,
    actor?.name,
    subject?.name,
    address,
    detail,
  ])
}

/** An act of Ada's on her account from the address that `browse` uses. */
const own = (act: string, detail = '') => [act, 'ada', 'ada', '203.0.113.9', detail]

async function signIn(): Promise<string> {
  return cookiesOf(
    await postAuth('/sign-in/email', { email: ada.email, ...password }, { address: '203.0.113.9' }),
  )
}

test('the second step on and off, and new recovery codes', async () => {
  const { body } = await browse(ada, factor, { method: 'POST', body: password })
  const code = codeOf(String(body['secret']))
  expect((await browse(ada, confirm, { method: 'POST', body: { code } })).status).toBe(200)
  await browse(ada, codes, { method: 'POST', body: password })
  await browse(ada, factor, { method: 'DELETE', body: password })
  expect(await recorded()).toEqual(
    ['second-factor-on', 'recovery-codes-made', 'second-factor-off'].map((act) => own(act)),
  )
})

test('passkeys and app passwords, made and removed', async () => {
  const params = { id: String((await addKey(ada, softwarePasskey())).id) }
  await browse(ada, passkey, { method: 'DELETE', params, body: password })
  const made = await browse(ada, tokens, {
    method: 'POST',
    body: { name: 'phone', ...password, kind: 'app' },
  })
  await browse(ada, token, { method: 'DELETE', params: { id: String(made.body['id']) } })
  expect(await recorded()).toEqual([
    own('passkey-added', 'Laptop'),
    own('passkey-removed'),
    own('token-made', 'phone'),
    own('token-removed'),
  ])
})

test('a refused passkey, as far as it is known whose it is', async () => {
  const key = softwarePasskey()
  await addKey(ada, key)
  await recorded()
  for (const [used, options] of [
    [key, { isVerified: false }],
    [softwarePasskey(), {}],
  ] as const) {
    const { asked, cookie } = await challenge()
    const response = used.use(asked, options)
    const answer = await postAuth('/passkey/sign-in', { response }, { cookie, address: '203.0.113.9' })
    expect(answer.status).toBe(401)
  }
  expect(await recorded()).toEqual([
    ['sign-in-failed', undefined, 'ada', '203.0.113.9', ''],
    ['sign-in-failed', undefined, undefined, '203.0.113.9', ''],
  ])
})

test('ended sessions, by the own sign-out, by name, and all others', async () => {
  const leaving = await signIn()
  await signIn()
  await recorded()
  await postAuth('/sign-out', {}, { cookie: leaving, address: '203.0.113.9' })
  expect(await recorded()).toEqual([own('signed-out')])
  await postAuth('/sign-out', {}, { cookie: leaving })
  expect(await recorded()).toEqual([]) // nobody was signed in
  const { body } = await browse(ada, sessions)
  const other = (body['sessions'] as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent)
  await browse(ada, session, { method: 'DELETE', params: { id: other?.id ?? '' } })
  await browse(ada, session, { method: 'DELETE', params: { id: other?.id ?? '' } }) // is gone
  await signIn()
  await signIn()
  await browse(ada, sessions, { method: 'DELETE' })
  await browse(ada, sessions, { method: 'DELETE' }) // there is no other
  const [one, , , all, ...rest] = await recorded()
  expect([one, all, rest]).toEqual([own('session-ended'), own('session-ended', '2'), []])
})

test('an address that is asked for, an export, and a deletion, which names nobody', async () => {
  await browse(ada, email, { method: 'POST', body: { ...password, email: 'new@example.org' } })
  await server.mail.next()
  await afterAnswerDone()
  const headers = { cookie: ada.cookie, 'x-forwarded-for': '203.0.113.9' }
  const request = new Request('http://localhost:3000/api/v1/export', { headers })
  await (await account.GET(request, { params: Promise.resolve({}) })).text()
  expect(await recorded()).toEqual([own('email-change-asked'), own('exported')])
  await browse(ada, me, { method: 'DELETE', body: { password: 'not the password' } })
  expect(await recorded()).toEqual([])
  await browse(ada, me, { method: 'DELETE', body: password })
  expect(await recorded()).toEqual([['account-deleted', undefined, undefined, '203.0.113.9', '']])
})

test('what is done on the command line, without an actor', async () => {
  const settings = authSettings()
  const newcomer = { email: 'bob@example.org', ...password, name: 'bob', isAdmin: false, tokenName: 'backup' }
  await createUser(server.database, settings, newcomer)
  await setPassword(server.database, settings, newcomer.email, 'another good one')
  await promote(server.database, newcomer.email)
  const acts = (await recorded()).map(([act, actor, subject, address]) => ({ act, actor, subject, address }))
  const upon = { actor: undefined, subject: 'bob', address: null }
  expect(acts.slice(1)).toEqual(
    ['token-made', 'password-changed', 'admin-made'].map((act) => ({ act, ...upon })),
  )
  expect(acts[0]).toMatchObject({ act: 'signed-up', subject: 'bob', address: null })
})
