import { afterAll, beforeAll, expect, test } from 'vitest'
import * as events from '#app/api/v1/events/route.ts'
import * as missed from '#app/api/v1/events/missed/route.ts'
import type { MissedAnswer, ServerEvent } from '#lib/api/events/events.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { mostMissed, readEventPosition, removeOldEvents } from '#lib/store/events/missed-events.ts'
import { notify, notifyAll, notifyChannel, type Notification } from '#lib/store/connection/notify.ts'
import { serverNotifications } from '#lib/store/connection/server-notifications.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { openEventWindow } from '#tests/support/servers/event-window.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { whileUnderWay } from '#tests/support/measure/until.ts'

let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
})
afterAll(async () => {
  await serverNotifications().close()
  await stop()
})

const postings = (sourceId: number, count: number) =>
  ({ type: 'postings', sourceId, count, maxId: `${count}` }) as const

async function ask(token: string, since: string): Promise<MissedAnswer> {
  const query = `?${new URLSearchParams({ since }).toString()}`
  const answered = await callRoute(token, { module: missed, query })
  expect(answered.status).toBe(200)
  return answered.body as unknown as MissedAnswer
}

const told = ({ events: all }: MissedAnswer): ServerEvent[] => all.map(({ event }) => event)

test('who comes back is told what was missed, in order, and once, then what happens', async () => {
  const anna = await addSubscriber(database, { name: 'anna' })
  const berta = await addSubscriber(database, { name: 'berta' })
  const { sourceId } = await addSubscription(database, anna.id, 'annas')
  const { sourceId: foreign } = await addSubscription(database, berta.id, 'bertas')
  const window = await openEventWindow(database, anna.token)
  await window.skipToNow(sourceId)
  await notify(database, postings(sourceId, 1))
  expect(await window.next()).toEqual(postings(sourceId, 1))
  window.close()
  await notifyAll(database, [postings(sourceId, 2), postings(foreign, 9), { type: 'source', sourceId }])
  await notify(database, { type: 'state', subscriberId: berta.id })
  await notify(database, { type: 'state', subscriberId: anna.id, postings: 'many' })
  await notify(database, { type: 'due' })
  await notify(database, { type: 'planned' })
  const back = await openEventWindow(database, anna.token, window.lastId())
  expect(back.missed).toEqual([
    postings(sourceId, 2),
    { type: 'source', sourceId },
    { type: 'state', postings: 'many' },
    { type: 'planned' },
  ])
  await notify(database, postings(sourceId, 3))
  expect(await back.next()).toEqual(postings(sourceId, 3))
  back.close()
  const again = await openEventWindow(database, anna.token, back.lastId())
  expect(again.missed).toEqual([])
  again.close()
})

test('what a page shows is not told again, what is written beside it is', async () => {
  const carla = await addSubscriber(database, { name: 'carla' })
  const state = { type: 'state', subscriberId: carla.id } as const
  const settings = { type: 'settings', subscriberId: carla.id } as const
  await notify(database, state)
  const since = await database.$transaction(async (slow) => {
    await notify(slow, settings) // has its id, and is not there yet
    const position = await readEventPosition(database)
    await notify(database, state)
    expect(told(await ask(carla.token, position))).toEqual([{ type: 'state' }])
    return position
  })
  // In the order of their ids: the slow one's is the smaller.
  expect(told(await ask(carla.token, since))).toEqual([{ type: 'settings' }, { type: 'state' }])
})

test('an event that appears later with a smaller id is not skipped by who heard the greater one', async () => {
  const dora = await addSubscriber(database, { name: 'dora' })
  const window = await openEventWindow(database, dora.token)
  await database.$transaction(async (slow) => {
    await notify(slow, { type: 'settings', subscriberId: dora.id })
    await notify(database, { type: 'account', subscriberId: dora.id })
    expect(await window.next()).toEqual({ type: 'account' })
    window.close()
  })
  const back = await openEventWindow(database, dora.token, window.lastId())
  expect(back.missed).toEqual([{ type: 'settings' }])
  back.close()
})

test('of many writers at once, whoever is cut off at any time hears each event', async () => {
  const emma = await addSubscriber(database, { name: 'emma' })
  const { sourceId } = await addSubscription(database, emma.id, 'emmas')
  const total = 120
  let at = await readEventPosition(database)
  const heard = new Map<string, number>()
  const writing = Promise.all(
    Array.from({ length: 6 }, async (_, writer) => {
      for (let each = 0; each < total / 6; each += 1) {
        await database.$transaction(async (transaction) => {
          await notify(transaction, postings(sourceId, 1000 * writer + each))
          await new Promise((resolve) => setTimeout(resolve, (7 * writer + each) % 11))
        })
      }
    }),
  )
  const readOn = async () => {
    const { events: all, position } = await ask(emma.token, at)
    for (const { id, event } of all) {
      if (event.type === 'postings') heard.set(id, event.count)
      at = id
    }
    at = all.length === 0 ? position : at
  }
  await whileUnderWay('the writers', writing, readOn)
  await readOn() // what came after the last look
  expect(new Set(heard.values()).size).toBe(total)
  expect(heard.size).toBe(total) // the same event has the same id each time
})

test('an event whose transaction has a number that a killed database gave before is told', async () => {
  const nora = await addSubscriber(database, { name: 'nora' })
  const [id, , snapshot = ''] = (await readEventPosition(database)).split('.')
  // Ten transactions had ended of which nothing was written when it was killed: the next ones get their numbers.
  const end = BigInt(snapshot.split(':')[1] ?? 0) + 10n
  const before = `${id}.0.${end}:${end}:`
  for (let each = 0; each < 20; each += 1) await notify(database, { type: 'settings', subscriberId: nora.id })
  expect(told(await ask(nora.token, before))).toHaveLength(20)
})

test('beyond what is kept or told one by one, everything is to be read again', async () => {
  const frida = await addSubscriber(database, { name: 'frida' })
  const start = await readEventPosition(database)
  const { sourceId } = await addSubscription(database, frida.id, 'fridas')
  const state: Notification = { type: 'state', subscriberId: frida.id }
  await notifyAll(
    database,
    Array.from({ length: mostMissed - 1 }, (_, count) => postings(sourceId, count)),
  )
  expect(told(await ask(frida.token, start))).toHaveLength(mostMissed)
  await notify(database, state)
  const tooMany = await ask(frida.token, start)
  expect(told(tooMany)).toEqual([{ type: 'reset' }])
  expect(told(await ask(frida.token, tooMany.position))).toEqual([])

  await database.$executeRaw`UPDATE "event" SET "at" = "at" - interval '2 hours'`
  await removeOldEvents(database)
  expect(await database.event.count()).toBe(1)
  expect(told(await ask(frida.token, tooMany.position))).toEqual([]) // quiet for hours, and nothing missing
  expect(told(await ask(frida.token, start))).toEqual([{ type: 'reset' }])
  await notify(database, state)
  expect(told(await ask(frida.token, tooMany.position))).toEqual([{ type: 'state' }])
})

test('of what one account makes, the last alone is kept, and who missed more reads everything again', async () => {
  const otto = await addSubscriber(database, { name: 'otto' })
  const paula = await addSubscriber(database, { name: 'paula' })
  const { sourceId } = await addSubscription(database, otto.id, 'ottos')
  await notify(database, postings(sourceId, 1)) // so that the first event of all is not one of those that go
  const start = await readEventPosition(database)
  await notify(database, { type: 'settings', subscriberId: paula.id })
  const state = (id: number): Notification => ({
    type: 'state',
    subscriberId: otto.id,
    postings: [{ ids: [`${id}`], isRead: true, isStarred: false, isLater: false }],
  })
  const tell = (from: number, count: number) =>
    notifyAll(
      database,
      Array.from({ length: count }, (_, each) => state(from + each)),
    )
  await tell(0, 3 * mostMissed)
  const later = await readEventPosition(database)
  await tell(3 * mostMissed, mostMissed)
  await removeOldEvents(database)
  expect(await database.event.count({ where: { subscriberId: otto.id } })).toBe(2 * mostMissed)
  expect(told(await ask(otto.token, start))).toEqual([{ type: 'reset' }])
  expect(told(await ask(otto.token, later))).toHaveLength(mostMissed)
  expect(told(await ask(paula.token, start))).toEqual([{ type: 'settings' }])
})

test('a position of another database, or what is none, is told so', async () => {
  const gerda = await addSubscriber(database, { name: 'gerda' })
  expect(told(await ask(gerda.token, '7.0.999999999999:999999999999:'))).toEqual([{ type: 'reset' }])
  const wrong = [
    '12345',
    '1.1.1',
    '1.1.5:4:',
    '1.1.4:9:8,7',
    '1.1.4:9:3',
    '1.1.0:9:',
    `1.1.4:9:${'5,'.repeat(5000)}5`,
  ]
  for (const since of wrong) {
    const query = `?${new URLSearchParams({ since }).toString()}`
    for (const module of [missed, events]) {
      const answered = await callRoute(gerda.token, { module, query })
      expect(answered, since).toMatchObject({ status: 400, body: { error: { field: 'since' } } })
    }
  }
})

test('what a transaction says twice is told once', async () => {
  const hanna = await addSubscriber(database, { name: 'hanna' })
  const state = { type: 'state', subscriberId: hanna.id } as const
  const since = await readEventPosition(database)
  await database.$transaction(async (transaction) => {
    await notifyAll(transaction, [state, { type: 'settings', subscriberId: hanna.id }, state])
    await notify(transaction, state)
  })
  await notify(database, state)
  expect(told(await ask(hanna.token, since))).toEqual([
    { type: 'state' },
    { type: 'settings' },
    { type: 'state' },
  ])
})

test('what is too long for a notification is told all the same, in its place', async () => {
  const { id, token } = await addSubscriber(database, { name: 'talkative' })
  const { sourceId } = await addSubscription(database, id, 'endless')
  const window = await openEventWindow(database, token)
  await window.skipToNow(sourceId)
  const long = { ...postings(sourceId, 2), maxId: '2'.repeat(8_000) }
  await notifyAll(database, [postings(sourceId, 1), long, postings(sourceId, 3)])
  await notify(database, postings(sourceId, 4))
  const heard: (ServerEvent | null)[] = []
  while (heard.length < 4) heard.push(await window.next())
  expect(heard).toEqual([postings(sourceId, 1), long, postings(sourceId, 3), postings(sourceId, 4)])
  window.close()
})

test('what is no notification of ours is passed over', async () => {
  const { id, token } = await addSubscriber(database, { name: 'quiet' })
  const { sourceId } = await addSubscription(database, id, 'noise')
  const window = await openEventWindow(database, token)
  await window.skipToNow(sourceId)
  for (const noise of ['', 'hello', '{"type":', '1.2.3 '])
    await database.$executeRaw`SELECT pg_notify(${notifyChannel}, ${noise})`
  await notify(database, postings(sourceId, 1))
  expect(await window.next()).toEqual(postings(sourceId, 1))
  window.close()
})

test('what only wakes the aggregator is not kept', async () => {
  const before = await database.event.count()
  await notifyAll(database, [{ type: 'due' }, { type: 'delivery' }, { type: 'plan' }])
  expect(await database.event.count()).toBe(before)
})

test('a place far beyond, of which nothing is known, is answered', async () => {
  const ida = await addSubscriber(database, { name: 'ida' })
  const other = await addSubscriber(database, { name: 'no-ida' })
  await notify(database, { type: 'state', subscriberId: other.id })
  for (const id of ['2147483647', '3000000000', '999999999999999999'])
    expect(told(await ask(ida.token, `${id}.3000000000.1:1:`))).toEqual([])
})
