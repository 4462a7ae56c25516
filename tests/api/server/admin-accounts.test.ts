import { expect, test } from 'vitest'
import { PATCH as changeUser, DELETE as deleteUser } from '#app/api/v1/admin/users/[id]/route.ts'
import { GET as listUsers, POST as makeUser } from '#app/api/v1/admin/users/route.ts'
import { POST as confirmReset } from '#app/api/v1/password-reset/confirm/route.ts'
import { limitOf } from '#lib/store/ground/account-limits.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { goodPassword, publicUrl } from '#tests/support/world/accounts.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'
import { signUp } from '#tests/support/browser/signed-in.ts'

const server = withServerDatabase()
const none = { params: Promise.resolve({}) }

test('an admin makes an account, sets its limits and deletes it; others and the own account are refused', async () => {
  const { database } = server
  const account = async (name: string) => {
    const browser = await signUp(name)
    return { ...browser, id: (await database.user.findUniqueOrThrow({ where: { email: browser.email } })).id }
  }
  const admin = await account('admin')
  const other = await account('other')
  await changeServerSettings(database, { signUp: 'closed' })
  const ask = (cookie: string, method: string, body?: unknown) =>
    new Request(`${publicUrl}/api/v1/admin/users`, {
      method,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const newcomer = { email: 'new@example.org', name: 'New' }
  expect((await makeUser(ask(other.cookie, 'POST', newcomer), none)).status).toBe(403)
  const made = await makeUser(ask(admin.cookie, 'POST', newcomer), none)
  const { id, url } = (await made.json()) as { readonly id: string; readonly url: string }
  expect(made.status).toBe(201)
  expect((await makeUser(ask(admin.cookie, 'POST', newcomer), none)).status).toBe(409)
  const token = new URL(url).searchParams.get('token') ?? new URL(url).hash.slice(1).replace(/^token=/, '')
  const confirmed = new Request(`${publicUrl}/api/v1/password-reset/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: goodPassword }),
  })
  expect((await confirmReset(confirmed, none)).status).toBe(204)

  const of = (user: string) => ({ params: Promise.resolve({ id: user }) })
  const limits = { maxSubscriptions: 3, maxStoredMb: 50 }
  expect((await changeUser(ask(other.cookie, 'PATCH', limits), of(id))).status).toBe(403)
  const changed = await changeUser(ask(admin.cookie, 'PATCH', limits), of(id))
  expect(await changed.json()).toEqual({ id, isLocked: false, ...limits })
  expect(await limitOf(database, id, 'subscriptions')).toBe(3)
  expect(await limitOf(database, other.id, 'subscriptions')).toBe(50_000)
  const listed = (await (await listUsers(ask(admin.cookie, 'GET'), none)).json()) as {
    readonly users: readonly { readonly id: string }[]
  }
  expect(listed.users.find((user) => user.id === id)).toMatchObject(limits)
  await changeUser(ask(admin.cookie, 'PATCH', { maxSubscriptions: null }), of(id))
  expect(await limitOf(database, id, 'subscriptions')).toBe(50_000)
  expect(await limitOf(database, id, 'storedMb')).toBe(50)
  expect((await changeUser(ask(admin.cookie, 'PATCH', {}), of(id))).status).toBe(400)

  const statusOf = async (cookie: string, user: string) =>
    (await deleteUser(ask(cookie, 'DELETE'), of(user))).status
  expect(await statusOf(other.cookie, id)).toBe(403)
  expect(await statusOf(admin.cookie, admin.id)).toBe(409)
  expect(await statusOf(admin.cookie, id)).toBe(204)
  expect(await statusOf(admin.cookie, id)).toBe(404)
  expect(await database.user.count({ where: { id } })).toBe(0)
  const act = await database.auditEntry.findFirst({ where: { act: 'account-deleted' } })
  expect(act?.actorId).toBe(admin.id)
})
