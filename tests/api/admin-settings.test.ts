import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GET as getStatus } from '#app/api/v1/admin/aggregator/route.ts'
import { GET as getDelay } from '#app/api/v1/admin/delay/route.ts'
import { DELETE as deleteInvitation } from '#app/api/v1/admin/invitations/[id]/route.ts'
import { GET as getInvitations, POST as postInvitation } from '#app/api/v1/admin/invitations/route.ts'
import { GET as getSettings, PATCH as patchSettings } from '#app/api/v1/admin/settings/route.ts'
import { GET as getUsers } from '#app/api/v1/admin/users/route.ts'
import type { AdminDelay, AdminUserRow, AggregatorStatus, Invitation } from '#lib/api/admin.ts'
import { hashSecret } from '#lib/auth/tokens.ts'
import type { Database } from '#lib/store/database.ts'
import { recordHeartbeat } from '#lib/store/heartbeat.ts'
import {
  addSubscriber,
  goodPassword,
  postAuth,
  publicUrl,
  requestWith,
  startServerDatabase,
} from '#tests/support/accounts.ts'
import { listenForNotifications } from '#tests/support/notifications.ts'
import { addPlannedSources } from '#tests/support/planned-sources.ts'

const noParams = { params: Promise.resolve({}) }
const minuteMs = 60_000
let database: Database
let url: string
let stop: () => Promise<void>
let ada: { id: string; token: string }
let bob: { id: string; token: string }

beforeAll(async () => {
  ;({ database, stop, url } = await startServerDatabase())
})
afterAll(() => stop())
beforeEach(async () => {
  await database.$executeRaw`TRUNCATE "user", "host", "planning_run", "server_settings", "aggregator_heartbeat" CASCADE`
  ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  bob = await addSubscriber(database, { name: 'bob' })
})

type Handler = typeof getSettings

async function call<T>(handler: Handler, method: string, body?: unknown, query = ''): Promise<T> {
  const answer = await handler(requestWith(ada.token, `/api/v1/admin/x${query}`, method, body), noParams)
  return (await answer.json()) as T
}

describe('settings', () => {
  const defaults = {
    signUp: 'open',
    policy: 'minimum-delay',
    budgetPerDay: 10_000,
    maxStalenessMs: 86_400_000,
    minIntervalMs: 300_000,
  }

  test('a change is stored, the rest stays', async () => {
    expect(await call(getSettings, 'GET')).toEqual(defaults)
    const changed = { ...defaults, budgetPerDay: 500, signUp: 'closed' }
    expect(await call(patchSettings, 'PATCH', { budgetPerDay: 500, signUp: 'closed' })).toEqual(changed)
    expect(await call(getSettings, 'GET')).toEqual(changed)
  })

  test.each([
    [{ budgetPerDay: 0 }, 'budgetPerDay'],
    [{ budgetPerDay: 1.5 }, 'budgetPerDay'],
    [{ policy: 'random' }, 'policy'],
    [{ signUp: 'maybe' }, 'signUp'],
    [{ minIntervalMs: 1000 }, 'minIntervalMs'],
    [{ minIntervalMs: 7_200_000, maxStalenessMs: 3_600_000 }, 'minIntervalMs'],
    [{ budgetPerDay: 500, colour: 'red' }, ''],
    [{}, ''],
  ])('%j is refused, naming the field, and changes nothing', async (body, field) => {
    const answer = await call(patchSettings, 'PATCH', body)
    expect(answer).toMatchObject({ error: { code: 'invalid_input', field } })
    expect(await call(getSettings, 'GET')).toEqual(defaults)
  })

  test('what the policy works by wakes the aggregator to plan; the sign-up mode does not', async () => {
    const notifications = await listenForNotifications(url)
    await call(patchSettings, 'PATCH', { signUp: 'closed' })
    await call(patchSettings, 'PATCH', { policy: 'uniform' })
    expect(await notifications.next()).toEqual({ type: 'plan' })
    await call(patchSettings, 'PATCH', { maxStalenessMs: 3_600_000 })
    expect(await notifications.next()).toEqual({ type: 'plan' })
    expect(notifications.waiting()).toBe(0)
    await notifications.stop()
  })
})

describe('invitations', () => {
  test('an invitation shows its secret once, and lets somebody sign up', async () => {
    await call(patchSettings, 'PATCH', { signUp: 'invitation' })
    const made = await call<Invitation & { url: string }>(postInvitation, 'POST', {
      note: 'for Cyd',
      days: 2,
    })
    expect(made.url).toMatch(new RegExp(`^${publicUrl}/sign-up\\?invitation=[\\w-]{43}$`))
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBeCloseTo(2 * 86_400_000, -4)
    const secret = new URL(made.url).searchParams.get('invitation') ?? ''
    const signUp = await postAuth('/sign-up/email', {
      name: 'Cyd',
      email: 'cyd@example.org',
      password: goodPassword,
      invitation: secret,
    })
    expect(signUp.status).toBe(200)
    const list = await call<{ invitations: Invitation[] }>(getInvitations, 'GET')
    expect(list.invitations).toMatchObject([{ id: made.id, note: 'for Cyd', usedBy: 'cyd@example.org' }])
    expect(JSON.stringify([list, await database.invitation.findMany()])).not.toContain(secret)
  })

  test('an invitation that is taken back lets nobody in', async () => {
    await call(patchSettings, 'PATCH', { signUp: 'invitation' })
    const made = await call<Invitation & { url: string }>(postInvitation, 'POST', {})
    const secret = new URL(made.url).searchParams.get('invitation') ?? ''
    const remove = () =>
      deleteInvitation(requestWith(ada.token, '/', 'DELETE'), {
        params: Promise.resolve({ id: `${made.id}` }),
      })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect(await database.invitation.count({ where: { secretHash: hashSecret(secret) } })).toBe(0)
  })

  test.each([
    [{ days: 0 }, 'days'],
    [{ days: 91 }, 'days'],
    [{ note: 'x'.repeat(201) }, 'note'],
  ])('%j is refused, naming the field', async (body, field) => {
    expect(await call(postInvitation, 'POST', body)).toMatchObject({
      error: { code: 'invalid_input', field },
    })
    expect(await database.invitation.count()).toBe(0)
  })
})

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
  const first = await call<Page>(getUsers, 'GET')
  const second = await call<Page>(getUsers, 'GET', undefined, `?cursor=${first.nextCursor}`)
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
  const delay = await call<AdminDelay>(getDelay, 'GET', undefined, `?since=${since}`)
  expect(delay).toMatchObject({ since, count: 10, meanMs: 25 * minuteMs, maxMs: 40 * minuteMs })
  expect(delay.weightedMeanMs).toBeCloseTo(20 * minuteMs)
  const lastDay = await call<AdminDelay>(getDelay, 'GET')
  expect(lastDay.count).toBe(2)
  expect(await call(getDelay, 'GET', undefined, '?since=yesterday')).toMatchObject({
    error: { field: 'since' },
  })
})

describe('the state of the aggregator', () => {
  test('before anything happened nothing is claimed', async () => {
    expect(await call<AggregatorStatus>(getStatus, 'GET')).toEqual({
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
    const status = await call<AggregatorStatus>(getStatus, 'GET')
    expect(status).toMatchObject({
      lastPassAt: new Date(now - 1000).toISOString(),
      isRunning: true,
      due: 1,
      leased: 1,
      pollsLastHour: 4,
      pollsLastDay: 5,
      onTimeShare: 0.5,
      failuresLastHour: 1,
      sources: { polled: 2, failing: 1, unsubscribed: 1 },
      plannedAt: new Date(now).toISOString(),
    })
    expect(status.grantedPerDay).toBeGreaterThan(0)
  })
})
