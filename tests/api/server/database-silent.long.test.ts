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
let server: GatedServer
let gate: DatabaseGate
let token: string

beforeAll(async () => {
  server = await openGatedServer({ METRICS_TOKEN: metricsToken })
  gate = server.gate
  ;({ token } = await addSubscriber(server.database, { name: 'ada' }))
})
afterAll(() => server.close())
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true) // what fails is logged
})

const noParams = { params: Promise.resolve({}) }

/** The answer, or "none" where none came in time. */
async function ask(route: Pick<typeof counts, 'GET'>, asker: string | null, withinMs: number) {
  const answer = await Promise.race([
    route.GET(requestWith(asker, '/'), noParams),
    new Promise<null>((resolve) => setTimeout(resolve, withinMs, null)),
  ])
  if (answer === null) return 'none'
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() }
}

test('of a database that takes connections and says nothing everybody is told within seconds, and served again when it speaks', async () => {
  expect(await ask(counts, token, 10_000)).toMatchObject({ status: 200 })
  gate.hush()
  const [figures, told, ready, ...answers] = await Promise.all([
    ask(metrics, metricsToken, 9_000), // Prometheus waits ten seconds
    ask(health, null, 9_000),
    ask(readyz, null, 9_000),
    ...Array.from({ length: 40 }, () => ask(counts, token, 20_000)), // more than there are connections
  ])
  expect(figures).toMatchObject({ status: 200, text: expect.stringContaining('\nskylark_database_up 0\n') })
  for (const each of [told, ready])
    expect(each).toMatchObject({ status: 503, text: expect.stringContaining('databaseSilent') })
  for (const answer of answers) expect(answer).toMatchObject({ status: 503, retryAfter: '5' })
  expect(await ask(counts, token, 2_000)).toMatchObject({ status: 503 }) // once it is known, at once
  gate.unhush()
  await expect.poll(() => ask(counts, token, 20_000), { timeout: 20_000 }).toMatchObject({ status: 200 })
})

testByNight('a statement that takes longer than silence is let be', async () => {
  const [{ slept } = { slept: null }] = await serverDatabase().$queryRaw<{ slept: number }[]>`
    SELECT 1 AS "slept" FROM pg_sleep(12)`
  expect(slept).toBe(1)
})
