import { beforeEach, describe, expect, test } from 'vitest'
import { DELETE as deleteInvitation } from '#app/api/v1/admin/invitations/[id]/route.ts'
import { GET as getInvitations, POST as postInvitation } from '#app/api/v1/admin/invitations/route.ts'
import { GET as getSettings, PATCH as patchSettings } from '#app/api/v1/admin/settings/route.ts'
import { hashSecret } from '#lib/auth/identity/secrets.ts'
import {
  addSubscriber,
  goodPassword,
  postAuth,
  publicUrl,
  requestWith,
} from '#tests/support/world/accounts.ts'
import { keepAll } from '#tests/support/world/retention.ts'
import { listenForNotifications } from '#tests/support/servers/notifications.ts'
import type { Invitation } from '#lib/api/server/admin.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const noParams = { params: Promise.resolve({}) }
const { database, url } = await serverDatabaseOfFile()
let ada: { token: string }

beforeEach(async () => {
  await database.user.deleteMany()
  await database.source.deleteMany()
  await database.host.deleteMany()
  await database.planningRun.deleteMany()
  await database.serverSettings.deleteMany()
  await database.aggregatorHeartbeat.deleteMany()
  ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
})

type Handler = typeof getSettings

async function call<T>(handler: Handler, method: string, body?: unknown, query = ''): Promise<T> {
  const answer = await handler(requestWith(ada.token, `/api/v1/admin/x${query}`, method, body), noParams)
  return (await answer.json()) as T
}

describe('settings', () => {
  const defaults = {
    signUp: 'open',
    recommends: true,
    ...keepAll,
    policy: 'price',
    budgetPerDay: 10_000,
    checksPerSource: 24,
    maxStalenessMs: 86_400_000,
    minIntervalMs: 600_000,
    overflowRisk: 0.01,
    popularity: 1,
    sayStrength: 2,
    alertStrength: 2,
    fairShare: 5,
    isPaused: false,
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
    [{ keepReadDays: 89 }, 'keepReadDays'],
    [{ keepUnreadDays: 90 }, 'keepUnreadDays'],
    [{ keepReadDays: 90, keepUnreadDays: 60 }, 'keepUnreadDays'],
    [{ mostPostings: 99 }, 'mostPostings'],
    [{ popularity: 1.1 }, 'popularity'],
    [{ sayStrength: -1 }, 'sayStrength'],
    [{ alertStrength: 21 }, 'alertStrength'],
    [{ fairShare: 0 }, 'fairShare'],
    [{ budgetPerDay: 500, colour: 'red' }, ''],
    [{}, ''],
  ])('%j is refused, naming the field, and changes nothing', async (body, field) => {
    const answer = await call(patchSettings, 'PATCH', body)
    expect(answer).toMatchObject({ error: { code: 'invalid_input', field } })
    expect(await call(getSettings, 'GET')).toEqual(defaults)
  })

  test('a least time above the longest is refused with both of them', async () => {
    const answer = await call(patchSettings, 'PATCH', { minIntervalMs: 7_200_000, maxStalenessMs: 3_600_000 })
    expect(answer).toMatchObject({
      error: { message: 'minIntervalMs: 2\u00a0h is longer than 1\u00a0h, the longest time without a check' },
    })
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
