import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { signUp } from '#tests/support/browser/signed-in.ts'
import { operations, type NamedOperation } from '#lib/api/operations/all.ts'
import type { SampleIds } from '#lib/api/operations/operation.ts'
import { scopes } from '#lib/api/accounts/scopes.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { addSubscriber, publicUrl, startServerDatabase } from '#tests/support/world/accounts.ts'
import { loadApiRoutes } from '#tests/support/api/api-routes.ts'
import { callOperation } from '#tests/support/api/call-operation.ts'
import { secret } from '#tests/support/api/foreign-ids.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { startSampleSite, type SampleSite } from '#tests/support/world/sample-site.ts'
import { addSamples } from '#tests/support/world/sample-world.ts'

let database: Database
let stop: () => Promise<void>
let anna: string
let annas: SampleIds
let site: SampleSite
let mails: Awaited<ReturnType<typeof startMailServer>>
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-operations-'))
let berta: { readonly id: string; readonly token: string }
let admin: { readonly id: string; readonly token: string }
const routes = await loadApiRoutes()

beforeAll(async () => {
  mails = await startMailServer()
  const environment = { DATA_DIR: dataDir, ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8', SMTP_URL: mails.url }
  ;({ database, stop } = await startServerDatabase(environment))
  site = await startSampleSite()
  const owner = await addSubscriber(database, { name: 'anna' })
  anna = owner.id
  annas = await addSamples(database, owner, site)
  berta = await addSubscriber(database, { name: 'berta' })
  admin = await addSubscriber(database, { name: 'admin', role: 'admin' })
})
afterAll(async () => {
  await serverNotifications().close()
  await Promise.all([stop(), site.close(), mails.stop()])
  rmSync(dataDir, { recursive: true })
})

const named = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)
const of = (filter: (operation: NamedOperation) => boolean) =>
  named.filter(([, operation]) => filter(operation))

const ask = (operation: NamedOperation, ids: SampleIds, headers: Readonly<Record<string, string>>) =>
  callOperation(routes.get(`${operation.method} ${operation.path}`), operation, ids, headers)
const call = (operation: NamedOperation, ids: SampleIds, token: string | null) =>
  ask(operation, ids, token === null ? {} : { authorization: `Bearer ${token}` })

const codeOf = (text: string) => (JSON.parse(text) as { error: { code: string } }).error.code

describe('a stranger is refused', () => {
  test.each(of(({ access }) => access !== 'anyone'))('%s', async (_name, operation) => {
    const { status, text } = await call(operation, annas, null)
    expect([status, codeOf(text)]).toEqual([401, 'not_signed_in'])
  })
})

describe('a token without the scope is refused, and told which it lacks', () => {
  test.each(of(({ access }) => access === 'token'))('%s', async (_name, operation) => {
    const { scope } = operation
    const others = scopes.filter((each) => each !== scope)
    const { token } = await createToken(database, admin.id, 'others', others)
    const { status, headers, text } = await call(operation, annas, token)
    expect([status, codeOf(text)]).toEqual([403, 'scope_missing'])
    expect(text).toContain(`${scope}`)
    expect(headers.get('www-authenticate')).toBe(`Bearer error="insufficient_scope", scope="${scope}"`)
  })
})

describe('what takes a session takes no token, whatever its scopes', () => {
  test.each(of(({ access }) => access === 'session'))('%s', async (_name, operation) => {
    const { status, text } = await call(operation, annas, admin.token)
    expect([status, codeOf(text)]).toEqual([403, 'forbidden'])
  })
})

describe('somebody else is told and changes nothing of the owner’s', () => {
  const asked = of(
    ({ access, without, path }) => access === 'token' && (without === undefined || path.includes('{')),
  )
  test.each(asked)('%s', async (_name, operation) => {
    const { status, text, headers } = await call(operation, annas, berta.token)
    expect(text).not.toContain(secret)
    if (operation.isAdmin === true) expect([status, codeOf(text)]).toEqual([403, 'forbidden'])
    else if (operation.path.includes('{')) expect(status).toBe(404)
    else expect(status).toBeLessThan(500)
    expect(headers.get('ratelimit')).toMatch(/^"token";r=\d+;t=\d+, "account";r=\d+;t=\d+$/)
  })
  test('the owner’s things are as they were', async () => {
    const row = await database.subscription.findUniqueOrThrow({ where: { id: annas.subscription } })
    expect(row).toMatchObject({ title: null, isMuted: false })
    expect(await database.folder.count({ where: { id: { in: [annas.folder, annas.intoFolder] } } })).toBe(2)
    expect(await database.rule.findUniqueOrThrow({ where: { id: annas.rule } })).toMatchObject({
      name: secret,
    })
    const isThere = { where: { name: secret, subscriberId: anna } }
    for (const count of [database.alert.count(isThere), database.alertChannel.count(isThere)])
      expect(await count).toBe(1)
    const isOn = { where: { name: secret, subscriberId: anna, isOn: true } }
    expect(await database.digest.count(isOn)).toBe(1)
    expect(await database.outputFeed.findMany({ where: { id: annas.outputFeed } })).toMatchObject([
      { name: secret, text: 'full', secretHash: `hash of ${anna}` },
    ])
    expect(await database.alertHit.count({ where: { subscriberId: anna, seenAt: null } })).toBe(1)
  })
})

describe('the owner gets what is described', () => {
  const tried = of(({ access, without }) => access !== 'session' && without === undefined)
  /** To read takes nothing away, nor does what names nothing: those share their samples. */
  const sharers = new Map<string, Promise<{ readonly token: string; readonly ids: SampleIds }>>()
  const addOwner = async (name: string, role: 'admin' | 'subscriber') => {
    const owner = await addSubscriber(database, { name, role })
    return { token: owner.token, ids: await addSamples(database, owner, site) }
  }
  test.each(tried)('%s', async (name, operation) => {
    const role = operation.isAdmin === true ? 'admin' : 'subscriber'
    const isRead = operation.method === 'GET'
    const isShared =
      isRead || (operation.access === 'token' && operation.method === 'POST' && !operation.path.includes('{'))
    const nameOfOwner = isShared
      ? `${isRead ? 'reads' : 'posts'}-as-${role}`
      : name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
    const owner = sharers.get(nameOfOwner) ?? addOwner(nameOfOwner, role)
    if (isShared) sharers.set(nameOfOwner, owner)
    const { token, ids } = await owner
    expectDescribed(operation, await call(operation, ids, token))
  })
})

describe('a browser that is signed in gets what is described', () => {
  const tried = of(({ access, without }) => access === 'session' && without === undefined)
  test.each(tried)('%s', async (name, operation) => {
    const { cookie, email } = await signUp(name.toLowerCase().replaceAll(/[^a-z]+/g, '-'))
    const role = operation.isAdmin === true ? 'admin' : 'subscriber'
    const { id } = await database.user.update({ where: { email }, data: { role } })
    const { token } = await createToken(database, id, 'tests')
    const ids = await addSamples(database, { id, token }, site)
    const headers = { cookie, origin: publicUrl, 'sec-fetch-site': 'same-origin' }
    expectDescribed(operation, await ask(operation, ids, headers))
  })
})

function expectDescribed(
  operation: NamedOperation,
  { status, text }: { readonly status: number; readonly text: string },
): void {
  expect(`${status} ${status === operation.status ? '' : text}`).toBe(`${operation.status} `)
  if (!(operation.answer instanceof z.ZodType)) return
  const told = JSON.parse(text) as unknown
  const parsed = operation.answer.safeParse(told)
  expect(parsed.error?.issues ?? []).toEqual([])
  // What a schema does not name it leaves out.
  expect(parsed.data).toEqual(told)
}
