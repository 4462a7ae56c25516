import { beforeEach, expect, test } from 'vitest'
import * as tokenRoute from '#app/api/v1/tokens/[id]/route.ts'
import * as tokens from '#app/api/v1/tokens/route.ts'
import {
  findReader,
  findSubscriber,
  requireAdmin,
  requireSubscriber,
  showsSession,
} from '#lib/auth/requests/require-subscriber.ts'
import { createAppPassword, signInApp } from '#lib/auth/requests/app-passwords.ts'
import { createToken, findTokenAccess } from '#lib/auth/identity/tokens.ts'
import { addSubscriber, goodPassword, publicUrl, requestWith } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { browse, signUp, type Browser } from '#tests/support/browser/signed-in.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let ada: { id: string; token: string }
let bob: { id: string; token: string }

beforeEach(async () => {
  await database.user.deleteMany()
  ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  bob = await addSubscriber(database, { name: 'bob' })
})

test('a token acts for its owner', async () => {
  expect(await requireSubscriber(requestWith(bob.token, '/'))).toEqual({
    id: bob.id,
    name: 'bob',
    email: 'bob@example.org',
    role: 'subscriber',
    language: null,
    credentialsEpoch: 0,
  })
})

test('a token is 256 random bits, and the database knows only its hash', async () => {
  expect(bob.token).toMatch(/^sky_[\w-]{43}$/)
  const rows = await database.apiToken.findMany()
  expect(JSON.stringify(rows)).not.toContain(bob.token.slice(4))
  expect(rows[0]?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
})

test.each(['Bearer', 'Bearer sky_wrong', 'Basic YTpi', 'Bearer nonsense', 'Bearer a b'])(
  '"%s" signs nobody in',
  async (authorization) => {
    await expect(
      requireSubscriber(new Request('http://localhost/', { headers: { authorization } })),
    ).rejects.toMatchObject({ code: 'not_signed_in' })
  },
)

test('only an admin passes as admin', async () => {
  expect((await requireAdmin(requestWith(ada.token, '/'))).role).toBe('admin')
  await expect(requireAdmin(requestWith(bob.token, '/'))).rejects.toMatchObject({ code: 'forbidden' })
})

test('an account that is locked is refused with its token', async () => {
  await database.user.update({ where: { id: bob.id }, data: { banned: true } })
  expect(await findSubscriber(requestWith(bob.token, '/').headers)).toBeNull()
})

test('its last use is noted at most once a minute', async () => {
  const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 0, 0, seconds))
  const lastUse = async () => (await database.apiToken.findFirst({ where: { userId: bob.id } }))?.lastUsedAt
  await findTokenAccess(database, bob.token, at(0))
  expect(await lastUse()).toEqual(at(0))
  await findTokenAccess(database, bob.token, at(59))
  expect(await lastUse()).toEqual(at(0))
  await findTokenAccess(database, bob.token, at(61))
  expect(await lastUse()).toEqual(at(61))
})

/** Makes a token as the settings do. */
const make = (by: Browser, body: object) =>
  browse(by, tokens, { method: 'POST', body: { password: goodPassword, ...body } })
const remove = (by: Browser, id: unknown) =>
  browse(by, tokenRoute, { method: 'DELETE', params: { id: String(id) } })

test('a browser makes a token that works and is listed without its secret', async () => {
  const { status, body } = await make(await signUp('carol'), { name: ' phone ' })
  expect([status, body['name']]).toEqual([201, 'phone'])
  const token = String(body['token'])
  const list = await callRoute(token, { module: tokens })
  expect(list.body['tokens']).toMatchObject([{ id: body['id'], name: 'phone' }])
  expect(JSON.stringify(list.body)).not.toContain(token)
})

test('an account has so many tokens at most, as all are listed at once', async () => {
  const carol = await signUp('carol')
  const { id: userId } = await database.user.findFirstOrThrow({ where: { name: 'carol' } })
  await database.apiToken.createMany({
    data: Array.from({ length: 500 }, (_, at) => ({ userId, name: 'many', tokenHash: `hash ${at}` })),
  })
  for (const kind of ['api', 'app'])
    expect(await make(carol, { name: 'one more', kind })).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: expect.stringContaining('500') as string } },
    })
})

test.each([' ', 'a\0b'])('a token named %j is refused, naming the field', async (name) => {
  expect(await make(await signUp('carol'), { name })).toMatchObject({
    status: 400,
    body: { error: { code: 'invalid_input', field: 'name', message: expect.any(String) as string } },
  })
  expect(await database.apiToken.count({ where: { user: { name: 'carol' } } })).toBe(0)
})

test.each(['wrong', ''])(
  'a browser that was left open makes no token: the password %j is refused',
  async (password) => {
    const carol = await signUp('carol')
    for (const kind of ['api', 'app'])
      expect(await make(carol, { name: 'mine', kind, password })).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden', field: 'password' } },
      })
    expect(await browse(carol, tokens, { method: 'POST', body: { name: 'mine' } })).toMatchObject({
      status: 400,
      body: { error: { field: 'password' } },
    })
    expect(await database.apiToken.count({ where: { user: { name: 'carol' } } })).toBe(0)
  },
)

test('a token has the scopes that were chosen, else all that its owner may', async () => {
  const carol = await signUp('carol')
  expect((await make(carol, { name: 'asks', scopes: ['read'] })).body['scopes']).toEqual(['read'])
  expect((await make(carol, { name: 'all' })).body['scopes']).toEqual(['read', 'write'])
  const refused = await make(carol, { name: 'too much', scopes: ['read', 'admin'] })
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'forbidden', field: 'scopes' } } })
  for (const scopes of [[], ['all'], 'read'])
    expect(await make(carol, { name: 'none', scopes })).toMatchObject({
      status: 400,
      body: { error: { field: expect.stringMatching(/^scopes/) as unknown } },
    })
  const { body } = await callRoute(ada.token, { module: tokens })
  expect(body['tokens']).toMatchObject([{ scopes: ['read', 'write', 'admin'] }])
})

test('a token that may only write opens no page and reads nothing', async () => {
  const { token } = await createToken(database, bob.id, 'feeder', ['write'])
  expect(await findSubscriber(requestWith(token, '/').headers)).toBeNull()
  await expect(requireSubscriber(requestWith(token, '/'))).rejects.toMatchObject({ code: 'scope_missing' })
  expect((await requireSubscriber(requestWith(token, '/', 'POST'))).id).toBe(bob.id)
})

test('no token opens a page, neither that of an admin nor with a cookie beside it', async () => {
  const { cookie } = await signUp('carol')
  expect(await findReader(new Headers({ cookie }))).toMatchObject({ name: 'carol' })
  expect(await showsSession(new Headers({ cookie }))).toBe(true)
  const { token } = await createToken(database, ada.id, 'watching', ['read'])
  const asToken = new Headers({ authorization: `Bearer ${token}` })
  const asBoth = new Headers({ authorization: `Bearer ${ada.token}`, cookie })
  for (const headers of [asToken, asBoth]) {
    expect(await findReader(headers)).toBeNull()
    expect(await showsSession(headers)).toBe(false)
  }
})

test('a token that leaked neither makes another nor ends one, not even with the cookie beside it', async () => {
  const { id } = await createToken(database, bob.id, 'phone')
  for (const kind of ['api', 'app']) {
    const call = {
      module: tokens,
      method: 'POST',
      body: { name: 'mine', password: goodPassword, kind },
    } as const
    expect(await callRoute(bob.token, call)).toMatchObject({
      status: 403,
      body: { error: { message: 'A token cannot do this: sign in with a browser.' } },
    })
  }
  const end = { module: tokenRoute, method: 'DELETE', params: { id: `${id}` } } as const
  expect(await callRoute(bob.token, end)).toMatchObject({
    status: 403,
    body: { error: { message: 'A token cannot do this: sign in with a browser.' } },
  })
  const { cookie } = await signUp('carol')
  const headers = { cookie, authorization: `Bearer ${bob.token}`, 'content-type': 'application/json' }
  const request = new Request(publicUrl, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'mine', password: goodPassword }),
  })
  expect((await tokens.POST(request, { params: Promise.resolve({}) })).status).toBe(403)
  expect(await database.apiToken.count({ where: { name: 'mine' } })).toBe(0)
  expect(await database.apiToken.count({ where: { id } })).toBe(1)
})

test('a deleted token is refused at once; nobody deletes that of another', async () => {
  const carol = await signUp('carol')
  const eve = await signUp('eve')
  const { body } = await make(carol, { name: 'lost phone' })
  const token = String(body['token'])
  expect((await remove(eve, body['id'])).status).toBe(404)
  expect(await findTokenAccess(database, token)).not.toBeNull()
  expect((await remove(carol, body['id'])).status).toBe(204)
  expect(await findTokenAccess(database, token)).toBeNull()
})

const opens = async (login: string, password: string) =>
  (await signInApp(database, login, password, new Date()))?.subscriber ?? null

test('an app password opens what reader apps use, and nothing else', async () => {
  const made = await make(await signUp('carol'), { name: 'Phone', kind: 'app' })
  const password = String(made.body['token'])
  expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){5}$/)
  expect(await opens('Carol@example.org', password)).toMatchObject({ name: 'carol' })
  expect(await opens(' carol', password.toUpperCase().replaceAll('-', ' '))).toMatchObject({ name: 'carol' })
  expect(await opens('ada@example.org', password)).toBeNull()
  expect(await opens('', password)).toBeNull()
  expect(await findTokenAccess(database, password)).toBeNull()
  expect(await findSubscriber(requestWith(password, '/').headers)).toBeNull()
  expect(await opens('bob@example.org', bob.token)).toBeNull()
})

test('an app password is kept as a hash, listed with its last use, and ends at once', async () => {
  const carol = await signUp('carol')
  const made = await make(carol, { name: 'Phone', kind: 'app' })
  const id = made.body['id']
  const token = String(made.body['token'])
  expect(JSON.stringify(await database.apiToken.findMany())).not.toContain(token)
  await opens('carol', token)
  const { body } = await browse(carol, tokens)
  expect(body['tokens']).toMatchObject([
    { id, name: 'Phone', kind: 'app', forFever: false, lastUsedAt: expect.any(String) as string },
  ])
  await remove(carol, id)
  expect(await opens('carol', token)).toBeNull()
})

test('an app password of a locked account opens nothing', async () => {
  const { token } = await createAppPassword(database, { id: bob.id, email: 'bob@example.org' }, 'Phone', true)
  expect(await opens('bob', token)).not.toBeNull()
  await database.user.update({ where: { id: bob.id }, data: { banned: true } })
  expect(await opens('bob', token)).toBeNull()
})
