import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GET as authGet, POST as authPost } from '#app/api/auth/[...all]/route.ts'
import { operations } from '#lib/api/operations/all.ts'
import type { SampleIds } from '#lib/api/operations/operation.ts'
import { createAuth } from '#lib/auth/sign-in/auth.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { goodPassword, publicUrl, startServerDatabase } from '#tests/support/world/accounts.ts'
import { loadApiRoutes } from '#tests/support/api/api-routes.ts'
import { callOperation } from '#tests/support/api/call-operation.ts'
import { digestTables } from '#tests/support/data/database-digest.ts'
import { startSampleSite, type SampleSite } from '#tests/support/world/sample-site.ts'
import { addSamples } from '#tests/support/world/sample-world.ts'
import { signUp, whoIs, type Browser } from '#tests/support/browser/signed-in.ts'

/**
 * Cross-site request forgery (OWASP): a site that the reader visits makes the browser send a request with the reader's
 * cookie. FreshRSS, Tiny Tiny RSS, selfoss and CommaFeed all had operations that did it.
 */
let database: Database
let stop: () => Promise<void>
let site: SampleSite
let ada: Browser
let ids: SampleIds
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-cross-site-'))
const routes = await loadApiRoutes()

beforeAll(async () => {
  const environment = { DATA_DIR: dataDir, ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' }
  ;({ database, stop } = await startServerDatabase(environment))
  site = await startSampleSite()
  ada = await signUp('ada') // the first account: an admin, who may do everything
  const { id } = await database.user.findUniqueOrThrow({ where: { email: ada.email } })
  ids = await addSamples(database, { id, token: (await createToken(database, id, 'tests')).token }, site)
})
afterAll(async () => {
  await serverNotifications().close()
  await Promise.all([stop(), site.close()])
  rmSync(dataDir, { recursive: true })
})

/** The headers of browsers for a request that another site made, or that nobody knows who made. */
const foreign: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['another site, by an old browser', { origin: 'https://evil.example' }],
  ['another port of this host', { origin: 'http://localhost:3001', 'sec-fetch-site': 'same-site' }],
  ['a host whose name begins like ours', { origin: 'http://localhost:3000.evil.example' }],
  ['a frame without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['nobody knows where', {}],
]
const json = { 'content-type': 'application/json' }
/** The headers of a form, which can be sent without asking first. */
const asText = { 'content-type': 'text/plain' }

const changing = operations.filter(({ method }) => method !== 'GET')

describe('with the cookie of an admin, what somebody else made is refused', () => {
  let before: Readonly<Record<string, string>>
  beforeAll(async () => {
    before = await digestTables(database)
  })
  test.each(changing.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s',
    async (name, operation) => {
      for (const [, headers] of foreign)
        for (const type of [json, asText]) {
          const sent = { ...headers, ...type, cookie: ada.cookie, host: 'localhost:3000' }
          const { status, text } = await callOperation(routes.get(name), operation, ids, sent)
          expect([status, text]).toEqual([403, expect.stringContaining('"forbidden"')])
        }
    },
  )
  test('and none of it changed anything', async () => {
    expect(changing.length).toBeGreaterThan(80)
    expect(await digestTables(database)).toEqual(before)
  })
})

test('no operation that a picture may ask for changes anything, and none ends a session (FreshRSS, CVE-2025-31482)', async () => {
  const before = await digestTables(database)
  const sessions = await database.session.count()
  const asked = operations.filter(({ method, path }) => method === 'GET' && path !== '/events')
  const notThere: string[] = []
  for (const operation of asked) {
    const headers = { cookie: ada.cookie, host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }
    const { status } = await callOperation(routes.get(`GET ${operation.path}`), operation, ids, headers)
    if (status === 404) notThere.push(operation.path)
    else expect([operation.path, status]).toEqual([operation.path, operation.status])
  }
  for (const path of Object.keys(acts)) {
    const request = new Request(`${publicUrl}/api/auth${path}`, { headers: { cookie: ada.cookie } })
    const answer = await authGet(request)
    expect([path, answer.status, answer.headers.getSetCookie()]).toEqual([path, 404, []])
  }
  expect(notThere).toEqual(['/discover/sources/{id}']) // only of sources that may be recommended
  expect(asked.length).toBeGreaterThan(40)
  // What is counted, that a copy of one's data was made, and what is shipped with the server and was not there yet.
  const also = { rate_limit: '', audit_log: '', session: '', host_wish: '' }
  expect({ ...(await digestTables(database)), ...also }).toEqual({ ...before, ...also })
  expect(await database.session.count()).toBe(sessions)
  expect(await whoIs(ada.cookie)).toMatchObject({ name: 'ada' })
})

const acts: Readonly<Record<string, object>> = {
  '/sign-in/email': { email: 'ada@example.org', password: goodPassword },
  '/sign-up/email': { email: 'eve@example.org', password: goodPassword, name: 'Eve' },
  '/sign-out': {},
  '/update-user': { name: 'Eve' },
  '/change-password': { currentPassword: goodPassword, newPassword: 'a password of Eve' },
  '/second-step': { code: '123456' },
  '/passkey/options': {},
  '/passkey/sign-in': { response: {} },
}

function post(path: string, body: object, headers: Readonly<Record<string, string>>): Promise<Response> {
  const address = { 'x-forwarded-for': '203.0.113.7' }
  const init = { method: 'POST', headers: { ...address, ...headers }, body: JSON.stringify(body) }
  return authPost(new Request(`${publicUrl}/api/auth${path}`, init))
}

describe('with a cookie, and made by somebody else', () => {
  test.each(Object.entries(acts))('POST /api/auth%s is refused and changes nothing', async (path, body) => {
    await database.rateLimit.deleteMany()
    const before = await digestTables(database)
    for (const [, headers] of foreign)
      for (const type of [json, asText]) {
        const answer = await post(path, body, { ...headers, ...type, cookie: ada.cookie })
        expect([403, 415]).toContain(answer.status)
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    // Attempts are counted.
    expect({ ...(await digestTables(database)), rate_limit: '' }).toEqual({ ...before, rate_limit: '' })
    expect(await whoIs(ada.cookie)).toMatchObject({ name: 'ada' })
  })

  test('nobody is signed in by another site: its form and its script are refused without a cookie, too', async () => {
    const body = acts['/sign-in/email'] ?? {}
    await database.rateLimit.deleteMany()
    for (const [, headers] of foreign.slice(0, -1))
      for (const type of [json, asText]) {
        const answer = await post('/sign-in/email', body, { ...headers, ...type })
        expect([403, 415]).toContain(answer.status)
      }
  })
})

test('every cookie is out of reach for scripts and other sites, and sent by https alone where that is the address', async () => {
  const auth = createAuth(database, {
    secret: 'another secret of at least 32 characters',
    publicUrl: 'https://news.example',
  })
  const ask = (path: string, body: object) =>
    auth.handler(
      new Request(`https://news.example/api/auth${path}`, {
        method: 'POST',
        headers: { ...json, origin: 'https://news.example', 'x-forwarded-for': '203.0.113.8' },
        body: JSON.stringify(body),
      }),
    )
  const answers = [
    await ask('/sign-in/email', acts['/sign-in/email'] ?? {}),
    await ask('/passkey/options', {}),
  ]
  for (const answer of answers) {
    const cookies = answer.headers.getSetCookie()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Secure-skylark\./)
      expect(cookie).toMatch(/; HttpOnly/i)
      expect(cookie).toMatch(/; Secure/i)
      expect(cookie).toMatch(/; SameSite=(Lax|Strict)/i)
      expect(cookie).not.toMatch(/; Domain=/i)
    }
  }
})
