import { beforeAll, expect, test } from 'vitest'
import { askingReaders, weightOf, type WeightFormula } from '#lib/policy/basics/weight.ts'
import { findAdminSource, listAdminSources } from '#lib/store/sources/admin-sources.ts'
import { readClaimed } from '#lib/store/polling/claimed-source.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { listPlannableSources } from '#lib/store/planning/plannable-sources.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import {
  readWeighedSources,
  readWeightFacts,
  readWeightFactsWhere,
} from '#lib/store/planning/source-weights.ts'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const sources = 10_000
const taker = 'user-taker'
const { database } = await serverDatabaseOfFile()
let ids: number[]

beforeAll(async () => {
  for (const name of ['taker', 'ada', 'bob']) await addSubscriber(database, { name })
  // Somebody who reads and wants fast all there is; ada reads the first ten and wants three of them, bob reads five.
  await database.$executeRaw`INSERT INTO "host" ("name") VALUES ('many.example')`
  await database.$executeRaw`
    INSERT INTO "source" ("url", "hostName", "firstPolledAt", "weightFactor")
    SELECT 'https://many.example/' || n, 'many.example', ${new Date(referenceAt)}, CASE n % 3 WHEN 0 THEN 0.7 ELSE 1 END
    FROM generate_series(1, ${sources}::int) n`
  await database.$executeRaw`
    INSERT INTO "subscription" ("subscriberId", "sourceId", "wantsFast") SELECT ${taker}, "id", true FROM "source"`
  ids = (await database.source.findMany({ orderBy: { id: 'asc' }, select: { id: true } })).map(({ id }) => id)
  await database.subscription.createMany({
    data: [
      ...ids.slice(0, 10).map((sourceId, at) => ({ subscriberId: 'user-ada', sourceId, wantsFast: at < 3 })),
      ...ids.slice(0, 5).map((sourceId) => ({ subscriberId: 'user-bob', sourceId })),
    ],
  })
  // Bob is alerted of eight, of two of them twice; five of these he reads. Ada is alerted of one that she wants fast, and of another.
  const alerts = [
    { subscriberId: 'user-bob', alerted: ids.slice(0, 8) },
    { subscriberId: 'user-bob', alerted: ids.slice(0, 2) },
    { subscriberId: 'user-ada', alerted: ids.slice(2, 4) },
  ]
  for (const { subscriberId, alerted } of alerts) {
    const data = { name: 'An alert', kind: 'query', query: '', afterId: 0n, subscriberId }
    const { id: alertId } = await database.alert.create({ data })
    await database.alertSource.createMany({ data: alerted.map((sourceId) => ({ alertId, sourceId })) })
  }
})

/** By the pure function, from what was stored above. */
function expected(at: number, formula: WeightFormula): number {
  const ofTaker = askingReaders({ wantsFast: true, isAlerted: false }, sources, formula)
  const ofAda = askingReaders({ wantsFast: at < 3, isAlerted: at === 2 || at === 3 }, 4, formula)
  const ofBob = askingReaders({ wantsFast: false, isAlerted: at < 5 }, 5, formula)
  return weightOf(
    {
      factor: (at + 1) % 3 === 0 ? 0.7 : 1,
      subscribers: 1 + (at < 10 ? 1 : 0) + (at < 5 ? 1 : 0),
      shares: 0,
      alertLift: ofTaker + ofAda + ofBob,
    },
    formula,
  )
}

test.each([
  { popularity: 1, sayStrength: 2, alertStrength: 2, fairShare: 5 },
  { popularity: 0.4, sayStrength: 7.5, alertStrength: 3, fairShare: 2 },
  { popularity: 0, sayStrength: 0, alertStrength: 1, fairShare: 1 },
])('all statements weigh as the policy does: %o', async (formula) => {
  await changeServerSettings(database, formula)
  const first = ids.slice(0, 20)
  const weights = first.map((_, at) => expected(at, formula))
  const facts = await readWeightFacts(database, first, formula)
  for (const [at, id] of first.entries()) {
    const known = facts.get(id)
    expect(known && weightOf(known, formula)).toBeCloseTo(weights[at] ?? NaN, 9)
  }
  const place = new Map(first.map((id, at) => [id, at]))
  const some = await readWeightFactsWhere(
    database,
    { joins: Prisma.empty, where: Prisma.sql`s."id" <= ${first.at(-1)}` },
    formula,
  )
  for (const [id, known] of some)
    expect(weightOf(known, formula)).toBeCloseTo(weights[place.get(id) ?? -1] ?? NaN, 9)
  expect(some.size).toBe(first.length)
  const weighed = await readWeighedSources(database)
  expect(weighed.size).toBe(sources)
  for (const [id, { wanted, alerted, both, ...known }] of weighed) {
    if (!place.has(id)) continue
    const sumOf = (all: readonly number[], wantsFast: boolean, isAlerted: boolean) =>
      all.reduce((sum, asked) => sum + askingReaders({ wantsFast, isAlerted }, asked, formula), 0)
    const alertLift = sumOf(wanted, true, false) + sumOf(alerted, false, true) + sumOf(both, true, true)
    const weight = weightOf({ ...known, shares: 0, alertLift }, formula)
    expect(weight).toBeCloseTo(weights[place.get(id) ?? -1] ?? NaN, 9)
  }
  const near = (found: readonly number[]) =>
    expect(found).toEqual(
      weights.slice(0, found.length).map((weight) => expect.closeTo(weight, 8) as unknown),
    )
  const planned = await listPlannableSources(database, { since: referenceAt })
  expect(planned.length).toBe(sources)
  near(planned.slice(0, 20).map(({ history }) => history.weight))
  const lone = await listPlannableSources(database, { since: referenceAt, sourceIds: first })
  near(lone.map(({ history }) => history.weight))
  const claimed = await readClaimed(database, first, { owner: 'tests', now: referenceAt, leaseMs: 1000 })
  near(claimed.map(({ weight }) => weight))
  near([(await findAdminSource(database, first[0] ?? 0, referenceAt))?.weight ?? NaN])
  const admin = { id: 'user-ada', role: 'admin' } as const
  near([(await findSourceDetail(database, admin, first[0] ?? 0, referenceAt))?.weighed?.weight ?? NaN])
  // As the list sorts them, so they are.
  const query = {
    search: '',
    state: 'all',
    sort: 'weight',
    direction: 'desc',
    page: 1,
    pageSize: 20,
  } as const
  const page = (await listAdminSources(database, query, referenceAt)).sources.map(({ weight }) => weight)
  const all = ids.map((_, at) => expected(at, formula)).sort((a, b) => b - a)
  expect(page).toEqual(all.slice(0, 20).map((weight) => expect.closeTo(weight, 8) as unknown))
})

test('who wants sources fast and is alerted of them moves no more than who does one of both', async () => {
  const formula = { popularity: 1, sayStrength: 2, alertStrength: 3, fairShare: 5 }
  await changeServerSettings(database, formula)
  const lifts = async () => {
    const facts = await readWeightFactsWhere(
      database,
      { joins: Prisma.empty, where: Prisma.sql`TRUE` },
      formula,
    )
    return [...facts.values()].reduce((sum, { shares, alertLift = 0 }) => sum + 2 * shares + alertLift, 0)
  }
  const change = (sourceIds: number[], wantsFast: boolean) =>
    database.subscription.updateMany({
      where: { subscriberId: 'user-bob', sourceId: { in: sourceIds } },
      data: { wantsFast },
    })
  const alone = await lifts() // alerted of five that he reads, as many as count in full
  await change(ids.slice(0, 5), true)
  expect(await lifts()).toBeCloseTo(alone, 9)
  await database.subscription.createMany({
    data: ids.slice(20, 25).map((sourceId) => ({ subscriberId: 'user-bob', sourceId, wantsFast: true })),
  })
  expect(await lifts()).toBeLessThanOrEqual(alone + 1e-9) // ten, each half
  await database.subscription.deleteMany({
    where: { subscriberId: 'user-bob', sourceId: { in: ids.slice(20, 25) } },
  })
  await change(ids.slice(0, 5), false)
})

test('one reader who wants 10,000 sources fast moves them all together by no more than the fair share', async () => {
  const formula = { popularity: 1, sayStrength: 2, alertStrength: 2, fairShare: 5 }
  await changeServerSettings(database, formula)
  const sum = (all: readonly { history: { weight: number } }[]) =>
    all.reduce((total, { history }) => total + history.weight, 0)
  const greedy = await listPlannableSources(database, { since: referenceAt })
  await database.subscription.updateMany({ where: { subscriberId: taker }, data: { wantsFast: false } })
  const modest = await listPlannableSources(database, { since: referenceAt })
  await database.subscription.updateMany({ where: { subscriberId: taker }, data: { wantsFast: true } })
  expect(sum(greedy) - sum(modest)).toBeGreaterThan(0)
  expect(sum(greedy) - sum(modest)).toBeLessThanOrEqual(2 * 5 + 1e-6)
  // Each by a thousandth of a reader: at the same price, its polls move by less than a thousandth.
  for (const [at, { history }] of greedy.entries())
    expect(history.weight / (modest[at]?.history.weight ?? NaN)).toBeLessThan(1.0011)
})
