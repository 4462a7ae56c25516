import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { replanSources } from '#lib/planning/plan-all.ts'
import { startAggregator } from '#lib/aggregator/main.ts'
import type { PollOverride } from '#lib/api/server/poll-override.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { changeOverride } from '#lib/store/sources/change-source.ts'
import { setPublisherLimit } from '#lib/store/hosts/publisher-limits.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { requestPoll } from '#lib/store/polling/request-poll.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { slow } from '#tests/support/servers/feed-answers.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { until } from '#tests/support/measure/until.ts'

const world = polledWorldOfEachTest()
const minuteMs = 60_000

test('while polling is paused nothing is claimed, and it goes on where it was', async () => {
  world.server.route('*', rss({ postings: [postingAfter('a', -minuteMs)] }))
  const ids = [await world.addSource('/one', 0), await world.addSource('/two', 1)]
  await changeServerSettings(world.database, { isPaused: true })
  await world.pass()
  expect(world.server.requests).toHaveLength(0)
  expect(await world.database.source.count({ where: { leaseOwner: { not: null } } })).toBe(0)
  expect(await requestPoll(world.database, ids[0] ?? 0, world.clock.now())).toEqual({ kind: 'paused' })
  await changeServerSettings(world.database, { isPaused: false })
  await world.pass()
  expect(world.server.requests).toHaveLength(2)
  expect(await world.database.poll.count({ where: { outcome: 'fetched' } })).toBe(2)
})

test('a running aggregator finishes the poll that runs, begins no other, and is woken when the pause ends', async () => {
  const { database, server } = world
  server.route('/slow', slow(700, '<rss version="2.0"><channel><title>Slow</title></channel></rss>'))
  server.route('/other', rss({ postings: [postingAfter('b', -minuteMs)] }))
  const slowId = await world.addSource('/slow', 0)
  const stop = await startAggregator(replayContext(database, systemClock), world.databaseUrl)
  await until('the feed is asked', () => server.requests.length === 1)
  await changeServerSettings(database, { isPaused: true })
  await world.addSource('/other', 1)
  await notify(database, { type: 'due' })
  await until('a poll is stored', async () => (await database.poll.count()) === 1)
  expect((await database.poll.findFirstOrThrow()).sourceId).toBe(slowId)
  await sleep(1_500) // a tick and more
  expect(server.requests.map(({ path }) => path)).toEqual(['/slow'])
  await changeServerSettings(database, { isPaused: false })
  await notify(database, { type: 'due' })
  await until('the feed is asked again', () => server.requests.length === 2)
  await until('the next poll is stored', async () => (await database.poll.count()) === 2)
  await stop()
})

test('a source that is paused is left out, and polled when the pause ends', async () => {
  world.server.route('*', rss({ postings: [postingAfter('a', -minuteMs)] }))
  const ids = [await world.addSource('/one', 0), await world.addSource('/two', 1)]
  await fix(ids[0] ?? 0, { isPaused: true })
  await world.pass()
  expect(world.server.requests.map(({ path }) => path)).toEqual(['/two'])
  expect(await requestPoll(world.database, ids[0] ?? 0, world.clock.now())).toEqual({ kind: 'paused' })
  await fix(ids[0] ?? 0, { isPaused: false })
  await world.pass()
  expect(world.server.requests.map(({ path }) => path)).toEqual(['/two', '/one'])
})

test('a fixed interval and a greatest delay hold whatever the weight; what a publisher asks for goes before', async () => {
  await changeServerSettings(world.database, { checksPerSource: 24 })
  world.server.route('*', rss({ postings: [postingAfter('a', -minuteMs)] }))
  const id = await world.addSource('/one', 0)
  await fix(id, { fixedIntervalMs: 90 * minuteMs })
  await world.pass()
  expect(await world.nextPollAt(id)).toBe(referenceAt + 90 * minuteMs)
  await world.pollAt(id, referenceAt + 90 * minuteMs)
  expect(await world.nextPollAt(id)).toBe(referenceAt + 180 * minuteMs)
  await fix(id, { fixedIntervalMs: null, greatestDelayMs: 20 * minuteMs })
  await world.pollAt(id, referenceAt + 180 * minuteMs)
  expect(await world.nextPollAt(id)).toBeLessThanOrEqual(referenceAt + 200 * minuteMs)
  const limit = { leastIntervalMs: 6 * 60 * minuteMs, requestsPerHour: null, isOptedOut: false, evidence: '' }
  await world.database.$transaction((transaction) =>
    setPublisherLimit(transaction, { host: '127.0.0.1', ...limit }, world.clock.now()),
  )
  await replanSources(world.context(), [id])
  expect(await world.nextPollAt(id)).toBeGreaterThanOrEqual(referenceAt + (180 + 360) * minuteMs)
})

/** As an admin does, and plans it anew. */
async function fix(id: number, override: Partial<PollOverride>): Promise<void> {
  const { id: actorId } = await world.database.user.findFirstOrThrow()
  const by = { actorId, address: null, at: new Date(world.clock.now()), hold: () => Promise.resolve() }
  await world.database.$transaction((transaction) => changeOverride(transaction, { id, ...override }, by))
  await replanSources(world.context(), [id])
}
