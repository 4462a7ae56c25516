import { createHash } from 'node:crypto'
import { beforeEach, expect, test, vi } from 'vitest'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import { mostRequests } from '#lib/auth/requests/request-limits.ts'
import { goodPassword } from '#tests/support/world/accounts.ts'
import { ask, formOf } from '#tests/support/api/ask.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { signUp } from '#tests/support/browser/signed-in.ts'

const server = withReaderApps()
let ada: ReaderApp

beforeEach(async () => {
  await server.database.user.deleteMany()
  await server.database.rateLimit.deleteMany()
  ada = await server.app(await addReader(server.database, 'ada'))
})

const login = (form: Record<string, string>, path = '/accounts/ClientLogin', address = '203.0.113.7') =>
  ask(`${server.url}${path}`, {
    method: 'POST',
    body: formOf(form),
    headers: { 'x-forwarded-for': address },
  })
const good = () => ({ Email: 'ada@example.org', Passwd: ada.password })

test.each([
  '/accounts/ClientLogin',
  '/api/greader.php/accounts/ClientLogin',
  '/api/greader.php/api/greader.php/accounts/ClientLogin', // entered where the program adds it itself
  '/reader/api/0/accounts/ClientLogin',
  '/accounts/ClientLogin/',
])('%s gives three lines with a token that holds neither "=" nor white space', async (path) => {
  const { status, text, headers } = await login(good(), path)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text).toMatch(/^SID=([^\s=]+)\nLSID=\1\nAuth=\1\n$/)
})

test('parameters may stand in the query, with an empty body (FeedMe), and the answer be JSON (Read You)', async () => {
  const query = formOf({ ...good(), output: 'json', accountType: 'HOSTED', service: 'reader' })
  const { body } = await ask(`${server.url}/accounts/ClientLogin?${query}`, { method: 'POST' })
  expect(body['Auth']).toBe(ada.auth)
  expect(Object.keys(body)).toEqual(['SID', 'LSID', 'Auth'])
})

test("the account's own password, another's app password and a token of programs sign no app in", async () => {
  await signUp('carol')
  const carol = await server.database.user.findFirstOrThrow({ where: { name: 'carol' } })
  const own = await createAppPassword(server.database, carol, 'Phone', false)
  for (const Passwd of [goodPassword, ada.password, '']) {
    const { status, text } = await login({ Email: 'carol@example.org', Passwd })
    expect([status, text]).toEqual([401, 'Error=BadAuthentication\n'])
  }
  expect((await login({ Email: 'carol', Passwd: own.token })).status).toBe(200)
})

test('sign-ins are limited per account and per address, and an app is told when to come again', async () => {
  const guess = (address: string) => login({ Email: 'ada@example.org', Passwd: 'wrong' }, undefined, address)
  for (let n = 0; n < 100; n += 1) expect((await guess(`203.0.113.${n}`)).status).toBe(401)
  const next = await login(good(), undefined, '203.0.113.100')
  expect([next.status, next.headers.get('retry-after')]).toEqual([429, '60'])
  for (let n = 0; n < 20; n += 1) await login({ Email: `n${n}`, Passwd: 'x' }, undefined, '198.18.0.1')
  expect((await login({ Email: 'bob', Passwd: 'x' }, undefined, '198.18.0.1')).status).toBe(429)
})

test('right sign-ins are no guesses: they use nothing up, and give nothing back to who guesses beside them', async () => {
  for (let n = 0; n < 30; n += 1) expect((await login(good())).status).toBe(200)
  const guess = (address?: string) =>
    login({ Email: 'ada@example.org', Passwd: 'wrong' }, undefined, address).then(({ status }) => status)
  for (let n = 0; n < 10; n += 1) {
    expect(await guess()).toBe(401)
    if (n < 9) expect((await login(good())).status).toBe(200)
  }
  expect(await guess()).toBe(429)
  // From many addresses, with as many right ones between.
  for (let n = 0; n < 90; n += 1) {
    expect(await guess(`198.51.100.${n}`)).toBe(401)
    if (n < 89) expect((await login(good(), undefined, `198.51.100.${100 + n}`)).status).toBe(200)
  }
  expect(await guess('198.51.100.222')).toBe(429)
  const names = Array.from({ length: 20 }, (_, n) => `n${n}`)
  for (const Email of names) await login({ Email, Passwd: 'x' }, undefined, '198.18.0.1')
  expect((await login({ Email: 'n21', Passwd: 'x' }, undefined, '198.18.0.1')).status).toBe(429)
})

test('many guesses at once are no more than one after the other', async () => {
  const guesses = Array.from({ length: 30 }, () => login({ Email: 'ada@example.org', Passwd: 'wrong' }))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
})

test('who guesses from one address keeps no app out that comes from another', async () => {
  for (let n = 0; n < 10; n += 1)
    await login({ Email: 'ada@example.org', Passwd: 'wrong' }, undefined, '203.0.113.7')
  expect((await login(good(), undefined, '203.0.113.7')).status).toBe(429)
  expect((await login(good(), undefined, '203.0.113.8')).status).toBe(200)
})

const info = `/reader/api/0/user-info`
const asked = (headers: Record<string, string>, path = info) => ask(`${server.url}${path}`, { headers })

test('the header is read as apps write it', async () => {
  const { auth } = ada
  for (const authorization of [
    `GoogleLogin auth=${auth}`,
    `googlelogin auth = ${auth}`,
    `GoogleLogin auth="${auth}"`,
    `Bearer ${auth}`,
    `GoogleLogin auth=${encodeURIComponent(auth)}`,
  ])
    expect((await asked({ authorization })).status).toBe(200)
  expect((await asked({ authorization: `GoogleLogin auth=${auth}` })).body).toEqual({
    userId: 'reader-ada',
    userName: 'ada',
    userProfileId: 'reader-ada',
    userEmail: 'ada@example.org',
  })
})

test('a plus of an address signs in as it is, encoded or not', async () => {
  await server.database.user.update({ where: { id: 'reader-ada' }, data: { email: 'ada+news@example.org' } })
  for (const Email of ['ada+news@example.org', 'ada%2Bnews@example.org', 'Ada']) {
    const body = `Email=${Email}&Passwd=${ada.password}`
    expect((await ask(`${server.url}/accounts/ClientLogin`, { method: 'POST', body })).status).toBe(200)
  }
})

test("FreshRSS's check of the header passes where the header comes through", async () => {
  const check = async (headers: Record<string, string>) =>
    (await asked(headers, '/api/greader.php/check/compatibility')).text
  expect(await check({ authorization: 'GoogleLogin auth=x/y' })).toBe('PASS')
  expect(await check({})).toMatch(/^FAIL /)
})

test('without a valid header an answer is 401 with the marks by which apps sign in again', async () => {
  const forged = `${ada.auth.slice(0, -2)}zz`
  const { cookie } = await signUp('carol')
  for (const headers of [
    {},
    { cookie },
    { authorization: `GoogleLogin auth=${forged}` },
    { authorization: `GoogleLogin auth=${'9'.repeat(30)}` },
    { authorization: 'Bearer sky_nothing' },
  ] as Record<string, string>[]) {
    const { status, text, headers: answered } = await asked(headers)
    expect([status, text]).toEqual([401, 'Unauthorized'])
    expect(answered.get('x-reader-google-bad-token')).toBe('true')
    expect(answered.get('google-bad-token')).toBe('true')
  }
})

test('tokens that are malformed, made up or altered are refused without a look-up', async () => {
  const [id = '', signature = ''] = ada.auth.split('/')
  const T = (await ada.get('token')).text
  const other = (text: string, at: number) =>
    `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`
  const asks = vi.spyOn(server.database, '$queryRaw').mockClear()
  const looked = () => asks.mock.calls.filter(([parts]) => String(parts).includes('FROM "api_token"')).length
  const tokens = ['', '1', `${id}/short`, `${id}/${'a'.repeat(43)}`, `${Number(id) + 1}/${signature}`]
  for (const token of [...tokens, other(ada.auth, ada.auth.length - 1), other(ada.auth, id.length + 1)])
    expect((await asked({ authorization: `GoogleLogin auth=${token}` })).status).toBe(401)
  const url = `${server.url}/reader/api/0/edit-tag`
  for (const each of [...tokens, 'a'.repeat(57), other(T, 0), other(T, 13), other(T, 20), other(T, 56)])
    expect((await ask(url, { method: 'POST', body: formOf({ i: '1', T: each }) })).status).toBe(401)
  expect(looked()).toBe(0)
  expect((await ada.get('user-info')).status).toBe(200)
  expect(looked()).toBe(1)
  asks.mockRestore()
})

test('a token ends with its app password, and for a locked account', async () => {
  const { id } = await server.database.apiToken.findFirstOrThrow()
  await server.database.user.update({ where: { id: 'reader-ada' }, data: { banned: true } })
  expect((await ada.get('user-info')).status).toBe(401)
  await server.database.user.update({ where: { id: 'reader-ada' }, data: { banned: false } })
  expect((await ada.get('user-info')).status).toBe(200)
  await server.database.apiToken.delete({ where: { id } })
  expect((await ada.get('user-info')).status).toBe(401)
})

test('T is 57 characters and a line; missing, empty, "x" and its own pass, a wrong one does not', async () => {
  const { text } = await ada.get('token')
  expect(text).toMatch(/^[\w-]{57}\n$/)
  const write = (T?: string) => ada.post('edit-tag', T === undefined ? { i: '1' } : { i: '1', T })
  for (const T of [undefined, '', '\n', 'x', text, text.trim(), ` ${text}\r\n`, ada.auth])
    expect((await write(T)).status).toBe(200)
  const bob = await server.app(await addReader(server.database, 'bob'))
  const ended = `0000001${text.slice(7).trim()}`
  for (const T of ['wrong', ended, (await bob.get('token')).text]) {
    const { status, headers } = await write(T)
    expect([status, headers.get('x-reader-google-bad-token')]).toEqual([401, 'true'])
  }
})

test('T alone signs a POST, and no GET', async () => {
  const { text } = await ada.get('token')
  const url = `${server.url}/reader/api/0/edit-tag`
  const body = formOf({ i: '1', T: text })
  expect((await ask(url, { method: 'POST', body })).status).toBe(200)
  expect((await ask(url, { method: 'POST', body: formOf({ i: '1', T: ada.auth }) })).status).toBe(200)
  expect((await asked({}, `${info}?T=${text.trim()}`)).status).toBe(401)
  expect((await ask(url, { method: 'POST', body: formOf({ i: '1', T: 'x' }) })).status).toBe(401)
})

test('a root answers OK, what is unknown 404, a write by GET 405; nothing is a redirection or a page', async () => {
  const paths = [
    '/reader',
    '/reader/',
    '/api/greader.php',
    '/api/greader.php/',
    '/reader/api/0/',
    '/reader/ping',
  ]
  for (const path of paths) {
    const { status, text } = await asked({}, path)
    expect([path, status, text]).toEqual([path, 200, 'OK'])
  }
  for (const path of ['/reader/api/0/nothing', '/reader/api/0/%ff', '/accounts/x', '/reader/api/0/toString'])
    expect(await asked({}, path)).toMatchObject({ status: 404, text: 'Not Found' })
  expect((await ada.get('edit-tag?i=1')).status).toBe(405)
  expect((await ask(`${server.url}${info}`, { method: 'OPTIONS' })).status).toBe(204)
  const { headers } = await ada.get('user-info')
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('old questions of apps have their empty answers', async () => {
  const answers: Record<string, object> = {
    'preference/list': { prefs: [] },
    'preference/stream/list': { streamprefs: {} },
    'friend/list': { friends: [] },
    status: { status: 'up' },
  }
  for (const [path, body] of Object.entries(answers)) expect((await ada.get(path)).body).toEqual(body)
  expect((await ada.get('preference/list?output=xml')).text).toContain('<list name="prefs"></list>')
})

test('an app is counted with the other programs of its account: beyond the limit it is told when to go on', async () => {
  vi.useFakeTimers({ now: Math.ceil(Date.now() / 60_000) * 60_000, toFake: ['Date'] })
  const get = () => ada.get('user-info')
  const body = formOf({ api_key: createHash('md5').update(`ada@example.org:${ada.password}`).digest('hex') })
  const fever = () => ask(`${server.url}/fever/?api`, { method: 'POST', body })
  expect([(await get()).status, (await fever()).status]).toEqual([200, 200])
  const key = `requests of ${ada.subscriberId}`
  const { count } = await server.database.rateLimit.findUniqueOrThrow({ where: { key } })
  await server.database.rateLimit.update({ where: { key }, data: { count: mostRequests.account } })
  for (let sent = 2; sent < count; sent += 1) await get() // what this process may still let through
  for (const each of [get, fever]) {
    const { status, headers } = await each()
    expect(status).toBe(429)
    expect(headers.get('retry-after')).toBe('60')
  }
  vi.useRealTimers()
})
