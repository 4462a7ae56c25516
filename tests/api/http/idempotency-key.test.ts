import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { operations } from '#lib/api/operations/all.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { removeOldAnswers } from '#lib/store/accounts/keyed-answers.ts'
import { countLockWaits } from '#tests/support/measure/lock-waits.ts'
import { addSubscriber, requestWith, startServerDatabase } from '#tests/support/world/accounts.ts'
import { loadApiRoutes } from '#tests/support/api/api-routes.ts'
import { callOperation } from '#tests/support/api/call-operation.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { startSampleSite, type SampleSite } from '#tests/support/world/sample-site.ts'
import { addSamples } from '#tests/support/world/sample-world.ts'

let database: Database
let url: string
let stop: () => Promise<void>
let site: SampleSite
let mails: Awaited<ReturnType<typeof startMailServer>>
let ada: { readonly id: string; readonly token: string }
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-keys-'))
const routes = await loadApiRoutes()

beforeAll(async () => {
  mails = await startMailServer()
  const environment = { DATA_DIR: dataDir, ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8', SMTP_URL: mails.url }
  ;({ database, url, stop } = await startServerDatabase(environment))
  site = await startSampleSite()
})
beforeEach(async () => {
  await database.user.deleteMany()
  ada = await addSubscriber(database, { name: 'ada' })
})
afterAll(async () => {
  await Promise.all([stop(), site.close(), mails.stop()])
  rmSync(dataDir, { recursive: true })
})

const query = (name: string) => ({ name, about: { kind: 'query', query: 'moon' } })

async function post(key: string | null, body: unknown, token = ada.token, at = '/alerts') {
  const request = requestWith(token, `/api/v1${at}`, 'POST', body)
  if (key !== null) request.headers.set('idempotency-key', key)
  const response = await routes.get(`POST ${at}`)?.(request, { params: Promise.resolve({}) })
  const text = (await response?.text()) ?? ''
  const { id, error } = JSON.parse(text) as {
    readonly id?: number
    readonly error?: { readonly code: string }
  }
  return { status: response?.status, id, code: error?.code, text, headers: response?.headers }
}

const countAlerts = (subscriberId = ada.id) => database.alert.count({ where: { subscriberId } })

const ofOperations = operations
  .filter(({ isOnce }) => isOnce === true)
  .map((operation) => [`${operation.method} ${operation.path}`, operation] as const)

describe('asked for again with the same key, the answer is the same, and nothing is made twice', () => {
  test.each(ofOperations)('%s', async (name, operation) => {
    const role = operation.isAdmin === true ? 'admin' : 'subscriber'
    const owner = await addSubscriber(database, { name: 'berta', role })
    const ids = await addSamples(database, owner, site)
    const ask = async (key: string) => {
      const headers = { authorization: `Bearer ${owner.token}`, 'idempotency-key': key }
      const { status, text } = await callOperation(routes.get(name), operation, ids, headers)
      return { status, text }
    }
    const first = await ask('"one"')
    expect(first.status).toBe(201)
    expect(await ask('"one"')).toEqual(first)
    expect(await ask('"two"')).not.toEqual(first)
  })
})

const idIn = (text: string) => (JSON.parse(text) as { readonly id: number }).id
/** There is one of a name. */
const named = ['POST /folders', 'POST /labels', 'POST /views']

describe('asked for five times at once without a key, all are answered, and what has a name of its own is made once', () => {
  test.each(ofOperations)('%s', async (name, operation) => {
    const role = operation.isAdmin === true ? 'admin' : 'subscriber'
    const owner = await addSubscriber(database, { name: 'berta', role })
    await database.labRun.deleteMany() // few wait at once
    const ids = await addSamples(database, owner, site)
    const ask = () =>
      callOperation(routes.get(name), operation, ids, { authorization: `Bearer ${owner.token}` })
    const answers = await Promise.all([ask(), ask(), ask(), ask(), ask()])
    const others = named.includes(name) ? 409 : 201
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, others, others, others, others])
    const made = answers.flatMap(({ status, text }) => (status === 201 ? [idIn(text)] : []))
    expect(new Set(made).size).toBe(made.length)
  })
})

test('of many that ask at once with a key one makes it: the others get its answer, or are asked to wait', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => post('a', query('Moon'))))
  expect(await countAlerts()).toBe(1)
  const made = answers.filter(({ status }) => status === 201)
  expect(new Set(made.map(({ text }) => text)).size).toBe(1)
  const rest = answers.filter(({ status }) => status !== 201)
  expect(rest.map(({ code }) => code)).toEqual(rest.map(() => 'in_progress'))
  expect((await post('a', query('Moon'))).text).toBe(made[0]?.text)
})

test('while the first is under way the second is told so; killed there, nothing is left, and the next makes it', async () => {
  const other = openDatabase(url, { maxConnections: 1 })
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let isHeld = (): void => undefined
  const isHolding = new Promise<void>((resolve) => (isHeld = resolve))
  const holding = other.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`skylark alerts ${ada.id}`}, 0))`
      isHeld()
      await held
    },
    { timeout: 30_000 },
  )
  await isHolding
  const first = post('a', query('Moon'))
  await expect.poll(() => countLockWaits(database)).toBe(1)
  const second = await post('a', query('Moon'))
  expect([second.status, second.code, second.headers?.get('retry-after')]).toEqual([409, 'in_progress', '1'])
  await database.$executeRaw`
    SELECT pg_terminate_backend("pid") FROM pg_stat_activity
    WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`
  expect((await first).status).toBe(503)
  release()
  await holding
  await other.$disconnect()
  expect(await countAlerts()).toBe(0)
  expect((await post('a', query('Moon'))).status).toBe(201)
  expect(await countAlerts()).toBe(1)
})

test('a key is of one request: with another body it is refused; quoted or not it is the same', async () => {
  const { text } = await post('"a"', query('Moon'))
  expect((await post('a', query('Moon'))).text).toBe(text)
  const other = await post('a', query('Sun'))
  expect([other.status, other.code]).toEqual([422, 'key_reused'])
  const elsewhere = await post('a', { name: 'Moon' }, ada.token, '/labels')
  expect([elsewhere.status, elsewhere.code]).toEqual([422, 'key_reused'])
  expect(await countAlerts()).toBe(1)
})

test('the key of another account is another key', async () => {
  const bob = await addSubscriber(database, { name: 'bob' })
  const first = await post('a', query('Moon'))
  const second = await post('a', query('Sun'), bob.token)
  expect([first.status, second.status]).toEqual([201, 201])
  expect([await countAlerts(), await countAlerts(bob.id)]).toEqual([1, 1])
})

test('what was refused is not kept: the key makes it once it can be made', async () => {
  const label = async () => post('a', { name: 'Moon' }, ada.token, '/labels')
  expect((await post(null, { name: 'Moon' }, ada.token, '/labels')).status).toBe(201)
  expect(await label()).toMatchObject({ status: 409, code: 'conflict' })
  await database.label.deleteMany()
  expect((await label()).status).toBe(201)
})

test.each(['', '""', 'x'.repeat(256), 'mönd'])('%j is no key', async (key) => {
  expect(await post(key, query('Moon'))).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(await countAlerts()).toBe(0)
})

test('an answer with a secret is kept sealed', async () => {
  const hook = { kind: 'webhook', name: 'Bot', url: 'https://example.org/hook' }
  const { text } = await post('a', hook, ada.token, '/alerts/channels')
  const { secret } = JSON.parse(text) as { readonly secret: string }
  expect(secret.length).toBeGreaterThan(15)
  const { answer } = await database.keyedAnswer.findFirstOrThrow()
  expect(answer).not.toContain(secret)
  expect((await post('a', hook, ada.token, '/alerts/channels')).text).toBe(text)
})

test('answers are kept for a day, and the newest thousand of an account', async () => {
  await post('a', query('Moon'))
  await database.$executeRaw`UPDATE "keyed_answer" SET "answeredAt" = now() - interval '23 hours'`
  expect(await removeOldAnswers(database)).toBe(0)
  await database.$executeRaw`UPDATE "keyed_answer" SET "answeredAt" = now() - interval '25 hours'`
  expect(await removeOldAnswers(database)).toBe(1)
  expect((await post('a', query('Moon'))).status).toBe(201)
  expect(await countAlerts()).toBe(2)
  await database.$executeRaw`
    INSERT INTO "keyed_answer" SELECT ${ada.id}, 'n' || n, '', 201, '', now() - make_interval(secs => n)
    FROM generate_series(1, 1004) n`
  await post('b', query('Sun'))
  const left = await database.keyedAnswer.findMany({ orderBy: { answeredAt: 'asc' } })
  expect([left.length, left[0]?.key]).toEqual([1_000, 'n998']) // beside a and b
})
