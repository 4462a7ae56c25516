import { afterEach, beforeEach, expect, test } from 'vitest'
import { readPlannable, remembered } from '#lib/planning/plan-sources.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createPolledWorld, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import type { PolicyName } from '#lib/policy/basics/settings.ts'

const hourMs = 3_600_000

let world: PolledWorld
let ids: number[]
beforeEach(async () => {
  world = await createPolledWorld()
  const times = [referenceAt - 3 * hourMs, referenceAt - hourMs]
  const postings = times.map((publishedAt, index) => ({ title: `posting ${index}`, publishedAt }))
  world.server.route('/feed', rss({ postings, now: () => referenceAt }))
  ids = [
    await world.addSource('/feed', 0),
    await world.addSource('/feed', 1),
    await world.addSource('/feed', 2),
  ]
  for (const id of ids) await world.pollAt(id, referenceAt)
  // The second one is not remembered, the third one by a memory that this version cannot read.
  await world.database.priceMemory.delete({ where: { sourceId: ids[1] } })
  await world.database.priceMemory.update({ where: { sourceId: ids[2] }, data: { version: 0 } })
})
afterEach(() => world.close())

/** Postings read of each source, and those that it is remembered by; null: no memory was read. */
async function readUnder(policy: PolicyName) {
  const sources = await readPlannable(world.database, policy, referenceAt + hourMs)
  const found = []
  for await (const { history, priceMemory } of remembered(
    world.database,
    policy,
    sources,
    referenceAt + hourMs,
  ))
    found.push([history.sourceId, history.postingTimes.length, priceMemory?.postings ?? null])
  return found
}

test('under the price policy the postings are read only of sources without a memory', async () => {
  expect(await readUnder('price')).toEqual([
    [ids[0], 0, 1],
    [ids[1], 2, 1],
    [ids[2], 2, 1],
  ])
})

test('under another policy no memory is read', async () => {
  expect(await readUnder('minimum-delay')).toEqual(ids.map((id) => [id, 2, null]))
})

test('single sources are read alike', async () => {
  const [source] = await readPlannable(world.database, 'price', referenceAt + hourMs, [ids[2] ?? 0])
  expect(source?.history).toMatchObject({ sourceId: ids[2], postingTimes: { length: 2 } })
})
