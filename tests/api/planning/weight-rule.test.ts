import { beforeEach, expect, test } from 'vitest'
import * as revert from '#app/api/v1/admin/audit/[id]/revert/route.ts'
import * as preview from '#app/api/v1/admin/preview/weight-rule/route.ts'
import * as rule from '#app/api/v1/admin/sources/weights/rule/route.ts'
import { serverSettingsChange } from '#lib/api/server/admin.ts'
import { weightFormulaRequest } from '#lib/api/server/weight-formula.ts'
import type { RulePreview, RuleResult } from '#lib/api/server/weight-rule.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { listAdminSources } from '#lib/store/sources/admin-sources.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { countLockWaits } from '#tests/support/measure/lock-waits.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let ada: { id: string; token: string }

beforeEach(async () => {
  await database.user.deleteMany()
  await database.auditEntry.deleteMany()
  await database.source.deleteMany()
  await database.host.deleteMany()
  await database.planningRun.deleteMany()
  await changeServerSettings(database, { budgetPerDay: 100, policy: 'minimum-delay' })
  ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  const names = ['news-one', 'news-two', 'other']
  const facts = names.map((name) => ({ name, postingsPerDay: 3, subscriberIds: [ada.id] }))
  const ids = await addPlannedSources(database, facts, Date.now())
  await database.source.update({ where: { id: ids[1] ?? 0 }, data: { weightFactor: 400 } })
})

async function post<T>(module: { POST: typeof rule.POST }, body: unknown, params = {}): Promise<T> {
  const request = requestWith(ada.token, '/api/v1/admin', 'POST', body)
  return (await (await module.POST(request, { params: Promise.resolve(params) })).json()) as T
}

async function list() {
  const query = { search: '', state: 'all', sort: 'title', direction: 'asc', page: 1, pageSize: 50 } as const
  return (await listAdminSources(database, query, Date.now())).sources
}
const factors = async () => (await list()).map(({ weightFactor }) => weightFactor)

test('a rule changes what its filter finds, as previewed, and is taken back to each own factor', async () => {
  const wanted = { search: 'news', act: 'multiply', value: 4 }
  const said = await post<RulePreview>(preview, wanted)
  expect(said).toMatchObject({ sources: 2, changed: 2 })
  expect(said.pollsPerDay.then).toBeGreaterThan(said.pollsPerDay.now)
  expect(said.others.thenMs).toBeGreaterThan(said.others.nowMs ?? NaN)
  expect(await factors()).toEqual([1, 400, 1])
  const { changed, entryId } = await post<RuleResult>(rule, wanted)
  expect(changed).toBe(2)
  expect(await factors()).toEqual([4, 1000, 1])
  expect(await post(revert, {}, { id: entryId ?? '' })).toEqual({ reverted: true })
  expect(await factors()).toEqual([1, 400, 1])
})

test('setting what is so already changes nothing and leaves no entry', async () => {
  expect(await post(rule, { search: 'other', act: 'set', value: 1 })).toEqual({ changed: 0, entryId: null })
  expect(await database.auditEntry.count()).toBe(0)
  expect(await post(rule, { state: 'failing', act: 'set', value: 5 })).toEqual({ changed: 0, entryId: null })
  expect(await post(rule, { act: 'set', value: 5 })).toMatchObject({ changed: 3 })
})

test('of two rules that change the same source the log has last the one that came last', async () => {
  const [first] = await database.source.findMany({ orderBy: { id: 'asc' } })
  const end = Promise.withResolvers<null>()
  const held = Promise.withResolvers<null>()
  const holder = database.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1 FROM "source" WHERE "id" = ${first?.id ?? 0} FOR UPDATE`
    held.resolve(null)
    await end.promise
  })
  await held.promise
  const both = post<RuleResult>(rule, { search: 'news', act: 'set', value: 2 })
  await expect.poll(() => countLockWaits(database), { timeout: 30_000 }).toBe(1)
  await post<RuleResult>(rule, { search: 'news-two', act: 'set', value: 3 })
  end.resolve(null)
  await holder
  await both
  const changes = await database.weightChange.findMany({
    where: { source: { title: 'news-two' } },
    orderBy: { auditId: 'asc' },
  })
  expect(changes.map(({ before, after }) => [before, after])).toEqual([
    [400, 3],
    [3, 2],
  ])
})

test('rules that are none are refused', async () => {
  for (const body of [
    { act: 'set' },
    { act: 'add', value: 1 },
    { act: 'set', value: -1 },
    { act: 'set', value: 1, ids: [1] },
  ])
    expect(await post(rule, body)).toMatchObject({ error: { code: 'invalid_input' } })
})

test('a factor of which nothing is left is 0, not an error', async () => {
  await post(rule, { act: 'set', value: 1 })
  const wanted = { act: 'multiply', value: 1e-200 }
  expect(await post(preview, wanted)).toMatchObject({ sources: 3 })
  for (let times = 0; times < 2; times += 1) await post(rule, wanted)
  expect(new Set(await factors())).toEqual(new Set([0]))
  await post(rule, { act: 'set', value: 5e-324 })
  expect(await post(rule, { act: 'multiply', value: 5e-324 })).toMatchObject({ changed: 3 })
  expect(new Set(await factors())).toEqual(new Set([0]))
  await post(rule, { act: 'set', value: 1 })
})

test('a strength of which nothing would be left is 0, so that no poll meets it', () => {
  const formula = { popularity: 5e-324, sayStrength: 5e-324, alertStrength: 1e-10, fairShare: 1 }
  const none = { sayStrength: 0, alertStrength: 0 }
  expect(weightFormulaRequest.parse(formula)).toMatchObject(none)
  expect(serverSettingsChange.parse({ sayStrength: 5e-324 })).toMatchObject({ sayStrength: 0 })
})

test('when more weights change than are planned one by one, all sources are planned', async () => {
  await database.$executeRaw`
    INSERT INTO "source" ("url", "hostName") SELECT 'https://other.example/' || n, 'other.example'
    FROM generate_series(1, 1500) n`
  const run = () => planWhenDue({ database, clock: systemClock } as Parameters<typeof planWhenDue>[0])
  await run()
  expect(await run()).toBe(false)
  expect(await post(rule, { act: 'multiply', value: 0.5 })).toMatchObject({ changed: 1503 })
  expect(await run()).toBe(true)
  expect(await run()).toBe(false)
  const plans = await database.plan.findMany({ where: { inForceOf: { some: {} } } })
  expect(plans.map(({ weight }) => weight).sort((a, b) => a - b)).toEqual([0.5, 0.5, 200])
})
