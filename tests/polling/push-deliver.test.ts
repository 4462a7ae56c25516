import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startAggregator } from '#lib/aggregator/main.ts'
import { takeCall } from '#lib/polling/websub-callback.ts'
import { storeDeliveries } from '#lib/polling/store-deliveries.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { answerVisit } from '#lib/runtime/known-visits.ts'
import { keepDelivery, removePush } from '#lib/store/websub/websub-callbacks.ts'
import { findNextDelivery } from '#lib/store/websub/websub-deliveries.ts'
import { requestPoll } from '#lib/store/polling/request-poll.ts'
import { rssDocument } from '#tests/support/servers/feed-documents.ts'
import { listenForNotifications } from '#tests/support/servers/notifications.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { createPushedWorld, postingOf, type PushedWorld } from '#tests/support/world/pushed-world.ts'
import { until } from '#tests/support/measure/until.ts'
import { logOfEachTest } from '#tests/support/measure/written-log.ts'

const minuteMs = 60_000

const log = logOfEachTest('warn')
let world: PushedWorld
beforeEach(async () => {
  world = await createPushedWorld()
})
afterEach(() => world.close())

const subscription = () => world.database.pushSubscription.findFirstOrThrow()

test('a hub is no stranger where it calls the address that it was given', async () => {
  await world.subscribe()
  const { callbackId } = await subscription()
  const known: string[] = []
  for (const id of [callbackId, 'made-up'])
    await new Promise((resolve) => {
      const visit = { prove: () => known.push(id), refuse: () => undefined, hurry: () => undefined }
      answerVisit(visit, () => resolve(takeCall(world.database, 'websub', id, world.clock.now())))
    })
  expect(known).toEqual([callbackId])
})

test('a hub that is let go while a poll ends waits for the poll, and the poll for nobody', async () => {
  await world.subscribe()
  const push = { id: (await subscription()).id, sourceId: world.sourceId }
  let letting: Promise<unknown> = Promise.resolve()
  await world.database.$transaction(
    async (poll) => {
      await poll.$queryRaw`SELECT 1 FROM "source" FOR NO KEY UPDATE`
      letting = removePush(world.database, push)
      letting.catch(() => undefined) // looked at below
      await until('somebody waits for a row', () => isWaitedFor(world.database))
      await poll.pushSubscription.updateMany({ data: { pushShare: 0.5 } })
    },
    { timeout: 30_000 },
  )
  await letting
  expect(await world.database.pushSubscription.count()).toBe(0)
})

test('a hub that is let go while its delivery is about to be stored and the delivery do not wait for each other', async () => {
  await world.subscribe()
  await world.hub.deliver(world.topic, rssDocument('A feed', [postingOf('second', world.clock.now())]))
  let storing: Promise<unknown> = Promise.resolve()
  await world.database.$transaction(
    async (letting) => {
      await letting.$queryRaw`SELECT 1 FROM "source" FOR NO KEY UPDATE`
      storing = world.storeDeliveries()
      await until('somebody waits for a row', () => isWaitedFor(world.database))
      await letting.pushSubscription.deleteMany()
    },
    { timeout: 30_000 },
  )
  await storing
  expect(await world.database.pushDelivery.count()).toBe(0)
  expect(await world.titles()).toEqual(['first'])
  expect(log.text()).not.toContain('delivery-not-stored')
})

/** A delivery to another source, which waits. @returns its id */
async function deliverTo(name: string): Promise<bigint> {
  const { database, clock } = world
  const url = `https://${name}.example/feed`
  const { id: sourceId } = await database.source.create({
    data: { url, nextPollAt: null, host: { create: { name: `${name}.example` } } },
  })
  const at = new Date(clock.now())
  const push = { protocol: 'websub', hubUrl: `https://${name}.example/hub`, topicUrl: url, callbackId: name }
  const { id: pushSubscriptionId } = await database.pushSubscription.create({
    data: { ...push, secret: name, createdAt: at, nextRequestAt: at, sourceId },
  })
  const body = new TextEncoder().encode(rssDocument(name, [postingOf(name, clock.now())]))
  const { id } = await database.pushDelivery.create({ data: { body, receivedAt: at, pushSubscriptionId } })
  return id
}

describe('a delivery', () => {
  test.each(['sha1', 'sha256', 'sha384', 'sha512'] as const)(
    'signed with %s is stored once, whatever polls and repetitions bring',
    async (method) => {
      await world.subscribe()
      world.postings.push(postingOf('pushed', world.clock.now()))
      const part = rssDocument('A feed', world.postings.slice(-1))
      expect(await world.hub.deliver(world.topic, part, { method })).toBe(202)
      expect(await world.hub.deliver(world.topic, part, { method })).toBe(202)
      const before = await world.database.source.findFirstOrThrow()
      await world.storeDeliveries()
      expect(await world.titles()).toEqual(['first', 'pushed'])
      const posting = await world.database.posting.findFirstOrThrow({ where: { title: 'pushed' } })
      expect(posting).toMatchObject({ isInitial: false, pollId: null, foundAt: new Date(world.clock.now()) })
      const { windowSize, etag, nextPollAt, lastSuccessAt } = before
      expect(await world.database.source.findFirstOrThrow()).toMatchObject({
        windowSize,
        etag,
        nextPollAt,
        lastSuccessAt,
      })
      await world.pollAt(world.clock.now() + minuteMs)
      expect(await world.titles()).toEqual(['first', 'pushed'])
    },
  )

  test.each([
    ['a wrong signature', { secret: 'another' }],
    ['no signature', { withoutSignature: true }],
  ])('with %s is answered like any other, ignored and counted', async (_name, options) => {
    await world.subscribe()
    const forged = rssDocument('A feed', [postingOf('forged', world.clock.now())])
    expect(await world.hub.deliver(world.topic, forged, options)).toBe(202)
    expect(await world.database.pushDelivery.count()).toBe(0)
    await world.storeDeliveries()
    expect(await world.titles()).toEqual(['first'])
    expect(await subscription()).toMatchObject({ refusedDeliveries: 1, deliveries: 0 })
  })

  test('that cannot be read is not lost: its source is polled', async () => {
    await world.subscribe()
    await world.pollAt(world.clock.now() + minuteMs)
    world.postings.push(postingOf('announced', world.clock.now()))
    await world.hub.deliver(world.topic, 'There is news.', { contentType: 'text/plain' })
    await world.clock.advance(2 * minuteMs)
    await world.storeDeliveries()
    await world.pass()
    expect(await world.titles()).toEqual(['first', 'announced'])
    expect((await subscription()).pushShare).toBeCloseTo(0.2)
  })

  test('waits for nobody who tells of its source, nor does who asks for a poll', async () => {
    await world.subscribe()
    await world.database.$transaction(
      async (telling) => {
        await telling.$queryRaw`SELECT 1 FROM "source" FOR KEY SHARE` // as a foreign key does
        await world.push('pushed')
        await requestPoll(world.database, world.sourceId, world.clock.now())
      },
      { timeout: 30_000 },
    )
    expect(await world.titles()).toEqual(['first', 'pushed'])
  })

  test('whose source somebody else has in hand waits, and those of other sources do not', async () => {
    await world.subscribe()
    const others: bigint[] = []
    for (const name of ['a', 'b', 'c', 'd']) others.push(await deliverTo(name))
    await world.database.$executeRawUnsafe(`CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'kept' USING ERRCODE = '55P03'; END $$`)
    const kept = `CREATE TRIGGER "kept" BEFORE DELETE ON "push_delivery" FOR EACH ROW WHEN (OLD."id" < ${others[3]}) EXECUTE FUNCTION keep()`
    await world.database.$executeRawUnsafe(kept)
    await world.storeDeliveries()
    const left = await world.database.pushDelivery.findMany({ orderBy: { id: 'asc' } })
    expect(left.map(({ id, failures }) => [id, failures])).toEqual(others.slice(0, 3).map((id) => [id, 0]))
    await world.database.$executeRaw`DROP FUNCTION keep CASCADE`
    await world.storeDeliveries()
    expect(await world.database.pushDelivery.count()).toBe(0)
  })

  test('that cannot be stored is given up after some tries, and its source polled instead', async () => {
    await world.subscribe()
    await world.hub.deliver(world.topic, rssDocument('A feed', [postingOf('pushed', world.clock.now())]))
    let tries = 0
    const parse = () => {
      tries += 1
      return Promise.reject(new Error('no thread'))
    }
    await storeDeliveries({ ...world.context, parser: { parse } })
    expect(tries).toBeGreaterThanOrEqual(3)
    expect(tries).toBeLessThanOrEqual(5) // two other lanes may take it before the failure is counted
    expect(await world.database.pushDelivery.count()).toBe(0)
    const { nextPollReason, nextPollAt } = await world.database.source.findFirstOrThrow()
    expect(nextPollReason).toEqual({ code: 'announced', values: {} })
    expect(Number(nextPollAt)).toBe(world.clock.now() + minuteMs)
  })

  test('of an edited posting is recorded as an edit; one without text takes none away', async () => {
    await world.subscribe()
    await world.push('pushed')
    const edited = { ...postingOf('pushed', world.clock.now()), title: 'pushed, corrected' }
    await world.hub.deliver(world.topic, rssDocument('A feed', [edited]))
    await world.hub.deliver(world.topic, rssDocument('A feed', [{ ...edited, text: '' }]))
    await world.storeDeliveries()
    const posting = await world.database.posting.findFirstOrThrow({ where: { guid: 'pushed' } })
    expect(posting).toMatchObject({ title: 'pushed, corrected', excerpt: 'Text of pushed' })
    expect(await world.database.posting.count()).toBe(2)
  })

  test('too large or too frequent is refused before it is kept', async () => {
    await world.subscribe()
    expect(await world.hub.deliver(world.topic, ' '.repeat(5_000_001))).toBe(413)
    const part = rssDocument('A feed', [postingOf('again', world.clock.now())])
    const statuses: number[] = []
    for (let call = 0; call < 60; call++) statuses.push(await world.hub.deliver(world.topic, part))
    expect(statuses.filter((status) => status === 202)).toHaveLength(50)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  test('of all hubs of a source so many wait together as of one', async () => {
    await world.subscribe()
    const { sourceId, protocol, topicUrl, nextRequestAt, ...first } = await subscription()
    const other = { protocol, topicUrl, nextRequestAt, sourceId, createdAt: new Date(), secret: 's' }
    const { id } = await world.database.pushSubscription.create({
      data: { ...other, callbackId: 'other', hubUrl: 'https://other.example/' },
    })
    const pushes = [first.id, id].map((each) => ({ id: each, sourceId }))
    const delivery = { body: Buffer.from('x'), contentType: null, receivedAt: world.clock.now() }
    const kept: boolean[] = []
    for (let n = 0; n < 30; n += 1)
      for (const push of pushes) kept.push(await keepDelivery(world.database, push, delivery))
    expect(kept.filter(Boolean)).toHaveLength(50)
  })

  test('beyond a hundred megabytes of an hour is not read: its source is polled', async () => {
    await world.subscribe()
    await world.pollAt(world.clock.now() + minuteMs)
    const lastRequest = BigInt(Date.now())
    const counted = { id: 'd', key: `deliveries|${world.sourceId}`, count: 99_980, lastRequest }
    await world.database.rateLimit.create({ data: counted })
    const part = rssDocument('A feed', [postingOf('pushed', world.clock.now())])
    for (let call = 0; call < 2; call += 1) expect(await world.hub.deliver(world.topic, part)).toBe(202)
    expect(await world.database.pushDelivery.count()).toBe(1)
    expect((await world.database.source.findFirstOrThrow()).nextPollReason).toEqual({
      code: 'announced',
      values: {},
    })
  })

  test('leaves the other lanes to other sources, however many hubs its source has', async () => {
    await world.subscribe()
    const { id: pushId, sourceId, protocol, topicUrl, nextRequestAt } = await subscription()
    const other = { protocol, topicUrl, nextRequestAt, sourceId, createdAt: new Date(), secret: 's' }
    for (const name of ['b', 'c'])
      await world.database.pushSubscription.create({
        data: { ...other, callbackId: name, hubUrl: `https://${name}.example/` },
      })
    const delivery = { body: Buffer.from(''), contentType: null, receivedAt: world.clock.now() }
    for (const { id } of await world.database.pushSubscription.findMany())
      await keepDelivery(world.database, { id, sourceId }, delivery)
    expect((await findNextDelivery(world.database, new Set()))?.pushId).toBe(pushId)
    expect(await findNextDelivery(world.database, new Set([sourceId]))).toBeNull()
  })

  test('is stored and told of when it arrives', async () => {
    await world.subscribe()
    const context = { ...world.context, clock: systemClock }
    const stop = await startAggregator(context, world.databaseUrl)
    const listener = await listenForNotifications(world.databaseUrl)
    for (const title of ['one', 'two', 'three']) {
      await world.hub.deliver(world.topic, rssDocument('A feed', [postingOf(title, Date.now())]))
      await until('it is told of', async () => (await listener.next())?.type === 'postings', { everyMs: 0 })
    }
    await listener.stop()
    await stop()
    expect(await world.titles()).toEqual(['first', 'one', 'two', 'three'])
  })

  test('is read outside of transactions; of two processes that read it one stores it', async () => {
    await world.subscribe()
    await world.hub.deliver(world.topic, rssDocument('A feed', [postingOf('pushed', world.clock.now())]))
    const { context, database } = world
    const bothRead = Promise.withResolvers<number>()
    let readers = 0
    const parse: typeof context.parser.parse = async (document) => {
      readers += 1
      if (readers === 2) bothRead.resolve(await countOpenTransactions())
      await bothRead.promise
      return context.parser.parse(document)
    }
    const reading = { ...context, parser: { parse } }
    await Promise.all([storeDeliveries(reading), storeDeliveries(reading)])
    expect(await bothRead.promise).toBe(0)
    expect(await world.titles()).toEqual(['first', 'pushed'])
    expect(await database.pushDelivery.count()).toBe(0)
    expect((await subscription()).deliveries).toBe(1)
  })
})

async function countOpenTransactions(): Promise<number> {
  const [row] = await world.database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int FROM pg_stat_activity
    WHERE "datname" = current_database() AND "state" LIKE 'idle in transaction%'`
  return row?.count ?? NaN
}
