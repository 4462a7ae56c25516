import { beforeEach, describe, expect, test } from 'vitest'
import * as channels from '#app/api/v1/alerts/channels/route.ts'
import * as channelRenewal from '#app/api/v1/alerts/channels/renew/route.ts'
import * as channelTest from '#app/api/v1/alerts/channels/[id]/test/route.ts'
import * as revert from '#app/api/v1/admin/audit/[id]/revert/route.ts'
import * as host from '#app/api/v1/admin/hosts/[host]/route.ts'
import * as hosts from '#app/api/v1/admin/hosts/route.ts'
import * as invitation from '#app/api/v1/admin/invitations/[id]/route.ts'
import * as invitations from '#app/api/v1/admin/invitations/route.ts'
import * as labRun from '#app/api/v1/admin/lab/[id]/route.ts'
import * as lab from '#app/api/v1/admin/lab/route.ts'
import * as serverSettings from '#app/api/v1/admin/settings/route.ts'
import * as source from '#app/api/v1/admin/sources/[id]/route.ts'
import * as weights from '#app/api/v1/admin/sources/weights/route.ts'
import * as weightRule from '#app/api/v1/admin/sources/weights/rule/route.ts'
import * as userReset from '#app/api/v1/admin/users/[id]/reset/route.ts'
import * as user from '#app/api/v1/admin/users/[id]/route.ts'
import * as users from '#app/api/v1/admin/users/route.ts'
import * as hub from '#app/hub/route.ts'
import * as exportRoute from '#app/api/v1/export/route.ts'
import * as importRoute from '#app/api/v1/import/route.ts'
import * as integration from '#app/api/v1/integrations/[id]/route.ts'
import * as integrations from '#app/api/v1/integrations/route.ts'
import * as me from '#app/api/v1/me/route.ts'
import * as feeds from '#app/api/v1/output-feeds/route.ts'
import * as feedChange from '#app/api/v1/output-feeds/[id]/route.ts'
import * as renew from '#app/api/v1/output-feeds/[id]/renew/route.ts'
import * as confirm from '#app/api/v1/password-reset/confirm/route.ts'
import * as factorCodes from '#app/api/v1/second-factor/codes/route.ts'
import * as factorConfirm from '#app/api/v1/second-factor/confirm/route.ts'
import * as factor from '#app/api/v1/second-factor/route.ts'
import * as sessions from '#app/api/v1/sessions/route.ts'
import * as tokens from '#app/api/v1/tokens/route.ts'
import { makeResetLink } from '#lib/auth/accounts/password-reset.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { findFeedBySecret } from '#lib/store/outputs/output-feeds.ts'
import { cookiesOf, goodPassword, postAuth, publicUrl, requestWith } from '#tests/support/world/accounts.ts'
import { createPushBrowser } from '#tests/support/servers/alert-sinks.ts'
import { softwarePasskey } from '#tests/support/browser/authenticator.ts'
import { beforeStatement } from '#tests/support/measure/before-statement.ts'
import { codeOf } from '#tests/support/browser/code-app.ts'
import { addKey, challenge, handOver, registration } from '#tests/support/browser/passkeys.ts'
import {
  ada,
  browse,
  signInAs,
  signUp,
  whoIs,
  withAccount,
  type Browser,
} from '#tests/support/browser/signed-in.ts'

/** Nothing that an intruder has under way opens the account once its owner has recovered it. */
const server = withAccount()
const next = 'another good one'
let browser: Browser
let id: string

beforeEach(async () => {
  browser = await signUp('mallory')
  id = await idOf(browser.email)
})

async function idOf(email: string): Promise<string> {
  return (await server.database.user.findUniqueOrThrow({ where: { email } })).id
}

async function resetByLink(): Promise<void> {
  const [, token] = (await makeResetLink(server.database, id, new Date())).split('#')
  const call = { method: 'POST', body: { token, password: next } } as const
  expect((await browse(null, confirm, call)).status).toBe(204)
}

/** Has the owner recover the account right before a statement of a request of the intruder. */
async function whileUnderWay<Answer>(
  statement: RegExp,
  begin: () => Promise<Answer>,
  recover: () => Promise<unknown> = resetByLink,
): Promise<Answer> {
  const recovery = beforeStatement(server.database, statement, recover)
  const answer = await begin()
  await recovery.done()
  return answer
}

const insertInto = (table: string) => new RegExp(`^INSERT INTO "public"."${table}"`)
/** A request looks whether its credential still holds. */
const holding = /FROM "user" WHERE "id" = \$1 AND "credentialsEpoch"/
/** Comes first where an account is deleted. */
const signUpLock = /pg_advisory_xact_lock\(hashtext\('skylark sign-up'/
const post = (module: Parameters<typeof browse>[1], body: unknown, params = {}) =>
  browse(browser, module, { method: 'POST', body, params })
const signIn = (email = browser.email) => postAuth('/sign-in/email', { email, password: goodPassword })
const sink = { kind: 'webhook', name: 'Sink', url: 'https://evil.example/hook' }
const service = { kind: 'linkding', name: 'Sink', url: 'https://evil.example', token: 'secret' }
/** As an export has it. */
const movedService = { kind: 'linkding', name: 'Sink', url: service.url, username: null, clientId: null }

describe('nobody is signed in', () => {
  const sessionsLeft = () => server.database.session.count({ where: { userId: id } })

  test('by a password that was right', async () => {
    const answer = await whileUnderWay(insertInto('session'), () => signIn())
    expect([answer.status, await whoIs(cookiesOf(answer)), await sessionsLeft()]).toEqual([401, null, 0])
  })

  test('by a passkey', async () => {
    const key = softwarePasskey()
    await addKey(browser, key)
    const { asked, cookie } = await challenge()
    const response = key.use(asked)
    const answer = await whileUnderWay(insertInto('session'), () =>
      postAuth('/passkey/sign-in', { response }, { cookie }),
    )
    expect([answer.status, await sessionsLeft()]).toEqual([401, 0])
  })

  test('by a code after a password', async () => {
    const code = codeOf(await switchOn(), 1)
    const cookie = cookiesOf(await signIn())
    const answer = await whileUnderWay(insertInto('session'), () =>
      postAuth('/second-step', { code }, { cookie }),
    )
    expect([answer.status, await sessionsLeft()]).toEqual([401, 0])
  })

  test('by a place for the code', async () => {
    await switchOn()
    await whileUnderWay(insertInto('one_time_secret'), () => signIn())
    expect([await server.database.oneTimeSecret.count(), await sessionsLeft()]).toEqual([0, 0])
  })

  test('by a password of the intruder', async () => {
    const change = { currentPassword: goodPassword, newPassword: 'of the intruder' }
    await whileUnderWay(/^UPDATE "public"."account"|FROM "user" .* FOR NO KEY UPDATE/s, () =>
      postAuth('/change-password', change, browser),
    )
    expect(await sessionsLeft()).toBe(0)
    await signInAs({ email: browser.email, password: next })
  })

  test.each([
    ['a lock', async () => lock()],
    ['a changed password', async () => changePassword()],
    ['the end of all other sessions', async () => browse(browser, sessions, { method: 'DELETE' })],
  ])('by a password that was right before %s', async (_name, recover) => {
    const answer = await whileUnderWay(insertInto('session'), () => signIn(), recover)
    expect(answer.status).toBe(401)
    expect(await whoIs(cookiesOf(answer))).toBeNull()
  })

  async function changePassword(): Promise<void> {
    const change = { currentPassword: goodPassword, newPassword: next }
    expect((await postAuth('/change-password', change, browser)).status).toBe(200)
  }
})

async function switchOn(): Promise<string> {
  await server.database.user.updateMany({ data: { emailVerified: true } }) // the second step stays
  const { secret } = (await post(factor, { password: goodPassword })).body
  expect((await post(factorConfirm, { code: codeOf(String(secret)) })).status).toBe(200)
  return String(secret)
}

async function lock(): Promise<void> {
  const admin = { cookie: await signInAs(ada) }
  const call = { method: 'PATCH', params: { id }, body: { isLocked: true } } as const
  expect((await browse(admin, user, call)).status).toBe(200)
}

describe('nothing is left that signs in', () => {
  test.each(['api', 'app'])('of a token: %s', async (kind) => {
    const body = { name: 'Mine', password: goodPassword, kind }
    await whileUnderWay(insertInto('api_token'), () => post(tokens, body))
    expect(await server.database.apiToken.count({ where: { userId: id } })).toBe(0)
  })

  test('of a passkey', async () => {
    const made = softwarePasskey().make(await registration(browser))
    await whileUnderWay(insertInto('passkey'), () => handOver(browser, made))
    expect(await server.database.passkey.count()).toBe(0)
  })

  test('of a second step that would keep its owner out', async () => {
    await server.database.user.updateMany({ data: { emailVerified: true } }) // else the link ends it anyway
    const { secret } = (await post(factor, { password: goodPassword })).body
    const answer = await whileUnderWay(holding, () => post(factorConfirm, { code: codeOf(String(secret)) }))
    expect(answer.status).toBe(401)
    expect(await server.database.secondFactor.count({ where: { confirmedAt: { not: null } } })).toBe(0)
  })

  test('of a second step that is only proposed', async () => {
    await whileUnderWay(/INSERT INTO "second_factor"/, () => post(factor, { password: goodPassword }))
    expect(await server.database.secondFactor.count()).toBe(0)
  })

  test.each([
    ['made anew', () => post(factorCodes, { password: goodPassword })],
    ['dropped', () => browse(browser, factor, { method: 'DELETE', body: { password: goodPassword } })],
  ])('of recovery codes that are %s', async (_name, begin) => {
    await switchOn()
    const codes = () => server.database.recoveryCode.findMany({ orderBy: { codeHash: 'asc' } })
    const before = await codes()
    expect((await whileUnderWay(holding, begin)).status).toBe(401)
    expect(await codes()).toEqual(before)
  })

  test.each(['by a link', 'by a lock'])('of an invitation, recovered %s', async (how) => {
    await server.database.user.update({ where: { id }, data: { role: 'admin' } })
    expect((await post(invitations, {})).status).toBe(201)
    const recover = how === 'by a lock' ? lock : resetByLink
    await whileUnderWay(insertInto('invitation'), () => post(invitations, {}), recover)
    expect(await server.database.invitation.count()).toBe(0)
  })
})

describe('nobody listens', () => {
  const listening = () => server.database.alertChannel.count({ where: { subscriberId: id, endedAt: null } })
  const sending = async () => {
    const rows = await server.database.integration.findMany({ where: { subscriberId: id } })
    return rows.filter(({ config }) => (config as { pausedAt?: string }).pausedAt === undefined).length
  }
  const feed = { name: 'All', place: { kind: 'all' } }
  const isGood = async (address: unknown) =>
    (await findFeedBySecret(server.database, String(address).split('/').at(-1) ?? '')) !== null
  const made = async (module: Parameters<typeof browse>[1], body: unknown) => {
    const { status, body: answer } = await post(module, body)
    expect(status).toBe(201)
    return answer
  }

  test('by a channel', async () => {
    await whileUnderWay(insertInto('alert_channel'), () => post(channels, sink))
    expect(await listening()).toBe(0)
  })

  test('by a channel that a token makes which ends while it is looked up', async () => {
    const { token } = await createToken(server.database, id, 'Mine')
    const answer = await whileUnderWay(/^\s*SELECT .*(FROM "public"."user"|FROM "api_token" t JOIN)/s, () =>
      channels.POST(requestWith(token, '/api/v1/alerts/channels', 'POST', sink), {
        params: Promise.resolve({}),
      }),
    )
    expect([answer.status, await listening()]).toEqual([401, 0])
  })

  test('by a channel that is switched on again', async () => {
    const params = { id: String((await made(channels, sink))['id']) }
    await whileUnderWay(/^UPDATE "public"."alert_channel"/, () => post(channelTest, undefined, params))
    expect(await listening()).toBe(0)
  })

  test('by a browser that goes on in a later session', async () => {
    const endpoint = 'https://push.example.org/phone'
    const { keys } = createPushBrowser(endpoint)
    await made(channels, { kind: 'web-push', name: 'Phone', endpoint, keys })
    browser = { ...browser, cookie: await signInAs({ email: browser.email, password: goodPassword }) }
    await whileUnderWay(/^UPDATE "public"."alert_channel"/, () => post(channelRenewal, { endpoint }))
    expect(await listening()).toBe(0)
  })

  test.each([
    ['a channel', 'alert_channel', { channels: [sink] }, listening],
    ['an integration', 'integration', { integrations: [movedService] }, sending],
  ])('by %s of an import', async (_name, table, parts, count) => {
    const { body: file } = await browse(browser, exportRoute)
    const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' }
    await whileUnderWay(insertInto(table), async () => {
      const request = new Request(`${publicUrl}/api/v1/import`, {
        ...{ method: 'POST', headers, body: JSON.stringify({ ...file, ...parts }) },
      })
      return (await importRoute.POST(request, { params: Promise.resolve({}) })).text()
    })
    expect(await count()).toBe(0)
  })

  test('by an integration', async () => {
    await whileUnderWay(insertInto('integration'), () => post(integrations, service))
    expect(await sending()).toBe(0)
  })

  test('by an integration that is switched on again', async () => {
    const params = { id: String((await made(integrations, service))['id']) }
    const call = { method: 'PATCH', body: { name: 'Mine' }, params } as const
    await whileUnderWay(/FROM "integration" .* FOR UPDATE/s, () => browse(browser, integration, call))
    expect(await sending()).toBe(0)
  })

  test('by an output feed', async () => {
    const { body } = await whileUnderWay(insertInto('output_feed'), () => post(feeds, feed))
    expect(await isGood(body['address'])).toBe(false)
  })

  test('by another address of an output feed', async () => {
    const params = { id: String((await made(feeds, feed))['id']) }
    const { body } = await whileUnderWay(/^UPDATE "public"."output_feed"/, () =>
      post(renew, undefined, params),
    )
    expect(await isGood(body['address'])).toBe(false)
  })

  test('by the address that a change of an output feed tells', async () => {
    const params = { id: String((await made(feeds, feed))['id']) }
    const call = { method: 'PATCH', body: { name: 'Mine' }, params } as const
    const { body } = await whileUnderWay(/^UPDATE "public"."output_feed"/, () =>
      browse(browser, feedChange, call),
    )
    expect(await isGood(body['address'])).toBe(false)
  })

  test('by the addresses that a list tells', async () => {
    await made(feeds, feed)
    const { body } = await whileUnderWay(/^SELECT .* FROM "public"."output_feed"/s, () =>
      browse(browser, feeds),
    )
    const [told] = (body['feeds'] ?? []) as { readonly address: string }[]
    expect(await isGood(told?.address)).toBe(false)
  })

  test('by a subscription at our hub', async () => {
    const { address } = await made(feeds, feed)
    const topic = { 'hub.mode': 'subscribe', 'hub.topic': `${String(address)}.atom` }
    const body = new URLSearchParams({ ...topic, 'hub.callback': 'https://evil.example/' })
    await whileUnderWay(insertInto('hub_subscription'), () =>
      hub.POST(new Request(`${publicUrl}/hub`, { method: 'POST', body }), { params: Promise.resolve({}) }),
    )
    expect(await server.database.hubSubscription.count()).toBe(0)
  })
})

test.each(['by a link', 'by a lock', 'by the end of the account'])(
  'runs of the lab end, recovered %s',
  async (how) => {
    await server.database.user.update({ where: { id }, data: { role: 'admin' } })
    expect((await post(lab, { policies: ['uniform'], days: 1 })).status).toBe(201)
    const recover = { 'by a link': resetByLink, 'by a lock': lock }[how] ?? removeAccount
    await whileUnderWay(insertInto('lab_run'), () => post(lab, { policies: ['uniform'], days: 1 }), recover)
    const states = await server.database.labRun.findMany({ select: { state: true } })
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['cancelled']))
  },
)

async function removeAccount(): Promise<void> {
  const admin = { cookie: await signInAs(ada) }
  expect((await browse(admin, user, { method: 'DELETE', params: { id } })).status).toBe(204)
}

describe('an admin who was recovered', () => {
  const links = () => server.database.oneTimeSecret.count({ where: { purpose: 'password-reset' } })
  const bob = { email: 'bob@example.org', name: 'Bob' }
  let otherId: string

  beforeEach(async () => {
    await server.database.user.update({ where: { id }, data: { role: 'admin' } })
    otherId = await idOf((await signUp('carol')).email)
  })

  test.each([
    ['by a link', resetByLink],
    ['by a lock', lock],
    ['by the end of the account', removeAccount],
  ])('leaves no link to the accounts of others, %s', async (_name, recover) => {
    expect((await post(users, bob)).status).toBe(201)
    expect((await post(userReset, undefined, { id: otherId })).status).toBe(200)
    expect(await links()).toBe(2)
    await whileUnderWay(
      insertInto('one_time_secret'),
      () => post(userReset, undefined, { id: otherId }),
      recover,
    )
    expect(await links()).toBe(0)
  })

  test('leaves the links that others asked for or that another admin made', async () => {
    await makeResetLink(server.database, otherId, new Date())
    await resetByLink()
    expect(await links()).toBe(1)
  })

  test('deletes nobody', async () => {
    const call = { method: 'DELETE', params: { id: otherId } } as const
    const answer = await whileUnderWay(signUpLock, () => browse(browser, user, call))
    expect([answer.status, await server.database.user.count({ where: { id: otherId } })]).toEqual([401, 1])
  })

  describe('makes no change', () => {
    const publisher = 'slow.example'
    let [sourceId, invitationId, runId, entryId] = ['', '', '', '']

    beforeEach(async () => {
      const { database } = server
      await database.serverSettings.deleteMany()
      await database.labRun.deleteMany()
      const url = 'https://weights.example/feed'
      const known = { where: { url }, update: {}, create: { url, host: { create: { name: 'weights' } } } }
      sourceId = String((await database.source.upsert(known)).id)
      const other = { cookie: await signInAs(ada) }
      const byOther = async (
        module: Parameters<typeof browse>[1],
        method: 'POST' | 'PATCH',
        body: unknown,
      ) => {
        const answer = await browse(other, module, { method, body })
        expect(answer.status).toBeLessThan(300)
        return String(answer.body['id'])
      }
      await byOther(serverSettings, 'PATCH', { recommends: false })
      entryId = String(
        (await database.auditEntry.findFirstOrThrow({ where: { act: 'settings-changed' } })).id,
      )
      await byOther(hosts, 'POST', { host: publisher, requestsPerHour: 9 })
      invitationId = await byOther(invitations, 'POST', {})
      runId = await byOther(lab, 'POST', { policies: ['uniform'], days: 1 })
    })

    /** All that the acts below could change. */
    async function state() {
      const { database } = server
      return [
        await database.serverSettings.findMany(),
        await database.source.findMany(),
        await database.publisherLimit.findMany({ orderBy: { host: 'asc' } }),
        await database.invitation.findMany(),
        await database.labRun.findMany(),
        await database.user.findMany({ where: { id: { not: id } }, orderBy: { id: 'asc' } }),
      ]
    }

    const change = (
      module: Parameters<typeof browse>[1],
      method: 'POST' | 'PATCH' | 'DELETE',
      params: Readonly<Record<string, string>>,
      body?: unknown,
    ) => browse(browser, module, { method, params, body })
    const rule = { search: '', state: 'all', act: 'set', value: 3 }
    const transactionOrChange = /^(?:BEGIN$|DELETE FROM "public"."invitation"|UPDATE "public"."lab_run")/

    test.each([
      ['of the settings', () => change(serverSettings, 'PATCH', {}, { isPaused: true })],
      ['of a weight', () => change(source, 'PATCH', { id: sourceId }, { weightFactor: 3 })],
      ['of how a feed is checked', () => change(source, 'PATCH', { id: sourceId }, { isPaused: true })],
      ['of weights', () => change(weights, 'POST', {}, { ids: [Number(sourceId)], weightFactor: 3 })],
      ['of weights by a rule', () => change(weightRule, 'POST', {}, rule)],
      ['of a publisher’s limit', () => change(hosts, 'POST', {}, { host: publisher, requestsPerHour: 5 })],
      ['that ends a publisher’s limit', () => change(host, 'DELETE', { host: publisher })],
      ['that takes back another', () => change(revert, 'POST', { id: entryId })],
      ['that removes an invitation', () => change(invitation, 'DELETE', { id: invitationId })],
      ['that ends a run of the lab', () => change(labRun, 'DELETE', { id: runId })],
      ['that makes an account', () => change(users, 'POST', {}, bob)],
      ['that locks an account', () => change(user, 'PATCH', { id: otherId }, { isLocked: true })],
      ['of an account’s limits', () => change(user, 'PATCH', { id: otherId }, { maxSubscriptions: 3 })],
    ])('%s', async (_name, begin) => {
      const before = await state()
      const answer = await whileUnderWay(transactionOrChange, begin)
      expect(answer.status).toBe(401)
      expect(await state()).toEqual(before)
    })
  })
})

test('two admins who change each other at once are both answered', async () => {
  const carol = await signUp('carol')
  await server.database.user.updateMany({ data: { role: 'admin' } })
  const otherId = await idOf(carol.email)
  const limit = (by: Browser, of: string) =>
    browse(by, user, { method: 'PATCH', params: { id: of }, body: { maxSubscriptions: 3 } })
  const asked = [1, 2, 3].flatMap(() => [limit(browser, otherId), limit(carol, id), limit(carol, otherId)])
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]))
})

test.each([
  ['by a link', resetByLink],
  ['by a lock', lock],
])('an account is not deleted, recovered %s', async (_name, recover) => {
  const answer = await whileUnderWay(
    signUpLock,
    () => browse(browser, me, { method: 'DELETE', body: { password: goodPassword } }),
    recover,
  )
  expect([answer.status, await server.database.user.count({ where: { id } })]).toEqual([401, 1])
})
