import { describe, expect, test } from 'vitest'
import { rebuildMemory } from '#lib/aggregator/price-memory.ts'
import type { PriceMemory } from '#lib/policy/price/memory.ts'
import { readPriceMemories } from '#lib/store/price-memories.ts'
import { status } from '../support/feed-answers.ts'
import { rss } from '../support/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '../support/polled-world.ts'
import { referenceAt } from '../support/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const world = polledWorldOfEachTest()

async function memoryOf(id: number): Promise<PriceMemory> {
  const memory = (await readPriceMemories(world.database, [id])).get(id)
  if (memory === undefined) throw new Error(`nothing is remembered of source ${id}`)
  return memory
}

describe('the memory of a source whose first polls failed', () => {
  test('is that of its first document alone: its postings are not of the minutes since the failure', async () => {
    const feed = rss({ postings: [1, 2, 3, 4].map((day) => postingAfter(`p${day}`, -24 * day * hourMs)) })
    world.server.route('/late', status(500))
    world.server.route('/fresh', feed)
    const late = await world.addSource('/late', 0)
    await world.pass()
    expect((await readPriceMemories(world.database, [late])).size).toBe(0)
    const fresh = await world.addSource('/fresh', 1)
    world.server.route('/late', feed)
    await world.pollAt(late, referenceAt + 30 * minuteMs)
    expect(await memoryOf(late)).toEqual(await memoryOf(fresh))
    expect(await rebuildMemory(world.database, late)).toEqual(await memoryOf(late))
  })
})
