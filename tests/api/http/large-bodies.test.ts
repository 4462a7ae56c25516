import { afterAll, beforeAll, expect, test } from 'vitest'
import { POST as authPost } from '#app/api/auth/[...all]/route.ts'
import { POST as createFolder } from '#app/api/v1/folders/route.ts'
import { POST as importOpml } from '#app/api/v1/opml/route.ts'
import { addSubscriber, publicUrl, startServerDatabase } from '#tests/support/world/accounts.ts'

const chunkBytes = 16_384
const bodyBytes = 50_000_000

let token: string
let stop: () => Promise<void>

beforeAll(async () => {
  const server = await startServerDatabase()
  stop = server.stop
  token = (await addSubscriber(server.database, { name: 'sender' })).token
})

afterAll(() => stop())

/** A request of 50 MB that is made while it is read, and how much of it was asked for. */
function largeRequest(path: string, headers: Readonly<Record<string, string>>) {
  const sent = { bytes: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent.bytes >= bodyBytes) return controller.close()
      sent.bytes += chunkBytes
      controller.enqueue(new Uint8Array(chunkBytes).fill(0x20))
    },
    cancel: () => void (sent.isCancelled = true),
  })
  const init = { method: 'POST', headers, body, duplex: 'half' } as const
  return { request: new Request(`${publicUrl}${path}`, init), sent }
}

const context = { params: Promise.resolve({}) }

test.each([
  ['JSON', createFolder, 1_000_000, 'The request is larger than 1 MB.'],
  ['OPML', importOpml, 10_000_000, 'The request is larger than 10 MB.'],
])('a %s body is read up to its limit, then refused', async (_name, handler, limit, message) => {
  const { request, sent } = largeRequest('/api/v1/route', { authorization: `Bearer ${token}` })
  const response = await handler(request, context)
  expect([response.status, await response.json()]).toMatchObject([
    413,
    { error: { code: 'too_large', message } },
  ])
  expect(sent.bytes).toBeGreaterThan(limit)
  expect(sent.bytes).toBeLessThanOrEqual(limit + 3 * chunkBytes) // streams ask for one ahead
  expect(sent.isCancelled).toBe(true)
})

test("a body for signing in is read up to its limit, then refused in better-auth's form", async () => {
  const headers = { 'content-type': 'application/json', origin: publicUrl, 'x-forwarded-for': '198.51.100.7' }
  const { request, sent } = largeRequest('/api/auth/sign-in/email', headers)
  const response = await authPost(request)
  expect([response.status, await response.json()]).toEqual([
    413,
    { code: 'PAYLOAD_TOO_LARGE', message: 'The request is larger than 64 kB.' },
  ])
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(sent.bytes).toBeLessThanOrEqual(64_000 + 3 * chunkBytes)
  expect(sent.isCancelled).toBe(true)
})
