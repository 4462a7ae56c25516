import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GET } from '#app/api/health/route.ts'
import { POST as runPass } from '#app/api/v1/admin/aggregator/run/route.ts'
import { GET as getReadyz } from '#app/readyz/route.ts'
import { GET as getServer } from '#app/api/v1/server/route.ts'
import type { Health, ServerInfo } from '#lib/api/accounts/account.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { readHealth } from '#lib/store/server/health.ts'
import { recordHeartbeat } from '#lib/store/server/heartbeat.ts'
import { knownMigrations } from '#lib/store/connection/migrations.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { addSubscriber, requestWith, startServerDatabase } from '#tests/support/world/accounts.ts'

const noParams = { params: Promise.resolve({}) }
const now = Date.UTC(2026, 0, 5)
const known = await knownMigrations()
let database: Database
let url: string
let stop: () => Promise<void>

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  ;({ database, stop, url } = await startServerDatabase())
})
afterAll(() => {
  vi.useRealTimers()
  return stop()
})
beforeEach(async () => {
  await database.aggregatorHeartbeat.deleteMany()
  await database.user.deleteMany()
})

/** Answers are shared for a second: each of these asks later. */
async function health(language = 'en', ask = GET) {
  vi.advanceTimersByTime(1_000)
  return healthNow(language, ask)
}

async function healthNow(language = 'en', ask = GET): Promise<Health & { httpStatus: number }> {
  const request = requestWith(null, '/api/health')
  request.headers.set('accept-language', language)
  const answer = await ask(request, noParams)
  return { ...((await answer.json()) as Health), httpStatus: answer.status }
}

test('all is well while database, migrations and aggregator are', async () => {
  await recordHeartbeat(database, 'tests', Date.now())
  expect(await health()).toEqual({
    httpStatus: 200,
    status: 'ok',
    database: 'ok',
    migrations: 'ok',
    aggregator: 'ok',
    codes: [],
    reasons: [],
  })
})

test('without an aggregator at work it is 503, with the reason', async () => {
  expect(await health()).toMatchObject({ httpStatus: 503, aggregator: 'failing', migrations: 'ok' })
  await recordHeartbeat(database, 'tests', now - 121_000)
  expect(await readHealth(database, known, { now, speed: 1 })).toMatchObject({
    status: 'failing',
    problems: [{ code: 'noAggregatorSince', values: { since: '2026-01-04T23:57:59.000Z' } }],
  })
  await recordHeartbeat(database, 'tests', now - 120_000)
  expect(await readHealth(database, known, { now, speed: 1 })).toMatchObject({ status: 'ok' })
})

test('the reasons come in the language of the request, their codes stay', async () => {
  expect(await health()).toMatchObject({
    codes: ['noAggregatorYet'],
    reasons: ['The aggregator, which checks the feeds, has not run yet.'],
  })
  expect(await health('de')).toMatchObject({
    codes: ['noAggregatorYet'],
    reasons: ['Der Aggregator, der die Feeds abruft, ist noch nie gelaufen.'],
  })
})

test('while an admin has paused all polling it says so, and stays ready: readers are served', async () => {
  await recordHeartbeat(database, 'tests', Date.now())
  await changeServerSettings(database, { isPaused: true })
  const paused = {
    status: 'paused',
    codes: ['pollingPaused'],
    reasons: ['All checks are paused on this server.'],
  }
  expect(await health()).toMatchObject({ httpStatus: 200, aggregator: 'ok', ...paused })
  expect(await health('en', getReadyz)).toEqual({ httpStatus: 200, ...paused })
  await database.aggregatorHeartbeat.deleteMany()
  expect(await health('de', getReadyz)).toEqual({
    httpStatus: 503,
    status: 'failing',
    codes: ['noAggregatorYet', 'pollingPaused'],
    reasons: [
      'Der Aggregator, der die Feeds abruft, ist noch nie gelaufen.',
      'Auf diesem Server sind alle Abrufe angehalten.',
    ],
  })
  await changeServerSettings(database, { isPaused: false })
})

test.each([
  ['/api/health', GET],
  ['/readyz', getReadyz],
])('however many ask %s, the database is asked once in a second', async (_path, ask) => {
  const inspected = vi.spyOn(database, '$queryRaw')
  expect((await health('en', ask)).httpStatus).toBe(503)
  const before = inspected.mock.calls.length
  expect(before).toBeGreaterThan(0)
  await recordHeartbeat(database, 'tests', Date.now())
  vi.advanceTimersByTime(999)
  const answers = await Promise.all(Array.from({ length: 50 }, () => healthNow('en', ask)))
  expect(answers.map(({ httpStatus }) => httpStatus)).toEqual(answers.map(() => 503))
  vi.advanceTimersByTime(1)
  expect((await healthNow('de', ask)).httpStatus).toBe(200)
  inspected.mockRestore()
})

test('a migration that is not applied is named', async () => {
  await recordHeartbeat(database, 'tests', now)
  const found = await readHealth(database, [...known, '9999_more'], { now, speed: 1 })
  expect(found).toMatchObject({ status: 'failing', database: 'ok', migrations: 'failing' })
  expect(found.problems).toContainEqual({ code: 'migrationsMissing', values: { names: '9999_more' } })
})

/** As another host does that has a newer version; `finishedAt` null: it is at it. */
const migrateFurther = (finishedAt: string | null) => database.$executeRaw`
  INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at")
  VALUES ('newer', 'sum', '9999_newer', now(), ${finishedAt}::timestamptz)`

test.each([['2026-01-05T00:00:00Z'], [null]])(
  'a database that another host has brought to a newer version, or brings there, is 503, and no pass is made on it (%s)',
  async (finishedAt) => {
    const { token } = await addSubscriber(database, { name: 'root', role: 'admin' })
    await recordHeartbeat(database, 'tests', Date.now())
    await migrateFurther(finishedAt)
    const run = await runPass(requestWith(token, '/api/v1/admin/aggregator/run', 'POST', {}), noParams)
    const all = await health()
    const ready = await health('de', getReadyz)
    await database.$executeRaw`DELETE FROM "_prisma_migrations" WHERE "id" = 'newer'`
    const codes = ['migrationsUnknown']
    const newer =
      'The database is of a newer version of Skylark: this one does not know its migrations 9999_newer.'
    expect(all).toMatchObject({ httpStatus: 503, migrations: 'failing', codes, reasons: [newer] })
    expect(ready).toMatchObject({
      httpStatus: 503,
      codes,
      reasons: [expect.stringContaining('neueren Version')],
    })
    expect([run.status, await run.json()]).toMatchObject([503, { error: { message: newer } }])
  },
)

test('a database that cannot be reached fails without telling where it is', async () => {
  const nowhere = new URL(url)
  nowhere.pathname = '/no_such_database'
  const unreachable = openDatabase(nowhere.href)
  const found = await readHealth(unreachable, known, { now, speed: 1 })
  await unreachable.$disconnect()
  expect(found).toEqual({
    status: 'failing',
    database: 'failing',
    migrations: 'failing',
    aggregator: 'failing',
    problems: [{ code: 'databaseSilent', values: {} }],
  })
})

test('anybody may know whether the server is new and who may sign up', async () => {
  const info = async () => (await (await getServer(requestWith(null, '/'), noParams)).json()) as ServerInfo
  expect(await info()).toEqual({
    isNew: true,
    signUp: 'open',
    sendsMail: false,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  await addSubscriber(database, { name: 'ada' })
  expect((await info()).isNew).toBe(false)
})
