import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { POST as previewBudget } from '#app/api/v1/admin/preview/budget/route.ts'
import { POST as previewWeight } from '#app/api/v1/admin/preview/weight/route.ts'
import type { BudgetPreview, WeightPreview } from '#lib/api/admin.ts'
import { listAdminSources } from '#lib/store/admin-sources.ts'
import type { Database } from '#lib/store/database.ts'
import { changeSettings } from '#lib/store/settings.ts'
import { addSubscriber, requestWith, startServerDatabase } from '#tests/support/accounts.ts'
import { addPlannedSources } from '#tests/support/planned-sources.ts'

const noParams = { params: Promise.resolve({}) }
let database: Database
let stop: () => Promise<void>
let token: string
let ids: number[]

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
})
afterAll(() => stop())
beforeEach(async () => {
  await database.user.deleteMany()
  await database.source.deleteMany()
  await database.host.deleteMany()
  await database.planningRun.deleteMany()
  await changeSettings(database, { budgetPerDay: 100, policy: 'minimum-delay' })
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
  const preview = await post<WeightPreview>(previewWeight, { ids: [ids[1]], weightFactor: 9 })
  expect(await list()).toEqual(before)
  const [source] = preview.sources
  expect(source?.pollsPerDay.then).toBeGreaterThan((source?.pollsPerDay.now ?? NaN) * 2)
  expect(source?.predictedDelayMs.then).toBeLessThan(source?.predictedDelayMs.now ?? NaN)
  expect(preview.others.thenMs).toBeGreaterThan(preview.others.nowMs ?? NaN)
})

test('a preview of a budget shows delays that fall as budgets rise, and who gains', async () => {
  const preview = await post<BudgetPreview>(previewBudget, { budgetPerDay: 250 })
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

test('a preview without any source answers without figures', async () => {
  await database.source.deleteMany()
  await database.host.deleteMany()
  expect(await post<BudgetPreview>(previewBudget, { budgetPerDay: 250 })).toEqual({
    now: { budgetPerDay: 100, predictedDelayMs: null },
    then: { budgetPerDay: 250, predictedDelayMs: null },
    curve: [],
    gainers: [],
  })
})
