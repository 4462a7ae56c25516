import { expect, test, vi } from 'vitest'
import { route } from '#lib/api/http/route.ts'
import { publicUrl } from '#tests/support/world/accounts.ts'

test('an unexpected error is one JSON line on stderr, and its text stays there', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const fail = route(() => {
    throw new TypeError('first line\nsecond line', { cause: new Error('the reason') })
  })
  const response = await fail(new Request(publicUrl), { params: Promise.resolve({}) })
  const lines = written.mock.calls.map(([text]) => String(text)).join('')
  written.mockRestore()
  const body = (await response.json()) as { error: { requestId: string } }
  expect([response.status, body]).toMatchObject([500, { error: { code: 'internal' } }])
  expect(JSON.stringify(body)).not.toContain('first line')
  expect(lines.match(/\n/g)).toHaveLength(1)
  const line = JSON.parse(lines) as { at: string }
  expect(line).toMatchObject({
    level: 'error',
    event: 'request-failed',
    requestId: body.error.requestId,
    error: {
      name: 'TypeError',
      message: 'first line\nsecond line',
      stack: expect.stringContaining('unexpected-errors.test.ts'),
      cause: { message: 'the reason' },
    },
  })
  expect(new Date(line.at).toISOString()).toBe(line.at)
})

test('a transaction that began and ran too long is our fault, and logged', async () => {
  const reported = vi.fn()
  const expired = Object.assign(
    new Error(
      'Transaction API error: Transaction already closed: the timeout for this transaction was 5000 ms.',
    ),
    { code: 'P2028' },
  )
  const fail = route(() => Promise.reject(expired), reported)
  const response = await fail(new Request(publicUrl), { params: Promise.resolve({}) })
  expect([response.status, response.headers.get('retry-after')]).toEqual([500, null])
  expect(await response.json()).toMatchObject({ error: { code: 'internal' } })
  expect(reported).toHaveBeenCalledExactlyOnceWith(expired, expect.any(String))
})

test('what finds no connection to the database in time is asked to come again', async () => {
  const reported = vi.fn()
  const crowded = Object.assign(new Error('Unable to start a transaction in the given time.'), {
    code: 'P2028',
  })
  const fail = route(() => Promise.reject(crowded), reported)
  const response = await fail(new Request(publicUrl), { params: Promise.resolve({}) })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await response.json()).toMatchObject({ error: { code: 'unavailable' } })
  expect(reported).toHaveBeenCalledExactlyOnceWith(crowded, expect.any(String))
})

/** As Prisma's adapter tells of what it has no word of its own for. */
const fromPostgres = (originalCode: string) =>
  Object.assign(new Error('Database error.'), {
    code: 'P2039',
    meta: { driverAdapterError: { cause: { originalCode, kind: 'postgres' } } },
  })

test.each([
  ['57P01', '5', 'The database does not answer.'],
  ['57P03', '5', 'The database does not answer.'],
  ['25006', '5', 'The server can’t store anything at the moment. Try again in a moment.'], // a standby
  ['53100', '60', 'The disk of the database is full. Nothing can be stored until there is room.'],
])('what PostgreSQL refuses with %s is asked to come again', async (code, retryAfter, message) => {
  const fail = route(() => Promise.reject(fromPostgres(code)), vi.fn())
  const response = await fail(new Request(publicUrl), { params: Promise.resolve({}) })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, retryAfter])
  expect(await response.json()).toMatchObject({ error: { code: 'unavailable', message } })
})

test('what else PostgreSQL refuses is our fault', async () => {
  const fail = route(() => Promise.reject(fromPostgres('23514')), vi.fn())
  expect((await fail(new Request(publicUrl), { params: Promise.resolve({}) })).status).toBe(500)
})
