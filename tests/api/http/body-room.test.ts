import { beforeAll, describe, expect, test, vi } from 'vitest'
import { POST as authPost } from '#app/api/auth/[...all]/route.ts'
import { POST as greader } from '#app/reader/[[...path]]/route.ts'
import { POST as accounts } from '#app/accounts/[[...path]]/route.ts'
import { POST as fever } from '#app/fever/[[...path]]/route.ts'
import { POST as miniflux } from '#app/v1/[[...path]]/route.ts'
import { POST as reset } from '#app/api/v1/password-reset/route.ts'
import { POST as createFolder } from '#app/api/v1/folders/route.ts'
import { POST as importFile } from '#app/api/v1/import/route.ts'
import { holdRoom, noteSender } from '#lib/api/http/body-room.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { createAppPassword, feverKey } from '#lib/auth/requests/app-passwords.ts'
import { addSubscriber, publicUrl } from '#tests/support/world/accounts.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'

const server = withServerDatabase()
const strangersMost = 64_000
const none = { params: Promise.resolve({}) }

type Sent = { bytes: number; isStalled: boolean; readonly breakOff: () => void }
/** The same for all, so that a test of bodies that fill a server needs no such room. */
const chunk = new Uint8Array(500_000).fill(0x61)

/** A request whose body says nothing more after `bytes` and never ends, and how much of it was asked for. */
function stalled(path: string, bytes: number, headers: Readonly<Record<string, string>>) {
  const left = new AbortController()
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const sent: Sent = {
    bytes: 0,
    isStalled: false,
    breakOff: () => {
      left.abort() // as the web server does, before the body breaks off
      controller?.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    },
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (own) => void (controller = own),
      pull: (own) => {
        const part = chunk.subarray(0, Math.min(bytes > 4_000_000 ? chunk.length : 8_000, bytes - sent.bytes))
        if (part.length === 0) {
          sent.isStalled = true
          return new Promise(() => undefined)
        }
        sent.bytes += part.length
        own.enqueue(part)
        return undefined
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', headers, body, duplex: 'half', signal: left.signal } as const
  return { request: new Request(`${publicUrl}${path}`, init), sent }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json', origin: publicUrl }
const routes: readonly (readonly [
  string,
  (request: Request) => Promise<Response>,
  Readonly<Record<string, string>>,
])[] = [
  ['/reader/api/0/edit-tag', (request) => greader(request, undefined), form],
  ['/accounts/ClientLogin', (request) => accounts(request, undefined), form],
  ['/fever/?api', (request) => fever(request, undefined), form],
  ['/api/v1/password-reset', (request) => reset(request, none), json],
  ['/api/auth/sign-in/email', authPost, json],
]

test.each(routes)('%s takes 64 kB of a stranger and no more', async (path, handle, headers) => {
  const all = Array.from({ length: 12 }, () =>
    stalled(path, 3_900_000, { ...headers, 'x-forwarded-for': '198.51.100.9' }),
  )
  const answers = await Promise.all(all.map(({ request }) => handle(request)))
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(413))
  for (const { sent } of all) expect(sent.bytes).toBeLessThanOrEqual(strangersMost + 8_000)
})

test.each(routes)(
  'a body that breaks off at %s is no failure of ours to be logged',
  async (path, handle, headers) => {
    const { request, sent } = stalled(path, 9_000, headers)
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    try {
      const answer = handle(request)
      await expect.poll(() => sent.isStalled).toBe(true)
      sent.breakOff()
      expect((await answer).status).toBe(499)
      expect(written.mock.calls).toEqual([])
    } finally {
      written.mockRestore()
    }
  },
)

test('the Miniflux API reads nothing of a stranger, who shows a credential in the head or none', async () => {
  const { request, sent } = stalled('/v1/import', 3_900_000, { 'x-auth-token': 'made up' })
  expect((await miniflux(request, undefined)).status).toBe(401)
  expect(sent.bytes).toBe(0)
})

test('sixty stalled bodies of an address are kept within their 64 kB each; more of them are told to come later', async () => {
  const headers = { ...json, 'x-forwarded-for': '198.51.100.10' }
  const all = Array.from({ length: 64 }, () => stalled('/api/v1/password-reset', strangersMost, headers))
  const answers = all.map(({ request }) => reset(request, none))
  await expect.poll(() => all.every(({ sent }) => sent.isStalled)).toBe(true)
  const refused = await reset(stalled('/api/v1/password-reset', 9_000, headers).request, none)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  const elsewhere = stalled('/api/v1/password-reset', 9_000, { ...json, 'x-forwarded-for': '198.51.100.11' })
  answers.push(reset(elsewhere.request, none))
  await expect.poll(() => elsewhere.sent.isStalled).toBe(true)
  for (const { sent } of [...all, elsewhere]) sent.breakOff()
  await Promise.all(answers)
  const body = JSON.stringify({ email: 'nobody@example.org' }).padEnd(50_000)
  const later = await reset(
    new Request(`${publicUrl}/api/v1/password-reset`, { method: 'POST', headers, body }),
    none,
  )
  expect(later.status).toBe(503) // this server sends no mail, which it says of a body that it has read
  expect(await later.json()).toMatchObject({ error: { message: expect.stringContaining('mail') as string } })
})

test('bodies of strangers behind however many addresses leave room for who is known', () => {
  const from = (address: string) => new Request(publicUrl, { headers: { 'x-forwarded-for': address } })
  const rooms = Array.from({ length: 16 }, (_, at) => holdRoom(from(`2001:db8:${at}::1`)))
  for (const { take } of rooms) take(4_000_000)
  expect(() => holdRoom(from('2001:db8:99::1')).take(9_000)).toThrow(ApiError)
  const known = from('2001:db8:99::1')
  noteSender(known, 'ada')
  const own = holdRoom(known)
  own.take(60_000_000)
  for (const { leave } of [...rooms, own]) leave()
  const again = holdRoom(from('2001:db8:99::1'))
  again.take(9_000)
  again.leave()
})

test('bodies of all together have a limit: the next is told to come later, and is taken once another ended', async () => {
  const senders = await Promise.all(
    Array.from({ length: 6 }, (_, at) => addSubscriber(server.database, { name: `sender-${at}` })),
  )
  const send = (token: string, bytes: number) => {
    const body = stalled('/api/v1/import', bytes, { authorization: `Bearer ${token}` })
    return { ...body, answer: importFile(body.request, none) }
  }
  const large = senders.slice(1).map(({ token }) => send(token, 50_000_000))
  await expect.poll(() => large.every(({ sent }) => sent.isStalled)).toBe(true)
  const token = senders[0]?.token ?? ''
  const refused = await send(token, 10_000_000).answer
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ error: { code: 'unavailable' } })
  large.at(-1)?.sent.breakOff()
  expect((await large.at(-1)?.answer)?.status).toBe(499)
  const taken = send(token, 10_000_000)
  await expect.poll(() => taken.sent.isStalled).toBe(true)
  for (const { sent } of [...large, taken]) sent.breakOff()
  await Promise.all([...large, taken].map(({ answer }) => answer))
})

test('long bodies of however many accounts leave room for short ones of others, and for those of strangers', () => {
  const room = (id: string | null, address = '198.51.100.20') => {
    const request = new Request(publicUrl, { headers: { 'x-forwarded-for': address } })
    if (id !== null) noteSender(request, id)
    return holdRoom(request)
  }
  const long = ['a', 'b', 'c', 'd'].map((id) => room(id))
  for (const { take } of long) take(64_000_000)
  const [mark, signIn, second] = [room('reader'), room(null), room('reader')]
  mark.take(9_000)
  signIn.take(200)
  second.take(60_000)
  expect(() => second.take(9_000)).toThrow(ApiError) // now it is a long one
  const many = Array.from({ length: 64 }, () => room('a'))
  for (const { leave } of long) leave()
  for (const { take } of many) take(64_000)
  expect(() => room('a').take(64_000)).toThrow(ApiError)
  const other = room('b')
  other.take(64_000)
  for (const { leave } of [other, mark, signIn, second, ...many]) leave()
})

test('one account has a part of that alone, its small requests included', async () => {
  const { token } = await addSubscriber(server.database, { name: 'greedy' })
  const other = await addSubscriber(server.database, { name: 'modest' })
  const send = (own: string, bytes = 1_000_000) => {
    const body = stalled('/api/v1/folders', bytes, { authorization: `Bearer ${own}` })
    return { ...body, answer: createFolder(body.request, none) }
  }
  const held = Array.from({ length: 64 }, () => send(token))
  await expect.poll(() => held.every(({ sent }) => sent.isStalled)).toBe(true)
  expect((await send(token).answer).status).toBe(503)
  const others = send(other.token)
  await expect.poll(() => others.sent.isStalled).toBe(true)
  for (const { sent } of [...held, others]) sent.breakOff()
  await Promise.all([...held, others].map(({ answer }) => answer))
})

/** In parts of 8 kB, without a length. */
function chunked(path: string, text: string, headers: Readonly<Record<string, string>>): Request {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, (at += 8_000)))
    },
  })
  const init = { method: 'POST', headers, body, duplex: 'half' } as const
  return new Request(`${publicUrl}${path}`, init)
}

describe('those who are known send more than 64 kB', () => {
  let token: string
  let auth: string
  let key: string
  beforeAll(async () => {
    const owner = await addSubscriber(server.database, { name: 'known' })
    token = owner.token
    const { token: password } = await createAppPassword(server.database, owner, 'app', true)
    key = feverKey(owner.email, password)
    const login = new URLSearchParams({ Email: owner.email, Passwd: password })
    const answer = await accounts(
      new Request(`${publicUrl}/accounts/ClientLogin`, { method: 'POST', body: login }),
      undefined,
    )
    auth = /^Auth=(.+)$/m.exec(await answer.text())?.[1] ?? ''
  })

  test('by a token of the API', async () => {
    const body = JSON.stringify({ name: 'Folder' }).padEnd(900_000)
    const request = chunked('/api/v1/folders', body, { authorization: `Bearer ${token}` })
    expect((await createFolder(request, none)).status).toBe(201)
  })

  const ids = Array.from({ length: 10_000 }, (_, at) => `i=tag:google.com,2005:reader/item/${at}`).join('&')

  test('by the header of a reader app, but not by a wrong one', async () => {
    const path = '/reader/api/0/edit-tag'
    const body = `a=user/-/state/com.google/read&${ids}`
    const known = chunked(path, body, { ...form, authorization: `GoogleLogin auth=${auth}` })
    expect(await (await greader(known, undefined)).text()).toBe('OK')
    const unknown = chunked(path, body, { ...form, authorization: 'GoogleLogin auth=other' })
    expect((await greader(unknown, undefined)).status).toBe(401)
    expect((await greader(chunked(path, `T=${auth}&${body}`, form), undefined)).status).toBe(413)
  })

  const multipart = (own: string) =>
    ['--border', 'content-disposition: form-data; name="api_key"', '', own, '--border', ''].join('\r\n')

  test('by the key of Fever in the beginning of a form, or in the address', async () => {
    const ask = async (path: string, body: string, headers: Readonly<Record<string, string>> = form) => {
      const answer = await fever(chunked(path, body, headers), undefined)
      return [answer.status, (await answer.text()).slice(0, 60)]
    }
    const good = [200, expect.stringContaining('"auth":1') as string]
    expect(await ask('/fever/?api', `api_key=${key}&${ids}`)).toEqual(good)
    expect(await ask('/fever/?api', `a=b&API_KEY=${key}&${ids}`)).toEqual(good)
    expect(await ask(`/fever/?api&api_key=${key}`, ids)).toEqual(good)
    const part = `content-disposition: form-data; name="i"\r\n\r\n${'1'.repeat(80_000)}\r\n--border--\r\n`
    const type = { 'content-type': 'multipart/form-data; boundary=border' }
    expect(await ask('/fever/?api', `${multipart(key)}${part}`, type)).toEqual(good)
    for (const body of [`${ids}&api_key=${key}`, `api_key=${'0'.repeat(32)}&${ids}`])
      expect(await ask('/fever/?api', body)).toEqual([413, 'Too Large'])
  })

  test('guesses of keys in long forms are counted like others', async () => {
    const guess = async () =>
      (
        await fever(
          chunked('/fever/?api', `api_key=${'1'.repeat(32)}&${ids}`, {
            ...form,
            'x-forwarded-for': '198.51.100.12',
          }),
          undefined,
        )
      ).status
    const statuses = new Set<number>()
    for (let each = 0; each < 61; each += 1) statuses.add(await guess())
    expect([...statuses]).toEqual([413, 429])
  })
})
