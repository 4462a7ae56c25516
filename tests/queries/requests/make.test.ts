import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Keys of the requests that were sent, and how the next is answered. */
let keys: (string | null)[]
let answers: (() => Response)[]
let make: (path: string, body: unknown) => Promise<unknown>

beforeEach(async () => {
  ;[keys, answers] = [[], []]
  vi.resetModules() // a page of its own
  vi.stubGlobal('fetch', (_address: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    const answer = answers.shift() ?? (() => Response.json({ id: 1 }, { status: 201 }))
    return Promise.resolve().then(answer)
  })
  ;({ make } = await import('#lib/queries/requests/make.ts'))
})
afterEach(() => vi.unstubAllGlobals())

const breakOff = () => {
  throw new TypeError('fetch failed')
}
const refuse = (status: number, code: string) => () =>
  Response.json({ error: { code, message: 'no', requestId: 'r' } }, { status })
const press = (body: unknown = { name: 'Moon' }) => make('/labels', body).catch(() => undefined)

test('each thing that is made has a key of its own', async () => {
  await press()
  await press()
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key).toMatch(/^"[0-9a-f]{32}"$/)
})

test.each([
  ['no answer came', breakOff],
  ['the server could not say', refuse(500, 'internal')],
  ['the database was gone', refuse(503, 'unavailable')],
  ['the first was under way', refuse(409, 'in_progress')],
  ['a proxy answered', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('after %s the same is asked for with the same key, until it is answered', async (_what, answer) => {
  answers = [answer, answer]
  await press()
  await press({ name: 'Sun' })
  await press()
  await press()
  expect(keys[0]).toBe(keys[2])
  expect(new Set(keys).size).toBe(3)
})

test('what was refused is asked for with a new key', async () => {
  answers = [refuse(409, 'conflict')]
  await press()
  await press()
  expect(new Set(keys).size).toBe(2)
})
