import { expect, test } from 'vitest'
import * as channelsRoute from '#app/api/v1/alerts/channels/route.ts'
import * as renewRoute from '#app/api/v1/alerts/channels/renew/route.ts'
import * as meRoute from '#app/api/v1/me/route.ts'
import * as sessionsRoute from '#app/api/v1/sessions/route.ts'
import * as sessionRoute from '#app/api/v1/sessions/[id]/route.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { replacePassword, setLock } from '#lib/store/accounts/accounts.ts'
import { cookiesOf, goodPassword, postAuth } from '#tests/support/world/accounts.ts'
import { createPushBrowser } from '#tests/support/servers/alert-sinks.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { ada, browse, signInAs, signUp, type Browser } from '#tests/support/browser/signed-in.ts'
import { withAccount } from '#tests/support/browser/signed-in.ts'

const server = withAccount()
const endpoint = (name: string) => `https://push.example.org/${name}`
const bodyOf = (name: string) => ({
  kind: 'web-push',
  name,
  endpoint: endpoint(name),
  keys: createPushBrowser(endpoint(name)).keys,
})

/** Signs in, and has the browser told of alerts. */
async function addBrowser(name: string): Promise<Pick<Browser, 'cookie'>> {
  const browser = { cookie: await signInAs(ada) }
  const added = await browse(browser, channelsRoute, { method: 'POST', body: bodyOf(name) })
  expect(added).toMatchObject({ status: 201, body: { endedAt: null } })
  return browser
}

/** The browsers that are sent alerts. */
async function told(): Promise<string[]> {
  const rows = await server.database.alertChannel.findMany({
    where: { endedAt: null },
    orderBy: { name: 'asc' },
  })
  return rows.map(({ name }) => name)
}

const renew = (browser: Pick<Browser, 'cookie'>, name: string) =>
  browse(browser, renewRoute, { method: 'POST', body: { endpoint: endpoint(name) } })
const sessionOf = async (name: string) =>
  (await server.database.alertChannel.findFirstOrThrow({ where: { name } })).sessionId ?? ''
const userId = async () => (await server.database.user.findUniqueOrThrow({ where: { email: ada.email } })).id

test('signing out ends what that browser is sent, and leaves the others theirs', async () => {
  const phone = await addBrowser('phone')
  await addBrowser('desk')
  expect((await postAuth('/sign-out', {}, phone)).status).toBe(200)
  expect(await told()).toEqual(['desk'])
})

test('a browser whose session is ended in another window is sent no more', async () => {
  await addBrowser('phone')
  const desk = await addBrowser('desk')
  const params = { id: await sessionOf('phone') }
  expect((await browse(desk, sessionRoute, { method: 'DELETE', params })).status).toBe(204)
  expect(await told()).toEqual(['desk'])
  await addBrowser('tablet')
  await browse(desk, sessionsRoute, { method: 'DELETE' })
  expect(await told()).toEqual(['desk'])
})

test('a changed password ends all browsers; the one that changed it goes on in its new session', async () => {
  await addBrowser('phone')
  const desk = await addBrowser('desk')
  const change = { currentPassword: goodPassword, newPassword: 'another good one' }
  const changed = await postAuth('/change-password', change, desk)
  expect(await told()).toEqual([])
  expect((await renew({ cookie: cookiesOf(changed) }, 'desk')).status).toBe(204)
  expect(await told()).toEqual(['desk'])
})

test('a replaced password and a lock end all browsers', async () => {
  await addBrowser('phone')
  await server.database.$transaction(async (transaction) =>
    replacePassword(transaction, await userId(), 'hash', new Date()),
  )
  expect(await told()).toEqual([])
  await server.database.alertChannel.updateMany({ data: { endedAt: null } })
  const session = {
    id: await sessionOf('phone'),
    token: 'token',
    expiresAt: new Date(),
    userId: await userId(),
  }
  await server.database.session.create({ data: session })
  await server.database.user.updateMany({ data: { role: 'subscriber' } }) // the last admin could not be locked
  await server.database.$transaction(async (transaction) => setLock(transaction, await userId(), true))
  expect(await told()).toEqual([])
})

test('nothing of a deleted account is left', async () => {
  const { cookie } = await signUp('eve')
  await browse({ cookie }, channelsRoute, { method: 'POST', body: bodyOf('phone') })
  const body = { password: goodPassword }
  expect((await browse({ cookie }, meRoute, { method: 'DELETE', body })).status).toBe(204)
  expect(await server.database.alertChannel.count()).toBe(0)
})

test('a revocation that is rolled back ends nothing', async () => {
  await addBrowser('phone')
  const failing = server.database.$transaction(async (transaction) => {
    await transaction.session.deleteMany()
    throw new Error('too late')
  })
  await expect(failing).rejects.toThrow('too late')
  expect(await told()).toEqual(['phone'])
})

test('a session that is renewed keeps its browser', async () => {
  await addBrowser('phone')
  const data = { expiresAt: new Date(Date.now() + 60_000), token: 'another' }
  await server.database.session.update({ where: { id: await sessionOf('phone') }, data })
  expect(await told()).toEqual(['phone'])
})

test('a browser that signs in again goes on with the alerts that it had, as one from before sessions were noted does', async () => {
  const phone = await addBrowser('phone')
  const before = await server.database.alertChannel.findFirstOrThrow()
  await postAuth('/sign-out', {}, phone)
  const again = { cookie: await signInAs(ada) }
  await renew(again, 'phone')
  const after = await server.database.alertChannel.findFirstOrThrow()
  expect(after).toMatchObject({ id: before.id, endedAt: null })
  expect(after.sessionId).not.toBe(before.sessionId)
  await server.database.alertChannel.updateMany({ data: { sessionId: null } })
  await renew(again, 'phone')
  expect(await sessionOf('phone')).toBe(after.sessionId)
})

test('no browser goes on that was not added by this account, was deleted, or is gone by its push service', async () => {
  const phone = await addBrowser('phone')
  const eve = await signUp('eve')
  await renew(eve, 'phone')
  expect(await server.database.alertChannel.count()).toBe(1)
  await postAuth('/sign-out', {}, phone)
  await renew(eve, 'phone')
  expect(await told()).toEqual([])
  const again = await addBrowser('phone')
  await server.database.alertChannel.updateMany({ data: { endedAt: new Date() } })
  await renew(again, 'phone')
  expect(await told()).toEqual([])
  await server.database.alertChannel.deleteMany()
  await renew(again, 'phone')
  expect(await server.database.alertChannel.count()).toBe(0)
})

test('what a program adds by a token stays when sessions end, and no token renews', async () => {
  const { token } = await createToken(server.database, await userId(), 'tests')
  await callRoute(token, { module: channelsRoute, method: 'POST', body: bodyOf('program') })
  await server.database.session.deleteMany()
  expect(await told()).toEqual(['program'])
  const body = { endpoint: endpoint('program') }
  expect((await callRoute(token, { module: renewRoute, method: 'POST', body })).status).toBe(403)
})
