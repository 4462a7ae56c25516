import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { makeSignature } from 'better-auth/crypto'
import { Pool } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { beginDatabaseWork } from '#lib/runtime/database-work.ts'
import { noteHurry, noteKnown, noteRefused } from '#lib/runtime/known-visits.ts'
import { mostStrangerRequests, mostPictures } from '#lib/web/count-strangers.ts'
import { createStrangerDoor } from '#lib/web/stranger-door.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'skylark-strangers-'))
const cookies = { name: 'skylark.session_token', secret: 'a secret of the tests, at least 32 characters' }
let pass: ReturnType<typeof createStrangerDoor>
let pool: Pool
let begun = 0
const isLive = vi.fn((token: string) => Promise.resolve(token.startsWith('live')))
/** Answers as a route does that finds out, after a while, who asks; x-forwarded-for is as the web server wrote it. */
const server = createServer((request, response) => {
  const { authorization, cookie, 'x-auth-token': token } = request.headers
  const isKnown =
    authorization === 'Bearer good' ||
    (token === 'good' && request.url?.startsWith('/v1/') === true) ||
    (cookie ?? '').includes('session_token=live.')
  pass(request, response, () => {
    setImmediate(() => {
      if (isKnown && request.url !== '/_next/asset.js') noteKnown('ada')
      if (request.url === '/too-much') noteRefused()
      begun += 1
      response.end('answered')
    })
  }).catch((error: unknown) => response.destroy(error as Error))
})

beforeAll(async () => {
  vi.useFakeTimers({ now: 100 * 60_000 + 15_000, toFake: ['Date'] })
  mkdirSync(path.join(root, 'public/packs'), { recursive: true })
  for (const file of ['icon.svg', 'packs/one.opml']) writeFileSync(path.join(root, 'public', file), '')
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
beforeEach(() => {
  isLive.mockClear()
  pass = createStrangerDoor(root, () => Promise.resolve(cookies), isLive)
})
afterAll(async () => {
  vi.useRealTimers()
  await pool.close()
  await new Promise((resolve) => server.close(resolve))
  rmSync(root, { recursive: true })
})

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: { 'x-forwarded-for': '198.51.100.1', ...headers },
  })
/** Without `fetch`, which takes three times the processor: these tests ask some 25,000 times. */
const statusOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const asked = { path, method: 'GET', headers: { 'x-forwarded-for': '198.51.100.1', ...headers } }
  const { statusCode, body } = await pool.request(asked)
  await body.dump()
  return statusCode
}
async function flood(of: (n: number) => Readonly<Record<string, string>> = () => ({}), path = '/sign-in') {
  for (let n = 0; n < mostStrangerRequests; n += 1) expect(await statusOf(path, of(n))).toBe(200)
}
const sessionOf = async (token: string) => ({
  cookie: `${cookies.name}=${encodeURIComponent(`${token}.${await makeSignature(token, cookies.secret)}`)}`,
})

test.each([
  ['nothing', () => ({})],
  ['tokens that are made up', (n: number) => ({ authorization: `Bearer sky_${n}` })],
  ['tokens of Miniflux that are made up', (n: number) => ({ 'x-auth-token': `app-${n}` })],
  ['cookies that are made up', (n: number) => ({ cookie: `${cookies.name}=token${n}.signature` })],
  ['addresses of one network', (n: number) => ({ 'x-forwarded-for': `2001:db8::${n.toString(16)}` })],
])('whoever shows %s may ask 600 times in a minute', async (_what, of) => {
  await flood(of)
  const refused = await ask('/api/v1/me', of(mostStrangerRequests))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '45'])
  expect(refused.headers.get('cache-control')).toBe('no-store')
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests' } })
  const page = await ask('/sign-in', { ...of(mostStrangerRequests), 'accept-language': 'de' })
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '45'])
  expect(await page.text()).toBe('Zu viele Anfragen: Warte 45\u00a0s.')
  const app = await ask('/v1/feeds', { ...of(mostStrangerRequests), 'accept-language': 'de' })
  expect(await app.json()).toEqual({ error_message: 'Zu viele Anfragen: Warte 45\u00a0s.' })
  expect(app.headers.get('access-control-allow-origin')).toBe('*')
  expect(await statusOf('/sign-in', { 'x-forwarded-for': '198.51.100.2' })).toBe(200)
})

test('other methods than those of probes count at the addresses of probes, too', async () => {
  const post = async () => {
    const asked = {
      path: '/healthz',
      method: 'POST',
      headers: { 'x-forwarded-for': '198.51.100.1' },
    } as const
    const { statusCode, body } = await pool.request(asked)
    await body.dump()
    return statusCode
  }
  for (let n = 0; n < mostStrangerRequests; n += 1) expect(await post()).toBe(200)
  expect([await post(), await statusOf('/healthz')]).toEqual([429, 200])
})

test('who has an account is not counted, and goes on beside a flood', async () => {
  const known: [string, Readonly<Record<string, string>>][] = [
    ['/', { authorization: 'Bearer good' }],
    ['/v1/me', { 'x-auth-token': 'good' }],
    ['/', await sessionOf('live')],
  ]
  for (const [path, headers] of known) await flood(() => headers, path)
  await flood()
  for (const [path, headers] of known) expect(await statusOf(path, headers)).toBe(200)
  expect(await statusOf('/')).toBe(429)
})

test('who has an account makes no other credential known than the one that is checked', async () => {
  const live = await sessionOf('live')
  await flood((n) => ({ 'x-auth-token': 'good', authorization: `Bearer made-up-${n}` }), '/v1/me')
  await flood((n) => ({ ...live, 'x-auth-token': `made-up-${n}` }), '/')
  await flood()
  for (const path of ['/', '/v1/me']) {
    expect(await statusOf(path, { authorization: 'Bearer made-up-0' })).toBe(429)
    expect(await statusOf(path, { 'x-auth-token': 'made-up-0' })).toBe(429)
  }
})

test('a browser that comes back in a flood is let in, whatever it asks for', async () => {
  await flood()
  const live = await sessionOf('live')
  for (let each = 0; each < 3; each += 1)
    for (const path of ['/_next/asset.js', '/']) expect(await statusOf(path, live)).toBe(200)
  expect(isLive).toHaveBeenCalledTimes(1)
  const token = { ...(await sessionOf('live too')), authorization: 'Bearer made-up' }
  expect(await statusOf('/', token)).toBe(429)
  expect(await statusOf('/v1/me', { ...(await sessionOf('live too')), 'x-auth-token': 'made-up' })).toBe(429)
})

test('who has an account asks 600 times in a minute for what is the same for all', async () => {
  const live = await sessionOf('live')
  expect(await statusOf('/', live)).toBe(200)
  await flood(() => live, '/_next/asset.js')
  expect([await statusOf('/_next/asset.js', live), await statusOf('/sign-in')]).toEqual([429, 200])
})

test('browsers of an account that is refused again and again are refused at the door, its programs by what they ask', async () => {
  const live = await sessionOf('live')
  const other = await sessionOf('live.elsewhere')
  for (const session of [live, other]) expect(await statusOf('/', session)).toBe(200)
  begun = 0
  const asked = Array.from({ length: 200 }, (_, at) => statusOf('/too-much', at % 2 === 0 ? live : other))
  expect(new Set(await Promise.all(asked))).toEqual(new Set([200, 429]))
  expect(begun).toBeLessThan(80) // sixty, and those that were under way
  const program = { authorization: 'Bearer good' }
  for (let n = 0; n < 100; n += 1) expect(await statusOf('/too-much', program)).toBe(200)
  expect([await statusOf('/', live), await statusOf('/sign-in')]).toEqual([429, 200])
})

test('a session that ended opens nothing in a flood, and is looked for once; one that is made up, never', async () => {
  await flood()
  const ended = await sessionOf('ended')
  const asked = Array.from({ length: 5 }, () => statusOf('/', ended))
  expect(new Set(await Promise.all(asked))).toEqual(new Set([429]))
  expect(await statusOf('/', { cookie: `${ended.cookie}; more=1` })).toBe(429)
  for (let n = 0; n < 5; n += 1)
    expect(await statusOf('/', { cookie: `${cookies.name}=live${n}.signature` })).toBe(429)
  expect(isLive.mock.calls).toEqual([['ended']])
})

test('where a session could not be looked for it is looked for again', async () => {
  await flood()
  isLive.mockRejectedValueOnce(new Error('The database is away.'))
  const live = await sessionOf('live')
  expect(await statusOf('/', live)).toBe(429)
  expect(await statusOf('/', live)).toBe(200)
})

test('pictures are counted by themselves, for an address, whatever it shows, and for a browser that is known', async () => {
  const picture = '/api/v1/images?url=x'
  const live = await sessionOf('live')
  for (let each = 0; each < mostPictures; each += 1) await statusOf(picture, each % 2 === 0 ? {} : live)
  expect([await statusOf(picture, live), await statusOf('/')]).toEqual([429, 200])
  expect(await statusOf(picture, { 'x-forwarded-for': '198.51.100.2' })).toBe(200)
  expect([await statusOf('/', live), await statusOf(picture, live), await statusOf(picture)]).toEqual([
    200, 200, 429,
  ])
  for (let each = 1; each < mostPictures; each += 1) await statusOf(picture, live)
  expect([await statusOf(picture, live), await statusOf('/', live)]).toEqual([429, 200])
})

test('probes and files are not counted, nor they and pictures refused in a flood', async () => {
  const free = ['/healthz', '/readyz', '/healthcheck', '/api/health', '/metrics', '/packs/one.opml?v=1']
  const all = [...free, '/icon.svg', '/api/v1/images?url=x']
  for (let each = 0; each < 100; each += 1) for (const path of all) expect(await statusOf(path)).toBe(200)
  await flood()
  for (const path of all) expect(await statusOf(path)).toBe(200)
  for (const path of [
    '/packs/none.opml',
    '/_next/none.js',
    '/api/v1/images',
    '/healthz/x',
    '/api/push/websub/1',
  ])
    expect(await statusOf(path)).toBe(429)
})

/** A request that keeps its turn, as the database works for it, until it is answered or that work is done. */
function holdTurn(response: ServerResponse) {
  const work = beginDatabaseWork()
  const endWork = () => void work.then((end) => end())
  return {
    endWork,
    answer: () => {
      endWork()
      response.end()
    },
  }
}

test('requests of one account are begun three at a time, and those of others go by', async () => {
  const open: ReturnType<typeof holdTurn>[] = []
  const begun: string[] = []
  const slow = createServer((request, response) => {
    const answer = () => {
      begun.push(request.url ?? '')
      noteKnown(request.headers.authorization === 'Bearer eve' ? 'eve' : 'ada')
      open.push(holdTurn(response))
    }
    pass(request, response, answer).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const askAs = (who: string, path: string) =>
    fetch(`http://127.0.0.1:${(slow.address() as AddressInfo).port}${path}`, {
      headers: { authorization: `Bearer ${who}`, 'x-forwarded-for': '198.51.100.1' },
    })
  const settle = (count: number) => vi.waitFor(() => expect(begun).toHaveLength(count), { timeout: 30_000 })
  const first = ['ada', 'ada on the phone', 'eve'].map((who) => askAs(who, '/first')) // whose each is shows here
  await settle(3)
  for (const { answer } of open.splice(0)) answer()
  await Promise.all(first)
  const many = Array.from({ length: 20 }, (_, at) =>
    askAs(at % 2 === 0 ? 'ada' : 'ada on the phone', '/many'),
  )
  await settle(6)
  const other = askAs('eve', '/other')
  await settle(7)
  expect(begun.slice(3)).toEqual([...Array.from({ length: 3 }, () => '/many'), '/other'])
  open.shift()?.answer()
  await settle(8)
  for (const { endWork } of open) endWork()
  await settle(11) // who waits for long, and not for the database, holds up nobody
  while (open.length > 0) {
    open.shift()?.answer()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  await Promise.all([...many, other])
  expect(begun).toHaveLength(24)
  await new Promise((resolve) => slow.close(resolve))
})

test('requests of an account that takes many long answers are begun singly', async () => {
  const open: ReturnType<typeof holdTurn>[] = []
  let begun = 0
  const slow = createServer((request, response) => {
    const answer = () => {
      begun += 1
      noteKnown('ada')
      if (request.url === '/long') noteHurry()
      open.push(holdTurn(response))
    }
    pass(request, response, answer).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const askFor = (path: string) =>
    fetch(`http://127.0.0.1:${(slow.address() as AddressInfo).port}${path}`, {
      headers: { authorization: 'Bearer ada', 'x-forwarded-for': '198.51.100.1' },
    })
  const settle = (count: number) => vi.waitFor(() => expect(begun).toBe(count), { timeout: 30_000 })
  const first = askFor('/long')
  await settle(1)
  open.shift()?.answer()
  await first
  const many = Array.from({ length: 5 }, () => askFor('/many'))
  await settle(2)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(begun).toBe(2)
  for (let count = 3; count <= 6; count += 1) {
    open.shift()?.answer()
    await settle(count)
  }
  open.shift()?.answer()
  await Promise.all(many)
  await new Promise((resolve) => slow.close(resolve))
})

test('a request for which the database works keeps its turn until that is done, also where its client left', async () => {
  const ends: (() => void)[] = []
  const begun: string[] = []
  const slow = createServer((request, response) => {
    const answer = () => {
      begun.push(request.url ?? '')
      noteKnown('ada')
      const end = beginDatabaseWork()
      ends.push(() => {
        void end.then((call) => call())
        response.end()
      })
    }
    pass(request, response, answer).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const leaving = new AbortController()
  const ask = (path: string, signal?: AbortSignal) =>
    fetch(`http://127.0.0.1:${(slow.address() as AddressInfo).port}${path}`, {
      headers: { authorization: 'Bearer ada', 'x-forwarded-for': '198.51.100.1' },
      ...(signal === undefined ? {} : { signal }),
    })
  const who = ask('/0') // whose requests these are shows here
  await expect.poll(() => begun.length).toBe(1)
  ends[0]?.()
  await who
  const first = [ask('/1'), ask('/2'), ask('/3', leaving.signal).catch(() => null)]
  await expect.poll(() => begun.length).toBe(4)
  const waiting = ask('/4')
  leaving.abort()
  await first[2]
  await new Promise((resolve) => setTimeout(resolve, 1_000)) // twice the longest turn of others
  expect(begun).not.toContain('/4')
  ends[begun.indexOf('/3')]?.()
  await expect.poll(() => begun).toContain('/4')
  for (const end of ends) end()
  await Promise.all([...first, waiting])
  await new Promise((resolve) => slow.close(resolve))
})

test('requests that prove an account leave the line of their address, and the next of that account wait for them', async () => {
  const ends: (() => void)[] = []
  const begun: string[] = []
  const tabsCame = Promise.withResolvers<void>()
  let came = 0
  const slow = createServer((request, response) => {
    const answer = async () => {
      begun.push(request.url ?? '')
      const end = await beginDatabaseWork()
      ends.push(() => {
        end()
        response.end()
      })
      await tabsCame.promise
      if (request.headers.authorization !== undefined) noteKnown('ada')
    }
    came += 1
    if (came === 8) setImmediate(tabsCame.resolve)
    pass(request, response, () => void answer()).catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`http://127.0.0.1:${(slow.address() as AddressInfo).port}${path}`, {
      headers: { 'x-forwarded-for': '198.51.100.1', ...headers },
    })
  const tabs = Array.from({ length: 8 }, (_, at) => ask(`/${at}`, { authorization: 'Bearer ada' }))
  await expect.poll(() => begun.length).toBe(3)
  const others = [ask('/icon.svg'), ask('/sign-in')]
  await expect.poll(() => begun.slice(3).toSorted()).toEqual(['/icon.svg', '/sign-in'])
  ends[0]?.()
  await expect.poll(() => begun.length).toBe(6)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(begun).toHaveLength(6)
  const endAll = () => {
    for (const end of ends) end()
    return ends.length
  }
  await expect.poll(endAll).toBe(10)
  await Promise.all([...tabs, ...others])
  await new Promise((resolve) => slow.close(resolve))
})
