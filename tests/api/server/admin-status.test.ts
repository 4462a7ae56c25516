import { beforeEach, describe, expect, test } from 'vitest'
import { GET as getStatus } from '#app/api/v1/admin/aggregator/route.ts'
import { GET as getActivity } from '#app/api/v1/admin/activity/route.ts'
import { GET as getDelay } from '#app/api/v1/admin/delay/route.ts'
import { GET as getUsers } from '#app/api/v1/admin/users/route.ts'
import { recordHeartbeat } from '#lib/store/server/heartbeat.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import type { AdminActivity, AdminDelay, AdminUserRow, AggregatorStatus } from '#lib/api/server/admin.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const noParams = { params: Promise.resolve({}) }
const minuteMs = 60_000
const { database } = await serverDatabaseOfFile()
let ada: { id: string; token: string }
let bob: { id: string }

beforeEach(async () => {
  await database.user.deleteMany()
  await database.source.deleteMany()
  await database.host.deleteMany()
  await database.planningRun.deleteMany()
  await database.aggregatorHeartbeat.deleteMany()
  ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  bob = await addSubscriber(database, { name: 'bob' })
})

async function call<T>(handler: typeof getStatus, query = ''): Promise<T> {
  const answer = await handler(requestWith(ada.token, `/api/v1/admin/x${query}`), noParams)
  return (await answer.json()) as T
}

test('accounts are listed page by page, each once, with their subscriptions', async () => {
  await addPlannedSources(
    database,
    [{ name: 'calm', postingsPerDay: 1, subscriberIds: [bob.id] }],
    Date.now(),
  )
  await database.user.createMany({
    data: Array.from({ length: 120 }, (_, index) => ({
      id: `user-${index}`,
      name: `${index}`,
      email: `${index}@example.org`,
      createdAt: new Date(Date.UTC(2026, 0, 5)),
    })),
  })
  type Page = { users: AdminUserRow[]; nextCursor: string | null }
  const first = await call<Page>(getUsers)
  const second = await call<Page>(getUsers, `?cursor=${first.nextCursor}`)
  const users = [...first.users, ...second.users]
  expect(second.nextCursor).toBeNull()
  expect(new Set(users.map((user) => user.id)).size).toBe(122)
  expect(users.find((user) => user.id === bob.id)).toMatchObject({ role: 'subscriber', subscriptions: 1 })
  expect(users.find((user) => user.id === ada.id)).toMatchObject({ role: 'admin', subscriptions: 0 })
})

test('the delay of all postings since an instant weighs each by its source', async () => {
  await addPlannedSources(
    database,
    [
      { name: 'two-readers', postingsPerDay: 1, delayMs: 10 * minuteMs, subscriberIds: [ada.id, bob.id] },
      { name: 'one-reader', postingsPerDay: 1, delayMs: 40 * minuteMs, subscriberIds: [bob.id] },
    ],
    Date.now(),
  )
  const since = new Date(Date.now() - 5 * 86_400_000).toISOString()
  const delay = await call<AdminDelay>(getDelay, `?since=${since}`)
  expect(delay).toMatchObject({ since, count: 10, meanMs: 25 * minuteMs, maxMs: 40 * minuteMs })
  expect(delay.weightedMeanMs).toBeCloseTo(20 * minuteMs)
  const lastDay = await call<AdminDelay>(getDelay)
  expect(lastDay.count).toBe(2)
  expect(await call(getDelay, '?since=yesterday')).toMatchObject({
    error: { field: 'since' },
  })
})

test('the day tells each hour’s polls by what came of them, beside the plan, and the week its delays', async () => {
  const now = Date.now()
  const [id = 0] = await addPlannedSources(
    database,
    [{ name: 'calm', postingsPerDay: 2, delayMs: 10 * minuteMs, subscriberIds: [bob.id] }],
    now,
  )
  const run = await database.planningRun.findFirstOrThrow({ orderBy: { id: 'desc' } })
  await database.planningRun.update({
    where: { id: run.id },
    data: { madeAt: new Date(now - 90 * minuteMs), grantedPerDay: 48 },
  })
  const thisHour = now - (now % (60 * minuteMs))
  const poll = (at: number, outcome: string) => ({
    sourceId: id,
    outcome,
    factOutcome: 'unchanged',
    consecutiveFailures: 0,
    startedAt: new Date(at),
    finishedAt: new Date(at),
  })
  await database.poll.createMany({
    data: [
      ...['fetched', 'not-modified', 'not-modified'].map((outcome) => poll(thisHour, outcome)),
      ...['throttled', 'failed', 'gone', 'opted-out'].map((outcome) => poll(thisHour - minuteMs, outcome)),
      poll(thisHour - 24 * 60 * minuteMs, 'fetched'), // before the day
    ],
  })
  const { hours, days } = await call<AdminActivity>(getActivity)
  expect(hours).toHaveLength(24)
  const [before, running] = hours.slice(-2)
  const at = (ms: number) => new Date(ms).toISOString()
  expect(running).toEqual({
    at: at(thisHour),
    fetched: 1,
    unchanged: 2,
    refused: 0,
    failed: 0,
    planned: 2,
  })
  expect(before).toMatchObject({
    at: at(thisHour - 60 * minuteMs),
    fetched: 0,
    unchanged: 0,
    refused: 1,
    failed: 2,
  })
  expect(hours[0]).toMatchObject({ fetched: 0, planned: null })
  expect(days.map(({ count, medianMs, p90Ms }) => [count, medianMs, p90Ms])).toEqual(
    Array.from({ length: 7 }, () => [2, 10 * minuteMs, 10 * minuteMs]),
  )
})

describe('the state of the aggregator', () => {
  test('before anything happened nothing is claimed', async () => {
    expect(await call<AggregatorStatus>(getStatus)).toEqual({
      lastPassAt: null,
      isRunning: false,
      due: 0,
      leased: 0,
      pollsLastHour: 0,
      pollsLastDay: 0,
      budgetPerDay: 10_000,
      grantedPerDay: 0,
      onTimeShare: null,
      failuresLastHour: 0,
      sources: { polled: 0, failing: 0, unsubscribed: 0 },
      plannedAt: null,
      predictedDelayMs: null,
    })
  })

  test('it counts the queue, the polls and how many of them were on time', async () => {
    const now = Date.now()
    const [id = 0, failing = 0] = await addPlannedSources(
      database,
      [
        { name: 'calm', postingsPerDay: 1, subscriberIds: [bob.id] },
        { name: 'lame', postingsPerDay: 1, subscriberIds: [bob.id], lastOutcome: 'failed' },
        { name: 'lone', postingsPerDay: 1, subscriberIds: [] },
      ],
      now,
    )
    const poll = (minutesAgo: number, lateMs: number, outcome = 'fetched') => ({
      sourceId: id,
      plannedAt: new Date(now - minutesAgo * minuteMs),
      startedAt: new Date(now - minutesAgo * minuteMs + lateMs),
      finishedAt: new Date(now - minutesAgo * minuteMs + lateMs + 100),
      outcome,
      factOutcome: 'unchanged',
      consecutiveFailures: 0,
    })
    await database.poll.createMany({
      data: [
        poll(5, 0),
        poll(10, 5_000),
        poll(15, 5_001),
        poll(20, 60_000, 'failed'),
        { ...poll(25, 60_000), plannedReason: { code: 'subscribed' } }, // an import brings many at once
        poll(90, 0),
        poll(1500, 0),
      ],
    })
    await database.source.update({ where: { id: failing }, data: { nextPollAt: new Date(now - 1) } })
    await database.source.update({
      where: { id },
      data: { nextPollAt: new Date(now - 1), leaseUntil: new Date(now + minuteMs) },
    })
    await recordHeartbeat(database, 'tests', now - 1000)
    const status = await call<AggregatorStatus>(getStatus)
    expect(status).toMatchObject({
      lastPassAt: new Date(now - 1000).toISOString(),
      isRunning: true,
      due: 1,
      leased: 1,
      pollsLastHour: 5,
      pollsLastDay: 6,
      onTimeShare: 0.5,
      failuresLastHour: 1,
      sources: { polled: 2, failing: 1, unsubscribed: 1 },
      plannedAt: new Date(now).toISOString(),
    })
    expect(status.grantedPerDay).toBeGreaterThan(0)
  })
})
