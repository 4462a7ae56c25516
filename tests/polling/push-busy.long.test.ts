import { afterEach, beforeEach, expect, test } from 'vitest'
import { rssDocument } from '#tests/support/servers/feed-documents.ts'
import { createPushedWorld, postingOf, type PushedWorld } from '#tests/support/world/pushed-world.ts'

let world: PushedWorld
beforeEach(async () => {
  world = await createPushedWorld()
})
afterEach(() => world.close())

test('a delivery whose source is in hand for longer than a transaction may last counts no failure', async () => {
  await world.subscribe()
  await world.hub.deliver(world.topic, rssDocument('A feed', [postingOf('pushed', world.clock.now())]))
  await world.database.$transaction(
    async (planning) => {
      await planning.$queryRaw`SELECT 1 FROM "source" FOR NO KEY UPDATE`
      await world.storeDeliveries() // gives up
      expect(await planning.pushDelivery.findMany({ select: { failures: true } })).toEqual([{ failures: 0 }])
    },
    { timeout: 120_000 },
  )
  await world.storeDeliveries()
  expect(await world.titles()).toEqual(['first', 'pushed'])
})
