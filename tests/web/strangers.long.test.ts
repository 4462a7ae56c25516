import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mostStrangerRequests } from '#lib/web/count-strangers.ts'
import { signUpThroughApi } from '#tests/support/browser/app-accounts.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'
import { isNight } from '#tests/support/run/tier.ts'

let app: RunningApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

async function statusOf(path: string, address: string, cookie?: string): Promise<number> {
  const headers = { 'x-forwarded-for': address, ...(cookie === undefined ? {} : { cookie }) }
  const answer = await fetch(`${app.url}${path}`, { headers, redirect: 'manual' })
  await answer.text()
  return answer.status
}

test('a flood from an address ends in refusals; who is signed in there reads on, and others come in', async () => {
  const { cookies } = await signUpThroughApi(app.url, 'Ada')
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const flooded = '198.51.100.1'
  const ask = async () => {
    for (let each = 0; each < mostStrangerRequests; each += 1) await statusOf('/api/v1/me', flooded)
    // The second page is given only where the first one told the web server whose it is.
    return [
      await statusOf('/sign-in', flooded),
      await statusOf('/settings', flooded, cookie),
      await statusOf('/settings', flooded, cookie),
      await statusOf('/api/v1/me', flooded, cookie),
      await statusOf('/readyz', flooded),
      await statusOf('/sign-in', '198.51.100.2'),
    ]
  }
  // A minute may end meanwhile.
  await expect.poll(ask, { timeout: 120_000 }).toEqual([429, 200, 200, 200, 200, 200])
})

/** The first line of the answer to a request of these lines; its sender leaves at once. */
function firstLineFor(lines: readonly string[], patienceMs = 20_000): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.listensAt).port), '127.0.0.1')
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('Nobody answered.')))
    socket.once('error', reject)
    socket.once('data', (data) => {
      socket.destroy()
      resolve(data.toString('latin1').split('\r\n', 1)[0] ?? '')
    })
    socket.write([...lines, '', ''].join('\r\n'))
  })
}

/** Asks as somebody who would rather speak another protocol. */
function askToUpgrade(address: string): Promise<string> {
  const lines = ['GET /api/v1/me HTTP/1.1', 'Host: localhost', 'Connection: Upgrade', 'Upgrade: websocket']
  return firstLineFor([...lines, `X-Forwarded-For: ${address}`])
}

async function openFiles(): Promise<number> {
  const metrics = await (await fetch(`${app.listensAt}/metrics`)).text()
  return Number(/^skylark_web_process_open_fds (\d+)$/m.exec(metrics)?.[1] ?? Number.NaN)
}

test('requests to upgrade are answered and counted like others, and leave nothing open', async () => {
  await fetch(`${app.url}/sign-in`) // a first page: from then on Next would listen for them
  const before = await openFiles()
  const flooded = '198.51.100.3'
  const ask = async () => {
    const lines = new Set<string>()
    for (let each = 0; each <= mostStrangerRequests; each += 20)
      for (const line of await Promise.all(Array.from({ length: 20 }, () => askToUpgrade(flooded))))
        lines.add(line)
    return [...lines].toSorted()
  }
  // A minute may end meanwhile.
  await expect
    .poll(ask, { timeout: 120_000 })
    .toEqual(['HTTP/1.1 401 Unauthorized', 'HTTP/1.1 429 Too Many Requests'])
  await expect.poll(openFiles).toBeLessThan(before + 20)
})

test('a request about the server as a whole is answered', async () => {
  expect(await firstLineFor(['OPTIONS * HTTP/1.1', 'Host: localhost'])).toBe('HTTP/1.1 204 No Content')
})

test.each([
  '*?x',
  '**',
  'http://[',
  'http://a.example:99999/',
  '/sources/%ff',
  '/api/v1/sources/%ff',
  '/out/%ff.atom',
])('what is no address is refused, and is no failure of ours: %s', async (target) => {
  expect(await firstLineFor([`GET ${target} HTTP/1.1`, 'Host: localhost'])).toBe('HTTP/1.1 400 Bad Request')
})

test.runIf(isNight)('a body that stops on its way is given up after a minute', async () => {
  const lines = ['POST /api/v1/password-reset HTTP/1.1', 'Host: localhost', 'Content-Length: 900000', '', '{']
  // Node itself would wait for five minutes.
  expect(await firstLineFor(lines, 120_000)).toBe('HTTP/1.1 408 Request Timeout')
})
