import { beforeEach, expect, test } from 'vitest'
import { leaseOf } from '#lib/polling/ask-hubs.ts'
import { mendAfterSetBack } from '#lib/store/server/clock-set-back.ts'
import { claimHubSubscription } from '#lib/store/outputs/own-hub-subscriptions.ts'
import { recordPushDenial } from '#lib/store/websub/websub-callbacks.ts'
import { claimPushRequest, postponePushRequest, recordPushLease } from '#lib/store/websub/websub-requests.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { until } from '#tests/support/measure/until.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const now = referenceAt + hourMs
const ahead = now + 400 * dayMs

const world = polledWorldOfEachTest()
let quiet = 0

/** A source that is not polled while the clock is ahead: nothing but what its hubs say shows that it was. */
beforeEach(async () => {
  world.server.route('/feed', rss({ postings: [] }))
  quiet = await world.addSource('/quiet', 1)
  await world.database.source.update({ where: { id: quiet }, data: { nextPollAt: null } })
})

/** The clock shows an instant of the future, at which another source is polled, and is set back. */
async function setBack(whileAhead: () => Promise<unknown>): Promise<void> {
  await world.pollAt(await world.addSource('/feed', 0), ahead)
  await whileAhead()
  await world.clock.set(now)
  await mend()
}

const mend = () => mendAfterSetBack(world.database, { now: world.clock.now(), speed: 1, owner: 'test' })

async function addPush(name: string, at: number, state = 'asked'): Promise<number> {
  const offer = {
    protocol: 'websub',
    hubUrl: 'https://hub.example/',
    topicUrl: `https://example.org/${name}`,
  }
  const { id } = await world.database.pushSubscription.create({
    data: { ...offer, callbackId: name, secret: 's', nextRequestAt: new Date(at), sourceId: quiet, state },
  })
  return id
}

/** The time from now at which each hub is asked, and its lease ends. */
async function pushWaits() {
  const rows = await world.database.pushSubscription.findMany({ orderBy: { id: 'asc' } })
  const wait = (at: Date | null) => (at === null ? null : at.getTime() - now)
  return Object.fromEntries(
    rows.map((row) => [row.callbackId, [wait(row.nextRequestAt), wait(row.leaseEndsAt)]]),
  )
}

const denied = { code: 'hubDeniedSilently', values: {} } as const

test('what hubs were asked and said while the clock was ahead counts from now on, and is mended once', async () => {
  const { database } = world
  await setBack(async () => {
    await addPush('asked', ahead)
    await claimPushRequest(database, ahead, () => ahead + 5 * minuteMs)
    await recordPushLease(database, await addPush('granted', ahead), leaseOf(10 * dayMs, ahead))
    await recordPushDenial(database, await addPush('denied', ahead), denied, ahead + 7 * dayMs)
    await addPush('put off', ahead)
    const request = await claimPushRequest(database, ahead, () => ahead + 5 * minuteMs)
    await postponePushRequest(database, request?.id ?? 0, ahead + 2 * dayMs)
  })
  const mended = {
    asked: [5 * minuteMs, null],
    granted: [5 * dayMs, 10 * dayMs],
    denied: [7 * dayMs, null],
    'put off': [hourMs, null],
  }
  expect(await pushWaits()).toEqual(mended)
  await world.clock.advance(10_000)
  await mend()
  expect(await pushWaits()).toEqual(mended)
})

test('sources are taken before their hubs, so that no poll and no mending wait for each other', async () => {
  const { database } = world
  const polled = await world.addSource('/feed', 0)
  await world.pollAt(polled, ahead)
  await database.pushSubscription.update({
    where: { id: await addPush('of the polled', ahead) },
    data: { sourceId: polled },
  })
  await world.clock.set(now)
  let mending: Promise<unknown> = Promise.resolve()
  await database.$transaction(
    async (poll) => {
      await poll.$queryRaw`SELECT 1 FROM "source" WHERE "id" = ${polled} FOR NO KEY UPDATE`
      mending = mend()
      mending.catch(() => undefined) // looked at below
      await until('somebody waits for a row', () => isWaitedFor(database))
      await poll.pushSubscription.updateMany({ data: { pushShare: 0.5 } })
    },
    { timeout: 30_000 },
  )
  expect(await mending).toBe(1)
})

test('what a hub announced while the clock was ahead announces nothing that polls bring afterwards', async () => {
  const { database } = world
  await setBack(async () => {
    const data = { pingedAt: new Date(ahead), activeSince: new Date(ahead - dayMs) }
    await database.pushSubscription.update({ where: { id: await addPush('told', ahead) }, data })
  })
  const at = new Date(now)
  expect(await database.pushSubscription.findFirst()).toMatchObject({ pingedAt: at, activeSince: at })
})

test('what hubs rightly wait for is left alone', async () => {
  const { database } = world
  await recordPushLease(database, await addPush('granted', referenceAt), leaseOf(90 * dayMs, referenceAt))
  await recordPushDenial(database, await addPush('denied', referenceAt), denied, referenceAt + 7 * dayMs)
  await addPush('asked often', now + 20 * hourMs)
  await database.pushSubscription.updateMany({ where: { callbackId: 'asked often' }, data: { attempts: 12 } })
  await addPush('put off', now + 50 * minuteMs)
  const before = await pushWaits()
  await setBack(() => Promise.resolve())
  expect(await pushWaits()).toEqual(before)
})

/** A subscription of our hub, which was looked at before the clock was ahead. */
async function addSubscription(feedId: number, failures: number, nextTryAt: number): Promise<void> {
  const at = new Date(referenceAt)
  const callbackUrl = `https://${failures}.example/${nextTryAt}`
  const data = { feedId, failures, callbackUrl, format: 'atom', createdAt: at, lookedAt: at }
  await world.database.hubSubscription.create({ data: { ...data, nextTryAt: new Date(nextTryAt) } })
}

test('our hub looks within a minute where a look died or a call failed while the clock was ahead; what waits rightly waits', async () => {
  const { database } = world
  const at = new Date(referenceAt)
  const feed = { name: 'News', place: 'all', secretHash: '', secretSealed: '', createdAt: at, renewedAt: at }
  const { id } = await database.outputFeed.create({ data: { ...feed, subscriberId: 'reader-reader' } })
  await setBack(async () => {
    await addSubscription(id, 0, ahead)
    expect(await claimHubSubscription(database, ahead, minuteMs)).not.toBeNull()
    await addSubscription(id, 3, ahead + 2 * minuteMs)
    await addSubscription(id, 0, now + 5 * minuteMs) // its feed cannot be read
    await addSubscription(id, 13, now + 20 * hourMs)
  })
  const rows = await database.hubSubscription.findMany({ orderBy: { id: 'asc' } })
  const waits = rows.map(({ nextTryAt }) => nextTryAt.getTime() - now)
  expect(waits).toEqual([minuteMs, minuteMs, 5 * minuteMs, 20 * hourMs])
})
