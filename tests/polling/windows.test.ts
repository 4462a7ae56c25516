import { describe, expect, test } from 'vitest'
import { findSourceDetail } from '#lib/store/sources/sources.ts'
import { document, rss, rssDocument } from '#tests/support/servers/feed-documents.ts'
import type { Route } from '#tests/support/servers/feed-server.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000

const world = polledWorldOfEachTest()

const lastPoll = () => world.database.poll.findFirstOrThrow({ orderBy: { id: 'desc' } })

describe('a window', () => {
  const hourly = Array.from({ length: 60 }, (_, index) => postingAfter(`p${index}`, (index - 9) * hourMs))

  test('that does not meet the one before is a gap: counted, shown, and it bounds the next interval', async () => {
    world.server.route('/feed', rss({ postings: hourly, now: world.clock.now, window: 5 }))
    const id = await world.addSource('/feed')
    await world.pass()
    await world.pollAt(id, referenceAt + 3 * hourMs)
    expect(await lastPoll()).toMatchObject({ overlap: 2, likelyLost: null })
    await world.pollAt(id, referenceAt + 15 * hourMs)
    // Twelve came, five are shown.
    expect(await lastPoll()).toMatchObject({ overlap: 0, likelyLost: 8 })
    const source = await world.database.source.findUniqueOrThrow({ where: { id } })
    expect(source).toMatchObject({
      gaps: 1,
      likelyLost: 8,
      windowLearned: 5,
      overflowIntervalMs: 6n * 3_600_000n,
    })
    expect((await world.nextPollAt(id)) - world.clock.now()).toBeLessThanOrEqual(6 * hourMs)
    const detail = await findSourceDetail(
      world.database,
      { id: 'reader', role: 'admin' },
      id,
      world.clock.now(),
    )
    expect(detail?.window).toMatchObject({ learned: 5, gaps: 1, likelyLost: 8 })
    expect(detail?.window.lastGapAt).toBe(new Date(referenceAt + 15 * hourMs).toISOString())
  })

  test('of a feed without dates that nothing is left of a day later is stored like any other', async () => {
    const serveUndated = (name: string) => {
      const items = Array.from(
        { length: 60 },
        (_, at) => `<item><guid>${name}${at}</guid><title>${name} ${at}</title></item>`,
      )
      const text = `<rss version="2.0"><channel><title>A feed</title>${items.join('')}</channel></rss>`
      world.server.route('/feed', document(text, 'application/rss+xml'))
    }
    serveUndated('first')
    const id = await world.addSource('/feed')
    await world.pass()
    serveUndated('second')
    await world.pollAt(id, referenceAt + 30 * hourMs)
    expect(await lastPoll()).toMatchObject({ outcome: 'fetched', newPostings: 60, overlap: 0 })
    expect(await world.titles()).toHaveLength(120)
  })

  test('of thousands, of a source that fell silent, is stored like any other', async () => {
    world.server.route('/feed', rss({ postings: hourly.slice(0, 5) }))
    const id = await world.addSource('/feed')
    await world.pass()
    await world.database.plan.updateMany({ data: { ratePerDay: 0.0005 } })
    await world.database.source.update({ where: { id }, data: { windowLearned: 5_000 } })
    await world.pollAt(id, referenceAt + hourMs)
    expect(await lastPoll()).toMatchObject({ outcome: 'not-modified', error: null, overflowAt: null })
  })

  test('is known from whole documents only: a delta (226) is neither a gap nor a smaller window', async () => {
    world.server.route('/feed', rss({ postings: hourly.slice(0, 10), now: world.clock.now, window: 8 }))
    const id = await world.addSource('/feed')
    await world.pass()
    world.server.route('/feed', delta)
    await world.pollAt(id, referenceAt + hourMs)
    expect(world.server.requests.at(-1)?.headers).toMatchObject({ 'a-im': 'feed' })
    expect(await lastPoll()).toMatchObject({
      httpStatus: 226,
      newPostings: 1,
      overlap: null,
      likelyLost: null,
    })
    const source = await world.database.source.findUniqueOrThrow({ where: { id } })
    expect(source).toMatchObject({ gaps: 0, windowSize: 8, windowLearned: 8, etag: '"later"' })
    expect((await world.titles()).at(-1)).toBe('p10')
  })

  const delta: Route = (_, response) =>
    void response
      .writeHead(226, { im: 'feed', etag: '"later"', 'content-type': 'application/rss+xml' })
      .end(rssDocument('A feed', hourly.slice(10, 11)))
})
