import { afterAll, expect, test } from 'vitest'
import * as confirm from '#app/api/v1/password-reset/confirm/route.ts'
import * as user from '#app/api/v1/admin/users/[id]/route.ts'
import { authSettings } from '#lib/auth/sign-in/auth.ts'
import { setPassword } from '#lib/auth/accounts/manage-users.ts'
import { makeResetLink } from '#lib/auth/accounts/password-reset.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { deleteAccount } from '#lib/store/subscriptions/delete-account.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { openEventWindow } from '#tests/support/servers/event-window.ts'
import { browse, signUp, withAccount } from '#tests/support/browser/signed-in.ts'

const server = withAccount()
afterAll(() => serverNotifications().close())

const password = 'another good one'

async function lock(id: string): Promise<void> {
  const admin = await signUp('admin')
  await server.database.user.update({ where: { email: admin.email }, data: { role: 'admin' } })
  const call = { method: 'PATCH', params: { id }, body: { isLocked: true } } as const
  expect((await browse(admin, user, call)).status).toBe(200)
}

async function resetByLink(id: string): Promise<void> {
  const [, token] = (await makeResetLink(server.database, id, new Date())).split('#')
  const call = { method: 'POST', body: { token, password } } as const
  expect((await browse(null, confirm, call)).status).toBe(204)
}

async function setByOperator(id: string): Promise<void> {
  const { email } = await server.database.user.findUniqueOrThrow({ where: { id } })
  await setPassword(server.database, authSettings(), email, password)
}

const remove = async (id: string) => {
  expect(await deleteAccount(server.database, id, null)).toBe('deleted')
}

// A window waits half a minute for its event. A stream that is told nothing finds out after a whole one.
test.each([
  ['is locked', lock],
  ['gets a password by a link', resetByLink],
  ['gets a password of the operator', setByOperator],
  ['is deleted', remove],
] as const)('the open streams of an account that %s end at once', async (_, end) => {
  const eva = await signUp('eva')
  const { id } = await server.database.user.findUniqueOrThrow({ where: { email: eva.email } })
  const { token } = await createToken(server.database, id, 'window')
  const window = await openEventWindow(server.database, token)
  await end(id)
  expect(await window.next()).toEqual({ type: 'account' })
  expect(await window.nextBlock()).toBeNull()
})
