import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { askHubs } from '#lib/polling/ask-hubs.ts'
import { answerIntent } from '#lib/polling/websub-callback.ts'
import { setPublisherLimit } from '#lib/store/hosts/publisher-limits.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { recordPushOffer } from '#lib/store/websub/websub-offers.ts'
import { document, rss, rssDocument } from '#tests/support/servers/feed-documents.ts'
import { createPushedWorld, postingOf, type PushedWorld } from '#tests/support/world/pushed-world.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

let world: PushedWorld
beforeEach(async () => {
  world = await createPushedWorld()
})
afterEach(() => world.close())

const subscription = () => world.database.pushSubscription.findFirstOrThrow()

describe('subscribing to a hub', () => {
  test('asks for the topic with a secret and is verified', async () => {
    await world.subscribe()
    const [form] = world.hub.requests
    expect(Object.fromEntries(form ?? [])).toMatchObject({
      'hub.mode': 'subscribe',
      'hub.topic': world.topic,
      'hub.callback': expect.stringMatching(
        new RegExp(`^${world.callbackOrigin}/api/push/websub/[\\w-]{32}$`),
      ),
      'hub.secret': expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(world.hub.verified).toEqual([true])
    expect(await subscription()).toMatchObject({ state: 'active', attempts: 0, pushShare: 0 })
  })

  test('repeats a challenge as text that no browser takes for a page (go-websub 9, idno 3367)', async () => {
    await world.subscribe()
    const asked = new URL(world.hub.requests[0]?.get('hub.callback') ?? '')
    const challenge = '<script>alert(1)</script>'
    for (const [name, value] of Object.entries({ mode: 'subscribe', topic: world.topic, challenge }))
      asked.searchParams.set(`hub.${name}`, value)
    const answer = await fetch(asked)
    expect([answer.status, await answer.text()]).toEqual([200, challenge])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('goes on where sources whose hubs deliver no more cannot be planned', async () => {
    await world.subscribe()
    await world.database.pushSubscription.create({
      data: {
        ...{
          protocol: 'websub',
          hubUrl: 'https://fallen.example/',
          topicUrl: world.topic,
          callbackId: 'fallen',
        },
        ...{ secret: 'fallen', state: 'lapsed', pushShare: 0.5, sourceId: world.sourceId },
        nextRequestAt: new Date(world.clock.now() + dayMs),
      },
    })
    await world.database.pushSubscription.updateMany({
      where: { state: 'active' },
      data: { nextRequestAt: new Date(world.clock.now()) },
    })
    await world.database.$executeRaw`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'bad data'; END $$`
    await world.database.$executeRaw`
      CREATE TRIGGER "refused" BEFORE INSERT ON "plan" FOR EACH ROW EXECUTE FUNCTION refuse()`
    await world.clock.advance(minuteMs) // it is the turn of its host again
    await world.askHubs()
    await world.database.$executeRaw`DROP FUNCTION refuse CASCADE`
    expect(world.hub.requests).toHaveLength(2)
  })

  test('forgets a hub whose address is none', async () => {
    await world.pass()
    await world.database.pushSubscription.updateMany({ data: { hubUrl: 'http://[hub' } })
    await world.askHubs()
    expect(await world.database.pushSubscription.count()).toBe(0)
  })

  test('asks nobody while no public address is known', async () => {
    await world.pass()
    await askHubs({ ...world.context, callbackUrl: null })
    expect(world.hub.requests).toEqual([])
    expect(await subscription()).toMatchObject({ askedMode: null })
  })

  test('confirms nothing that was not asked for: another topic, another mode, another address', async () => {
    await world.subscribe()
    const callback = world.hub.requests[0]?.get('hub.callback') ?? ''
    const asked = { 'hub.mode': 'subscribe', 'hub.topic': world.topic, 'hub.lease_seconds': '60' }
    const { leaseEndsAt } = await subscription()
    expect(await world.hub.verify(callback, { ...asked, 'hub.topic': `${world.topic}2` })).toBe(404)
    expect(await world.hub.verify(callback, { ...asked, 'hub.mode': 'unsubscribe' })).toBe(404)
    expect(await world.hub.verify(`${callback}x`, asked)).toBe(404)
    expect(await world.hub.verify(`${callback}%00`, asked)).toBe(404)
    expect(await world.hub.verify(callback.replace('/websub/', '/rsscloud/'), asked)).toBe(404)
    expect(await subscription()).toMatchObject({ state: 'active', leaseEndsAt })
  })

  test('is repeated with growing pauses while the hub fails, refuses or never verifies', async () => {
    world.hub.behaviour = 'refuse'
    await world.subscribe()
    expect(await subscription()).toMatchObject({
      state: 'asked',
      lastError: { code: 'hubBadStatus', values: { status: 500, said: '' } },
    })
    const pauses: number[] = []
    for (const behaviour of ['silent', 'refuse', 'silent'] as const) {
      world.hub.behaviour = behaviour
      const { nextRequestAt } = await subscription()
      pauses.push(nextRequestAt.getTime() - world.clock.now())
      await world.clock.set(nextRequestAt.getTime() - 1)
      await world.askHubs()
      await world.clock.set(nextRequestAt.getTime())
      await world.askHubs()
    }
    expect(world.hub.requests).toHaveLength(4)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses[2]).toBeGreaterThan(2 * (pauses[0] ?? Infinity))
  })

  test('keeps no secret of what the hub repeats, neither when it refuses nor when it denies', async () => {
    world.hub.behaviour = 'refuse'
    world.hub.says = (form) => `bad form: ${form.toString()}`
    await world.subscribe()
    const { lastError, ...push } = await subscription()
    expect(JSON.stringify(lastError)).toContain('•••')
    for (const each of [push.secret, push.callbackId]) expect(JSON.stringify(lastError)).not.toContain(each)
    const reason = `no ${push.secret} here`
    const query = new URLSearchParams({
      'hub.mode': 'denied',
      'hub.topic': push.topicUrl,
      'hub.reason': reason,
    })
    await answerIntent(world.database, push, query, world.clock.now())
    expect((await subscription()).lastError).toEqual({ code: 'hubDenied', values: { said: 'no ••• here' } })
  })

  test('is asked although the addresses of others are broken', async () => {
    await world.pass()
    const at = new Date(world.clock.now() - 1)
    await world.database.pushSubscription.createMany({
      data: ['a', 'b', 'c', 'd'].map((name) => ({
        ...{ protocol: 'websub', hubUrl: `no address ${name}`, topicUrl: world.topic, secret: 'secret' },
        ...{ callbackId: name, nextRequestAt: at, sourceId: world.sourceId },
      })),
    })
    await world.askHubs()
    expect(world.hub.verified).toEqual([true])
  })

  test('never asks a hub whose host opted out', async () => {
    const limit = { leastIntervalMs: null, requestsPerHour: null, isOptedOut: true, evidence: '' }
    await world.database.$transaction((transaction) =>
      setPublisherLimit(transaction, { host: '127.0.0.9', ...limit }, world.clock.now()),
    )
    await world.subscribe()
    expect(world.hub.requests).toEqual([])
    expect(await subscription()).toMatchObject({
      lastError: expect.objectContaining({ code: 'publisherOptedOut' }),
    })
  })

  test('is asked for one source at a time, with the pauses of its host', async () => {
    const { subscriberId } = await world.database.subscription.findFirstOrThrow()
    const headers = { link: `<${world.hub.url}>; rel="hub", <${world.topic}2>; rel="self"` }
    world.server.route('/feed2', rss({ postings: world.postings, headers }))
    await world.database.source.create({
      data: {
        url: `${world.topic}2`,
        nextPollAt: new Date(world.clock.now()),
        hostName: '127.0.0.1',
        subscriptions: { create: { subscriberId } },
      },
    })
    await world.pass()
    await world.clock.advance(1_000)
    await world.pass()
    expect(await world.database.pushSubscription.count()).toBe(2)
    await world.askHubs()
    await world.askHubs()
    expect(world.hub.requests).toHaveLength(1)
    await world.clock.advance(1_000)
    await world.askHubs()
    expect(world.hub.requests).toHaveLength(2)
    const states = await world.database.pushSubscription.findMany({ select: { state: true, attempts: true } })
    expect(states).toEqual(Array(2).fill({ state: 'active', attempts: 0 }))
  })

  test('renews the lease well before its end, and keeps the subscription active meanwhile', async () => {
    world.hub.leaseSeconds = 1000
    await world.subscribe()
    const before = await subscription()
    await world.clock.set(Date.now() + 400_000)
    await world.askHubs()
    expect(world.hub.requests).toHaveLength(1)
    world.hub.leaseSeconds = 2000
    await world.clock.set(Date.now() + 510_000)
    await world.askHubs()
    expect(world.hub.requests).toHaveLength(2)
    const after = await subscription()
    expect(after).toMatchObject({ state: 'active', activeSince: before.activeSince, secret: before.secret })
    expect(Number(after.leaseEndsAt)).toBeGreaterThan(Number(before.leaseEndsAt) + 900_000)
  })

  test('rests for a week after a denial', async () => {
    world.hub.behaviour = 'deny'
    await world.subscribe()
    expect(await subscription()).toMatchObject({
      state: 'denied',
      lastError: { code: 'hubDenied', values: { said: 'not today' } },
    })
    world.hub.behaviour = 'verify'
    await world.clock.advance(6 * dayMs)
    await world.askHubs()
    expect(world.hub.requests).toHaveLength(1)
    await world.clock.advance(dayMs + minuteMs)
    await world.askHubs()
    expect(await subscription()).toMatchObject({ state: 'active' })
  })

  test('is given back when nobody subscribes any more, and begun anew when somebody does again', async () => {
    await world.subscribe()
    const { id, subscriberId } = await world.database.subscription.findFirstOrThrow()
    await unsubscribe(world.database, subscriberId, [id], world.clock.now())
    await world.clock.advance(1_000)
    await world.askHubs()
    expect(world.hub.requests.map((form) => form.get('hub.mode'))).toEqual(['subscribe', 'unsubscribe'])
    expect(world.hub.verified).toEqual([true, true])
    expect(await world.database.pushSubscription.count()).toBe(0)
    expect(await world.hub.deliver(world.topic, rssDocument('A feed', []))).toBe(410)
    await world.database.subscription.create({ data: { subscriberId, sourceId: world.sourceId } })
    await world.pollAt(world.clock.now() + minuteMs)
    await world.askHubs()
    expect(await subscription()).toMatchObject({ state: 'active' })
  })

  test('ends when the document names the hub no more', async () => {
    await world.subscribe()
    world.server.route('/feed', document(rssDocument('A feed', [postingOf('alone', world.clock.now())])))
    await world.pollAt(world.clock.now() + minuteMs)
    await world.askHubs()
    expect(world.hub.requests.at(-1)?.get('hub.mode')).toBe('unsubscribe')
    expect(await world.database.pushSubscription.count()).toBe(0)
  })

  test('ends at once where its hub denies that it is to end', async () => {
    await world.subscribe()
    world.server.route('/feed', document(rssDocument('A feed', [postingOf('alone', world.clock.now())])))
    await world.pollAt(world.clock.now() + minuteMs)
    const push = await subscription()
    const query = new URLSearchParams({ 'hub.mode': 'denied', 'hub.topic': push.topicUrl })
    expect(await answerIntent(world.database, { ...push, askedMode: 'unsubscribe' }, query, 0)).toBe('')
    expect(await world.database.pushSubscription.count()).toBe(0)
  })

  test('is made of ten hubs of a source at most, however many its documents name', async () => {
    await world.subscribe()
    const { sourceId } = world
    for (let n = 0; n < 12; n += 1) {
      const offer = { protocol: 'websub', hubUrl: `https://hub${n}.example/`, topicUrl: world.topic } as const
      await world.database.$transaction((transaction) => recordPushOffer(transaction, sourceId, offer, 0))
    }
    expect(await world.database.pushSubscription.count()).toBe(10)
    expect(await world.database.pushSubscription.count({ where: { isOffered: true } })).toBe(0)
  })
})
