import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as health from '#app/api/health/route.ts'
import * as counts from '#app/api/v1/counts/route.ts'
import * as metrics from '#app/metrics/route.ts'
import * as readyz from '#app/readyz/route.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import type { DatabaseGate } from '#tests/support/servers/database-gate.ts'
import { openGatedServer, type GatedServer } from '#tests/support/servers/gated-server.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

const metricsToken = 'a token of the tests'
/** So long Prometheus waits for an answer, unless told otherwise. */
const scrapeMs = 10_000
let written = ''
let server: GatedServer
let gate: DatabaseGate
let token: string

beforeAll(async () => {
  server = await openGatedServer({ METRICS_TOKEN: metricsToken, LOG_LEVEL: 'warn' })
  gate = server.gate
  ;({ token } = await addSubscriber(server.database, { name: 'ada' }))
})
afterAll(() => server.close())
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
})

const noParams = { params: Promise.resolve({}) }

async function ask(route: Pick<typeof counts, 'GET'>, asker: string | null) {
  const answer = await route.GET(requestWith(asker, '/'), noParams)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() }
}

test('of a database that takes connections and says nothing everybody is told, monitors first, and served again when it speaks', async () => {
  expect(await ask(counts, token)).toMatchObject({ status: 200 })
  gate.hush()
  const answered: string[] = []
  const noting = async (name: string, ...[route, asker]: Parameters<typeof ask>) => {
    const answer = await ask(route, asker)
    answered.push(name)
    return answer
  }
  const hushedAt = performance.now()
  const [figures, told, ready, ...answers] = await Promise.all([
    noting('metrics', metrics, metricsToken),
    noting('health', health, null),
    noting('readyz', readyz, null),
    ...Array.from({ length: 40 }, () => noting('counts', counts, token)), // more than there are connections
  ])
  const untilKnownMs = performance.now() - hushedAt
  // Monitors wait for no more than one answer: whether the database is silent is found out meanwhile.
  expect(answered.slice(0, 3).toSorted()).toEqual(['health', 'metrics', 'readyz'])
  const [, silentForMs] = /"event":"metrics-without-database".*"silentForMs":(\d+)/.exec(written) ?? []
  expect(Number(silentForMs)).toBeLessThan(scrapeMs)
  expect(figures).toMatchObject({ status: 200, text: expect.stringContaining('\nskylark_database_up 0\n') })
  for (const each of [told, ready])
    expect(each).toMatchObject({ status: 503, text: expect.stringContaining('databaseSilent') })
  for (const answer of answers) expect(answer).toMatchObject({ status: 503, retryAfter: '5' })
  // Once it is known, nobody waits as long as those who were there before.
  const askedAt = performance.now()
  expect(await ask(counts, token)).toMatchObject({ status: 503 })
  expect(performance.now() - askedAt).toBeLessThan(untilKnownMs / 2)
  gate.unhush()
  await expect.poll(() => ask(counts, token)).toMatchObject({ status: 200 })
})

testByNight('a statement that takes longer than silence is let be', async () => {
  const [{ slept } = { slept: null }] = await serverDatabase().$queryRaw<{ slept: number }[]>`
    SELECT 1 AS "slept" FROM pg_sleep(12)`
  expect(slept).toBe(1)
})
