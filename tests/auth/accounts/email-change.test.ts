import { beforeEach, expect, test } from 'vitest'
import * as channels from '#app/api/v1/alerts/channels/route.ts'
import * as digests from '#app/api/v1/digests/route.ts'
import * as confirm from '#app/api/v1/email/confirm/route.ts'
import * as setPassword from '#app/api/v1/password-reset/confirm/route.ts'
import * as email from '#app/api/v1/me/email/route.ts'
import { afterAnswerDone } from '#lib/runtime/after-answer.ts'
import { makeResetLink } from '#lib/auth/accounts/password-reset.ts'
import { findSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { addSubscriber, forgetAccounts, goodPassword, postAuth } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { outlive } from '#tests/support/world/one-time-secrets.ts'
import { browse, signUp, type Browser } from '#tests/support/browser/signed-in.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'
import { beforeStatement } from '#tests/support/measure/before-statement.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { until } from '#tests/support/measure/until.ts'

const server = withServerDatabase({ mail: true })
let ada: Browser

beforeEach(async () => {
  await forgetAccounts(server.database)
  ada = await signUp('ada')
})

const ask = (address: string, password = goodPassword) =>
  browse(ada, email, { method: 'POST', body: { email: address, password } })
const follow = (token: string) => browse(null, confirm, { method: 'POST', body: { token } })

async function linkFor(address: string): Promise<string> {
  expect(await ask(address)).toEqual({ status: 202, body: {} })
  const received = await server.mail.next()
  await afterAnswerDone()
  expect(received.to).toBe(address.toLowerCase())
  return /http:\/\/localhost:3000\/confirm-email#([\w-]{43})\s/.exec(received.text)?.[1] ?? ''
}

const addressNow = async () => (await findSubscriber(new Headers({ cookie: ada.cookie })))?.email

test('the address changes when the link is followed, and the old one is told', async () => {
  await server.database.user.updateMany({ data: { emailVerified: true } })
  const token = await linkFor('Countess@example.org')
  expect(await addressNow()).toBe('ada@example.org')
  expect(await follow(token)).toEqual({ status: 200, body: { email: 'countess@example.org' } })
  expect(await addressNow()).toBe('countess@example.org')
  const notice = await server.mail.next()
  expect(notice.to).toBe('ada@example.org')
  expect(notice.text).toContain('countess@example.org')
  for (const [address, status] of [
    ['ada@example.org', 401],
    ['countess@example.org', 200],
  ] as const)
    expect((await postAuth('/sign-in/email', { email: address, password: goodPassword })).status).toBe(status)
  expect((await follow(token)).status).toBe(404)
})

test('a mail to an address that somebody else may have typed holds nothing that they wrote', async () => {
  await follow(await linkFor('your-mailbox-is-full.sign-in-at@evil.example.org'))
  const notice = await server.mail.next()
  expect(notice.to).toBe('ada@example.org')
  expect(notice.text).toContain('can no longer sign in to your account with this address')
  expect(notice.text).not.toContain('evil')
})

test('mails are in the language of the browser where the account has none, and in its own where it has', async () => {
  const inFrench = { cookie: `${ada.cookie}; language=fr` }
  const mailOfFrench = async () => {
    const body = { email: 'countess@example.org', password: goodPassword }
    expect((await browse(inFrench, email, { method: 'POST', body })).status).toBe(202)
    const { text } = await server.mail.next()
    await afterAnswerDone()
    return text
  }
  expect(await mailOfFrench()).toContain(wordsOf('fr', 'mail')('emailAsked'))
  await server.database.user.updateMany({ data: { language: 'es', emailVerified: true } })
  const text = await mailOfFrench()
  const ofSpanish = wordsOf('es', 'mail')
  expect(text).toContain(ofSpanish('emailAsked'))
  const body = { token: /#([\w-]{43})\s/.exec(text)?.[1] }
  expect((await browse({ cookie: 'language=fr' }, confirm, { method: 'POST', body })).status).toBe(200)
  const changed = { email: 'countess@example.org', server: 'http://localhost:3000' }
  expect((await server.mail.next()).text).toContain(ofSpanish('changed', changed))
})

test('it needs the password, a session, and an address', async () => {
  expect(await ask('new@example.org', 'not the password')).toMatchObject({
    status: 403,
    body: { error: { field: 'password' } },
  })
  expect(await ask('nonsense')).toMatchObject({ status: 400, body: { error: { field: 'email' } } })
  const { token } = await addSubscriber(server.database, { name: 'tom' })
  const body = { email: 'new@example.org', password: goodPassword }
  expect(await callRoute(token, { module: email, method: 'POST', body })).toMatchObject({
    status: 403,
    body: { error: { message: 'A token cannot do this: sign in with a browser.' } },
  })
})

test('one own address is proved by its link, once, and only then gets mail that was not asked for in it', async () => {
  const before = server.mail.mails.length
  const makeChannel = () => browse(ada, channels, { method: 'POST', body: { kind: 'email', name: 'Mail' } })
  const body = { name: 'Morning', place: { kind: 'all' }, hour: 7, zone: 'UTC' }
  const makeDigest = () => browse(ada, digests, { method: 'POST', body })
  for (const make of [makeChannel, makeDigest])
    expect(await make()).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
  expect(await follow(await linkFor('ada@example.org'))).toMatchObject({
    status: 200,
    body: { email: ada.email },
  })
  for (const make of [makeChannel, makeDigest]) expect((await make()).status).toBe(201)
  expect(await makeChannel()).toMatchObject({
    status: 409,
    body: { error: { message: 'You have an e-mail channel already.' } },
  })
  expect(await ask(ada.email)).toMatchObject({
    status: 409,
    body: { error: { message: 'You sign in with this address already.' } },
  })
  await afterAnswerDone()
  expect(server.mail.mails).toHaveLength(before + 1)
})

test('whether the new address has an account is told to it alone', async () => {
  await signUp('eve')
  const before = await server.database.oneTimeSecret.count()
  expect(await ask('eve@example.org')).toEqual({ status: 202, body: {} })
  const received = await server.mail.next()
  expect(received.to).toBe('eve@example.org')
  expect(received.text).not.toContain('confirm-email')
  await afterAnswerDone()
  expect(await server.database.oneTimeSecret.count()).toBe(before)
})

test('an address that was taken in the meantime is not taken away', async () => {
  const token = await linkFor('eve@example.org')
  await signUp('eve')
  expect(await follow(token)).toMatchObject({
    status: 409,
    body: { error: { message: 'Another account already uses this address.' } },
  })
  expect(await addressNow()).toBe('ada@example.org')
})

/** Resolves when a statement of this database waits for a row that another transaction holds. */
const somebodyWaits = () => until('somebody waits for a row', () => isWaitedFor(server.database))

test('an address that is taken at the same moment is a conflict, and the link stays good', async () => {
  const token = await linkFor('new@example.org')
  await signUp('eve')
  let followed: ReturnType<typeof follow> | undefined
  await server.database.$transaction(async (transaction) => {
    const where = { email: 'eve@example.org' }
    await transaction.user.update({ where, data: { email: 'new@example.org' } })
    followed = follow(token)
    await somebodyWaits()
  })
  expect(await followed).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
  expect(await addressNow()).toBe('ada@example.org')
  expect(await server.database.oneTimeSecret.count({ where: { purpose: 'email-change' } })).toBe(1)
})

test('while an address is being changed, what belongs to the account can be stored', async () => {
  const token = await linkFor('new@example.org')
  const { id } = await server.database.user.findUniqueOrThrow({ where: { email: 'ada@example.org' } })
  const secret = { secretHash: 'held', purpose: 'password-reset', expiresAt: new Date(Date.now() + 60_000) }
  await server.database.oneTimeSecret.create({ data: { ...secret, userId: id } })
  let followed: ReturnType<typeof follow> | undefined
  await server.database.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT 1 FROM "one_time_secret" WHERE "secretHash" = 'held' FOR UPDATE`
    followed = follow(token)
    await somebodyWaits()
    await server.database.$transaction([
      server.database.$executeRaw`SET LOCAL lock_timeout = '2s'`,
      server.database.label.create({ data: { name: 'Sea', subscriberId: id } }),
    ])
  })
  expect(await followed).toMatchObject({ status: 200 })
  await server.mail.next()
})

test('a changed address ends links and sign-ins that are under way, of this account alone', async () => {
  await signUp('eve')
  for (const { id: userId } of await server.database.user.findMany())
    for (const purpose of ['password-reset', 'second-step'])
      await server.database.oneTimeSecret.create({
        data: {
          secretHash: `${purpose} ${userId}`,
          purpose,
          userId,
          expiresAt: new Date(Date.now() + 60_000),
        },
      })
  expect((await follow(await linkFor('new@example.org'))).status).toBe(200)
  await server.mail.next()
  const left = await server.database.oneTimeSecret.findMany({ include: { user: true } })
  expect(left.map(({ user }) => user?.name)).toEqual(['eve', 'eve'])
})

test('a newer link ends the older one, and an hour ends each', async () => {
  const first = await linkFor('one@example.org')
  const second = await linkFor('two@example.org')
  expect((await follow(first)).status).toBe(404)
  await outlive(server.database, 3600)
  expect((await follow(second)).status).toBe(404)
  expect(await addressNow()).toBe('ada@example.org')
})

test('at most five links an hour', async () => {
  for (let index = 0; index < 5; index += 1) await linkFor(`new${index}@example.org`)
  expect((await ask('new@example.org')).status).toBe(429)
})

test.each([
  ['before a link is made', /FROM "user" WHERE "id" = \$1 AND "credentialsEpoch"/, 0],
  ['as a link is made', /^INSERT INTO "public"."one_time_secret"/, 1],
])(
  'no link to another address is left to whoever had the account, recovered %s',
  async (_name, at, mails) => {
    const { id } = await server.database.user.findFirstOrThrow()
    const [, token] = (await makeResetLink(server.database, id, new Date())).split('#')
    const body = { token, password: 'another good one' }
    const recovery = beforeStatement(server.database, at, async () =>
      expect((await browse(null, setPassword, { method: 'POST', body })).status).toBe(204),
    )
    const before = server.mail.mails.length
    expect((await ask('mallory@example.org')).status).toBe(202)
    await afterAnswerDone()
    await recovery.done()
    expect(await server.database.oneTimeSecret.count()).toBe(0)
    expect(server.mail.mails.length - before).toBe(mails)
  },
)
