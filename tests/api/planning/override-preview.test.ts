import { beforeAll, expect, test } from 'vitest'
import { POST as preview } from '#app/api/v1/admin/preview/hatch/route.ts'
import { POST as previewBudget } from '#app/api/v1/admin/preview/budget/route.ts'
import { PATCH as change } from '#app/api/v1/admin/sources/[id]/route.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { PollOverride, OverridePreview } from '#lib/api/server/poll-override.ts'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { changeServerSettings, getSettings, retentionOf } from '#lib/store/ground/server-settings.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { addPostings } from '#tests/support/world/reading.ts'
import type { BudgetPreviewAnswer } from '#lib/api/server/admin.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const asPlanned: PollOverride = {
  isPaused: false,
  fixedIntervalMs: null,
  greatestDelayMs: null,
  keepDays: null,
}
const { database } = await serverDatabaseOfFile()
let token: string
let id: number

beforeAll(async () => {
  await changeServerSettings(database, { budgetPerDay: 20, policy: 'minimum-delay' })
  const ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  token = ada.token
  const facts = { name: 'calm', postingsPerDay: 2, subscriberIds: [ada.id] }
  ;[id = 0] = await addPlannedSources(database, [facts], Date.now())
})

async function send<T>(handler: typeof preview, method: string, body: unknown): Promise<T> {
  const params = Promise.resolve({ id: String(id) })
  return (await handler(requestWith(token, '/api/v1/admin/x', method, body), { params })).json() as T
}
const ask = (override: Partial<PollOverride>) =>
  send<OverridePreview>(preview, 'POST', { id, ...asPlanned, ...override })

test('a preview says polls and delay by the prediction of the budget, and changes nothing', async () => {
  const { now: budget } = await send<BudgetPreviewAnswer>(previewBudget, 'POST', { budgetPerDay: 20 })
  const { polling } = await ask({})
  expect(polling?.now).toEqual(polling?.then)
  expect(polling?.now.pollsPerDay).toBeCloseTo(20, 4)
  expect(polling?.now.predictedDelayMs).toBeCloseTo(budget.predictedDelayMs ?? NaN, 0)
  const fixed = (await ask({ fixedIntervalMs: 10 * minuteMs })).polling
  expect(fixed?.now).toEqual(polling?.now)
  expect(fixed?.then.pollsPerDay).toBe(144)
  expect(fixed?.then.predictedDelayMs).toBeCloseTo(5 * minuteMs, 0)
  const within = (await ask({ greatestDelayMs: 30 * minuteMs })).polling
  expect(within?.then.pollsPerDay).toBe(48)
  expect(within?.then.predictedDelayMs).toBeLessThan(within?.now.predictedDelayMs ?? 0)
  expect((await ask({ greatestDelayMs: 20 * dayMs })).polling?.then).toEqual(polling?.now)
  expect((await ask({ isPaused: true })).polling?.then).toEqual({ pollsPerDay: 0, predictedDelayMs: null })
  expect(await database.source.findUniqueOrThrow({ where: { id } })).toMatchObject({
    isPaused: false,
    fixedIntervalMs: null,
    greatestDelayMs: null,
    keepDays: null,
  })
})

test('of a source that is paused it says what its going on would bring', async () => {
  await database.source.update({ where: { id }, data: { isPaused: true } })
  const { polling } = await ask({})
  await database.source.update({ where: { id }, data: { isPaused: false } })
  expect(polling?.now).toEqual({ pollsPerDay: 0, predictedDelayMs: null })
  expect(polling?.then.pollsPerDay).toBeCloseTo(20, 4)
})

test('the postings of one source are kept as long as an admin says, as previewed, whatever the rules of age say', async () => {
  const now = systemClock.now()
  const at = (days: number) => ({ foundAt: now - days * dayMs, shownAt: now - days * dayMs })
  await database.posting.deleteMany()
  // As one that was never read: nothing is held by its document, no memory is to be made of its postings.
  await database.source.update({ where: { id }, data: { lastSuccessAt: null, windowOldestAt: null } })
  await addPostings(database, id, [at(500), at(400), at(100), at(10)])
  const remove = async () => removeByRules(database, retentionOf(await getSettings(database)), now)
  const { going } = await ask({ keepDays: 200 })
  expect([going.now.count, going.then.count]).toEqual([0, 2])
  expect(going.then.bytes).toBeGreaterThan(0)
  expect((await remove()).postings).toBe(0)
  await changeServerSettings(database, { keepReadDays: 95, keepUnreadDays: 95 })
  // A source's own goes before, to keep more as well.
  expect((await ask({ keepDays: 200 })).going).toMatchObject({ now: { count: 3 }, then: { count: 2 } })
  await send(change, 'PATCH', { keepDays: 200 })
  expect((await remove()).postings).toBe(2)
  expect(await database.posting.count()).toBe(2)
  await changeServerSettings(database, { keepReadDays: null, keepUnreadDays: null })
  const refused = await send(change, 'PATCH', { keepDays: 89 })
  expect(refused).toMatchObject({ error: { code: 'invalid_input', field: 'keepDays' } })
})
