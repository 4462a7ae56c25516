import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { GET as status } from '#app/api/v1/admin/aggregator/route.ts'
import { GET as shares } from '#app/api/v1/admin/budget/shares/route.ts'
import { POST as previewBudget } from '#app/api/v1/admin/preview/budget/route.ts'
import { PATCH as changeSource } from '#app/api/v1/admin/sources/[id]/route.ts'
import { GET as csv } from '#app/api/v1/admin/sources/csv/route.ts'
import { GET as list } from '#app/api/v1/admin/sources/route.ts'
import { GET as sourcePage } from '#app/api/v1/sources/[id]/route.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import type { SourceDetail } from '#lib/api/sources/sources.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { readMetricFigures } from '#lib/store/server/metric-figures.ts'
import { findNextDue } from '#lib/store/polling/next-due.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { refreshSourceFreshness } from '#lib/store/freshness/source-freshness.ts'
import { readWarnings } from '#lib/store/sources/warnings.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { readRoute, type Call } from '#tests/support/api/call-route.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import type { AdminSourcesPage, AggregatorStatus, BudgetPreviewAnswer } from '#lib/api/server/admin.ts'
import type { BudgetSharesAnswer } from '#lib/api/server/budget.ts'
import type { PolicyName } from '#lib/policy/basics/settings.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'

const hourMs = 3_600_000
const budgetPerDay = 290
const server = withServerDatabase()
let token: string
/** Of the source that is paused. */
let id: number

beforeAll(async () => {
  await changeServerSettings(server.database, {
    budgetPerDay,
    policy: 'minimum-delay',
    minIntervalMs: 60_000,
  })
  const ada = await addSubscriber(server.database, { name: 'ada', role: 'admin' })
  token = ada.token
  const subscriberIds = [ada.id]
  const facts = [
    { name: 'brisk', postingsPerDay: 12, subscriberIds },
    { name: 'calm', postingsPerDay: 3, subscriberIds },
    { name: 'halted', postingsPerDay: 6, subscriberIds },
  ]
  id = (await addPlannedSources(server.database, facts, Date.now()))[2] ?? 0
})

const clock = () => ({ now: systemClock.now(), speed: 1 })
const plan = () => planWhenDue(replayContext(server.database, systemClock))

const read = <T>(asked: Call) => readRoute<T>(token, asked)
const pause = (isPaused: boolean) =>
  read({ module: { PATCH: changeSource }, method: 'PATCH', params: { id: String(id) }, body: { isPaused } })

/** Polls a day, by everyone who tells them. */
async function granted() {
  const { grantedPerDay } = await read<AggregatorStatus>({ module: { GET: status } })
  const { pollsPerDay } = await read<{ pollsPerDay: number }>({
    module: { GET: shares },
    query: '?by=source',
  })
  const { sources } = await read<AdminSourcesPage>({ module: { GET: list } })
  const run = await server.database.planningRun.findFirstOrThrow({ orderBy: { id: 'desc' } })
  const listed = sources.reduce((sum, source) => sum + (source.pollsPerDay ?? 0), 0)
  return { all: [grantedPerDay, pollsPerDay, listed, run.grantedPerDay], sources: run.sources }
}

test.each<PolicyName>(['minimum-delay', 'price'])(
  'under %s a source that is paused leaves its polls to the others, and gets them back at once',
  async (policy) => {
    await changeServerSettings(server.database, { policy })
    await plan()
    const before = await granted()
    expect(before.sources).toBe(3)
    await pause(true)
    expect(await plan()).toBe(true)
    expect(await plan()).toBe(false)
    const paused = await granted()
    expect(paused.sources).toBe(2)
    for (const polls of paused.all) expect(polls).toBeCloseTo(paused.all[0] ?? NaN, 6)
    // What three had, two have now; 'price' grants what it expects.
    expect(paused.all[0]).toBeGreaterThan((before.all[0] ?? NaN) * 0.95)
    await pause(false)
    const { plan: again } = await server.database.source.findUniqueOrThrow({
      where: { id },
      include: { plan: true },
    })
    const run = await server.database.planningRun.findFirstOrThrow({ orderBy: { id: 'desc' } })
    expect(again).toMatchObject({ runId: run.id, policy })
    expect(again?.madeAt.getTime()).toBeGreaterThan(run.madeAt.getTime())
    expect(await plan()).toBe(true)
    expect((await granted()).sources).toBe(3)
  },
)

test('who pauses a source is told so at once, however long figures took to read before', async () => {
  await plan()
  const groups = ['source', 'host', 'state', 'folder']
  const ask = async () => {
    const asked = [
      ...groups.map((by) => read<BudgetSharesAnswer>({ module: { GET: shares }, query: `?by=${by}` })),
      read<BudgetPreviewAnswer>({ module: { POST: previewBudget }, method: 'POST', body: { budgetPerDay } }),
    ]
    return (await Promise.all(asked)).map(({ sources }) => sources)
  }
  expect(await whileSlow(ask)).toEqual([3, 3, 3, 3, 3])
  await pause(true)
  expect(await ask()).toEqual([2, 2, 2, 2, 2])
  await pause(false)
})

/** Readers of plans wait for half a second, as if they were very many: such figures are kept. */
async function whileSlow<T>(ask: () => Promise<T>): Promise<T> {
  const locked = Promise.withResolvers<null>()
  const lock = server.database.$transaction(async (transaction) => {
    await transaction.$executeRaw`LOCK TABLE "plan" IN ACCESS EXCLUSIVE MODE`
    locked.resolve(null)
    await setTimeout(500)
  })
  await locked.promise
  const asked = ask()
  await lock
  return asked
}

test('a preview of the budget that is set expects what the plans in force do', async () => {
  await changeServerSettings(server.database, { policy: 'minimum-delay' })
  await pause(true)
  await plan()
  const preview = await read<BudgetPreviewAnswer>({
    module: { POST: previewBudget },
    method: 'POST',
    body: { budgetPerDay },
  })
  const { predictedDelayMs } = await read<AggregatorStatus>({ module: { GET: status } })
  const expected = preview.now.predictedDelayMs ?? NaN
  expect(Math.abs((predictedDelayMs ?? NaN) - expected)).toBeLessThan(0.1 * expected)
  await pause(false)
})

test('a source that is paused has no polls a day wherever that is told', async () => {
  await pause(true)
  const { sources } = await read<AdminSourcesPage>({ module: { GET: list } })
  const row = sources.find((source) => source.id === id)
  expect(row).toMatchObject({ pollsPerDay: 0, predictedDelayMs: null })
  expect(await pause(true)).toMatchObject({ pollsPerDay: 0 })
  const page = await read<SourceDetail>({ module: { GET: sourcePage }, params: { id: String(id) } })
  expect(page).toMatchObject({ plan: { pollsPerDay: 0, predictedDelayMs: null }, budgetShare: 0 })
  const text = await (await csv(requestWith(token, '/csv'), { params: Promise.resolve({}) })).text()
  const [head = [], ...lines] = text.split('\r\n').map((line) => line.split(','))
  const told = lines.find((line) => line.some((cell) => cell.includes('halted')))
  expect(told?.[head.findIndex((name) => name.includes('pollsPerDay'))]).toBe('0')
  await pause(false)
})

test('a source that is paused promises nothing', async () => {
  await plan()
  const promised = async () => {
    await refreshSourceFreshness(server.database, systemClock.now())
    return (await server.database.sourceFreshness.findMany({ where: { promiseMs: { not: null } } })).length
  }
  const before = await promised()
  expect(before).toBeGreaterThan(1)
  await pause(true)
  expect(await promised()).toBe(before - 1)
  await pause(false)
})

test('a source that is paused is not due, and nobody waits for an answer of it', async () => {
  const nextPollAt = new Date(Date.now() - 3 * hourMs)
  await pause(true)
  await server.database.source.update({ where: { id }, data: { nextPollAt } })
  expect((await readMetricFigures(server.database, clock())).queue).toMatchObject({
    due: 0,
    longestWaitMs: 0,
  })
  expect(await read({ module: { GET: status } })).toMatchObject({ due: 0, sources: { polled: 2 } })
  await server.database.source.update({ where: { id }, data: { nextPollAt: new Date(Date.now() + 1_000) } })
  expect(await findNextDue(server.database, Date.now())).toBeGreaterThan(Date.now() + 1_000)
  await server.database.source.update({ where: { id }, data: { nextPollAt } })
  await addPoll('fetched', 4 * hourMs)
  const codes = async () => (await readWarnings(server.database, clock(), null)).map(({ code }) => code)
  expect(await codes()).not.toContain('nothingAnswers')
  await pause(false)
  await server.database.source.update({ where: { id }, data: { nextPollAt } })
  expect(await codes()).toContain('nothingAnswers')
  expect((await readMetricFigures(server.database, clock())).queue.due).toBe(1)
})

test('looks at publishers that want no polls are no polls, whoever counts', async () => {
  await server.database.poll.deleteMany()
  for (const [index, outcome] of ['fetched', 'opted-out', 'opted-out'].entries())
    await addPoll(outcome, (index + 1) * 60_000)
  expect((await readMetricFigures(server.database, clock())).pollsLastDay).toBe(1)
  expect(await read({ module: { GET: status } })).toMatchObject({ pollsLastDay: 1, pollsLastHour: 1 })
  await server.database.poll.deleteMany({ where: { outcome: 'fetched' } })
  await addPoll('fetched', 4 * hourMs)
  await server.database.source.updateMany({ data: { nextPollAt: new Date(Date.now() + hourMs) } })
  const warnings = await readWarnings(server.database, clock(), null)
  expect(warnings.map(({ code }) => code)).not.toContain('nothingAnswers')
})

async function addPoll(outcome: string, agoMs: number): Promise<void> {
  const at = new Date(Date.now() - agoMs)
  await server.database.poll.create({
    data: {
      sourceId: id,
      plannedAt: at,
      startedAt: at,
      finishedAt: at,
      outcome,
      factOutcome: 'unchanged',
      consecutiveFailures: 0,
      bytes: 0,
      entries: 0,
      newPostings: 0,
      reason: { code: 'withoutBudget', values: {} },
    },
  })
}
