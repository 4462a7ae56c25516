import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { GET as authGet } from '#app/api/auth/[...all]/route.ts'
import * as me from '#app/api/v1/me/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as sessions from '#app/api/v1/sessions/route.ts'
import { readBytes } from '#lib/api/http/read-bytes.ts'
import { route } from '#lib/api/http/route.ts'
import { costOfBytes } from '#lib/auth/requests/request-cost.ts'
import { countAppRequest, createRequestLimits, mostRequests } from '#lib/auth/requests/request-limits.ts'
import { findReader, requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { answerVisit } from '#lib/runtime/known-visits.ts'
import { dataAnswer, syncRoute } from '#lib/sync/sync-answer.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { takeRequests } from '#lib/store/accounts/request-allowances.ts'
import {
  addSubscriber,
  postAuth,
  publicUrl,
  requestWith,
  startServerDatabase,
} from '#tests/support/world/accounts.ts'
import { browse, signUp } from '#tests/support/browser/signed-in.ts'
import { byTier } from '#tests/support/run/tier.ts'

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
  expect(await one?.spend('minutes', 40, 5 * minute + 1)).toMatchObject({ isAllowed: false, remaining: 0 })
  expect(await one?.spend('minutes', 40, 6 * minute)).toMatchObject({ isAllowed: true, remaining: 39 })
  const late = await other?.spend('minutes', 40, 6 * minute - 1)
  expect(late?.isAllowed).toBe(true)
  const row = await database.rateLimit.findUniqueOrThrow({ where: { key: 'minutes' } })
  expect(row).toMatchObject({ count: 4, lastRequest: BigInt(6 * minute) })
})

test('a window that was begun by a clock that was an hour ahead keeps nobody out when that is set back', async () => {
  const [ahead, set] = processes(2)
  for (let each = 0; each < 41; each += 1) await ahead?.spend('set back', 40, 100 * minute)
  const back = await Promise.all(Array.from({ length: 41 }, () => set?.spend('set back', 40, 40 * minute)))
  expect(back.filter((answer) => answer?.isAllowed === true)).toHaveLength(40)
  // Clocks of two machines that differ by seconds share a window.
  expect(await ahead?.spend('set back', 40, 39 * minute)).toMatchObject({ isAllowed: false })
})

test('an answer says what is left; beyond it 429 says when to come back, and other tokens go on', async () => {
  vi.useFakeTimers({ now: 1_000 * minute + 15_000, toFake: ['Date'] })
  const anna = await addSubscriber(database, { name: 'anna' })
  const get = (token: string) => me.GET(requestWith(token, '/api/v1/me'), { params: Promise.resolve({}) })
  const first = await get(anna.token)
  expect(first.headers.get('ratelimit-policy')).toBe('"token";q=1200;w=60, "account";q=2400;w=60')
  expect(first.headers.get('ratelimit')).toBe('"token";r=1199;t=45, "account";r=2399;t=45')
  const search = requestWith(anna.token, '/api/v1/postings?query=storm')
  const dear = byTier({ night: 0, sample: 119 }) // each counts as ten
  for (let sent = 0; sent < dear; sent += 1) {
    const answer = await route(() => requireSubscriber(search))(search, { params: Promise.resolve({}) })
    expect(answer.status).toBe(200)
  }
  for (let sent = 1 + 10 * dear; sent < mostRequests.token; sent += 1) await get(anna.token)
  const refused = await get(anna.token)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('45')
  expect(refused.headers.get('ratelimit')).toMatch(/^"token";r=0;t=45, /)
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests' } })
  const { token } = await createToken(database, anna.id, 'another')
  expect((await get(token)).status).toBe(200)
  vi.setSystemTime(1_001 * minute)
  expect((await get(anna.token)).status).toBe(200)
})

test.each([
  ['GET', '/postings?query=storm', 10],
  ['GET', '/export', 10],
  ['POST', '/import', 10],
  ['POST', '/offline', 10],
  ['POST', '/opml/from-address', 10],
  ['POST', '/rules/7/run', 10],
  ['PATCH', '/rules/7', 1],
  ['GET', '/postings', 1],
] as const)('%s %s of a token counts as %d, as that of a browser does', async (method, path, cost) => {
  const dora = await addSubscriber(database, { name: `${method} ${path}` })
  const request = requestWith(dora.token, `/api/v1${path}`, method)
  const answer = await route(() => requireSubscriber(request))(request, { params: Promise.resolve({}) })
  expect(answer.headers.get('ratelimit')).toMatch(
    new RegExp(`^"token";r=${1200 - cost};.*"account";r=${2400 - cost};`),
  )
})

const long = 'x'.repeat(1_500_000)
const told = (length: number) => new Response('x', { headers: { 'content-length': `${length}` } })
const longAnswers = {
  'as JSON': ['/postings/1', () => Promise.resolve({ html: long }), 15],
  'bit by bit': ['/folders', () => Promise.resolve(new Response(long)), 14],
  'that is short': ['/postings', () => Promise.resolve({ html: long.slice(0, 90_000) }), 0],
  'of a request that is dear already': ['/export', () => Promise.resolve({ html: long }), 15],
  'that is as long as a large export': ['/folders', () => Promise.resolve(told(900_000_000)), 600],
} as const

test.each(Object.entries(longAnswers))(
  'an answer %s counts for each 100 kB after the first, for programs as for browsers',
  async (name, [path, answer, more]) => {
    vi.useFakeTimers({ now: 3_000 * minute, toFake: ['Date'] })
    const flora = await addSubscriber(database, { name: `flora ${name}` })
    const ask = async () => {
      const request = requestWith(flora.token, `/api/v1${path}`)
      const work = async () => {
        await requireSubscriber(request)
        return answer()
      }
      const answered = await route(work)(request, { params: Promise.resolve({}) })
      await answered.arrayBuffer()
      return /^"token";r=(\d+);.*"account";r=(\d+);/.exec(answered.headers.get('ratelimit') ?? '')?.slice(1)
    }
    const [first, second] = [await ask(), await ask()]
    const spent = (at: number) => Number(first?.[at]) - Number(second?.[at])
    expect([spent(0), spent(1)]).toEqual([1 + more, 1 + more])
  },
)

test('whoever takes long answers without an end is refused, and once they are many lets others go first', async () => {
  vi.useFakeTimers({ now: 4_000 * minute, toFake: ['Date'] })
  const { id } = await addSubscriber(database, { name: 'gerd' })
  const hurried: number[] = []
  const take = async (at: number) => {
    const visit = { prove: () => undefined, refuse: () => undefined, hurry: () => hurried.push(at) }
    const request = new Request(`${publicUrl}/reader/api/0/stream/contents`)
    const work = async () => {
      await countAppRequest(id, 1, request)
      return new Response(long)
    }
    const answered = await new Promise<Response>((resolve) =>
      answerVisit(visit, () => void syncRoute(work)(request, undefined).then(resolve)),
    )
    await answered.arrayBuffer()
    return answered
  }
  const answers: Response[] = []
  while (answers.at(-1)?.status !== 429 && answers.length < 200) answers.push(await take(answers.length))
  expect(answers).toHaveLength(161) // 160 × (1 + 14) of 2,400
  expect(answers.at(-1)?.headers.get('retry-after')).toBe('60')
  expect(hurried[0]).toBe(8) // 8 × 14 of 100
})

test.each(['HEAD', 'GET'])(
  'what a %s of an app has made counts, also where nobody takes it',
  async (method) => {
    vi.useFakeTimers({ now: 5_000 * minute, toFake: ['Date'] })
    const { id } = await addSubscriber(database, { name: `hanna ${method}` })
    let calls = 0
    for (let isRefused = false; !isRefused; calls += 1) {
      const left = new AbortController()
      const signal = method === 'GET' ? left.signal : null
      const request = new Request(`${publicUrl}/v1/entries/1`, { method, signal })
      const answered = await syncRoute(async () => {
        await countAppRequest(id, 1, request)
        return dataAnswer({ content: long })
      })(request, undefined)
      left.abort()
      isRefused = answered.status === 429
    }
    expect(calls).toBe(151) // 150 × (1 + 15) of 2,400
  },
)

test('a body that is read counts as an answer of its length does', async () => {
  vi.useFakeTimers({ now: 6_000 * minute, toFake: ['Date'] })
  const { token } = await addSubscriber(database, { name: 'ivan' })
  const take = route(async (request) => {
    await requireSubscriber(request, 'read')
    await readBytes(request, 1_000_000)
  })
  const init = {
    method: 'POST',
    body: long.slice(0, 1_000_000),
    headers: { authorization: `Bearer ${token}` },
  }
  const none = { params: Promise.resolve({}) }
  let calls = 0
  for (let status = 204; status === 204; calls += 1)
    ({ status } = await take(new Request(`${publicUrl}/api/v1/me`, init), none))
  expect(calls).toBe(121) // 120 × (1 + 9) of 1,200
})

test.each([250, 1_000])(
  'an app synchronises 10,000 articles of 20 kB for the first time in a minute, by %d at once',
  (atOnce) => {
    const calls = 10_000 / atOnce
    expect(calls * (1 + costOfBytes(atOnce * 20_000))).toBeLessThan(mostRequests.account)
  },
)

test('a wrong token is counted for nobody', async () => {
  const answered = await me.GET(requestWith('sky_wrong', '/api/v1/me'), { params: Promise.resolve({}) })
  expect(answered.status).toBe(401)
  expect(answered.headers.has('ratelimit')).toBe(false)
})

test('of what is let through before it is counted, all but the first share is known to the others', async () => {
  const all = processes(2)
  const spend = (at: number) => all[at]?.spend('late', 400, minute, { unwritten: 30 })
  const spendMany = async (at: number, times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => spend(at)))
    return answers.filter((answer) => answer?.isAllowed === true).length
  }
  expect([await spendMany(0, 30), all[0]?.taken]).toEqual([30, []])
  expect(await spendMany(0, 400)).toBe(370)
  expect(await spendMany(1, 40)).toBe(30)
})

test('what is dear counts as many', async () => {
  const [one] = processes(1)
  const spend = (cost: number) => one?.spend('dear', 400, minute, { cost })
  for (let each = 0; each < 39; each += 1) expect((await spend(10))?.isAllowed).toBe(true)
  await spend(1)
  expect((await spend(10))?.isAllowed).toBe(false)
  for (let each = 0; each < 9; each += 1) expect((await spend(1))?.isAllowed).toBe(true)
  expect((await spend(1))?.isAllowed).toBe(false)
})

describe('a browser that is signed in', { timeout: 60_000 }, () => {
  beforeEach(() => vi.useFakeTimers({ now: 2_000 * minute + 15_000, toFake: ['Date'] }))
  const key = (id: string) => `requests of sessions of ${id}`
  const idOf = async (name: string) =>
    (await database.user.findUniqueOrThrow({ where: { email: `${name}@example.org` } })).id

  test('asks 100 times without one write, 6,000 times in a minute, and is told when to go on', async () => {
    const browser = await signUp('bella')
    const id = await idOf('bella')
    for (let sent = 0; sent < 100; sent += 1) expect((await browse(browser, me)).status).toBe(200)
    expect(await database.rateLimit.findUnique({ where: { key: key(id) } })).toBeNull()
    const headers = { cookie: browser.cookie, 'sec-fetch-site': 'same-origin' }
    const [cost, spend] = byTier<[number, () => Promise<unknown>]>({
      night: [1, () => browse(browser, me)],
      sample: [10, () => findReader(new Headers(headers))], // draws of pages
    })
    for (let sent = 100; sent < mostRequests.session; sent += cost) await spend()
    const refused = await me.GET(new Request('http://localhost/api/v1/me', { headers }), {
      params: Promise.resolve({}),
    })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '45'])
    expect((await browse(browser, sessions)).status).toBe(429)
    const asked = await authGet(new Request(`${publicUrl}/api/auth/get-session`, { headers }))
    const renamed = await postAuth('/update-user', { name: 'Bea' }, { cookie: browser.cookie })
    for (const { status, headers } of [asked, renamed])
      expect([status, headers.get('retry-after')]).toEqual([429, '45'])
    expect(await renamed.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(findReader(new Headers({ cookie: browser.cookie }))).rejects.toThrow('rateLimited')
    // Its own programs go on, and so do others.
    const { token } = await createToken(database, id, 'program')
    expect((await me.GET(requestWith(token, '/api/v1/me'), { params: Promise.resolve({}) })).status).toBe(200)
    expect((await browse(await signUp('carla'), me)).status).toBe(200)
    vi.setSystemTime(2_001 * minute)
    expect((await browse(browser, me)).status).toBe(200)
  })

  test('draws 600 pages in a minute, and searches as often', async () => {
    const headers = new Headers({ cookie: (await signUp('dora')).cookie })
    const draw = () => findReader(headers).then((reader) => reader !== null)
    const search = () =>
      postings.GET(new Request('http://localhost/api/v1/postings?query=owl', { headers }), {
        params: Promise.resolve({}),
      })
    for (let sent = 0; sent < 599; sent += 1) expect(await draw()).toBe(true)
    expect((await search()).status).toBe(200)
    expect((await search()).status).toBe(429)
    await expect(draw()).rejects.toThrow('rateLimited')
  })
})
