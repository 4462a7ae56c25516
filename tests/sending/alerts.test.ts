import { expect, test } from 'vitest'
import { listHits, markHitsSeen } from '#lib/store/alerts/alert-hits.ts'
import { refreshSources } from '#lib/store/alerts/alert-sources.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { alertWorldOfEachTest, pushPrivateKey } from '#tests/support/world/alert-world.ts'
import { checkVapid, checkWebhook, createPushBrowser } from '#tests/support/servers/alert-sinks.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { indexAll } from '#tests/support/world/searching.ts'
import { vapidKeysOf } from '#lib/sending/vapid.ts'

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
  const { sourceId } = await addSubscription(database, reader, 'paper')
  const { sourceId: muted, subscriptionId } = await addSubscription(database, reader, 'muted')
  await changeSubscriptions(database, reader, [subscriptionId], { isMuted: true })
  await world.alert({ kind: 'query', query: 'storm' })
  await world.alert({ kind: 'source', sourceId })
  const bob = await addReader(database, 'bob')
  const { sourceId: bobs } = await addSubscription(database, bob, 'bobs')
  await world.post(bobs, { title: 'A storm at Bob’s' })
  await world.post(sourceId, { title: 'A storm of the first document', isInitial: true })
  await world.post(muted, { title: 'A muted storm' })
  await world.post(sourceId, { title: 'A storm that is news' })
  await world.tell()
  expect(await hitTitles()).toEqual(['A storm that is news'])
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
  expect(() => checkWebhook(hook, 'another secret of the right size', world.clock.now())).toThrow(
    'The signature is wrong.',
  )
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
  expect(() => createPushBrowser(endpoint).read(push)).toThrow('unable to authenticate')
  const mail = await world.mails.next()
  expect(mail.to).toBe('ada@example.org')
  expect(mail.text).toMatch(/Message-ID: <a1-p\d+-c\d+@example\.org>/i)
  expect(mail.text).toContain('https://paper.example/1')
  expect(world.mails.mails).toHaveLength(1)
  expect((await world.deliveries()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent'])
})

test('a channel whose settings are not understood keeps no other from being sent to', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'paper')
  const broken = await webhook('/broken')
  await world.alert({ kind: 'source', sourceId }, [broken, await webhook('/sound')])
  await world.database.alertChannel.update({ where: { id: broken }, data: { config: { kind: 'webhook' } } })
  await world.post(sourceId, { title: 'News' })
  await world.tell()
  expect(world.sink.at('/sound')).toHaveLength(1)
  expect((await world.deliveries()).map(({ state }) => state).toSorted()).toEqual(['sent', 'waiting'])
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
  const moved = new Set<number>()
  expect(await refreshSources(database, world.clock.now(), { afterId: 0, limit: 10, moved })).toBe(0)
  expect([...moved]).toEqual([other])
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
