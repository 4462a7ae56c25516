import { beforeEach, expect, test } from 'vitest'
import * as factor from '#app/api/v1/second-factor/route.ts'
import * as codesRoute from '#app/api/v1/second-factor/codes/route.ts'
import * as confirm from '#app/api/v1/second-factor/confirm/route.ts'
import { findSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import {
  addSubscriber,
  cookiesOf,
  forgetAccounts,
  goodPassword,
  postAuth,
} from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { codeOf, fromBase32 } from '#tests/support/browser/code-app.ts'
import { browse, signUp, type Browser } from '#tests/support/browser/signed-in.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let ada: Browser

beforeEach(async () => {
  await forgetAccounts(database)
  ada = await signUp('ada')
})

const password = { password: goodPassword }

/** With the code of now; those who sign in then give the next period's. Both still hold where a period ends on the way. */
async function switchOn(browser: Browser) {
  const begun = await browse(browser, factor, { method: 'POST', body: password })
  expect(begun.status).toBe(200)
  const secret = String(begun.body['secret'])
  const on = await browse(browser, confirm, { method: 'POST', body: { code: codeOf(secret) } })
  expect(on.status).toBe(200)
  return { secret, codes: on.body['codes'] as string[], qrCode: String(begun.body['qrCode']) }
}

/** A right password: the cookie that holds the place of this sign-in. */
async function giveThePassword(): Promise<string> {
  const answer = await postAuth('/sign-in/email', { email: ada.email, password: goodPassword })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ needsSecondStep: true })
  return cookiesOf(answer)
}

const isSignedIn = async (cookie: string) => (await findSubscriber(new Headers({ cookie }))) !== null

async function giveCode(cookie: string, code: string) {
  const answer = await postAuth('/second-step', { code }, { cookie })
  return {
    status: answer.status,
    cookie: cookiesOf(answer),
    body: (await answer.json()) as { code?: string },
  }
}

test('it is on only after the app has shown that it has the secret', async () => {
  const begun = await browse(ada, factor, { method: 'POST', body: password })
  expect(String(begun.body['qrCode'])).toMatch(/^<svg/)
  const wrong = await browse(ada, confirm, { method: 'POST', body: { code: '000000' } })
  expect(wrong).toMatchObject({ status: 400, body: { error: { field: 'code' } } })
  expect((await browse(ada, factor)).body).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  const answer = await postAuth('/sign-in/email', { email: ada.email, ...password })
  expect(await isSignedIn(cookiesOf(answer))).toBe(true)
})

test('a right password alone makes no session, and neither does the place it holds', async () => {
  await switchOn(ada)
  const before = await database.session.count()
  const cookie = await giveThePassword()
  expect(await isSignedIn(cookie)).toBe(false)
  expect(await database.session.count()).toBe(before)
})

test('password and code together sign in', async () => {
  const { secret } = await switchOn(ada)
  const answer = await giveCode(await giveThePassword(), codeOf(secret, 1))
  expect(answer.status).toBe(200)
  expect(await isSignedIn(answer.cookie)).toBe(true)
})

test('a code works once, also for somebody else who saw it', async () => {
  const { secret } = await switchOn(ada)
  const code = codeOf(secret, 1)
  const first = await giveThePassword()
  const second = await giveThePassword()
  const answers = await Promise.all([giveCode(first, code), giveCode(second, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('the place is held for one sign-in, in one browser, for ten minutes', async () => {
  const { secret, codes } = await switchOn(ada)
  const cookie = await giveThePassword()
  expect((await giveCode('', codeOf(secret, 1))).body.code).toBe('SECOND_STEP_ENDED')
  expect((await giveCode(cookie, codeOf(secret, 1))).status).toBe(200)
  expect((await giveCode(cookie, codes[0] ?? '')).body.code).toBe('SECOND_STEP_ENDED')
  const late = await giveThePassword()
  await database.oneTimeSecret.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
  expect((await giveCode(late, codes[1] ?? '')).body.code).toBe('SECOND_STEP_ENDED')
})

test('five wrong codes are the last for a quarter of an hour, from whatever address, and a right password does not help', async () => {
  const { secret } = await switchOn(ada)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await giveCode(await giveThePassword(), 'aaaa-aaaa')).status).toBe(401)
  }
  expect((await giveCode(await giveThePassword(), codeOf(secret, 1))).body.code).toBe('TOO_MANY_CODES')
})

test('a right code takes no wrong one back: who has the password as well does not guess on', async () => {
  const { codes } = await switchOn(ada)
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await giveCode(await giveThePassword(), 'aaaa-aaaa')).status).toBe(401)
    if (attempt < 4) expect((await giveCode(await giveThePassword(), codes[attempt] ?? '')).status).toBe(200)
  }
  expect((await giveCode(await giveThePassword(), 'aaaa-aaaa')).body.code).toBe('TOO_MANY_CODES')
})

test('ten recovery codes are shown once, kept as hashes, and work once each, however they are written', async () => {
  const { codes } = await switchOn(ada)
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  const stored = JSON.stringify(await database.recoveryCode.findMany())
  for (const code of codes) expect(stored).not.toContain(code)
  const [code = ''] = codes
  const written = code.toUpperCase().replaceAll('-', ' ')
  expect((await giveCode(await giveThePassword(), written)).status).toBe(200)
  expect((await giveCode(await giveThePassword(), code)).status).toBe(401)
  expect((await browse(ada, factor)).body).toEqual({ isOn: true, recoveryCodesLeft: 9 })
})

test('new recovery codes need the password and end the old ones', async () => {
  const { codes } = await switchOn(ada)
  const refused = await browse(ada, codesRoute, { method: 'POST', body: { password: 'not the password' } })
  expect(refused).toMatchObject({ status: 403, body: { error: { field: 'password' } } })
  const renewed = await browse(ada, codesRoute, { method: 'POST', body: password })
  const [fresh = ''] = renewed.body['codes'] as string[]
  expect((await giveCode(await giveThePassword(), codes[0] ?? '')).status).toBe(401)
  expect((await giveCode(await giveThePassword(), fresh)).status).toBe(200)
})

test('the secret is stored encrypted', async () => {
  const { secret } = await switchOn(ada)
  const row = await database.secondFactor.findFirstOrThrow()
  expect(row.secret).not.toContain(secret)
  expect(row.secret).not.toContain(Buffer.from(fromBase32(secret)).toString('hex'))
})

test('beginning, switching off and changing need the password, and while it is on there is no other secret', async () => {
  const wrong = { password: 'not the password' }
  expect((await browse(ada, factor, { method: 'POST', body: wrong })).status).toBe(403)
  await switchOn(ada)
  expect((await browse(ada, factor, { method: 'POST', body: password })).status).toBe(409)
  expect((await browse(ada, factor, { method: 'DELETE', body: wrong })).status).toBe(403)
  expect((await browse(ada, factor)).body).toMatchObject({ isOn: true })
  expect((await browse(ada, factor, { method: 'DELETE', body: password })).status).toBe(204)
  expect((await browse(ada, factor)).body).toEqual({ isOn: false, recoveryCodesLeft: 0 })
  const answer = await postAuth('/sign-in/email', { email: ada.email, ...password })
  expect(await isSignedIn(cookiesOf(answer))).toBe(true)
})

test('guessing the password there is limited like at the sign-in', async () => {
  await database.rateLimit.deleteMany()
  const wrong = { password: 'not the password' }
  expect((await browse(ada, factor, { method: 'POST', body: wrong })).status).toBe(403)
  await database.rateLimit.updateMany({ data: { count: 10 } })
  expect((await browse(ada, factor, { method: 'POST', body: password })).status).toBe(429)
})

test('a token cannot touch it', async () => {
  const { token } = await addSubscriber(database, { name: 'tom' })
  for (const method of ['GET', 'POST', 'DELETE'] as const) {
    const body = method === 'GET' ? undefined : password
    expect((await callRoute(token, { module: factor, method, body })).status).toBe(403)
  }
})
