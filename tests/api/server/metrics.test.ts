import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GET as getHealthz } from '#app/healthz/route.ts'
import { histogramText, familyText } from '#lib/handlers/metrics/metric-text.ts'
import { GET } from '#app/metrics/route.ts'
import { GET as getReadyz } from '#app/readyz/route.ts'
import { tellFigures } from '#lib/aggregator/tell-figures.ts'
import { processMetrics } from '#lib/runtime/process-metrics.ts'
import { recordHeartbeat } from '#lib/store/server/heartbeat.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { flushTallies, readTallies, tally } from '#lib/store/connection/tallies.ts'
import { requestWith } from '#tests/support/world/accounts.ts'
import { status } from '#tests/support/servers/feed-answers.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createPolledWorld, postingAfter, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { readAlerts } from '#tests/support/world/alert-rules.ts'

const token = 'a token of the tests'
const minuteMs = 60_000
const noParams = { params: Promise.resolve({}) }
let world: PolledWorld

beforeAll(async () => {
  world = await createPolledWorld()
  Object.assign(process.env, { DATABASE_URL: world.databaseUrl, METRICS_TOKEN: token })
  const postings = [postingAfter('first', -60 * minuteMs), postingAfter('late', 10 * minuteMs)]
  world.server.route('/feed', rss({ postings, now: world.clock.now }))
  world.server.route('/broken', status(500))
  const id = await world.addSource('/feed')
  await world.addSource('/broken', 1)
  await world.pass()
  await world.pollAt(id, referenceAt + 30 * minuteMs)
  await recordHeartbeat(world.database, 'one', Date.now())
  await flushTallies(world.database)
  await readTallies(serverDatabase()) // opens a connection
  await tellFigures({ ...world.context('one'), database: serverDatabase() })
})
afterAll(async () => {
  await serverDatabase().$disconnect()
  await world.close()
})

async function metrics(): Promise<string> {
  const answer = await GET(requestWith(token, '/metrics'), noParams)
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The value of one line, e.g. `skylark_polls_total{outcome="failed"}`. */
async function valueOf(line: string): Promise<number> {
  const found = (await metrics()).split('\n').find((text) => text.startsWith(`${line} `))
  return Number(found?.slice(line.length + 1))
}

describe('/metrics', () => {
  test('counts what the polls were, as they are stored', async () => {
    const polls = await world.database.poll.groupBy({ by: ['outcome'], _count: true })
    expect(polls.length).toBeGreaterThan(1)
    for (const { outcome, _count } of polls)
      expect(await valueOf(`skylark_polls_total{outcome="${outcome}"}`)).toBe(_count)
    const lags = await world.database.poll.findMany({ where: { plannedAt: { not: null } } })
    expect(await valueOf('skylark_poll_lag_seconds_count')).toBe(lags.length)
    const late = await world.database.posting.findMany({ where: { isInitial: false } })
    const delayMs = late.map(({ foundAt, publishedAt }) => foundAt.getTime() - (publishedAt?.getTime() ?? 0))
    expect(delayMs).toEqual([20 * minuteMs])
    expect(await valueOf('skylark_delay_seconds_sum')).toBe(1200)
    expect(await valueOf('skylark_delay_seconds_bucket{le="900"}')).toBe(0)
    expect(await valueOf('skylark_delay_seconds_bucket{le="1800"}')).toBe(1)
    expect(await valueOf('skylark_postings_total')).toBe(await world.database.posting.count())
  })

  test('tells how each aggregator does', async () => {
    expect(await valueOf('skylark_aggregator_memory_bytes{owner="one"}')).toBeGreaterThan(1e6)
    expect(await valueOf('skylark_aggregator_connections{owner="one"}')).toBeGreaterThan(0)
    // The database has this machine's clock, and its answer came at some time between question and reply.
    const answerSeconds = await valueOf('skylark_aggregator_database_seconds{owner="one"}')
    const aheadSeconds = await valueOf('skylark_aggregator_clock_ahead_seconds{owner="one"}')
    expect(Math.abs(aheadSeconds)).toBeLessThanOrEqual(answerSeconds / 2 + 0.002)
    expect(await valueOf('skylark_last_success_timestamp_seconds')).toBe(referenceAt / 1_000 + 1_800)
  })

  test.each(['ops/grafana-board.json', 'ops/alerts.yml'])('has every name that %s asks for', async (file) => {
    processMetrics().requestSeconds.observe({ method: 'GET', route: '/', status: '200' }, 0.1)
    const names = readFileSync(file, 'utf8').match(/skylark_\w+/g) ?? []
    const text = await metrics()
    const known = new Set(text.match(/^(# TYPE )?skylark_\w+/gm)?.map((one) => one.replace('# TYPE ', '')))
    expect(names.length).toBeGreaterThan(10)
    expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([])
  })

  test.each(['ops/grafana-board.json', 'ops/alerts.yml'])(
    'has the labels that %s tells apart',
    async (file) => {
      const asked = readFileSync(file, 'utf8')
      const text = await metrics()
      const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label))
      const byLabels = [...asked.matchAll(/\bby \(([\w, ]+)\)/g)].flatMap(([, names = '']) =>
        names.split(', '),
      )
      const inBraces = [...asked.matchAll(/skylark_\w+\{(\w+)=/g)].map(([, label]) => label)
      expect(byLabels.length).toBeGreaterThan(0)
      expect([...byLabels, ...inBraces].filter((label) => !labels.has(label))).toEqual([])
    },
  )

  test.each(['ops/grafana-board.json', 'ops/alerts.yml'])('counts what %s asks the rise of', async (file) => {
    const asked = readFileSync(file, 'utf8').matchAll(/\b(?:rate|increase)\((skylark_\w+)/g)
    const families = [...asked].map(([, name = '']) => name.replace(/_(bucket|sum|count)$/, ''))
    const text = await metrics()
    const typeOf = (name: string) => new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(text)?.[1] ?? name
    expect(families.length).toBeGreaterThan(2)
    expect(families.map(typeOf).filter((type) => !/^(counter|histogram)$/.test(type))).toEqual([])
  })

  test('tells nothing of an aggregator that died, and that all is paused', async () => {
    await recordHeartbeat(world.database, 'dead', Date.now() - 10 * minuteMs)
    await world.database.$executeRaw`UPDATE "aggregator_heartbeat" SET "figures" =
      (SELECT "figures" FROM "aggregator_heartbeat" WHERE "owner" = 'one') WHERE "owner" = 'dead'`
    expect(await metrics()).not.toContain('owner="dead"')
    expect(await valueOf('skylark_database_up')).toBe(1)
    expect(await valueOf('skylark_polling_paused')).toBe(0)
    await changeServerSettings(world.database, { isPaused: true })
    expect(await valueOf('skylark_polling_paused')).toBe(1)
    await changeServerSettings(world.database, { isPaused: false })
  })

  test('the board can be read by Grafana, and the alerts name what to do', () => {
    const board = JSON.parse(readFileSync('ops/grafana-board.json', 'utf8')) as { panels: unknown[] }
    expect(board.panels.length).toBeGreaterThan(12)
    const alerts = readAlerts()
    expect(alerts.length).toBeGreaterThan(5)
    expect(alerts.filter(({ annotations }) => (annotations.description ?? '') === '')).toEqual([])
  })

  test('every line is of the text format', async () => {
    const line = /^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="([^"\\]|\\.)*",?)*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|Nan))$/
    const wrong = (await metrics()).split('\n').filter((text) => text !== '' && !line.test(text))
    expect(wrong).toEqual([])
  })

  test('writes hostile labels so that they end no line', () => {
    const text = familyText('a', 'gauge', 'A.', [{ labels: { owner: 'x"} 1\n\\' }, value: 1 }])
    expect(text.split('\n')[2]).toBe(String.raw`a{owner="x\"} 1\n\\"} 1`)
  })

  test('histograms add up, and what is above the last bound counts', () => {
    const counts = [1, 5].map((bound) => ({ bound, count: 2 }))
    expect(histogramText('a', 'A.', counts, 3, 40).split('\n').slice(2)).toEqual([
      ...['a_bucket{le="1"} 2', 'a_bucket{le="5"} 4', 'a_bucket{le="+Inf"} 7', 'a_sum 40', 'a_count 7'],
    ])
  })
})

test('tallies outlive a process and a database that fails', async () => {
  const { database } = world
  tally(database, 'polls', 'test', 2)
  await flushTallies(database)
  tally(database, 'polls', 'test', 3)
  await database.$executeRaw`ALTER TABLE "tally" RENAME TO "elsewhere"`
  await expect(flushTallies(database)).rejects.toThrow('tally')
  await database.$executeRaw`ALTER TABLE "elsewhere" RENAME TO "tally"`
  await flushTallies(database)
  await flushTallies(database)
  expect((await readTallies(database)).find(({ label }) => label === 'test')?.value).toBe(5)
})

test('/healthz asks nobody; /readyz is 503 as soon as the process is asked to end', async () => {
  expect((await getHealthz(requestWith(null, '/healthz'), noParams)).status).toBe(200)
  await recordHeartbeat(serverDatabase(), 'two', Date.now())
  expect((await getReadyz(requestWith(null, '/readyz'), noParams)).status).toBe(200)
  processMetrics().stopping.abort()
  const answer = await getReadyz(requestWith(null, '/readyz'), noParams)
  processMetrics().stopping = new AbortController()
  expect([answer.status, await answer.json()]).toMatchObject([503, { status: 'stopping' }])
})
