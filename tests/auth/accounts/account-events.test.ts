import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookiesOf, goodPassword, postAuth, startServerDatabase } from '#tests/support/world/accounts.ts'
import { listenForNotifications } from '#tests/support/servers/notifications.ts'
import { ada, signInAs } from '#tests/support/browser/signed-in.ts'

let server: Awaited<ReturnType<typeof startServerDatabase>>

beforeAll(async () => {
  server = await startServerDatabase()
  await postAuth('/sign-up/email', { ...ada, name: 'Ada' })
})
afterAll(() => server.stop())

test('other windows are told of a sign-out and of a changed password', async () => {
  const { id: subscriberId } = await server.database.user.findUniqueOrThrow({ where: { email: ada.email } })
  const cookie = await signInAs(ada)
  const listener = await listenForNotifications(server.url)
  try {
    const change = { currentPassword: goodPassword, newPassword: 'another good one' }
    const changed = await postAuth('/change-password', change, { cookie })
    expect(changed.status).toBe(200)
    expect(await listener.next()).toEqual({ type: 'account', subscriberId })
    expect((await postAuth('/sign-out', {}, { cookie: cookiesOf(changed) })).status).toBe(200)
    expect(await listener.next()).toEqual({ type: 'account', subscriberId })
    expect(listener.waiting()).toBe(0)
  } finally {
    await listener.stop()
  }
})
