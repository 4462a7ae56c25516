import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { connectionFigures, openDatabase } from '#lib/store/connection/database.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { openDatabaseGate } from '#tests/support/servers/database-gate.ts'
import { brokenInvariants, posted, startGatedAggregator } from '#tests/support/servers/gated-aggregator.ts'
import { createPolledWorld } from '#tests/support/world/polled-world.ts'
import { isNight } from '#tests/support/run/tier.ts'

/** Longer than it takes to notice: five seconds without a word, five for a greeting. */
const silentMs = 20_000

test('an aggregator whose database went without a word goes on with the one that takes its place', async () => {
  const world = await createPolledWorld()
  onTestFinished(world.close)
  world.server.route('/feed', posted('a'))
  const { gate, makeDue, stop } = await startGatedAggregator(world, { endsSilence: true })
  await expect.poll(() => world.titles()).toHaveLength(1)
  gate.hush()
  world.server.route('/feed', posted('a', 'b'))
  await sleep(silentMs)
  gate.replace()
  await makeDue() // not before: what the aggregator was in the midst of may hold the source's row
  await expect.poll(() => world.titles(), { timeout: 90_000 }).toHaveLength(2)
  await stop()
  expect(await brokenInvariants(world)).toEqual([])
})

test.runIf(isNight)(
  'where the machine is busy itself, a database that answers late is not taken for silent',
  async () => {
    const made = await createTestDatabase()
    const gate = await openDatabaseGate(made.url)
    const database = openDatabase(gate.url, { endsSilence: true })
    const answered = Promise.allSettled([database.$queryRaw`SELECT pg_sleep(1)::text AS "slept"`])
    await expect.poll(() => connectionFigures(database).total - connectionFigures(database).idle).toBe(1)
    gate.hush()
    const late = setTimeout(gate.unhush, 16_000)
    const busy = setInterval(() => {
      const until = performance.now() + 1_600
      while (performance.now() < until);
    }, 1)
    onTestFinished(async () => {
      clearTimeout(late)
      clearInterval(busy)
      await database.$disconnect()
      await gate.shut()
      await made.drop()
    })
    expect(await answered).toEqual([{ status: 'fulfilled', value: [{ slept: '' }] }])
  },
)
