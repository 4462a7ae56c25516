import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { POST as hub } from '#app/hub/route.ts'
import { GET as out } from '#app/out/[file]/route.ts'
import { POST as accounts } from '#app/accounts/[[...path]]/route.ts'
import { POST as reader } from '#app/reader/[[...path]]/route.ts'
import { POST as miniflux } from '#app/v1/[[...path]]/route.ts'
import { GET as images } from '#app/api/v1/images/route.ts'
import type { SampleIds } from '#lib/api/operations/operation.ts'
import { operations } from '#lib/api/operations/all.ts'
import {
  appTokenOf,
  createAppPassword,
  signInApp as signInByPassword,
} from '#lib/auth/requests/app-passwords.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { proxiedImage } from '#lib/documents/html/image-address.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { goodPassword, postAuth, publicUrl, startServerDatabase } from '#tests/support/world/accounts.ts'
import { loadApiRoutes } from '#tests/support/api/api-routes.ts'
import { callOperation } from '#tests/support/api/call-operation.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { startSampleSite, type SampleSite } from '#tests/support/world/sample-site.ts'
import { addSamples } from '#tests/support/world/sample-world.ts'
import { signUp } from '#tests/support/browser/signed-in.ts'

/** Whoever is above a limit is told so, and when to come again. Limits are counted in the database, for all processes. */
let database: Database
let stop: () => Promise<void>
let site: SampleSite
let mails: Awaited<ReturnType<typeof startMailServer>>
let cookie: string
let ids: SampleIds
let token: string
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-limits-'))
const routes = await loadApiRoutes()

beforeAll(async () => {
  mails = await startMailServer()
  const environment = { DATA_DIR: dataDir, ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8', SMTP_URL: mails.url }
  ;({ database, stop } = await startServerDatabase(environment))
  site = await startSampleSite()
  ;({ cookie } = await signUp('ada'))
  const { id } = await database.user.findUniqueOrThrow({ where: { email: 'ada@example.org' } })
  token = (await createToken(database, id, 'tests')).token
  ids = await addSamples(database, { id, token }, site)
})
beforeEach(async () => {
  await database.rateLimit.deleteMany()
  // A reset of the password, which is among what is tried, ends tokens.
  const { id } = await database.user.findUniqueOrThrow({ where: { email: 'ada@example.org' } })
  token = (await createToken(database, id, 'tests')).token
})
afterAll(async () => {
  await serverNotifications().close()
  await Promise.all([stop(), site.close(), mails.stop()])
  rmSync(dataDir, { recursive: true })
})

/** As if whatever was counted so far had been done a thousand times. */
async function useUp(): Promise<void> {
  const { count } = await database.rateLimit.updateMany({ data: { count: { increment: 1000 } } })
  expect(count).toBeGreaterThan(0)
}

type Answer = { readonly status: number; readonly headers: Headers }

function expectTooMany({ status, headers }: Answer): void {
  const pauseS = Number(headers.get('retry-after'))
  expect([status, pauseS > 0 && pauseS <= 3600]).toEqual([429, true])
}

const signIn = (name: string, address: string) =>
  postAuth('/sign-in/email', { email: `${name}@example.org`, password: 'not this one' }, { address })

test('signing in: an account is not guessed at from however many addresses', async () => {
  expect((await signIn('ada', '198.51.100.1')).status).toBe(401)
  await useUp()
  expectTooMany(await signIn('ada', '198.51.100.2'))
  expect((await signIn('bob', '198.51.100.3')).status).toBe(401)
})

test('signing in: an address does not guess at however many accounts, nor a household with IPv6', async () => {
  for (const [first, second] of [
    ['198.51.100.1', '198.51.100.1'],
    ['2001:db8::1', '2001:db8::ffff'],
  ] as const) {
    await signIn('ada', first)
    await useUp()
    expectTooMany(await signIn('bob', second))
    await database.rateLimit.deleteMany()
  }
})

test('signing in: limits that were met while the clock was an hour ahead are gone when it is set back', async () => {
  await signIn('ada', '198.51.100.1')
  await useUp()
  expectTooMany(await signIn('ada', '198.51.100.1'))
  await database.rateLimit.updateMany({ data: { lastRequest: { increment: 3_600_000 } } })
  expect((await signIn('ada', '198.51.100.1')).status).toBe(401)
})

test('signing up: so many accounts of an address', async () => {
  const eve = (n: number) => ({ name: 'Eve', email: `eve${n}@example.org`, password: goodPassword })
  expect((await postAuth('/sign-up/email', eve(1), { address: '198.51.100.1' })).status).toBe(200)
  await useUp()
  expectTooMany(await postAuth('/sign-up/email', eve(2), { address: '198.51.100.1' }))
})

test('codes and passwords of a session that was stolen', async () => {
  const change = { currentPassword: 'not this one', newPassword: goodPassword }
  await postAuth('/change-password', change, { cookie, address: '198.51.100.1' })
  await useUp()
  expectTooMany(await postAuth('/change-password', change, { cookie, address: '198.51.100.2' }))
})

test('reader apps that sign in', async () => {
  const ask = () => {
    const body = new URLSearchParams({ Email: 'ada@example.org', Passwd: 'wrong' })
    const headers = { 'x-forwarded-for': '198.51.100.1' }
    const request = new Request(`${publicUrl}/accounts/ClientLogin`, { method: 'POST', headers, body })
    return accounts(request, { params: Promise.resolve({ path: ['ClientLogin'] }) })
  }
  expect((await ask()).status).toBe(401)
  await useUp()
  expectTooMany(await ask())
})

/** The routes that make this server ask others, or work long, or mail; and those that a secret alone opens. */
const limited = [
  'POST /password-reset',
  'POST /password-reset/confirm',
  'POST /email/confirm',
  'POST /digests/end',
  'POST /discover',
  'POST /opml',
  'POST /opml/from-address',
  'POST /import',
  'GET /export',
  'POST /postings/{id}/full-text',
  'POST /saved-pages',
  'POST /alerts/channels/{id}/test',
  'POST /integrations/{id}/test',
]

test.each(limited)('%s', async (name) => {
  const operation = operations.find(({ method, path }) => `${method} ${path}` === name)
  if (operation === undefined) throw new Error(`There is no ${name}.`)
  const ask = () => {
    const who: Record<string, string> =
      operation.access === 'anyone' ? {} : { authorization: `Bearer ${token}` }
    return callOperation(routes.get(name), operation, ids, { ...who, 'x-forwarded-for': '198.51.100.1' })
  }
  if (name.endsWith('full-text')) await database.postingFullText.deleteMany()
  expect((await ask()).status).toBeLessThan(429) // neither too often nor a mistake of ours
  if (name.endsWith('full-text')) await database.postingFullText.deleteMany()
  await database.rateLimit.deleteMany({ where: { key: { startsWith: 'requests of' } } })
  await useUp()
  expectTooMany(await ask())
})

/** The header that a reader app of Ada's sends with each request. */
async function signInApp(): Promise<string> {
  const owner = await database.user.findUniqueOrThrow({ where: { email: 'ada@example.org' } })
  const app = await createAppPassword(database, owner, 'app', false)
  const access = await signInByPassword(database, owner.email, app.token, new Date())
  return access === null ? '' : `GoogleLogin auth=${appTokenOf(access)}`
}

/** The header that an app of Miniflux sends with each request. */
async function basicOfApp(): Promise<string> {
  const owner = await database.user.findUniqueOrThrow({ where: { email: 'ada@example.org' } })
  const { token: password } = await createAppPassword(database, owner, 'app', false)
  return `Basic ${btoa(`${owner.email}:${password}`)}`
}

test.each([
  ['/api/v1/opml', () => `Bearer ${token}`, routes.get('POST /opml')],
  ['/reader/api/0/subscription/import', signInApp, reader],
  ['/v1/import', basicOfApp, miniflux],
])('a list for %s is not read when it is one too many', async (address, authorise, post) => {
  const { id } = await database.user.findUniqueOrThrow({ where: { email: 'ada@example.org' } })
  await database.rateLimit.create({
    data: { id: 'imports', key: `import|${id}`, count: 60, lastRequest: BigInt(Date.now()) },
  })
  let read = 0
  const pull = (controller: ReadableStreamDefaultController) => {
    read += 1
    controller.enqueue(Buffer.from(read === 1 ? '<opml/>' : ' '))
    if (read === 10) controller.close()
  }
  const request = new Request(`${publicUrl}${address}`, {
    method: 'POST',
    headers: { authorization: await authorise(), 'content-type': 'text/xml' },
    body: new ReadableStream({ pull }, { highWaterMark: 0 }),
    ...{ duplex: 'half' },
  })
  expectTooMany((await post?.(request, { params: Promise.resolve({}) })) ?? Response.error())
  expect(read).toBe(0)
})

test('the hub and output feeds', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const params = Promise.resolve({ file: `${'a'.repeat(32)}.atom` })
  const post = () => hub(new Request(`${publicUrl}/hub`, { method: 'POST', headers, body: '' }), { params })
  const read = () => out(new Request(`${publicUrl}/out/x`, { headers }), { params })
  expect([(await post()).status, (await read()).status]).toEqual([400, 404])
  await useUp()
  for (const ask of [post, read]) expectTooMany(await ask())
})

test('pictures', async () => {
  const address = (n: number) =>
    proxiedImage(`http://10.0.0.1/${n}.png`, process.env['AUTH_SECRET'] ?? '').replace(/^(?=\/)/, publicUrl)
  const ask = (n: number, from: string) =>
    images(new Request(address(n), { headers: { 'x-forwarded-for': from } }), {
      params: Promise.resolve({}),
    })
  vi.useFakeTimers({ toFake: ['Date'] }) // all in one minute, however long it takes
  for (let n = 0; n < 300; n += 1) expect((await ask(n, '198.51.100.9')).status).toBe(404)
  expectTooMany(await ask(300, '198.51.100.9'))
  expect((await ask(301, '198.51.100.8')).status).toBe(404)
  vi.useRealTimers()
})
