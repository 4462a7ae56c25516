import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPushedWorld, type PushedWorld } from '#tests/support/world/pushed-world.ts'

let world: PushedWorld
beforeEach(async () => {
  world = await createPushedWorld()
})
afterEach(() => world.close())

const subscription = () => world.database.pushSubscription.findFirstOrThrow()

test.each([429, 503])(
  'waits as long as a hub asks that answers %i, to the second, for all at its host',
  async (code) => {
    world.hub.behaviour = 'pause'
    world.hub.pause = { status: code, retryAfter: '7201' }
    const startedAt = world.clock.now()
    await world.subscribe()
    expect(await subscription()).toMatchObject({
      nextRequestAt: new Date(startedAt + 7_201_000),
      lastError: { code: 'hubBadStatus', values: { status: code, said: '' } },
    })
    const host = await world.database.host.findUniqueOrThrow({ where: { name: '127.0.0.9' } })
    expect(host).toMatchObject({ nextRequestAt: new Date(startedAt + 7_201_000), pauseStatus: code })
    world.hub.behaviour = 'verify'
    // Not for another source of that hub either.
    await world.database.pushSubscription.updateMany({ data: { nextRequestAt: new Date(startedAt) } })
    for (const early of [60_000, 7_200_999]) {
      await world.clock.set(startedAt + early)
      await world.askHubs()
    }
    expect(world.hub.requests).toHaveLength(1)
    await world.clock.set(startedAt + 7_201_000)
    await world.askHubs()
    expect(await subscription()).toMatchObject({ state: 'active' })
  },
)

test.each([429, 503])(
  'a hub that answers %i without saying until when has its limit halved',
  async (code) => {
    const limit = async () =>
      (await world.database.host.findUniqueOrThrow({ where: { name: '127.0.0.9' } })).requestsPerHour
    world.hub.behaviour = 'pause'
    world.hub.pause = { status: code, retryAfter: null }
    await world.subscribe()
    const first = 3_600_000 / world.context.hostSpacingMs / 2
    expect(await limit()).toBe(first)
    const again = async () => {
      await world.clock.set((await subscription()).nextRequestAt.getTime())
      await world.askHubs()
    }
    await again()
    expect(await limit()).toBe(first / 2)
    world.hub.behaviour = 'verify'
    await again()
    expect(await limit()).toBeCloseTo(first / 2 + 2 / first)
  },
)
