import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operations, sampleOf, type NamedOperation } from '#lib/api/operations/all.ts'
import type { SampleIds } from '#lib/api/operations/operation.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { addSubscriber, publicUrl, startServerDatabase } from '#tests/support/world/accounts.ts'
import { loadApiRoutes } from '#tests/support/api/api-routes.ts'
import { callOperation } from '#tests/support/api/call-operation.ts'
import { secret } from '#tests/support/api/foreign-ids.ts'
import { digestOwned, listMixed } from '#tests/support/data/owned-rows.ts'
import { startSampleSite, type SampleSite } from '#tests/support/world/sample-site.ts'
import { addSamples } from '#tests/support/world/sample-world.ts'
import { signUp, whoIs } from '#tests/support/browser/signed-in.ts'
import { sampled } from '#tests/support/run/tier.ts'

/**
 * References to what is somebody else's (OWASP: insecure direct object references), from a browser that is signed in: the
 * whole example of an operation with the ids of another account, and its own ids in the path with foreign ones in the body.
 * `api/accounts/every-operation` does the first with tokens.
 */
let database: Database
let stop: () => Promise<void>
let site: SampleSite
let annas: SampleIds
let annaId: string
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-foreign-'))
const routes = await loadApiRoutes()
/** In everything that is Anna's, and in nothing of others: examples of all accounts say the same at first. */
const annasSecret = 'Nobody but Anna'

type Other = { readonly id: string; readonly cookie: string; readonly ids: SampleIds }
let other: Other
let made = 0

beforeAll(async () => {
  const environment = { DATA_DIR: dataDir, ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' }
  ;({ database, stop } = await startServerDatabase(environment))
  site = await startSampleSite()
  await addSubscriber(database, { name: 'admin', role: 'admin' })
  const anna = await addSubscriber(database, { name: 'anna' })
  annaId = anna.id
  annas = await addSamples(database, anna, site)
  await nameAnnas()
  const url = 'https://hers.example/feed' // all examples subscribe to the same address
  await database.source.update({ where: { id: annas.source }, data: { url } })
  other = await addOther()
})
afterAll(async () => {
  await serverNotifications().close()
  await Promise.all([stop(), site.close()])
  rmSync(dataDir, { recursive: true })
})

/** Names everything that is there so far so that it is known again. */
async function nameAnnas(): Promise<void> {
  const columns = await database.$queryRaw<{ table: string; column: string }[]>`
    SELECT table_name AS "table", column_name AS "column" FROM information_schema.columns
    WHERE table_schema = 'public' AND data_type = 'text' AND is_generated = 'NEVER'`
  for (const { table, column } of columns)
    await database.$executeRawUnsafe(
      `UPDATE "${table}" SET "${column}" = $1 WHERE "${column}" = $2`,
      annasSecret,
      secret,
    )
}

/** Another account with one of everything. */
async function addOther(): Promise<Other> {
  made += 1
  const { cookie, email } = await signUp(`berta-${made}`)
  const { id } = await database.user.findUniqueOrThrow({ where: { email } })
  const ids = await addSamples(
    database,
    { id, token: (await createToken(database, id, 'tests')).token },
    site,
  )
  return { id, cookie, ids }
}

/** Of another account; what opens something to whoever has it is one's own, as are the pages of a site. */
const foreignTo = (own: SampleIds): SampleIds => ({
  ...annas,
  password: own.password,
  emailToken: own.emailToken,
  resetToken: own.resetToken,
  digestToken: own.digestToken,
  image: own.image,
  position: own.position,
})

const asked = operations.filter(({ access, isAdmin }) => access !== 'anyone' && isAdmin !== true)
/** The example with own ids, but for one part of its query or body at a time, where they name things. */
function mixedSamples(operation: NamedOperation, own: SampleIds): NamedOperation[] {
  const mine = sampleOf(operation, own)
  const foreign = sampleOf(operation, foreignTo(own))
  return (['query', 'body'] as const).flatMap((part) => {
    const kept = fieldsOf(mine[part])
    const swapped = fieldsOf(foreign[part])
    return Object.keys(swapped)
      .filter((name) => JSON.stringify(kept[name]) !== JSON.stringify(swapped[name]))
      .map((name) => ({
        ...operation,
        sample: () => ({ ...mine, [part]: { ...kept, [name]: swapped[name] } }),
      }))
  })
}
const fieldsOf = (part: unknown): Readonly<Record<string, unknown>> =>
  typeof part === 'object' && part !== null ? { ...part } : {}
const mixed = () => asked.filter((operation) => mixedSamples(operation, other.ids).length > 0)

async function expectNothing(operation: NamedOperation, ids: SampleIds): Promise<number> {
  const before = await digestOwned(database, annaId)
  const headers = { cookie: other.cookie, origin: publicUrl, 'sec-fetch-site': 'same-origin' }
  const route = routes.get(`${operation.method} ${operation.path}`)
  const { status, text } = await callOperation(route, operation, ids, headers)
  expect(text).not.toContain(annasSecret)
  expect(status).not.toBe(500)
  expect(await digestOwned(database, annaId)).toEqual(before)
  expect(await listMixed(database)).toEqual([])
  if ((await whoIs(other.cookie)) === null) other = await addOther()
  return status
}

test('what is Anna’s is told apart', async () => {
  const owned = Object.entries(await digestOwned(database, annaId))
  expect(owned.filter(([, digest]) => !digest.startsWith('0 ')).length).toBeGreaterThan(20)
  expect(await listMixed(database)).toEqual([])
  expect(mixed().length).toBeGreaterThan(20)
})

describe('with ids of another account', () => {
  // The others that take tokens are asked by these, in `api/accounts/every-operation`.
  const byToken = asked.filter(({ access }) => access === 'token')
  const bySession = asked.filter(({ access }) => access === 'session')
  const cases = [...sampled(byToken), ...bySession].map(
    (operation) => [`${operation.method} ${operation.path}`, operation] as const,
  )
  test.each(cases)('%s', async (_name, operation) => {
    const status = await expectNothing(operation, foreignTo(other.ids))
    if (operation.path.includes('{id}')) expect([400, 403, 404]).toContain(status)
  })
})

test('with own ids, and one foreign one in the query or the body', { timeout: 60_000 }, async () => {
  for (const { method, path: name } of mixed()) {
    const operation = asked.find((one) => one.method === method && one.path === name)
    if (operation === undefined) continue
    const { length } = mixedSamples(operation, other.ids)
    for (let at = 0; at < length; at += 1) {
      const sample = mixedSamples(operation, other.ids)[at]
      if (sample === undefined) continue
      const status = await expectNothing(sample, other.ids)
      // What is taken away is gone for those that come behind it.
      if (status === 404 || method === 'DELETE') other = await addOther()
    }
  }
})
