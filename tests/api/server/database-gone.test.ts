import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as auth from '#app/api/auth/[...all]/route.ts'
import * as counts from '#app/api/v1/counts/route.ts'
import { notify } from '#lib/store/connection/notify.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { plain, syncRoute } from '#lib/sync/sync-answer.ts'
import { addSubscriber, goodPassword, publicUrl, requestWith } from '#tests/support/world/accounts.ts'
import type { DatabaseGate } from '#tests/support/servers/database-gate.ts'
import { openGatedServer, type GatedServer } from '#tests/support/servers/gated-server.ts'
import { signUp } from '#tests/support/browser/signed-in.ts'
import { openEventWindow } from '#tests/support/servers/event-window.ts'
import { addSubscription } from '#tests/support/world/reading.ts'

let server: GatedServer
let gate: DatabaseGate
let database: Database

beforeAll(async () => {
  server = await openGatedServer()
  ;({ gate, database } = server)
})
afterAll(async () => {
  await serverNotifications().close()
  await server.close()
})
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true) // what fails is logged
})

const readCounts = (token: string) => answerTo(requestWith(token, '/api/v1/counts'))

async function answerTo(request: Request) {
  const response = await counts.GET(request, { params: Promise.resolve({}) })
  const retryAfter = response.headers.get('retry-after')
  return { status: response.status, retryAfter, text: await response.text() }
}

test('while the database is gone requests are told to come again, and are answered as soon as it is back', async () => {
  const { token } = await addSubscriber(database, { name: 'anna' })
  expect(await readCounts(token)).toMatchObject({ status: 200 })
  await gate.shut()
  for (let request = 0; request < 5; request++) {
    const { status, retryAfter, text } = await readCounts(token)
    expect([status, retryAfter]).toEqual([503, '5'])
    expect(JSON.parse(text)).toMatchObject({
      error: { code: 'unavailable', message: 'The database does not answer.' },
    })
  }
  await gate.open()
  expect(await readCounts(token)).toMatchObject({ status: 200 })
})

test('an event stream goes on when the database is back, and tells what it missed', async () => {
  const { id, token } = await addSubscriber(database, { name: 'berta' })
  const { sourceId } = await addSubscription(database, id, 'bertas')
  const window = await openEventWindow(database, token)
  await window.skipToNow(sourceId)
  await gate.shut()
  const missed = { type: 'postings', sourceId, count: 3, maxId: '9' } as const
  await notify(database, missed)
  const entered = gate.entered()
  await gate.open()
  expect(await window.next()).toEqual(missed)
  const later = { type: 'source', sourceId } as const
  await notify(database, later)
  expect(await window.next()).toEqual(later)
  expect(gate.entered() - entered).toBeLessThan(10)
  window.close()
})

test('who is signed in by a cookie is not taken for signed out while the database is gone', async () => {
  const { cookie } = await signUp('clara')
  const request = () => new Request(`${publicUrl}/api/v1/counts`, { headers: { cookie } })
  expect(await answerTo(request())).toMatchObject({ status: 200 })
  await gate.shut()
  expect(await answerTo(request())).toMatchObject({ status: 503, retryAfter: '5' })
  await gate.open()
  expect(await answerTo(request())).toMatchObject({ status: 200 })
})

test('who signs in, or is, is told to come again', async () => {
  const { cookie, email } = await signUp('dora')
  const headers = { cookie, 'content-type': 'application/json', origin: publicUrl }
  const isSignedIn = () => auth.GET(new Request(`${publicUrl}/api/auth/get-session`, { headers }))
  const body = JSON.stringify({ email, password: goodPassword })
  const signIn = () =>
    auth.POST(
      new Request(`${publicUrl}/api/auth/sign-in/email`, {
        method: 'POST',
        body,
        headers: { ...headers, cookie: '' },
      }),
    )
  expect((await isSignedIn()).status).toBe(200)
  await gate.shut()
  for (const ask of [isSignedIn, signIn]) {
    const response = await ask()
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.json()).toEqual({ code: 'UNAVAILABLE', message: 'The database does not answer.' })
  }
  await gate.open()
  for (const ask of [isSignedIn, signIn]) expect((await ask()).status).toBe(200)
})

test('reader apps are told to come again', async () => {
  await gate.shut()
  const read = syncRoute(async () => plain(String(await serverDatabase().user.count())))
  const response = await read(new Request('https://skylark.example/reader/api/0/user-info'), {})
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  await gate.open()
})
