import { beforeEach, expect, test } from 'vitest'
import * as readerApps from '#app/api/v1/reader-apps/route.ts'
import { afterAnswerDone } from '#lib/runtime/after-answer.ts'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import { forgetAccounts, goodPassword } from '#tests/support/world/accounts.ts'
import { ask, formOf } from '#tests/support/api/ask.ts'
import { withReaderApps } from '#tests/support/programs/reader-app.ts'
import { browse, signUp, type Browser } from '#tests/support/browser/signed-in.ts'
import type { ReaderAppNews } from '#lib/api/accounts/account.ts'

const server = withReaderApps()
const address = '203.0.113.7'
let ada: Browser
let bob: Browser
let appPassword: string

beforeEach(async () => {
  await forgetAccounts(server.database)
  ada = await signUp('ada')
  bob = await signUp('bob')
  const owner = await server.database.user.findUniqueOrThrow({ where: { email: ada.email } })
  appPassword = (await createAppPassword(server.database, owner, 'Phone', false)).token
})

const signIn = (Email: string, Passwd: string) =>
  ask(`${server.url}/accounts/ClientLogin`, {
    method: 'POST',
    body: formOf({ Email, Passwd }),
    headers: { 'x-forwarded-for': address },
  })
const signInByBasic = (login: string, password: string) =>
  ask(`${server.url}/v1/me`, {
    headers: { 'x-forwarded-for': address, authorization: `Basic ${btoa(`${login}:${password}`)}` },
  })

async function newsOf(browser: Browser): Promise<ReaderAppNews> {
  await afterAnswerDone()
  return (await browse(browser, readerApps)).body as ReaderAppNews
}

test('nothing is said before an app has tried, and nothing to who is not signed in', async () => {
  expect(await newsOf(ada)).toEqual({ signedIn: null, refused: null })
  expect((await browse(null, readerApps)).status).toBe(401)
})

test('an app that signed in is named by its app password', async () => {
  const begunAt = Date.now()
  expect((await signIn('ada', appPassword)).status).toBe(200)
  const { signedIn, refused } = await newsOf(ada)
  expect([signedIn?.name, refused]).toEqual(['Phone', null])
  expect(Date.parse(signedIn?.at ?? '')).toBeGreaterThanOrEqual(begunAt)
  expect(await newsOf(bob)).toEqual({ signedIn: null, refused: null })
})

test('a sign-in is told of at once, though the app password was used a moment ago', async () => {
  await signIn('ada', appPassword)
  const first = (await newsOf(ada)).signedIn?.at ?? ''
  const before = new Date(Date.parse(first) - 30_000)
  await server.database.apiToken.updateMany({ data: { lastUsedAt: before } })
  await signIn('ada', appPassword)
  const again = (await newsOf(ada)).signedIn?.at ?? ''
  expect(Date.parse(again)).toBeGreaterThanOrEqual(Date.parse(first))
})

test.each([
  ['by the Google Reader API', signIn],
  ['by the Miniflux API', signInByBasic],
])("what was wrong with a sign-in %s is told to the account's owner alone", async (_, by) => {
  const wrong = [
    [ada.email, goodPassword, 'own-password'],
    [ada.email, `${appPassword}x`, 'wrong-app-password'],
    ['somebody@example.org', appPassword, 'other-login'],
    // Bob is told nothing of an app password that is Ada's.
    [bob.email, appPassword, 'other-login'],
  ] as const
  for (const [login, password, why] of wrong) {
    const answer = await by(login, password)
    expect(answer.status).toBe(401)
    expect((await newsOf(ada)).refused).toMatchObject({ why, address })
    await server.database.auditEntry.deleteMany()
  }
  expect((await newsOf(bob)).refused).toBeNull()
})

test('the answer is the same for the own password, a wrong one, and an account that is not there', async () => {
  const answers = [
    await signIn(ada.email, goodPassword),
    await signIn(ada.email, 'wrong'),
    await signIn('nobody@example.org', goodPassword),
  ]
  const told = answers.map(({ status, text }) => [status, text])
  expect(told).toEqual(Array(3).fill([401, 'Error=BadAuthentication\n']))
  await afterAnswerDone()
  const kept = JSON.stringify(await server.database.auditEntry.findMany({ select: { detail: true } }))
  expect(kept).not.toContain(goodPassword)
})

test('a name that the database cannot hold is refused and recorded as any other', async () => {
  expect((await signInByBasic('ada\0', 'wrong')).status).toBe(401)
  await afterAnswerDone()
  const acts = await server.database.auditEntry.findMany({ where: { act: 'sign-in-failed' } })
  expect(acts).toMatchObject([{ subjectId: null, detail: '', address }])
})

test('a failure on the web is none of an app, and one of an app is forgotten after a day', async () => {
  const owner = await server.database.user.findUniqueOrThrow({ where: { email: ada.email } })
  const act = { act: 'sign-in-failed', subjectId: owner.id, at: new Date() }
  await server.database.auditEntry.create({ data: act })
  expect((await newsOf(ada)).refused).toBeNull()
  await signIn(ada.email, 'wrong')
  expect((await newsOf(ada)).refused).toMatchObject({ why: 'wrong-app-password' })
  await server.database.auditEntry.updateMany({ data: { at: new Date(Date.now() - 86_400_000) } })
  expect((await newsOf(ada)).refused).toBeNull()
})
