import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { POST as fever } from '#app/fever/[[...path]]/route.ts'
import { GET as out } from '#app/out/[file]/route.ts'
import { GET as reader } from '#app/reader/[[...path]]/route.ts'
import * as outputFeeds from '#app/api/v1/output-feeds/route.ts'
import * as reset from '#app/api/v1/password-reset/route.ts'
import type { SampleIds } from '#lib/api/operations/operation.ts'
import { operations } from '#lib/api/operations/all.ts'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { addSubscriber, publicUrl, startServerDatabase } from '#tests/support/world/accounts.ts'
import { loadApiRoutes } from '#tests/support/api/api-routes.ts'
import { callOperation } from '#tests/support/api/call-operation.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { digestTables } from '#tests/support/data/database-digest.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { startSampleSite, type SampleSite } from '#tests/support/world/sample-site.ts'
import { addSamples } from '#tests/support/world/sample-world.ts'
import { signUp, whoIs } from '#tests/support/browser/signed-in.ts'

let database: Database
let stop: () => Promise<void>
let site: SampleSite
let mails: Awaited<ReturnType<typeof startMailServer>>
let admin: Awaited<ReturnType<typeof addSubscriber>>
let ids: SampleIds
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-requests-'))
const routes = await loadApiRoutes()

beforeAll(async () => {
  mails = await startMailServer()
  const environment = { DATA_DIR: dataDir, ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8', SMTP_URL: mails.url }
  ;({ database, stop } = await startServerDatabase(environment))
  site = await startSampleSite()
  admin = await addSubscriber(database, { name: 'admin', role: 'admin' })
  ids = await addSamples(database, admin, site)
})
afterAll(async () => {
  await serverNotifications().close()
  await Promise.all([stop(), site.close(), mails.stop()])
  rmSync(dataDir, { recursive: true })
})

const of = (filter: (operation: (typeof operations)[number]) => boolean) =>
  operations.filter(filter).map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

/** Headers by which peers, proxies and Next itself were made to believe things: CVE-2025-29927, CVE-2024-46982, FreshRSS and Tiny Tiny RSS behind a proxy. */
const believed = {
  'x-remote-user': 'admin',
  'remote-user': 'admin',
  'x-forwarded-user': 'admin',
  'x-auth-user': 'admin',
  'x-webauth-user': 'admin',
  'x-forwarded-email': 'admin@example.org',
  'remote-email': 'admin@example.org',
  'x-authentik-username': 'admin',
  'cf-access-authenticated-user-email': 'admin@example.org',
  'x-user-id': 'user-admin',
  'x-skylark-local': 'yes',
  'x-original-url': '/',
  'x-rewrite-url': '/',
  'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware',
  'x-now-route-matches': '1',
  'x-matched-path': '/',
  'x-invoke-path': '/',
  'x-nextjs-data': '1',
  'x-http-method-override': 'GET',
  'x-real-ip': '127.0.0.1',
  forwarded: 'for=127.0.0.1',
}

describe('headers that say who one is sign nobody in', () => {
  test.each(of(({ access }) => access !== 'anyone'))('%s', async (name, operation) => {
    expect((await callOperation(routes.get(name), operation, ids, believed)).status).toBe(401)
  })
})

describe('nothing between us and a reader keeps what is theirs', () => {
  const asked = of(
    ({ method, access, without }) => method === 'GET' && access === 'token' && without === undefined,
  )
  test.each(asked)('%s', async (name, operation) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const answer = await callOperation(routes.get(name), operation, ids, headers)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([
      operation.status,
      expect.stringMatching(/no-store|private/),
    ])
  })
})

describe('the Host of a request is in nothing that others follow', () => {
  const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }

  test('not in a link for a new password', async () => {
    const headers = { ...evil, 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
    const body = JSON.stringify({ email: admin.email })
    const request = new Request('http://evil.example/api/v1/password-reset', {
      method: 'POST',
      headers,
      body,
    })
    expect((await reset.POST(request, { params: Promise.resolve({}) })).status).toBe(202)
    const { text } = await mails.next()
    expect(text).not.toContain('evil')
    expect(text).toContain(`${publicUrl}/reset-password#`)
  })

  test('not in output feeds, in any form', async () => {
    const body = { name: 'All', place: { kind: 'all' } }
    const made = await callRoute(admin.token, { module: outputFeeds, method: 'POST', body })
    const address = String(made.body['address'])
    expect(address).toContain(`${publicUrl}/out/`)
    const secret = address.split('/').at(-1) ?? ''
    for (const ending of ['atom', 'rss', 'json', 'opml']) {
      const file = `${secret}.${ending}`
      const request = new Request(`http://evil.example/out/${file}`, { headers: evil })
      const answer = await out(request, { params: Promise.resolve({ file }) })
      expect(answer.status).toBe(200)
      expect(await answer.text()).not.toContain('evil.example')
      expect(JSON.stringify([...answer.headers])).not.toContain('evil.example')
    }
  })
})

test('the secret of an output feed opens its feed and nothing else', async () => {
  const body = { name: 'Mine', place: { kind: 'all' } }
  const made = await callRoute(admin.token, { module: outputFeeds, method: 'POST', body })
  const secret = String(made.body['address']).split('/').at(-1) ?? ''
  for (const [name, operation] of of(({ access }) => access !== 'anyone'))
    for (const authorization of [`Bearer ${secret}`, `Bearer sky_${secret}`]) {
      const { status } = await callOperation(routes.get(name), operation, ids, { authorization })
      expect([401, 403], name).toContain(status)
    }
})

test('an app password, and what an app gets for it, open the reader protocols and nothing else', async () => {
  const { token } = await createAppPassword(database, admin, 'Phone', true)
  const before = await digestTables(database)
  const logins = [`Bearer ${token}`, `GoogleLogin auth=${token}`, `Basic ${btoa(`${admin.email}:${token}`)}`]
  for (const [name, operation] of of(({ access }) => access !== 'anyone'))
    for (const authorization of logins) {
      const { status } = await callOperation(routes.get(name), operation, ids, { authorization })
      expect([401, 403], name).toContain(status)
    }
  expect(await digestTables(database)).toEqual(before)
})

test('a cookie counts nothing where any page may ask: reader protocols take their own tokens', async () => {
  const { cookie } = await signUp('cookie')
  expect(await whoIs(cookie)).toMatchObject({ name: 'cookie' })
  const headers = { cookie, origin: 'https://evil.example' }
  const path = ['api', '0', 'user-info']
  const asked = await reader(new Request(`${publicUrl}/reader/api/0/user-info`, { headers }), {
    params: Promise.resolve({ path }),
  })
  expect(asked.status).toBe(401)
  expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
  const key = new Request(`${publicUrl}/fever/?api`, { method: 'POST', headers, body: 'api_key=x' })
  const answer = await fever(key, { params: Promise.resolve({}) })
  expect(await answer.json()).toMatchObject({ auth: 0 })
})

describe('a body that means the prototype of all objects', () => {
  const pollution = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}'
  const changing = of(({ method, access }) => method !== 'GET' && access === 'token')
  test.each(changing)('changes none: %s', async (name, operation) => {
    const handler = routes.get(name)
    if (handler === undefined) throw new Error(`There is no ${name}.`)
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
    const request = new Request(`${publicUrl}/api/v1/x`, {
      ...(operation.method === 'DELETE' ? {} : { body: pollution }),
      method: operation.method,
      headers,
    })
    // An id that nothing has: what is there stays for the others.
    const { status } = await handler(request, {
      params: Promise.resolve({ id: '999999999', host: 'a.example', highlightId: '1' }),
    })
    expect(status).toBeLessThan(500)
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})
