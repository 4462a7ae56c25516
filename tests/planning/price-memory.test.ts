import { describe, expect, test } from 'vitest'
import { rebuildMemory } from '#lib/planning/price-memory.ts'
import { listPushedTimes, readPriceMemories } from '#lib/store/polling/price-memories.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { status } from '#tests/support/servers/feed-answers.ts'
import { document, rss, rssDocument } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

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

test('a first document without dates teaches nothing of when its source posts, made anew or not', async () => {
  const postings = [1, 2, 3, 4].map((day) => postingAfter(`p${day}`, -24 * day * hourMs))
  world.server.route('/undated', document(rssDocument('A feed', postings, true)))
  const id = await world.addSource('/undated', 0)
  await world.pass()
  expect(await memoryOf(id)).toMatchObject({ postings: 0 })
  expect(await rebuildMemory(world.database, id)).toEqual(await memoryOf(id))
})

describe('old postings that surface because the window has grown', () => {
  const hourly = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, at) => postingAfter(`p${to - at}`, (to - at - 61) * hourMs))
  const serve = (path: string, from: number, to: number) =>
    world.server.route(path, document(rssDocument('A feed', hourly(from, to))))

  /** Two sources polled twice, each time with the same news; forty old postings surface in the first. */
  async function pollTwice(between?: () => Promise<unknown>): Promise<{ grown: number; steady: number }> {
    for (const path of ['/grown', '/steady']) serve(path, 51, 60)
    const grown = await world.addSource('/grown', 0)
    const steady = await world.addSource('/steady', 1)
    await world.pass()
    await between?.()
    serve('/grown', 11, 61)
    serve('/steady', 51, 61)
    const at = new Date(referenceAt + 3 * hourMs)
    await world.database.source.updateMany({ data: { nextPollAt: at } })
    await world.pollAt(grown, at.getTime())
    expect(await world.database.posting.count({ where: { sourceId: grown } })).toBe(51)
    return { grown, steady }
  }
  const taughtOf = (id: number) =>
    world.database.source.findUniqueOrThrow({
      where: { id },
      select: { dispersion: true, plan: { select: { ratePerDay: true } } },
    })

  test('are nothing new to its memory, made anew or not, nor to its dispersion', async () => {
    const { grown, steady } = await pollTwice()
    expect(await memoryOf(grown)).toEqual(await memoryOf(steady))
    expect(await rebuildMemory(world.database, grown)).toEqual(await memoryOf(grown))
    expect(await taughtOf(grown)).toEqual(await taughtOf(steady))
  })

  test('change no rate that is planned with at that poll', async () => {
    await changeServerSettings(world.database, { policy: 'minimum-delay' })
    const { grown, steady } = await pollTwice(() =>
      world.database.source.updateMany({ data: { weightFactor: 2 } }),
    )
    expect(await taughtOf(grown)).toEqual(await taughtOf(steady))
  })

  test('are nothing new to it either when a hub brought them', async () => {
    const { grown } = await pollTwice()
    await world.database.posting.updateMany({
      where: { sourceId: grown, title: 'p11' },
      data: { pollId: null },
    })
    expect(await listPushedTimes(world.database, grown, referenceAt)).toEqual([])
    await world.database.posting.updateMany({
      where: { sourceId: grown, title: 'p61' },
      data: { pollId: null },
    })
    expect(await listPushedTimes(world.database, grown, referenceAt)).toHaveLength(1)
  })
})
