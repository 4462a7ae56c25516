import { beforeAll, expect, test } from 'vitest'
import { GET as history } from '#app/api/v1/admin/budget/history/route.ts'
import { GET as shares } from '#app/api/v1/admin/budget/shares/route.ts'
import { PATCH as settings } from '#app/api/v1/admin/settings/route.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import type { BudgetHistoryAnswer, BudgetSharesAnswer } from '#lib/api/server/budget.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let token: string
let readerToken: string
let ids: number[]

beforeAll(async () => {
  await changeServerSettings(database, { budgetPerDay: 300, policy: 'minimum-delay', minIntervalMs: 60_000 })
  const readers = []
  for (const name of ['ada', 'bob', 'cleo'])
    readers.push(await addSubscriber(database, { name, role: name === 'ada' ? 'admin' : 'subscriber' }))
  token = readers[0]?.token ?? ''
  readerToken = readers[1]?.token ?? ''
  const all = readers.map(({ id }) => id)
  ids = await addPlannedSources(
    database,
    [
      { name: 'brisk', postingsPerDay: 12, subscriberIds: all },
      { name: 'calm', postingsPerDay: 1, subscriberIds: all.slice(0, 1) },
      { name: 'halted', postingsPerDay: 4, subscriberIds: all },
    ],
    Date.now(),
  )
  await database.source.update({ where: { id: ids[2] ?? 0 }, data: { isPaused: true } })
  for (const subscriberId of all) {
    const folder = await database.folder.create({ data: { name: 'News', subscriberId } })
    await database.subscription.updateMany({
      where: { subscriberId, sourceId: ids[0] ?? 0 },
      data: { folderId: folder.id },
    })
  }
  const own = await database.folder.create({ data: { name: 'My illness', subscriberId: all[0] ?? '' } })
  await database.subscription.updateMany({ where: { sourceId: ids[1] ?? 0 }, data: { folderId: own.id } })
})

async function read(by: string): Promise<BudgetSharesAnswer> {
  return (await callRoute(token, { module: { GET: shares }, query: `?by=${by}` }))
    .body as unknown as BudgetSharesAnswer
}

test.each(['source', 'host', 'state', 'folder'])(
  'by %s the shares are those of the plans in force, without what is paused',
  async (by) => {
    const plans = await database.$queryRaw<{ name: string; polls: number; gain: number }[]>`
      SELECT s."title" AS "name", p."pollsPerDay" AS "polls", p."weight" * p."ratePerDay" AS "gain"
      FROM "source" s JOIN "plan" p ON p."id" = s."planId" WHERE NOT s."isPaused" ORDER BY 2 DESC`
    const polls = sum(plans.map((plan) => plan.polls))
    const gain = sum(plans.map((plan) => plan.gain))
    const answer = await read(by)
    expect(answer.pollsPerDay).toBeCloseTo(polls, 6)
    expect(sum(answer.groups.map((group) => group.pollsShare))).toBeCloseTo(1, 9)
    expect(sum(answer.groups.map((group) => group.gainShare))).toBeCloseTo(1, 9)
    if (by === 'state') return expect(answer.groups).toMatchObject([{ name: 'learning', sources: 2 }])
    expect(answer.groups.map(({ pollsPerDay }) => pollsPerDay)).toEqual(plans.map((plan) => plan.polls))
    expect(answer.groups[0]?.gainShare).toBeCloseTo((plans[0]?.gain ?? 0) / gain, 9)
  },
)

test('sources and hosts are called by their names; a folder that few use is not told', async () => {
  const names = async (by: string) => (await read(by)).groups.map(({ name }) => name)
  expect(await names('source')).toEqual(['brisk', 'calm'])
  expect((await read('source')).groups.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(await names('host')).toEqual(['brisk.example', 'calm.example'])
  expect(await names('folder')).toEqual(['News', null])
})

test('a source that several have in different folders is one of each, and one of all', async () => {
  const cleo = await database.user.findFirstOrThrow({ where: { name: 'cleo' } })
  const hers = { subscriberId: cleo.id, sourceId: ids[0] ?? 0 }
  await database.subscription.updateMany({ where: hers, data: { folderId: null } })
  const { sources, groups } = await read('folder')
  expect(groups.map((group) => [group.name, group.sources])).toEqual([
    ['News', 1],
    [null, 2],
  ])
  expect(sources).toBe(2)
})

test('the history names the budget of each day, and who changed what', async () => {
  await callRoute(token, { module: { PATCH: settings }, method: 'PATCH', body: { budgetPerDay: 400 } })
  await callRoute(token, { module: { PATCH: settings }, method: 'PATCH', body: { recommends: false } })
  const { days, changes } = (await callRoute(token, { module: { GET: history } }))
    .body as unknown as BudgetHistoryAnswer
  expect(days.map(({ budgetPerDay }) => budgetPerDay)).toEqual([300])
  const [run] = await database.planningRun.findMany()
  expect(days[0]).toMatchObject({ grantedPerDay: run?.grantedPerDay, at: run?.madeAt.toISOString() })
  expect(changes).toHaveLength(1)
  expect(changes[0]).toMatchObject({
    actor: 'ada@example.org',
    changed: [{ name: 'budgetPerDay', before: '300', after: '400' }],
  })
})

test('neither is for subscribers', async () => {
  expect((await callRoute(readerToken, { module: { GET: shares } })).status).toBe(403)
  expect((await callRoute(readerToken, { module: { GET: history } })).status).toBe(403)
})

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
