import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import pg from 'pg'
import * as states from '#app/api/v1/postings/states/route.ts'
import { createToken, deleteToken } from '#lib/auth/identity/tokens.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { changeSubscriberSettings } from '#lib/store/ground/subscriber-settings.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { openEventWindow } from '#tests/support/servers/event-window.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'

let database: Database
let url: string
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, url, stop } = await startServerDatabase())
})
afterAll(async () => {
  await serverNotifications().close()
  await stop()
})

const openWindow = (token: string) => openEventWindow(database, token)

test('every window of a subscriber hears of the own sources and changes, and nobody else does', async () => {
  const anna = await addSubscriber(database, { name: 'anna' })
  const berta = await addSubscriber(database, { name: 'berta' })
  const { sourceId } = await addSubscription(database, anna.id, 'annas')
  const foreign = await addSubscription(database, berta.id, 'bertas')
  const windows = [await openWindow(anna.token), await openWindow(anna.token)]
  const bertas = await openWindow(berta.token)
  expect(windows[0]?.response.headers.get('content-type')).toContain('text/event-stream')
  expect(windows[0]?.opening).toMatch(/^retry: \d+$/m)

  // The second window's mark is told to the first one too.
  await windows[0]?.skipToNow(sourceId)
  await windows[1]?.skipToNow(sourceId)
  await bertas.skipToNow(foreign.sourceId)
  expect(await windows[0]?.next()).toMatchObject({ type: 'postings', sourceId, count: 0 })

  await notify(database, { type: 'postings', sourceId: foreign.sourceId, count: 9, maxId: '9' })
  const told = { type: 'postings', sourceId, count: 2, maxId: '7' } as const
  await notify(database, told)
  const [id] = await addPostings(database, sourceId, [{}])
  await changePostings(database, anna.id, [id ?? 0n], { isRead: true }, Date.now())
  await notify(database, { type: 'source', sourceId })
  for (const window of windows) {
    expect(await window.next()).toEqual(told)
    const states = [{ ids: [`${id}`], isRead: true, isStarred: false, isLater: false }]
    expect(await window.next()).toEqual({ type: 'state', postings: states })
    expect(await window.next()).toEqual({ type: 'source', sourceId })
    window.close()
  }
  expect(await bertas.next()).toMatchObject({ sourceId: foreign.sourceId })
  await notify(database, { type: 'source', sourceId: foreign.sourceId })
  expect(await bertas.next()).toEqual({ type: 'source', sourceId: foreign.sourceId })
  bertas.close()
})

test('up to 200 postings are told with their states, more by their number, and asked for by those who show them', async () => {
  const greta = await addSubscriber(database, { name: 'greta' })
  const { sourceId } = await addSubscription(database, greta.id, 'gretas')
  const ids = await addPostings(
    database,
    sourceId,
    Array.from({ length: 201 }, () => ({})),
  )
  const window = await openWindow(greta.token)
  await window.skipToNow(sourceId)
  const [first = 0n, ...rest] = ids
  await changePostings(database, greta.id, [first], { isStarred: true }, Date.now())
  await changePostings(database, greta.id, rest, { isRead: true }, Date.now())
  await changePostings(database, greta.id, ids, { isRead: true }, Date.now())
  await changePostings(database, greta.id, [first], { isStarred: false, isLater: true }, Date.now())
  const state = { isRead: false, isStarred: false, isLater: false }
  const starred = { ids: [`${first}`], ...state, isStarred: true }
  const read = { ids: rest.map(String), ...state, isRead: true }
  const later = { ids: [`${first}`], ...state, isRead: true, isLater: true }
  expect(await window.next()).toEqual({ type: 'state', postings: [starred] })
  expect(await window.next()).toEqual({ type: 'state', postings: [read] })
  expect(await window.next()).toEqual({ type: 'state', postings: 'many' })
  expect(await window.next()).toEqual({ type: 'state', postings: [later] })
  window.close()
  const call = { module: states, method: 'POST', body: { ids: ids.map(String) } } as const
  const asked = await callRoute(greta.token, call)
  expect(asked).toMatchObject({ status: 200, body: { states: [read, later] } })
  const other = await addSubscriber(database, { name: 'gerda' })
  expect((await callRoute(other.token, call)).body).toEqual({ states: [] })
})

test('changed settings and accounts are told to the own windows alone', async () => {
  const sigrid = await addSubscriber(database, { name: 'sigrid' })
  const selma = await addSubscriber(database, { name: 'selma' })
  const window = await openWindow(sigrid.token)
  const other = await openWindow(selma.token)
  await changeSubscriberSettings(database, sigrid.id, { density: 'compact' })
  await notify(database, { type: 'account', subscriberId: sigrid.id })
  await changeSubscriberSettings(database, selma.id, { density: 'compact' })
  expect(await window.next()).toEqual({ type: 'settings' })
  expect(await window.next()).toEqual({ type: 'account' })
  expect(await other.next()).toEqual({ type: 'settings' })
  window.close()
  other.close()
})

test('a new subscription is heard from its first postings on, an ended one no longer', async () => {
  const carla = await addSubscriber(database, { name: 'carla' })
  const window = await openWindow(carla.token)
  const { sourceId, subscriptionId } = await addSubscription(database, carla.id, 'carlas')
  await notify(database, { type: 'postings', sourceId, count: 1, maxId: '1' })
  expect(await window.next()).toEqual({ type: 'state' })
  expect(await window.next()).toMatchObject({ type: 'postings', sourceId })
  await unsubscribe(database, carla.id, [subscriptionId], Date.now())
  await notify(database, { type: 'postings', sourceId, count: 1, maxId: '2' })
  await notify(database, { type: 'state', subscriberId: carla.id })
  expect(await window.next()).toEqual({ type: 'state' })
  expect(await window.next()).toEqual({ type: 'state' })
  window.close()
})

test('a lost connection to the database is opened again, and what came meanwhile is told in its order, once', async () => {
  const dora = await addSubscriber(database, { name: 'dora' })
  const { sourceId } = await addSubscription(database, dora.id, 'doras')
  const window = await openWindow(dora.token)
  await window.skipToNow(sourceId)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ended = await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'skylark-listen' AND datname = current_database()`,
  )
  await client.end()
  expect(ended.rowCount).toBe(1)
  await notify(database, { type: 'settings', subscriberId: dora.id })
  await notify(database, { type: 'source', sourceId })
  expect(await window.next()).toEqual({ type: 'settings' })
  expect(await window.next()).toEqual({ type: 'source', sourceId })
  await notify(database, { type: 'state', subscriberId: dora.id })
  expect(await window.next()).toEqual({ type: 'state' })
  window.close()
})

test('the stream of an ended token ends, those of the others go on', async () => {
  const frida = await addSubscriber(database, { name: 'frida' })
  const { token, id } = await createToken(database, frida.id, 'another window')
  const window = await openWindow(token)
  const other = await openWindow(frida.token)
  expect(await deleteToken(database, frida.id, id)).toBe(true)
  for (const each of [window, other]) expect(await each.next()).toEqual({ type: 'account' })
  expect(await window.nextBlock()).toBeNull()
  await notify(database, { type: 'state', subscriberId: frida.id })
  expect(await other.next()).toEqual({ type: 'state' })
  other.close()
})

test('what ended untold ends the stream within a minute', async () => {
  const hilda = await addSubscriber(database, { name: 'hilda' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const window = await openWindow(hilda.token)
    vi.advanceTimersByTime(20_000)
    expect(await window.nextBlock()).toContain(': still here')
    await database.apiToken.deleteMany({ where: { userId: hilda.id } })
    vi.advanceTimersByTime(40_000)
    for (let block = await window.nextBlock(); block !== null; block = await window.nextBlock())
      expect(block).toContain(': still here')
  } finally {
    vi.useRealTimers()
  }
})

test('the stream ends with its request', async () => {
  const emil = await addSubscriber(database, { name: 'emil' })
  const window = await openWindow(emil.token)
  window.close()
  expect(await window.nextBlock()).toBeNull()
})

test('the counts of another window are right at the server as soon as it is told of an act, every time', async () => {
  const { id, token } = await addSubscriber(database, { name: 'punctual' })
  const { sourceId } = await addSubscription(database, id, 'punctual')
  const ids = await addPostings(
    database,
    sourceId,
    Array.from({ length: 20 }, () => ({})),
  )
  const window = await openWindow(token)
  await window.skipToNow(sourceId)
  for (const [at, posting] of ids.entries()) {
    const acted = changePostings(database, id, [posting], { isRead: true }, Date.now())
    expect((await window.next()).type).toBe('state')
    expect((await readCounts(database, id)).all).toBe(ids.length - at - 1)
    await acted
  }
  window.close()
})
