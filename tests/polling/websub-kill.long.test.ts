import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { observe } from '#tests/support/servers/child-process.ts'
import { rssDocument } from '#tests/support/servers/feed-documents.ts'
import { createPushedWorld, postingOf, type PushedWorld } from '#tests/support/world/pushed-world.ts'
import { byTier } from '#tests/support/run/tier.ts'
import { until } from '#tests/support/measure/until.ts'

let world: PushedWorld
beforeEach(async () => {
  world = await createPushedWorld()
})
afterEach(() => world.close())

const waiting = () => world.database.pushDelivery.count()

describe('a delivery', () => {
  test('that was accepted survives a process killed while storing it', async () => {
    await world.subscribe()
    await world.hub.deliver(world.topic, rssDocument('A feed', [postingOf('kept', world.clock.now())]))
    const dying = storer('hang')
    await dying.hasPrinted('taken')
    dying.child.kill('SIGKILL')
    expect(await dying.exited).toBe('SIGKILL')
    expect(await world.titles()).toEqual(['first'])
    const next = storer()
    expect(await next.exited, next.output()).toBe(0)
    expect(await world.titles()).toEqual(['first', 'kept'])
    expect(await waiting()).toBe(0)
  })

  test('none is lost or doubled by kills at random moments of the work (seed 5)', async () => {
    await world.subscribe()
    const random = seededRandom(5)
    const titles = Array.from({ length: byTier({ night: 40, sample: 20 }) }, (_, index) => `posting ${index}`)
    for (const title of titles)
      await world.hub.deliver(world.topic, rssDocument('A feed', [postingOf(title, world.clock.now())]))
    for (const left of byTier({ night: [35, 25, 15, 5], sample: [15, 5] })) {
      const { child, exited } = storer()
      await until(`${left} deliveries are left`, async () => (await waiting()) <= left, { everyMs: 0 })
      await sleep(random() * 10)
      child.kill('SIGKILL')
      expect(await exited).toBe('SIGKILL')
      expect(await waiting(), 'killed at work').toBeGreaterThan(0)
    }
    const last = storer()
    expect(await last.exited, last.output()).toBe(0)
    expect((await world.titles()).toSorted()).toEqual(['first', ...titles].toSorted())
  })
})

function storer(...rest: readonly string[]) {
  const args = ['tests/support/chaos/delivery-process.ts', world.databaseUrl, ...rest]
  return observe(process.execPath, args, { ...process.env, LOG_LEVEL: 'error' })
}
