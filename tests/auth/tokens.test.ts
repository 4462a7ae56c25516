import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DELETE } from '#app/api/v1/tokens/[id]/route.ts'
import { GET, POST } from '#app/api/v1/tokens/route.ts'
import { findSubscriber, requireAdmin, requireSubscriber } from '#lib/auth/require-subscriber.ts'
import { createToken, findAppPasswordOwner, findTokenOwner } from '#lib/auth/tokens.ts'
import type { Database } from '#lib/store/database.ts'
import { addSubscriber, requestWith, startServerDatabase } from '#tests/support/accounts.ts'
import { callRoute } from '#tests/support/call-route.ts'

const noParams = { params: Promise.resolve({}) }
let database: Database
let stop: () => Promise<void>
let ada: { id: string; token: string }
let bob: { id: string; token: string }

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
})
afterAll(() => stop())
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
  await findTokenOwner(database, bob.token, at(0))
  expect(await lastUse()).toEqual(at(0))
  await findTokenOwner(database, bob.token, at(59))
  expect(await lastUse()).toEqual(at(0))
  await findTokenOwner(database, bob.token, at(61))
  expect(await lastUse()).toEqual(at(61))
})

test('the route makes a token that works and lists it without its secret', async () => {
  const made = await POST(requestWith(bob.token, '/api/v1/tokens', 'POST', { name: ' phone ' }), noParams)
  expect(made.status).toBe(201)
  const { token, id, name } = (await made.json()) as { token: string; id: number; name: string }
  expect(name).toBe('phone')
  const list = await GET(requestWith(token, '/api/v1/tokens'), noParams)
  const text = await list.text()
  expect(JSON.parse(text).tokens).toMatchObject([{ id, name: 'phone' }, { name: 'tests' }])
  expect(text).not.toContain(token)
})

test('a token without a name is refused, naming the field', async () => {
  const answer = await POST(requestWith(bob.token, '/api/v1/tokens', 'POST', { name: ' ' }), noParams)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: { code: 'invalid_input', field: 'name' } })
  expect(await database.apiToken.count({ where: { userId: bob.id } })).toBe(1)
})

test('a deleted token is refused at once; nobody deletes that of another', async () => {
  const { id, token } = await createToken(database, bob.id, 'lost phone')
  const remove = (by: string) =>
    DELETE(requestWith(by, `/api/v1/tokens/${id}`, 'DELETE'), { params: Promise.resolve({ id: `${id}` }) })
  expect((await remove(ada.token)).status).toBe(404)
  expect(await findTokenOwner(database, token)).not.toBeNull()
  expect((await remove(bob.token)).status).toBe(204)
  expect(await findTokenOwner(database, token)).toBeNull()
})

test('an app password opens what reader apps use, and nothing else', async () => {
  const made = await callRoute(bob.token, {
    module: { POST },
    method: 'POST',
    body: { name: 'Phone', kind: 'app' },
  })
  const password = String(made.body['token'])
  expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){5}$/)
  expect(await findAppPasswordOwner(database, 'Bob@example.org', password)).toMatchObject({ id: bob.id })
  expect(await findAppPasswordOwner(database, null, password.toUpperCase())).toMatchObject({ id: bob.id })
  expect(await findAppPasswordOwner(database, 'ada@example.org', password)).toBeNull()
  expect(await findTokenOwner(database, password)).toBeNull()
  expect(await findSubscriber(requestWith(password, '/').headers)).toBeNull()
  expect(await findAppPasswordOwner(database, 'bob@example.org', bob.token)).toBeNull()
})

test('an app password is kept as a hash, listed with its last use, and ends at once', async () => {
  const { token, id } = await createToken(database, bob.id, 'Phone', 'app')
  expect(JSON.stringify(await database.apiToken.findMany())).not.toContain(token)
  await findAppPasswordOwner(database, null, token)
  const { body } = await callRoute(bob.token, { module: { GET } })
  expect(body['tokens']).toMatchObject([
    { id, name: 'Phone', kind: 'app', lastUsedAt: expect.any(String) as string },
    { kind: 'api' },
  ])
  await DELETE(requestWith(bob.token, '/', 'DELETE'), { params: Promise.resolve({ id: String(id) }) })
  expect(await findAppPasswordOwner(database, null, token)).toBeNull()
})

test('an app password of a locked account opens nothing', async () => {
  const { token } = await createToken(database, bob.id, 'Phone', 'app')
  await database.user.update({ where: { id: bob.id }, data: { banned: true } })
  expect(await findAppPasswordOwner(database, null, token)).toBeNull()
})
