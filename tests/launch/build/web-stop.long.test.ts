import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { roleGraceMs } from '#lib/launch/launch.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { startChaosWeb } from '#tests/support/chaos/chaos-web.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { testByNight } from '#tests/support/run/night-test.ts'

let web: Awaited<ReturnType<typeof startChaosWeb>>
let [database, token, email]: [Database, string, string] = [] as never
let stop: () => Promise<void>

/** A publisher who keeps whoever asks waiting. */
let publisher: FeedServer
let kept: ServerResponse[]
let isAsked: Promise<void>

/** A mail server that has been handed a mail, and takes it when it may. */
let mail: Awaited<ReturnType<typeof startMailServer>>
let [isHanded, mayTake]: [Promise<void>, Promise<void>] = [] as never
let [hand, take]: [() => void, () => void] = [] as never

beforeEach(async () => {
  await buildWhenChanged(console.log, AbortSignal.timeout(280_000))
  const { url, drop } = await createTestDatabase()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-web-stop-'))
  database = openDatabase(url)
  ;({ token, email } = await addSubscriber(database, { name: 'ada' }))
  isHanded = new Promise((resolve) => (hand = resolve))
  mayTake = new Promise((resolve) => (take = resolve))
  mail = await startMailServer(() => {
    hand()
    return mayTake
  })
  const secret = { AUTH_SECRET: 'a secret of the tests, at least 32 characters' }
  web = await startChaosWeb(url, dataDir, { ...secret, SMTP_URL: mail.url, LOG_LEVEL: 'warn' })
  await expect.poll(isUp, { timeout: 60_000 }).toBe(true)
  kept = []
  publisher = await createFeedServer()
  isAsked = new Promise((resolve) => {
    publisher.route('/feed', (_request, response) => {
      kept.push(response)
      resolve()
    })
  })
  stop = async () => {
    await web.drain()
    take()
    await Promise.all([publisher.close(), mail.stop()])
    await database.$disconnect()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
afterEach(() => stop())

const isUp = () =>
  fetch(`${web.origin}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )

function ask(address: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  return fetch(`${web.origin}/api/v1${address}`, { headers, ...sent })
}

/** So long the server, as it says, waited for what was under way before it cut that off; the launcher kills it when it waits longer. */
const cutOffAfterMs = () => web.logged('web-cut-off')?.['afterMs']

/** Answers and mails had their time, and the launcher had no reason to kill. */
function expectCutOff(): void {
  expect(cutOffAfterMs()).toBeGreaterThan(7_900)
  expect(cutOffAfterMs()).toBeLessThan(roleGraceMs)
}

/** A request that takes as long as a publisher takes to answer. */
const discover = () => ask('/discover', { input: `${publisher.origin}/feed` })

test('a web server that is asked to end answers what is under way, ends streams of events by its word, and takes nothing new', async () => {
  const stream = await ask('/events')
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('listening')
  const slow = discover()
  await isAsked

  const ended = web.drain()
  expect(await reader?.read()).toEqual({ done: true, value: undefined }) // cut off, it would reject
  await expect.poll(isUp).toBe(false)
  kept[0]?.writeHead(200, { 'content-type': 'application/rss+xml' })
  kept[0]?.end('<rss version="2.0"><channel><title>Slow</title></channel></rss>')
  const answer = await slow
  expect([answer.status, await answer.json()]).toMatchObject([200, { candidates: [{ title: 'Slow' }] }])
  expect(await ended).toBe(0)
  expect(cutOffAfterMs()).toBeUndefined()
})

testByNight('somebody who asked for another protocol and stays keeps no web server from ending', async () => {
  await (await fetch(`${web.origin}/sign-in`)).text() // a first page: from then on Next would listen for such requests
  const socket = connect(Number(new URL(web.origin).port), '127.0.0.1')
  socket.write('GET /x HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: w\r\n\r\n')
  await once(socket, 'data')
  expect(await web.drain()).toBe(0)
  expect(cutOffAfterMs()).toBeUndefined()
  socket.destroy()
})

testByNight(
  'a request that never ends keeps a web server from ending for a stated time at most',
  async () => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      expect: '100-continue',
    }
    const endless = request(`${web.origin}/api/v1/discover`, { method: 'POST', headers })
    const refused = once(endless, 'error')
    endless.flushHeaders()
    await once(endless, 'continue') // the server waits for the body
    expect(await web.drain()).toBe(0)
    expectCutOff()
    expect(await refused).toMatchObject([{ code: 'ECONNRESET' }])
  },
)

test('a web server that is asked to end does first what it does after an answer: a mail is handed in', async () => {
  expect((await ask('/password-reset', { email })).status).toBe(202)
  await isHanded
  let hasEnded = false
  const ended = web.drain().finally(() => (hasEnded = true))
  await expect.poll(isUp).toBe(false)
  await sleep(2_000) // nobody is connected any more
  expect(hasEnded).toBe(false)
  take()
  expect(await ended).toBe(0)
  expect(cutOffAfterMs()).toBeUndefined()
  expect(mail.mails.map(({ to }) => to)).toEqual([email])
})

testByNight(
  'work after an answer that never ends keeps a web server from ending for a stated time at most',
  async () => {
    await ask('/password-reset', { email })
    await isHanded
    expect(await web.drain()).toBe(0)
    expectCutOff()
  },
)
