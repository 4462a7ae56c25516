import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { redirect } from '#tests/support/servers/feed-answers.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createPushedWorld, type PushedWorld } from '#tests/support/world/pushed-world.ts'
import { until } from '#tests/support/measure/until.ts'

const hourMs = 3_600_000

let world: PushedWorld
beforeEach(async () => {
  world = await createPushedWorld()
  const headers = { link: `<${world.server.origin}/hub>; rel="hub", <${world.topic}>; rel="self"` }
  world.server.route('/feed', rss({ postings: world.postings, headers }))
  world.server.route('/hub', redirect(world.hub.url, 307))
  await world.pass()
  await world.clock.advance(1_000)
})
afterEach(() => world.close())

const subscription = () => world.database.pushSubscription.findFirstOrThrow()
const named = '127.0.0.1'
const other = '127.0.0.9'
const host = (name: string) => world.database.host.findUniqueOrThrow({ where: { name } })
const hubPaths = () => world.server.requests.map(({ path }) => path).filter((path) => path !== '/feed')

test('where a hub sends a turn is taken, and given back with the usual pause', async () => {
  const now = world.clock.now()
  await world.askHubs()
  expect(await subscription()).toMatchObject({ state: 'active' })
  for (const name of [named, other])
    expect(await host(name)).toMatchObject({ leaseOwner: null, nextRequestAt: new Date(now + 1_000) })
})

test('where a hub sends nothing is asked while that host rests, and the hub’s own is not at fault', async () => {
  const now = world.clock.now()
  const until = new Date(now + hourMs)
  await world.database.host.create({ data: { name: other, nextRequestAt: until, pauseStatus: 503 } })
  await world.askHubs()
  expect(hubPaths()).toEqual(['/hub'])
  expect(world.hub.requests).toEqual([])
  expect(await host(named)).toMatchObject({ pauseStatus: null, nextRequestAt: new Date(now + 1_000) })
  expect(await subscription()).toMatchObject({
    nextRequestAt: until,
    lastError: { code: 'hubRedirectsElsewhere', values: {} },
  })
})

test('a pause is noted at the host that asked for it', async () => {
  const now = world.clock.now()
  world.hub.behaviour = 'pause'
  await world.askHubs()
  expect(await host(other)).toMatchObject({ pauseStatus: 429, nextRequestAt: new Date(now + 2 * hourMs) })
  expect(await host(named)).toMatchObject({ pauseStatus: null, nextRequestAt: new Date(now + 1_000) })
  expect((await subscription()).nextRequestAt).toEqual(new Date(now + 2 * hourMs))
})

test('a host that is asked twice is asked a second apart, and rests twice as long', async () => {
  world.server.route('/hub', redirect(`${world.server.origin}/hub2`, 307))
  const asked = world.askHubs()
  await until('the second request waits its second', () => world.clock.sleepers() > 0)
  await sleep(50)
  expect(hubPaths()).toEqual(['/hub'])
  expect((await host(named)).leaseOwner).not.toBeNull()
  await world.clock.advance(1_000)
  await asked
  expect(hubPaths()).toEqual(['/hub', '/hub2'])
  expect((await host(named)).nextRequestAt).toEqual(new Date(world.clock.now() + 2_000))
})
