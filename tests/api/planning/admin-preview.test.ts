import { beforeEach, expect, test } from 'vitest'
import { POST as previewBudget } from '#app/api/v1/admin/preview/budget/route.ts'
import { POST as previewWeight } from '#app/api/v1/admin/preview/weight/route.ts'
import { POST as previewFormula } from '#app/api/v1/admin/preview/formula/route.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { listAdminSources } from '#lib/store/sources/admin-sources.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import type { FormulaPreview } from '#lib/api/server/weight-formula.ts'
import type { BudgetPreviewAnswer, WeightPreviewAnswer } from '#lib/api/server/admin.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const noParams = { params: Promise.resolve({}) }
const { database } = await serverDatabaseOfFile()
let token: string
let ids: number[]

beforeEach(async () => {
  await database.user.deleteMany()
  await database.source.deleteMany()
  await database.host.deleteMany()
  await database.planningRun.deleteMany()
  await changeServerSettings(database, { budgetPerDay: 100, policy: 'minimum-delay' })
  const ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  const bob = await addSubscriber(database, { name: 'bob' })
  token = ada.token
  ids = await addPlannedSources(
    database,
    [
      { name: 'brisk', postingsPerDay: 12, subscriberIds: [ada.id, bob.id] },
      { name: 'calm', postingsPerDay: 1, subscriberIds: [ada.id] },
      { name: 'even', postingsPerDay: 2, subscriberIds: [bob.id] },
    ],
    Date.now(),
  )
})

function list() {
  const all = { search: '', state: 'all', sort: 'title', direction: 'asc', page: 1, pageSize: 50 } as const
  return listAdminSources(database, all, Date.now())
}

function post<T>(handler: typeof previewWeight, body: unknown): Promise<T> {
  return handler(requestWith(token, '/api/v1/admin', 'POST', body), noParams).then(
    (answer) => answer.json() as T,
  )
}

test('a preview of a weight says what saving it then brings, and changes nothing', async () => {
  const before = await list()
  const preview = await post<WeightPreviewAnswer>(previewWeight, { ids: [ids[1]], weightFactor: 9 })
  expect(await list()).toEqual(before)
  const [source] = preview.sources
  expect(source?.pollsPerDay.then).toBeGreaterThan((source?.pollsPerDay.now ?? NaN) * 2)
  expect(source?.predictedDelayMs.then).toBeLessThan(source?.predictedDelayMs.now ?? NaN)
  expect(preview.others.thenMs).toBeGreaterThan(preview.others.nowMs ?? NaN)
})

test('a preview of a budget shows delays that fall as budgets rise, and who gains', async () => {
  const preview = await post<BudgetPreviewAnswer>(previewBudget, { budgetPerDay: 250 })
  expect(preview.now.budgetPerDay).toBe(100)
  expect(preview.then.predictedDelayMs).toBeLessThan(preview.now.predictedDelayMs ?? NaN)
  const budgets = preview.curve.map((point) => point.budgetPerDay)
  expect(budgets).toEqual([...budgets].sort((a, b) => a - b))
  expect(budgets).toContain(100)
  expect(budgets).toContain(250)
  const delays = preview.curve.map((point) => point.predictedDelayMs)
  expect(delays).toEqual([...delays].sort((a, b) => b - a))
  expect(preview.gainers.length).toBe(3)
  for (const gainer of preview.gainers) expect(gainer.changeMs).toBeLessThan(0)
  expect(preview.gainers.map((gainer) => gainer.title)).toContain('brisk')
})

test('a preview of a weight formula says who gains, and is what the next planning grants', async () => {
  // Only calm is wanted fast; brisk has two subscribers, the others one.
  await database.subscription.updateMany({ where: { sourceId: ids[1] ?? 0 }, data: { wantsFast: true } })
  await changeServerSettings(database, { popularity: 1, sayStrength: 0, alertStrength: 2, fairShare: 5 })
  const formula = { popularity: 0, sayStrength: 8, alertStrength: 2, fairShare: 5 }
  const preview = await post<FormulaPreview>(previewFormula, formula)
  expect(preview.meanDelayMs.then).toBeLessThan(preview.meanDelayMs.now ?? NaN)
  expect(preview.gainers.map(({ title }) => title)).toEqual(['calm'])
  expect(preview.losers.map(({ title }) => title)).toEqual(expect.arrayContaining(['brisk']))
  const clock = { ...systemClock }
  const run = () => planWhenDue({ database, clock } as Parameters<typeof planWhenDue>[0])
  await run()
  const granted = async () =>
    new Map((await list()).sources.map(({ id, pollsPerDay }) => [id, pollsPerDay ?? 0]))
  const before = await granted()
  await changeServerSettings(database, formula)
  expect(await run()).toBe(true)
  const after = await granted()
  const moved = [...after].reduce((sum, [id, polls]) => sum + Math.max(0, polls - (before.get(id) ?? 0)), 0)
  expect(moved).toBeGreaterThan(1)
  expect(preview.movedPerDay / moved).toBeCloseTo(1, 1)
})

test('what an alert counts is a part of the formula', async () => {
  const { id: subscriberId } = await database.user.findFirstOrThrow({ where: { name: 'ada' } })
  const alert = { name: 'Calm', kind: 'query', query: '', afterId: 0n, subscriberId }
  await database.alert.create({ data: { ...alert, covered: { create: { sourceId: ids[1] ?? 0 } } } })
  const formula = { popularity: 1, sayStrength: 2, alertStrength: 2, fairShare: 5 }
  await changeServerSettings(database, formula)
  expect((await post<FormulaPreview>(previewFormula, formula)).movedPerDay).toBe(0)
  const preview = await post<FormulaPreview>(previewFormula, { ...formula, alertStrength: 8 })
  expect(preview.gainers.map(({ title }) => title)).toEqual(['calm'])
  expect(preview.movedPerDay).toBeGreaterThan(1)
})

test('formulas beyond their bounds are refused', async () => {
  const wrong = { popularity: 2, sayStrength: 8, alertStrength: 2, fairShare: 5 }
  expect(await post(previewFormula, wrong)).toMatchObject({
    error: { code: 'invalid_input', field: 'popularity' },
  })
})

test('a preview without any source answers without figures', async () => {
  await database.source.deleteMany()
  await database.host.deleteMany()
  expect(await post<BudgetPreviewAnswer>(previewBudget, { budgetPerDay: 250 })).toEqual({
    now: { budgetPerDay: 100, predictedDelayMs: null },
    then: { budgetPerDay: 250, predictedDelayMs: null },
    sources: 0,
    curve: [],
    gainers: [],
  })
})
