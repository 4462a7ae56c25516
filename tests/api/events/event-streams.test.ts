import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { HEAD } from '#app/api/v1/events/route.ts'
import { mostStreams } from '#lib/handlers/events/take-stream.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { addSubscriber, requestWith, startServerDatabase } from '#tests/support/world/accounts.ts'
import { openEventWindow } from '#tests/support/servers/event-window.ts'
import { addSubscription } from '#tests/support/world/reading.ts'

let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
})
afterAll(async () => {
  await serverNotifications().close()
  await stop()
})

const openWindow = (token: string) => openEventWindow(database, token)
/** The number of times that the sources of subscribers are read from now on. */
const countReads = () => vi.spyOn(database.subscription, 'findMany').mockClear().mock.calls
const openMany = (token: string, count: number) =>
  Promise.all(Array.from({ length: count }, () => openWindow(token)))

test('the windows of a subscriber share its sources: read once, and once after each change, and told right to all', async () => {
  const anna = await addSubscriber(database, { name: 'anna' })
  const { sourceId } = await addSubscription(database, anna.id, 'annas')
  const first = await openWindow(anna.token)
  await first.skipToNow(sourceId) // past what was told of the preparations
  const reads = countReads()
  const windows = [first, await openWindow(anna.token), ...(await openMany(anna.token, 8))]
  expect(reads).toHaveLength(0)

  const added = await addSubscription(database, anna.id, 'added')
  await notify(database, { type: 'postings', sourceId: added.sourceId, count: 1, maxId: '1' })
  for (const window of windows) {
    await window.skipToNow(sourceId) // tells all windows
  }
  expect(reads).toHaveLength(1)
  for (const window of windows) window.close()
})

test('a window that is opened after a change is told of new sources, and of none that were left', async () => {
  const berta = await addSubscriber(database, { name: 'berta' })
  const old = await addSubscription(database, berta.id, 'old')
  const kept = await addSubscription(database, berta.id, 'kept')
  const first = await openWindow(berta.token)
  const added = await addSubscription(database, berta.id, 'bertas')
  await unsubscribe(database, berta.id, [old.subscriptionId], Date.now())
  const windows = [first, await openWindow(berta.token)]
  for (const { sourceId } of [old, added, kept]) await notify(database, { type: 'source', sourceId })
  for (const window of windows) {
    const told: unknown[] = []
    while (told.at(-1) !== kept.sourceId) {
      const event = await window.next()
      if (event.type === 'source') told.push(event.sourceId)
    }
    expect(told).toEqual([added.sourceId, kept.sourceId])
    window.close()
  }
})

test('with the last window the sources are gone: the next one reads them anew', async () => {
  const carla = await addSubscriber(database, { name: 'carla' })
  const { sourceId } = await addSubscription(database, carla.id, 'carlas')
  const windows = await openMany(carla.token, 3)
  for (const window of windows) await window.skipToNow(sourceId)
  for (const window of windows) window.close()
  const reads = countReads()
  const window = await openWindow(carla.token)
  expect(reads).toHaveLength(1)
  window.close()
})

test('an account has so many streams, by whatever token; the next is told when to come, and comes when one has gone', async () => {
  const dora = await addSubscriber(database, { name: 'dora' })
  const other = await addSubscriber(database, { name: 'other' })
  const { token } = await createToken(database, dora.id, 'another')
  const windows = await openMany(dora.token, mostStreams)
  const { response } = await openWindow(token)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30'])
  const others = await openWindow(other.token)
  expect(others.response.status).toBe(200)
  others.close()
  windows[0]?.close()
  const next = await openWindow(token)
  expect(next.response.status).toBe(200)
  next.close()
  for (const window of windows) window.close()
})

test('a window that does not read ends when too much waits for it, and is told the rest when it comes back', async () => {
  const emma = await addSubscriber(database, { name: 'emma' })
  const window = await openWindow(emma.token)
  const other = await openWindow(emma.token)
  const told = Array.from({ length: 200 }, (_, n) => {
    const ids = Array.from({ length: 300 }, (_, at) => `${10n ** 17n + BigInt(300 * n + at)}`)
    return { type: 'state', postings: [{ ids, isRead: true, isStarred: false, isLater: false }] } as const
  })
  for (const event of told) {
    await notify(database, { ...event, subscriberId: emma.id })
    expect(await other.next()).toEqual(event)
  }
  other.close()
  const heard: unknown[] = []
  let lastId = ''
  for (let block = await window.nextBlock(); block !== null; block = await window.nextBlock()) {
    lastId = /^id: (.*)$/m.exec(block)?.[1] ?? ''
    heard.push(JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null'))
  }
  expect(heard.length).toBeLessThan(told.length)
  const again = await openEventWindow(database, emma.token, lastId)
  expect([...heard, ...again.missed]).toEqual(told)
  again.close()
})

test('who asks for the headers alone opens no stream', async () => {
  const fred = await addSubscriber(database, { name: 'fred' })
  const ask = (token: string) =>
    HEAD(requestWith(token, '/api/v1/events', 'HEAD'), { params: Promise.resolve({}) })
  for (let each = 0; each <= mostStreams; each += 1) {
    const { status, headers, body } = await ask(fred.token)
    expect([status, headers.get('content-type'), body]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      null,
    ])
  }
  expect((await ask('sky_made-up')).status).toBe(401)
})
