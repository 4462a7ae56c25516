import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { slow } from '#tests/support/servers/feed-answers.ts'
import { brokenInvariants, posted, startGatedAggregator } from '#tests/support/servers/gated-aggregator.ts'
import { createPolledWorld, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { until } from '#tests/support/measure/until.ts'

const goneMs = 4_000

let world: PolledWorld
beforeEach(async () => {
  world = await createPolledWorld()
})
afterEach(() => world.close())

test('an aggregator waits for a database that is gone, works little meanwhile, and stores what comes afterwards', async () => {
  world.server.route('/feed', posted('a'))
  const { gate, makeDue, stop } = await startGatedAggregator(world)
  await until('a posting is stored', async () => (await world.titles()).length === 1)

  // A poll is under way when the database goes: it cannot be stored, and is made again.
  world.server.route('/feed', slow(500, ''))
  const asked = world.server.requests.length
  await makeDue()
  await until('the feed is asked', () => world.server.requests.length > asked)
  await gate.shut()
  world.server.route('/feed', posted('a', 'b'))
  const before = process.cpuUsage()
  await sleep(goneMs) // as long as it lasts
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(goneMs / 2)
  await gate.open()
  await makeDue()
  await until('the second posting is stored', async () => (await world.titles()).length === 2, {
    patienceMs: 60_000,
  })
  await stop()
  expect(await world.database.source.count({ where: { leaseOwner: { not: null } } })).toBe(0)
  expect(await brokenInvariants(world)).toEqual([])
}, 120_000)
