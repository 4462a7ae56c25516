import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as alertsRoute from '#app/api/v1/alerts/route.ts'
import * as channelsRoute from '#app/api/v1/alerts/channels/route.ts'
import * as testRoute from '#app/api/v1/alerts/channels/[id]/test/route.ts'
import * as integrationsRoute from '#app/api/v1/integrations/route.ts'
import * as integrationRoute from '#app/api/v1/integrations/[id]/route.ts'
import * as outputFeedsRoute from '#app/api/v1/output-feeds/route.ts'
import * as secondFactor from '#app/api/v1/second-factor/route.ts'
import * as confirmFactor from '#app/api/v1/second-factor/confirm/route.ts'
import * as out from '#app/out/[file]/route.ts'
import * as userReset from '#app/api/v1/admin/users/[id]/reset/route.ts'
import * as reset from '#app/api/v1/password-reset/route.ts'
import * as confirm from '#app/api/v1/password-reset/confirm/route.ts'
import { afterAnswerDone } from '#lib/runtime/after-answer.ts'
import { askForReset } from '#lib/auth/accounts/password-reset.ts'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import { findSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { changeEmail } from '#lib/store/accounts/accounts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import {
  cookiesOf,
  forgetAccounts,
  goodPassword,
  postAuth,
  publicUrl,
  startServerDatabase,
} from '#tests/support/world/accounts.ts'
import { softwarePasskey } from '#tests/support/browser/authenticator.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { codeOf } from '#tests/support/browser/code-app.ts'
import { addKey } from '#tests/support/browser/passkeys.ts'
import { beforeStatement } from '#tests/support/measure/before-statement.ts'
import { browse, signInAs, signUp, type Browser } from '#tests/support/browser/signed-in.ts'

let database: Database
let stop: () => Promise<void>
let mail: Awaited<ReturnType<typeof startMailServer>>
let admin: Browser
let ada: Browser

beforeAll(async () => {
  mail = await startMailServer()
  const environment = { SMTP_URL: mail.url, MAIL_FROM: 'Skylark <news@example.org>' }
  ;({ database, stop } = await startServerDatabase(environment))
})
afterAll(async () => {
  await stop()
  await mail.stop()
})
beforeEach(async () => {
  await forgetAccounts(database)
  admin = await signUp('admin')
  ada = await signUp('ada')
})

let lastAddress = 0
async function ask(email: string, address?: string) {
  lastAddress += 1
  const from = address ?? `198.51.100.${lastAddress}`
  return browse(null, reset, { method: 'POST', body: { email }, address: from })
}

/** The secret of the link that comes by mail. */
async function linkFor(email: string): Promise<string> {
  expect(await ask(email)).toEqual({ status: 202, body: {} })
  const received = await mail.next()
  await afterAnswerDone()
  expect(received).toMatchObject({ to: email.toLowerCase(), from: 'news@example.org' })
  return /reset-password#([\w-]{43})\s/.exec(received.text)?.[1] ?? ''
}

const next = 'another good one'
const setPassword = (token: string, password = next) =>
  browse(null, confirm, { method: 'POST', body: { token, password } })
const signInWith = async (password: string) =>
  (await postAuth('/sign-in/email', { email: ada.email, password })).status

test('a mail to an address that somebody else may have typed holds nothing that they wrote', async () => {
  const name = 'Your mailbox is full. Sign in at evil.example'
  const made = await postAuth('/sign-up/email', { name, email: 'eve@example.org', password: goodPassword })
  expect(made.status).toBe(200)
  await ask('eve@example.org')
  const { text } = await mail.next()
  await afterAnswerDone()
  expect(text).toContain('Hello,')
  expect(text).not.toContain('mailbox')
})

test('a mail is in the language of the account, else in that of the browser that asked', async () => {
  const mailFor = async (acceptLanguage: string) => {
    lastAddress += 1
    const headers = new Headers({
      'accept-language': acceptLanguage,
      'x-forwarded-for': `198.51.100.${lastAddress}`,
    })
    await askForReset(database, ada.email, headers)
    const { text } = await mail.next()
    await afterAnswerDone()
    return text
  }
  expect(await mailFor('fr-CA, en;q=0.5')).toContain('Quelqu’un a demandé un nouveau mot de passe')
  await database.user.updateMany({ where: { email: ada.email }, data: { language: 'es' } })
  expect(await mailFor('fr-CA, en;q=0.5')).toContain('Alguien ha pedido una contraseña nueva')
})

test('the link of the mail sets a new password and ends all sessions', async () => {
  const token = await linkFor(ada.email)
  expect((await setPassword(token)).status).toBe(204)
  expect(await findSubscriber(new Headers({ cookie: ada.cookie }))).toBeNull()
  expect([await signInWith(goodPassword), await signInWith(next)]).toEqual([401, 200])
})

test('a weak password is refused, and leaves the link as it was', async () => {
  const token = await linkFor(ada.email)
  const refused = await setPassword(token, 'password12')
  expect([refused.status, refused.body]).toMatchObject([400, { error: { field: 'password' } }])
  expect((await setPassword(token)).status).toBe(204)
})

test('the link ends passkeys, tokens and app passwords, too: whoever had the account may have made them', async () => {
  const { id = '' } = (await findSubscriber(new Headers({ cookie: ada.cookie }))) ?? {}
  const { token } = await createToken(database, id, 'script')
  await createAppPassword(database, { id, email: ada.email }, 'phone', true)
  await addKey(ada, softwarePasskey())
  await addKey(admin, softwarePasskey())
  expect((await setPassword(await linkFor(ada.email))).status).toBe(204)
  expect(await findSubscriber(new Headers({ authorization: `Bearer ${token}` }))).toBeNull()
  expect(await database.apiToken.count({ where: { userId: id } })).toBe(0)
  expect(await database.passkey.count()).toBe(1) // the admin's
  expect(await database.passkey.count({ where: { userId: id } })).toBe(0)
})

describe('whoever had the account listens no more', () => {
  const post = async (module: Parameters<typeof browse>[1], body: object) => {
    const made = await browse(ada, module, { method: 'POST', body })
    expect(made.status).toBe(201)
    return made.body
  }
  const signInAnew = async () => ({ ...ada, cookie: await signInAs({ email: ada.email, password: next }) })
  const read = async (address: string) => {
    const file = `${address.split('/').at(-1) ?? ''}.atom`
    return out.GET(new Request(`${publicUrl}/out/${file}`), { params: Promise.resolve({ file }) })
  }

  test('by the address of an output feed, or as a subscriber of our hub', async () => {
    const { id, address } = await post(outputFeedsRoute, { name: 'All', place: { kind: 'all' } })
    const now = new Date()
    const hub = { feedId: Number(id), format: 'atom', callbackUrl: 'https://evil.example/', nextTryAt: now }
    await database.hubSubscription.create({ data: { ...hub, createdAt: now } })
    expect((await read(String(address))).status).toBe(200)
    expect((await setPassword(await linkFor(ada.email))).status).toBe(204)
    expect((await read(String(address))).status).toBe(404)
    expect(await database.hubSubscription.count()).toBe(0)
    const { body } = await browse(await signInAnew(), outputFeedsRoute)
    const [feed] = body['feeds'] as { readonly id: number; readonly address: string }[]
    expect(feed?.id).toBe(id)
    expect((await read(feed?.address ?? '')).status).toBe(200)
  })

  test('by a channel, before its owner has tried it', async () => {
    const sink = { url: 'https://evil.example/', name: 'Sink' }
    const { id } = await post(channelsRoute, { kind: 'webhook', ...sink })
    await post(channelsRoute, { kind: 'ntfy', topic: 'evil', ...sink })
    expect((await setPassword(await linkFor(ada.email))).status).toBe(204)
    const browser = await signInAnew()
    const channels = async () => (await browse(browser, alertsRoute)).body['channels']
    const paused = { endedAt: expect.any(String), isPaused: true }
    expect(await channels()).toMatchObject([paused, paused])
    await browse(browser, testRoute, { method: 'POST', params: { id: String(id) } })
    expect(await channels()).toMatchObject([{ endedAt: null, isPaused: false }, paused])
    // One that ends later ends for another reason.
    await database.alertChannel.update({ where: { id: Number(id) }, data: { endedAt: new Date(0) } })
    expect(await channels()).toMatchObject([{ isPaused: false }, paused])
  })

  test('by an integration, before its owner has switched it on', async () => {
    const links = { kind: 'linkding', name: 'Links', url: 'https://evil.example', token: 'secret' }
    const { id } = await post(integrationsRoute, links)
    expect((await setPassword(await linkFor(ada.email))).status).toBe(204)
    const browser = await signInAnew()
    const listed = async () => (await browse(browser, integrationsRoute)).body['integrations']
    expect(await listed()).toMatchObject([{ isPaused: true, isLocked: false, url: links.url }])
    const change = { method: 'PATCH', params: { id: String(id) }, body: { name: links.name } } as const
    expect((await browse(browser, integrationRoute, change)).status).toBe(200)
    expect(await listed()).toMatchObject([{ isPaused: false, isLocked: false, url: links.url }])
  })
})

test('the first link of a mail proves the address: a second step from before ends, one from later stays', async () => {
  const switchOn = async (browser: Browser, password: string) => {
    const begun = await browse(browser, secondFactor, { method: 'POST', body: { password } })
    const code = codeOf(String(begun.body['secret']))
    expect((await browse(browser, confirmFactor, { method: 'POST', body: { code } })).status).toBe(200)
  }
  const signIn = async () => postAuth('/sign-in/email', { email: ada.email, password: next })
  await switchOn(ada, goodPassword) // by whoever signed up with Ada's address
  await setPassword(await linkFor(ada.email))
  const answer = await signIn()
  expect(await answer.clone().json()).not.toHaveProperty('needsSecondStep')
  await switchOn({ ...ada, cookie: cookiesOf(answer) }, next)
  await setPassword(await linkFor(ada.email))
  expect(await (await signIn()).json()).toEqual({ needsSecondStep: true })
})

test('the link leads to PUBLIC_URL, whatever host the request names', async () => {
  const request = new Request('https://evil.example/api/v1/password-reset', {
    method: 'POST',
    headers: {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-for': '198.51.100.250',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email: ada.email }),
  })
  await reset.POST(request, { params: Promise.resolve({}) })
  const { text } = await mail.next()
  expect(text).toContain(`${publicUrl}/reset-password#`)
  expect(text).not.toContain('evil')
})

test('a link works once, also when it is used twice at the same time', async () => {
  const token = await linkFor(ada.email)
  const statuses = (await Promise.all([setPassword(token), setPassword(token)])).map(({ status }) => status)
  expect(statuses.sort()).toEqual([204, 404])
  expect((await setPassword(token)).status).toBe(404)
})

test('a link works for an hour, until there is a newer one, and not where it was altered', async () => {
  const first = await linkFor(ada.email)
  const second = await linkFor(ada.email)
  expect((await setPassword(first)).status).toBe(404)
  expect((await setPassword(`${second}x`)).status).toBe(404)
  const { createdAt, expiresAt } = await database.oneTimeSecret.findFirstOrThrow({
    where: { purpose: 'password-reset' },
  })
  expect(Math.abs(expiresAt.getTime() - createdAt.getTime() - 3_600_000)).toBeLessThan(60_000)
  await database.oneTimeSecret.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
  expect((await setPassword(second)).status).toBe(404)
  expect(await signInWith(goodPassword)).toBe(200)
})

test('a refused password leaves the link good', async () => {
  const token = await linkFor(ada.email)
  expect(await setPassword(token, 'short')).toMatchObject({
    status: 400,
    body: { error: { field: 'password' } },
  })
  expect((await setPassword(token)).status).toBe(204)
})

test('the database knows only the hash of a link', async () => {
  const token = await linkFor(ada.email)
  expect(JSON.stringify(await database.oneTimeSecret.findMany())).not.toContain(token)
})

test('a reset ends sign-ins and links that are under way', async () => {
  const { id: userId } = await database.user.findFirstOrThrow({ where: { email: ada.email } })
  const expiresAt = new Date(Date.now() + 60_000)
  for (const purpose of ['second-step', 'email-change'])
    await database.oneTimeSecret.create({ data: { secretHash: purpose, purpose, userId, expiresAt } })
  await setPassword(await linkFor(ada.email))
  expect(await database.oneTimeSecret.count({ where: { userId } })).toBe(0)
})

describe('whether an address has an account is told to nobody', () => {
  test('by the answer, and no mail is sent to strangers', async () => {
    const before = mail.mails.length
    const known = await ask(ada.email)
    const unknown = await ask('nobody@example.org')
    expect(unknown).toEqual(known)
    await afterAnswerDone()
    expect(mail.mails.length).toBe(before + 1)
    await mail.next()
  })

  test('by the time: the answer waits for no look-up', async () => {
    await database.rateLimit.deleteMany()
    await database.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`LOCK TABLE "user" IN ACCESS EXCLUSIVE MODE`
        // Whatever looks for an account now waits until this transaction ends.
        expect((await ask(ada.email)).status).toBe(202)
        expect((await ask('nobody@example.org')).status).toBe(202)
      },
      { timeout: 20_000 },
    )
    await afterAnswerDone()
    await mail.next()
    await database.rateLimit.deleteMany()
  })

  test('by the limits: above three links an hour the answer stays the same, and no mail comes', async () => {
    const before = mail.mails.length
    for (const email of [ada.email, 'nobody@example.org']) {
      const answers = []
      for (let index = 0; index < 4; index += 1) answers.push(await ask(email))
      expect(answers).toEqual(Array.from({ length: 4 }, () => ({ status: 202, body: {} })))
    }
    await afterAnswerDone()
    expect(mail.mails.length).toBe(before + 3)
    for (let index = 0; index < 3; index += 1) await mail.next()
  })
})

test('an address asks for twenty links an hour, for however many accounts', async () => {
  const from = '2001:db8::7'
  for (let index = 0; index < 20; index += 1)
    expect((await ask(`nobody${index}@example.org`, from)).status).toBe(202)
  expect((await ask('nobody@example.org', from)).status).toBe(429)
  expect((await ask('nobody@example.org', '2001:db8::8')).status).toBe(429) // the same household
  expect((await ask('nobody@example.org', '2001:db8:0:1::7')).status).toBe(202)
  // Whoever is above it uses up no links of an account.
  for (let index = 0; index < 5; index += 1) expect((await ask(ada.email, from)).status).toBe(429)
  await linkFor(ada.email)
})

test('a locked account gets no mail', async () => {
  await database.user.updateMany({ where: { email: ada.email }, data: { banned: true } })
  const before = mail.mails.length
  expect((await ask(ada.email)).status).toBe(202)
  await afterAnswerDone()
  expect(mail.mails.length).toBe(before)
})

test('an admin has a link mailed, and does not see it', async () => {
  const { id } = await database.user.findFirstOrThrow({ where: { email: ada.email } })
  const answer = await browse(admin, userReset, { method: 'POST', params: { id } })
  expect(answer).toEqual({ status: 200, body: { isMailed: true } })
  expect((await mail.next()).to).toBe(ada.email)
})

test('a link that was mailed to the old address opens nothing once the account has another', async () => {
  const { id } = await database.user.findUniqueOrThrow({ where: { email: ada.email } })
  const email = 'countess@example.org'
  // As the last statement of who makes the link, which is too late to make it for the new one.
  const changed = beforeStatement(database, /^INSERT INTO "public"."one_time_secret"/, () =>
    database.$transaction((transaction) => changeEmail(transaction, id, email)),
  )
  const params = { id }
  expect((await browse(admin, userReset, { method: 'POST', params })).body).toEqual({ isMailed: true })
  await changed.done()
  const received = await mail.next()
  expect(received.to).toBe(ada.email)
  expect((await setPassword(/#([\w-]{43})\s/.exec(received.text)?.[1] ?? '')).status).toBe(404)
  expect((await postAuth('/sign-in/email', { email, password: goodPassword })).status).toBe(200)
})
