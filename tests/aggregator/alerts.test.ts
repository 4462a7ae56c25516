import { expect, test } from 'vitest'
import { matchAlerts } from '#lib/aggregator/alerts.ts'
import { createAlertSender } from '#lib/aggregator/send-alerts.ts'
import { deleteChannel, testChannel } from '#lib/store/alert-channels.ts'
import { listHits, markHitsSeen } from '#lib/store/alert-hits.ts'
import { refreshSources } from '#lib/store/alert-sources.ts'
import { changeSubscriptions } from '#lib/store/change-subscriptions.ts'
import { alertWorldOfEachTest, pushPrivateKey } from '../support/alert-world.ts'
import { checkVapid, checkWebhook, createPushBrowser } from '../support/alert-sinks.ts'
import { addReader, addSubscription } from '../support/reading.ts'
import { indexAll } from '../support/searching.ts'
import { vapidKeysOf } from '#lib/aggregator/vapid.ts'

const world = alertWorldOfEachTest()
const secret = 'a secret of sixteen or more'

async function hitTitles(reader = world.reader): Promise<(string | undefined)[]> {
  const { hits } = await listHits(world.database, reader, undefined)
  return hits.map(({ posting }) => posting?.title).toReversed()
}

function webhook(path = '/hook') {
  return world.channel({ kind: 'webhook', name: 'Hook', url: `${world.sink.origin}${path}`, secret })
}

test('a source, a folder, a view and a search tell of what is found after them, and of nothing else', async () => {
  const { database, reader } = world
  const { sourceId } = await addSubscription(database, reader, 'paper', { folderName: 'News' })
  const { sourceId: other } = await addSubscription(database, reader, 'blog')
  const folder = await database.folder.findFirstOrThrow()
  const inner = await database.folder.create({
    data: { name: 'Inner', subscriberId: reader, parentId: folder.id },
  })
  const { sourceId: deep, subscriptionId } = await addSubscription(database, reader, 'deep')
  await changeSubscriptions(database, reader, [subscriptionId], { folderId: inner.id })
  const view = await database.view.create({
    data: { name: 'Storms', query: 'title:storm', subscriberId: reader },
  })
  await world.post(sourceId, { title: 'Old news' })
  await world.alert({ kind: 'source', sourceId: other })
  await world.alert({ kind: 'folder', folderId: folder.id })
  await world.alert({ kind: 'view', viewId: view.id })
  await world.alert({ kind: 'query', query: 'lighthouse -cat', sourceId: other })
  const { sourceId: quiet } = await addSubscription(database, reader, 'quiet')
  await world.post(sourceId, { title: 'In the folder' })
  await world.post(deep, { title: 'In the inner folder' })
  await world.post(other, { title: 'Of the source' })
  await world.post(quiet, { title: 'A storm is near' })
  await world.post(quiet, { title: 'A lighthouse elsewhere' })
  await world.tell()
  expect(await hitTitles()).toEqual([
    'In the folder',
    'In the inner folder',
    'Of the source',
    'A storm is near',
  ])
})

test('what others read, what is muted and what a first document held is told to nobody', async () => {
  const { database, reader } = world
  const { sourceId, subscriptionId } = await addSubscription(database, reader, 'paper')
  await world.alert({ kind: 'query', query: 'storm' })
  const bob = await addReader(database, 'bob')
  const { sourceId: bobs } = await addSubscription(database, bob, 'bobs')
  await world.post(bobs, { title: 'A storm at Bob’s' })
  const first = await world.post(sourceId, { title: 'A storm of the first document' })
  await database.posting.update({ where: { id: first }, data: { isInitial: true } })
  await changeSubscriptions(database, reader, [subscriptionId], { isMuted: true })
  await world.post(sourceId, { title: 'A muted storm' })
  await world.tell()
  expect(await hitTitles()).toEqual([])
  expect(await hitTitles(bob)).toEqual([])
})

test('all channels get it once, whatever asks for it and however often it is looked at', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'paper')
  const { origin } = world.sink
  const browser = createPushBrowser(`${origin}/push/1`)
  const { endpoint, keys } = browser
  const channels = [
    await webhook(),
    await world.channel({ kind: 'ntfy', name: 'Phone', url: origin, topic: 'ada', token: 'tk_1' }),
    await world.channel({ kind: 'web-push', name: 'Browser', endpoint, keys }),
    await world.channel({ kind: 'email', name: 'Mail' }),
  ]
  await world.alert({ kind: 'source', sourceId }, channels)
  await world.alert({ kind: 'query', query: 'lighthouse' }, channels)
  const id = await world.post(sourceId, {
    title: 'A lighthouse – “lit”',
    html: '<p>It shines.</p>',
    url: 'https://paper.example/1',
  })
  await world.tell()
  await world.database.posting.update({
    where: { id },
    data: { title: 'A lighthouse, edited', editedAt: new Date() },
  })
  await indexAll(world.database)
  await world.tell()

  const [hook] = world.sink.at('/hook')
  expect(world.sink.received).toHaveLength(3)
  if (hook === undefined) throw new Error('No webhook came.')
  checkWebhook(hook, secret, world.clock.now())
  expect(() => checkWebhook(hook, 'another secret of the right size', world.clock.now())).toThrow()
  const told = JSON.parse(hook.body.toString()) as { id: string; items: unknown[] }
  expect(told.id).toBe(hook.headers['idempotency-key'])
  expect(told.items).toEqual([
    expect.objectContaining({
      kind: 'posting',
      posting: expect.objectContaining({
        title: 'A lighthouse – “lit”',
        url: 'https://paper.example/1',
      }) as unknown,
    }),
  ])
  const [ntfy] = world.sink.at('/')
  expect(ntfy?.headers.authorization).toBe('Bearer tk_1')
  expect(JSON.parse(ntfy?.body.toString() ?? '')).toMatchObject({
    topic: 'ada',
    title: 'A lighthouse – “lit”',
  })
  const [push] = world.sink.at('/push/1')
  if (push === undefined) throw new Error('No push came.')
  checkVapid(push, origin, vapidKeysOf(pushPrivateKey).publicKey, Date.now())
  expect(browser.read(push)).toMatchObject({
    title: 'A lighthouse – “lit”',
    key: push.headers.topic,
    url: `https://news.example.org/?posting=${id}`,
  })
  expect(() => createPushBrowser(endpoint).read(push)).toThrow()
  const mail = await world.mails.next()
  expect(mail.to).toBe('ada@example.org')
  expect(mail.text).toMatch(/Message-ID: <a1-p\d+-c\d+@example\.org>/i)
  expect(mail.text).toContain('https://paper.example/1')
  expect(world.mails.mails).toHaveLength(1)
  expect((await world.deliveries()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent'])
})

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

test('a host that hangs delays nobody else', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'paper')
  const slow = await world.channel({
    kind: 'ntfy',
    name: 'Slow',
    url: `http://localhost:${new URL(world.sink.origin).port}/slow`,
    topic: 't',
  })
  await world.alert({ kind: 'source', sourceId }, [slow])
  await world.alert({ kind: 'source', sourceId }, [
    await world.channel({ kind: 'ntfy', name: 'Fast', url: world.sink.origin, topic: 't' }),
  ])
  world.sink.answer('/slow', 'hang')
  for (let index = 0; index < 15; index++) await world.post(sourceId, { title: `Posting ${index}` })
  const running = world.tell()
  await expect.poll(() => world.sink.at('/').length, { timeout: 5000 }).toBe(15)
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

test('what alerts ask for follows their folders', async () => {
  const { database, reader } = world
  const { sourceId } = await addSubscription(database, reader, 'paper', { folderName: 'News' })
  const { sourceId: other, subscriptionId } = await addSubscription(database, reader, 'blog')
  const { id: folderId } = await database.folder.findFirstOrThrow()
  await world.alert({ kind: 'folder', folderId })
  const asked = async () => (await database.alertSource.findMany()).map((row) => row.sourceId).toSorted()
  expect(await asked()).toEqual([sourceId])
  await changeSubscriptions(database, reader, [subscriptionId], { folderId })
  expect(await refreshSources(database, world.clock.now(), { afterId: 0, limit: 10 })).toBe(0)
  expect(await asked()).toEqual([sourceId, other].toSorted())
})

test('what was seen in one window is seen in all', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'paper')
  await world.alert({ kind: 'source', sourceId })
  await world.post(sourceId, { title: 'One' })
  await world.tell()
  const page = await listHits(world.database, world.reader, undefined)
  expect(page.unseen).toBe(1)
  await markHitsSeen(world.database, world.reader, BigInt(page.hits[0]?.id ?? 0), world.clock.now())
  expect((await listHits(world.database, world.reader, undefined)).unseen).toBe(0)
})
