import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { brokenInvariants, posted, startGatedAggregator } from '../support/gated-aggregator.ts'
import { createPolledWorld } from '../support/polled-world.ts'

/** Longer than it takes to notice: five seconds without a word, five for a greeting. */
const silentMs = 20_000

test('an aggregator whose database went without a word goes on with the one that takes its place', async () => {
  const world = await createPolledWorld()
  onTestFinished(world.close)
  world.server.route('/feed', posted('a'))
  const { gate, makeDue, stop } = await startGatedAggregator(world, { endsSilence: true })
  await expect.poll(() => world.titles(), { timeout: 20_000 }).toHaveLength(1)
  gate.hush()
  world.server.route('/feed', posted('a', 'b'))
  await sleep(silentMs)
  gate.replace()
  await makeDue() // not before: what the aggregator was in the midst of may hold the source's row
  await expect.poll(() => world.titles(), { timeout: 90_000 }).toHaveLength(2)
  await stop()
  expect(await brokenInvariants(world)).toEqual([])
})
