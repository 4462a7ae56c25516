import { expect, test } from 'vitest'
import { alertText } from '#lib/sending/alert-text.ts'
import { matchAlerts } from '#lib/sending/alerts.ts'
import { createAlertSender } from '#lib/sending/send-alerts.ts'
import { listHits } from '#lib/store/alerts/alert-hits.ts'
import { listDeliveries } from '#lib/store/alerts/alert-log.ts'
import { recordTried } from '#lib/store/alerts/alert-outbox.ts'
import { deleteChannel, testChannel } from '#lib/store/alerts/alert-channels.ts'
import { alertWorldOfEachTest } from '#tests/support/world/alert-world.ts'
import { createPushBrowser } from '#tests/support/servers/alert-sinks.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { reasonText } from '#lib/store/ground/reasons.ts'

const world = alertWorldOfEachTest()
const secret = 'a secret of sixteen or more'

function webhook(path = '/hook') {
  return world.channel({ kind: 'webhook', name: 'Hook', url: `${world.sink.origin}${path}`, secret })
}

test('a sink that fails is tried again with the same key, after growing pauses, and then given up', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'paper')
  await world.alert({ kind: 'source', sourceId }, [await webhook()])
  world.sink.answer('/hook', { status: 503, text: 'not now' })
  await world.post(sourceId, { title: 'One' })
  await world.tell()
  const [first] = await world.deliveries()
  expect(first).toMatchObject({ state: 'waiting', tries: 1, httpStatus: 503, error: 'not now' })
  expect((first?.dueAt.getTime() ?? 0) - world.clock.now()).toBe(10_000)
  world.sink.answer('/hook', { status: 429, headers: { 'retry-after': '120' } })
  await world.clock.advance(10_000)
  await world.tell()
  expect(((await world.deliveries())[0]?.dueAt.getTime() ?? 0) - world.clock.now()).toBe(120_000)
  for (let tries = 0; tries < 12; tries++) {
    await world.clock.advance(86_400_000)
    await world.tell()
  }
  expect((await world.deliveries())[0]).toMatchObject({ state: 'failed', tries: 10 })
  const hooks = world.sink.at('/hook')
  expect(hooks).toHaveLength(10)
  expect(new Set(hooks.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
})

test('a browser that is gone gets nothing more, and a sink behind the wall is not asked', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'paper')
  const gone = createPushBrowser(`${world.sink.origin}/push/gone`)
  const channelIds = [
    await world.channel({ kind: 'web-push', name: 'Gone', endpoint: gone.endpoint, keys: gone.keys }),
    await world.channel({ kind: 'webhook', name: 'Inside', url: 'http://10.0.0.1/hook', secret }),
    await webhook('/moved'),
  ]
  await world.alert({ kind: 'source', sourceId }, channelIds)
  world.sink.answer('/push', { status: 410 })
  world.sink.answer('/moved', { status: 307, headers: { location: '/elsewhere' } })
  await world.post(sourceId, { title: 'One' })
  await world.tell()
  const states = (await world.deliveries()).map(({ state, httpStatus }) => [state, httpStatus])
  expect(states).toEqual([
    ['failed', 410],
    ['failed', null],
    ['waiting', 307],
  ])
  await world.post(sourceId, { title: 'Two' })
  await world.tell()
  expect(world.sink.at('/push/gone')).toHaveLength(1)
  expect(world.sink.at('/elsewhere')).toEqual([])
})

test.each([
  ['has ended', (id: string) => world.database.session.delete({ where: { id } })],
  [
    'has expired',
    (id: string) => world.database.session.update({ where: { id }, data: { expiresAt: new Date() } }),
  ],
] as const)('a browser whose session %s is sent nothing, not even what waited', async (_name, end) => {
  const { database, reader } = world
  const { sourceId } = await addSubscription(database, reader, 'paper')
  const of = { userId: reader, expiresAt: new Date(Date.now() + 60_000) }
  for (const id of ['phone', 'desk']) await database.session.create({ data: { ...of, id, token: id } })
  const add = (name: string) => {
    const { endpoint, keys } = createPushBrowser(`${world.sink.origin}/push/${name}`)
    return world.channel({ kind: 'web-push', name, endpoint, keys }, name)
  }
  const phone = await add('phone')
  const desk = await add('desk')
  await world.alert({ kind: 'source', sourceId }, [phone, desk])
  await world.post(sourceId, { title: 'Waits' })
  await matchAlerts(world.context)
  await end('phone')
  await world.tell()
  await world.post(sourceId, { title: 'Later' })
  await world.tell()
  // Whoever tries it from another window does not sign it in.
  await testChannel(database, reader, phone, world.clock.now())
  await world.tell()
  expect(world.sink.at('/push/phone')).toEqual([])
  expect(world.sink.at('/push/desk')).toHaveLength(2)
  const missed = await database.alertDelivery.findMany({ where: { channelId: phone } })
  expect(new Set(missed.map(({ state, tries }) => `${state} ${tries}`))).toEqual(new Set(['failed 1']))
  const { endedAt } = await database.alertChannel.findUniqueOrThrow({ where: { id: phone } })
  expect(endedAt).not.toBeNull()
})

test('no mail goes to an address that is not proved, nor a test', async () => {
  const { database, reader } = world
  const channelId = await world.channel({ kind: 'email', name: 'Mail' })
  await database.user.update({ where: { id: reader }, data: { emailVerified: false } })
  expect(await testChannel(database, reader, channelId, world.clock.now())).toBe(true)
  await world.tell()
  expect(await world.deliveries()).toMatchObject([
    { state: 'failed', error: reasonText({ code: 'addressUnconfirmed', values: {} }) },
  ])
  expect(world.mails.mails).toEqual([])
})

test('at most so many an hour come alone; the rest comes in one bundle, as does what comes at night', async () => {
  const { database, reader } = world
  const { sourceId } = await addSubscription(database, reader, 'paper')
  await world.alert({ kind: 'source', sourceId }, [await webhook()])
  const quiet = { zone: 'Europe/Berlin', quietFrom: 22 * 60, quietTo: 7 * 60 }
  await database.alertSettings.create({ data: { subscriberId: reader, mostPerHour: 2, ...quiet } })
  await world.clock.advance(9 * 3_600_000) // 10:00 in Berlin
  for (const title of ['a', 'b', 'c']) await world.post(sourceId, { title })
  await world.tell()
  await world.clock.advance(60_000)
  await world.post(sourceId, { title: 'd' })
  await world.tell()
  expect(titlesOf()).toEqual([['a'], ['b']])
  await world.clock.advance(3_600_000)
  await world.tell()
  expect(titlesOf()).toEqual([['a'], ['b'], ['c', 'd']])
  await world.clock.advance(12 * 3_600_000) // 23:01
  await world.post(sourceId, { title: 'night' })
  await world.tell()
  await testChannel(database, reader, 1, world.clock.now())
  await createAlertSender(world.context).run()
  expect(titlesOf()).toHaveLength(4) // the test comes at once
  await world.clock.advance(8 * 3_600_000) // 07:01
  await world.tell()
  expect(titlesOf().slice(4)).toEqual([['night']])
})

function titlesOf(): (string | undefined)[][] {
  return world.sink.at('/hook').map(({ body }) => {
    const { items } = JSON.parse(body.toString()) as { items: { posting: { title: string } | null }[] }
    return items.map(({ posting }) => posting?.title)
  })
}

test('notes without a title go by their first words, in the list, in the log and in a bundle', async () => {
  const { database, reader } = world
  const { sourceId } = await addSubscription(database, reader, 'paper')
  await world.alert({ kind: 'source', sourceId }, [await webhook()])
  const notes = ['The first swallow.', 'The second swallow.']
  for (const excerpt of notes) {
    const id = await world.post(sourceId, { title: '' })
    await database.posting.updateMany({ where: { id }, data: { excerpt } })
  }
  await world.tell()
  const { hits } = await listHits(database, reader, undefined)
  expect(hits.map(({ posting }) => posting?.title).toReversed()).toEqual(notes)
  const { deliveries } = await listDeliveries(database, reader, undefined)
  expect(deliveries.map(({ title }) => title).toReversed()).toEqual(notes)
  const items = notes.map((excerpt) => ({ ...noteItem, excerpt }))
  expect(alertText({ items, language: 'en' }, '').body).toBe(
    '• The first swallow. (Paper)\n• The second swallow. (Paper)',
  )
})

const noteItem = {
  ...({
    kind: 'posting',
    alertName: null,
    sourceTitle: 'Paper',
    title: '',
    url: null,
    postingId: '1',
  } as const),
  ...{ sourceId: 1, publishedAt: null, foundAt: '2026-01-05T00:00:00.000Z', promise: null },
}

test('a webhook is told instants as every answer has them: UTC, with three digits', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'paper')
  await world.alert({ kind: 'source', sourceId }, [await webhook()])
  await world.clock.advance(330)
  const id = await world.post(sourceId, { title: 'One' })
  const publishedAt = new Date('2026-01-04T23:59:58.120Z')
  await world.database.posting.update({ where: { id }, data: { publishedAt } })
  await world.tell()
  const { items } = JSON.parse(world.sink.at('/hook')[0]?.body.toString() ?? '') as { items: object[] }
  const foundAt = new Date(world.clock.now()).toISOString()
  expect(items).toMatchObject([{ posting: { publishedAt: publishedAt.toISOString(), foundAt } }])
  expect(foundAt).toMatch(/\.330Z$/)
})

test('a host that hangs delays nobody else', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'paper')
  const slow = await world.channel({
    kind: 'ntfy',
    name: 'Slow',
    url: `http://localhost:${new URL(world.sink.origin).port}/slow`,
    topic: 't',
  })
  await world.alert({ kind: 'source', sourceId }, [slow])
  const fast = await world.channel({ kind: 'ntfy', name: 'Fast', url: world.sink.origin, topic: 't' })
  await world.alert({ kind: 'source', sourceId }, [fast])
  world.sink.answer('/slow', 'hang')
  for (let index = 0; index < 15; index++) await world.post(sourceId, { title: `Posting ${index}` })
  const running = world.tell()
  // When the last one is sent, none of those that hang has been given up.
  const { alertDelivery } = world.database
  await expect
    .poll(async () => [
      await alertDelivery.count({ where: { channelId: fast, state: 'sent' } }),
      await alertDelivery.count({ where: { channelId: slow, error: { not: null } } }),
    ])
    .toEqual([15, 0])
  expect(world.sink.at('/slow').length).toBeLessThanOrEqual(6)
  await world.sink.stop()
  await running
})

test('one run sends all that is due, more than a host gets at a time', async () => {
  const { database, reader } = world
  const { sourceId } = await addSubscription(database, reader, 'paper')
  await database.alertSettings.create({ data: { subscriberId: reader, mostPerHour: 1000 } })
  await world.alert({ kind: 'source', sourceId }, [await webhook()])
  for (let index = 0; index < 40; index++) await world.post(sourceId, { title: `Posting ${index}` })
  await world.tell()
  expect(await database.alertDelivery.count({ where: { state: 'sent' } })).toBe(40)
})

test('what retention took meanwhile is not sent, and a channel that was deleted is asked for by no alert', async () => {
  const { database, reader } = world
  const { sourceId } = await addSubscription(database, reader, 'paper')
  const hook = await webhook()
  const id = await world.alert({ kind: 'source', sourceId }, [hook])
  const postingId = await world.post(sourceId, { title: 'Gone soon' })
  await matchAlerts(world.context)
  await database.posting.delete({ where: { id: postingId } })
  await createAlertSender(world.context).run()
  expect(await world.deliveries()).toMatchObject([{ state: 'failed', tries: 1 }])
  expect(world.sink.received).toEqual([])
  expect(await deleteChannel(database, reader, hook)).toBe(true)
  expect(await database.alert.findUnique({ where: { id } })).toMatchObject({ channelIds: [] })
})

test('secrets of channels are stored sealed, and a webhook whose secret cannot be opened is not sent to unsigned', async () => {
  const { database, reader } = world
  const { sourceId } = await addSubscription(database, reader, 'paper')
  const hook = await webhook()
  const topic = {
    kind: 'ntfy',
    name: 'Topic',
    url: world.sink.origin,
    topic: 'news',
    token: 'tk_secret',
  } as const
  await world.alert({ kind: 'source', sourceId }, [hook, await world.channel(topic)])
  const stored = JSON.stringify(await database.alertChannel.findMany({ select: { config: true } }))
  expect(stored).not.toContain(secret)
  expect(stored).not.toContain(topic.token)
  const elsewhere = {
    kind: 'webhook',
    url: `${world.sink.origin}/hook`,
    secret: 'sealed under another AUTH_SECRET',
  }
  await database.alertChannel.update({ where: { id: hook }, data: { config: elsewhere } })
  await world.post(sourceId, { title: 'One' })
  await world.tell()
  expect((await world.deliveries()).map(({ state }) => state)).toEqual(['failed', 'sent'])
  expect(world.sink.at('/hook')).toEqual([])
  expect(world.sink.received[0]?.headers['authorization']).toBe(`Bearer ${topic.token}`)
})

test('no secret of a channel is written down with an answer that repeats it, not even a part', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'paper')
  const topic = {
    kind: 'ntfy',
    name: 'Topic',
    url: world.sink.origin,
    topic: 'news',
    token: 'tk_secret',
  } as const
  await world.alert({ kind: 'source', sourceId }, [await webhook(), await world.channel(topic)])
  world.sink.answer('/', { status: 403, text: `tk_secret: ${'x'.repeat(185)} tk_secret` })
  world.sink.answer('/hook', { status: 500, text: `who knows ${secret}?` })
  await world.post(sourceId, { title: 'One' })
  await world.tell()
  const errors = (await world.deliveries()).map(({ error }) => error ?? '').toSorted()
  expect(errors).toEqual(['who knows •••?', expect.stringMatching(/^•••: x{185} •••$/)])
})

test('an answer with NUL is written down, and tried again after its pause', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'paper')
  await world.alert({ kind: 'source', sourceId }, [await webhook()])
  world.sink.answer('/hook', { status: 500, text: 'a\0b' })
  await world.post(sourceId, { title: 'One' })
  await world.tell()
  const [delivery] = await world.deliveries()
  expect(delivery).toMatchObject({ state: 'waiting', tries: 1, error: 'a b' })
  const outcome = { kind: 'later', at: 0, dueAt: 0, httpStatus: 500, error: 'a\0b', isEnd: false } as const
  await recordTried(world.database, [{ id: delivery?.id ?? 0n, channelId: 1, outcome }])
  expect((await world.deliveries())[0]?.error).toBe('a\uFFFDb')
})

test('what failed before the quiet hours is tried again when they end', async () => {
  const { database, reader, clock } = world
  const { sourceId } = await addSubscription(database, reader, 'paper')
  const minute = Math.floor(clock.now() / 60_000) % 1440
  const quiet = { zone: 'UTC', quietFrom: (minute + 1) % 1440, quietTo: (minute + 481) % 1440 }
  await database.alertSettings.create({ data: { subscriberId: reader, ...quiet } })
  await world.alert({ kind: 'source', sourceId }, [await webhook()])
  world.sink.answer('/hook', { status: 503, headers: { 'retry-after': '120' } })
  await world.post(sourceId, { title: 'One' })
  await world.tell()
  expect(world.sink.at('/hook')).toHaveLength(1)
  const endAt = Math.floor(clock.now() / 60_000) * 60_000 + 481 * 60_000
  expect((await world.deliveries())[0]?.dueAt.getTime()).toBe(endAt)
})
