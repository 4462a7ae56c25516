import { beforeAll, beforeEach, expect, test } from 'vitest'
import { GET } from '#app/api/v1/admin/budget/steps/route.ts'
import { POST as previewBudget } from '#app/api/v1/admin/preview/budget/route.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import type { BudgetStepsAnswer } from '#lib/api/server/budget.ts'
import type { BudgetPreviewAnswer } from '#lib/api/server/admin.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const noParams = { params: Promise.resolve({}) }
const { database } = await serverDatabaseOfFile()
let token: string

beforeAll(async () => {
  const ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  token = ada.token
  await changeServerSettings(database, { budgetPerDay: 1500, policy: 'minimum-delay', minIntervalMs: 60_000 })
  const names = Array.from({ length: 25 }, (_, n) => `s${n}`)
  await addPlannedSources(
    database,
    names.map((name, n) => ({ name, postingsPerDay: n === 7 ? 24 : 3, subscriberIds: [ada.id] })),
    Date.now(),
  )
})
beforeEach(() => changeServerSettings(database, { budgetPerDay: 1500 }))

async function steps(): Promise<BudgetStepsAnswer> {
  const answer = await GET(requestWith(token, '/api/v1/admin/budget/steps'), noParams)
  expect(answer.status).toBe(200)
  return (await answer.json()) as BudgetStepsAnswer
}

async function preview(budgetPerDay: number): Promise<BudgetPreviewAnswer> {
  const request = requestWith(token, '/api/v1/admin/preview/budget', 'POST', { budgetPerDay })
  return (await (await previewBudget(request, noParams)).json()) as BudgetPreviewAnswer
}

test('each step says what the preview of that budget says', async () => {
  const answer = await steps()
  expect(answer.steps.map((step) => step.changePerDay)).toEqual([1000, 10_000])
  for (const { budgetPerDay, predictedDelayMs } of answer.steps) {
    const { now, then } = await preview(budgetPerDay)
    expect({ budgetPerDay, predictedDelayMs }).toEqual(then)
    expect(answer.now).toEqual(now)
  }
})

test('a smaller budget is told of where one is left', async () => {
  await changeServerSettings(database, { budgetPerDay: 10_001 })
  expect((await steps()).steps.at(-1)).toMatchObject({ changePerDay: -10_000, budgetPerDay: 1 })
})

test('twenty sources that gain most are named, the one with most postings first, with delays before and after', async () => {
  const { gainers } = await steps()
  expect(gainers.length).toBe(20)
  expect(gainers[0]?.title).toBe('s7')
  for (const { nowMs, thenMs } of gainers) expect(thenMs).toBeLessThan(nowMs)
})

test('the price of a poll times the polls more is what all postings of a day wait less', async () => {
  const { now, steps: changes, savedPerPollMs } = await steps()
  const [{ postings } = { postings: 0 }] = await database.$queryRaw<{ postings: number }[]>`
    SELECT sum("weight" * "ratePerDay") AS "postings" FROM "plan" p JOIN "source" s ON s."planId" = p."id"`
  const savedMs = ((now.predictedDelayMs ?? 0) - (changes[0]?.predictedDelayMs ?? 0)) * postings
  expect((savedPerPollMs ?? 0) * 1000).toBeCloseTo(savedMs, -2)
})

test('where every source is polled as often as it may be, a poll more saves nothing', async () => {
  await changeServerSettings(database, { budgetPerDay: 10_000_000 })
  expect(await steps()).toMatchObject({ savedPerPollMs: null, gainers: [] })
})
