import { afterEach, beforeEach, expect, test } from 'vitest'
import { planAll } from '#lib/policy/plan.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { deleteAccount } from '#lib/store/subscriptions/delete-account.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { recordPlanning } from '#lib/store/planning/planning.ts'
import { getSettings, policySettings } from '#lib/store/ground/server-settings.ts'
import { subscribeToMany } from '#tests/support/world/subscribe-to-many.ts'
import { restoreSubscriptions, unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/database.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { until } from '#tests/support/measure/until.ts'

/** Far more than it takes, on a machine that has much else to do. */
const patience = { timeout: 30_000 }

let own: TestDatabase
let database: Database
let reader: string
/** Rising, as polls and plannings take them; in the order of the addresses the second one comes first. */
let sourceIds: number[]
let subscriptionIds: number[]

beforeEach(async () => {
  own = await createTestDatabase()
  database = openDatabase(own.url)
  reader = await addReader(database, 'reader')
  const other = await addReader(database, 'other')
  const made = []
  for (const name of ['zebra', 'ant']) {
    await addSubscription(database, other, name)
    made.push(await addSubscription(database, reader, name))
  }
  sourceIds = made.map(({ sourceId }) => sourceId)
  subscriptionIds = made.map(({ subscriptionId }) => subscriptionId)
})
afterEach(async () => {
  await database.$disconnect()
  await own.drop()
})

/** Does it while polls have the first source in hand, which take the second one when it waits for them. */
async function besidePolls(act: () => Promise<unknown>): Promise<void> {
  let acting: Promise<unknown> = Promise.resolve()
  await database.$transaction(async (polls) => {
    const lock = (id = 0) => polls.$queryRaw`SELECT 1 FROM "source" WHERE "id" = ${id} FOR UPDATE`
    await lock(sourceIds[0])
    acting = act()
    acting.catch(() => undefined) // looked at below
    await until('somebody waits for a row', () => isWaitedFor(database))
    await lock(sourceIds[1])
  }, patience)
  await acting
}

const urls = ['zebra', 'ant', 'bee'].map((name) => ({
  url: `https://${name}.example/feed`,
  hostName: `${name}.example`,
}))

test('who subscribes to a list waits for polls that have some of it in hand, and they for nobody', async () => {
  const newcomer = await addReader(database, 'newcomer')
  await besidePolls(() => subscribeToMany(database, newcomer, urls, referenceAt))
  expect(await database.subscription.count({ where: { subscriberId: newcomer } })).toBe(3)
})

test('so does who ends subscriptions, and takes them up again', async () => {
  await besidePolls(() => unsubscribe(database, reader, subscriptionIds, referenceAt))
  expect(await database.subscription.count({ where: { subscriberId: reader } })).toBe(0)
  await besidePolls(() => restoreSubscriptions(database, reader, subscriptionIds, referenceAt))
  expect(await database.subscription.count({ where: { subscriberId: reader } })).toBe(2)
})

test('so does who deletes the account', async () => {
  await besidePolls(() => deleteAccount(database, reader, null))
  expect(await database.user.count({ where: { id: reader } })).toBe(0)
})

test('none of them waits for who tells of these sources', async () => {
  await database.$transaction(async (telling) => {
    await telling.$queryRaw`SELECT 1 FROM "source" FOR KEY SHARE` // as a foreign key does
    await unsubscribe(database, reader, subscriptionIds, referenceAt)
    expect(await restoreSubscriptions(database, reader, subscriptionIds, referenceAt)).toBe(2)
    await subscribeToMany(database, reader, urls, referenceAt)
    expect(await deleteAccount(database, reader, null)).toBe('deleted')
  }, patience)
})

test('nor does a planning of them', async () => {
  const histories = sourceIds.map((sourceId) => ({
    sourceId,
    weight: 1,
    postingTimes: [],
    knownSince: referenceAt - 14 * DAY_MS,
    windowSize: null,
    carry: null,
  }))
  const { run, plans } = planAll(histories, policySettings(await getSettings(database), 1), referenceAt)
  const planned = plans.map((plan) => ({ plan, next: null }))
  await database.$transaction(async (telling) => {
    await telling.$queryRaw`SELECT 1 FROM "source" FOR KEY SHARE` // as what counts readers or freshness of all of them
    const planning = { replacesRunId: null, run, planned, predictedDelayMs: null }
    expect(await recordPlanning(database, planning)).toBe(true)
  }, patience)
})
