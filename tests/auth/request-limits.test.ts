import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as me from '#app/api/v1/me/route.ts'
import { createRequestLimits, mostRequests } from '#lib/auth/request-limits.ts'
import { createToken } from '#lib/auth/tokens.ts'
import type { Database } from '#lib/store/database.ts'
import { takeRequests } from '#lib/store/request-shares.ts'
import { addSubscriber, requestWith, startServerDatabase } from '#tests/support/accounts.ts'

let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
})
afterAll(async () => {
  vi.useRealTimers()
  await stop()
})

const minute = 60_000
const processes = (count: number) =>
  Array.from({ length: count }, () => {
    const taken: string[] = []
    const spend = createRequestLimits((key, share) => {
      taken.push(key)
      return takeRequests(database, key, share)
    })
    return { spend, taken }
  })

test('together, processes let through no more than the limit, at one write in twenty', async () => {
  const all = processes(4)
  const answers = await Promise.all(
    Array.from({ length: 800 }, (_, at) => all[at % 4]?.spend('shared', 400, minute)),
  )
  expect(answers.filter((answer) => answer?.isAllowed === true)).toHaveLength(400)
  const writes = all.flatMap(({ taken }) => taken).length
  expect(writes).toBeLessThanOrEqual(24) // 20 shares of 20, and one each to see that nothing is left
  expect((await all[0]?.spend('shared', 400, 2 * minute - 1))?.isAllowed).toBe(false)
})

test('the next minute begins anew, and a clock that is behind does not reset it', async () => {
  const [one, other] = processes(2)
  for (let each = 0; each < 40; each += 1) await one?.spend('minutes', 40, 5 * minute)
  expect(await one?.spend('minutes', 40, 5 * minute + 1)).toEqual({ isAllowed: false, remaining: 0 })
  expect(await one?.spend('minutes', 40, 6 * minute)).toEqual({ isAllowed: true, remaining: 39 })
  const late = await other?.spend('minutes', 40, 6 * minute - 1)
  expect(late?.isAllowed).toBe(true)
  const row = await database.rateLimit.findUniqueOrThrow({ where: { key: 'minutes' } })
  expect(row).toMatchObject({ count: 4, lastRequest: BigInt(6 * minute) })
})

test(
  'an answer says what is left; beyond it 429 says when to come back, and other tokens go on',
  { timeout: 30_000 },
  async () => {
    vi.useFakeTimers({ now: 1_000 * minute + 15_000, toFake: ['Date'] })
    const anna = await addSubscriber(database, { name: 'anna' })
    const get = (token: string) => me.GET(requestWith(token, '/api/v1/me'), { params: Promise.resolve({}) })
    const first = await get(anna.token)
    expect(first.headers.get('ratelimit-policy')).toBe('"token";q=1200;w=60, "account";q=2400;w=60')
    expect(first.headers.get('ratelimit')).toBe('"token";r=1199;t=45, "account";r=2399;t=45')
    for (let sent = 1; sent < mostRequests.token; sent += 1) await get(anna.token)
    const refused = await get(anna.token)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('45')
    expect(refused.headers.get('ratelimit')).toMatch(/^"token";r=0;t=45, /)
    expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests' } })
    const { token } = await createToken(database, anna.id, 'another')
    expect((await get(token)).status).toBe(200)
    vi.setSystemTime(1_001 * minute)
    expect((await get(anna.token)).status).toBe(200)
  },
)

test('a session is not counted, a wrong token neither', async () => {
  const answered = await me.GET(requestWith('sky_wrong', '/api/v1/me'), { params: Promise.resolve({}) })
  expect(answered.status).toBe(401)
  expect(answered.headers.has('ratelimit')).toBe(false)
})
