import { describe, expect, test } from 'vitest'
import { runPass } from '#lib/aggregator/pass.ts'
import { claimDueSources } from '#lib/store/polling/claim-due-sources.ts'
import { openDatabase } from '#lib/store/connection/database.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { untilNothingIsLeft } from '#tests/support/measure/until.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

const world = polledWorldOfEachTest()

describe('several aggregators on one database', () => {
  test('never poll a source twice for one decision, nor a host by two at once', async () => {
    for (let index = 0; index < 3; index++) {
      for (let feed = 0; feed < 4; feed++) {
        world.server.route(`/${feed}`, rss({ postings: [postingAfter(`p${feed}`, -hourMs)] }))
        await world.addSource(`/${feed}`, index)
      }
    }
    const workers = ['one', 'two', 'three'].map((owner) => ({ ...world.context(owner), hostSpacingMs: 0 }))
    await untilNothingIsLeft('sources to poll', async () => {
      const results = await Promise.all(workers.map((worker) => runPass(worker)))
      return results.reduce((sum, result) => sum + result.polled, 0)
    })
    expect(world.server.requests).toHaveLength(12)
    const perSource = await world.database.poll.groupBy({ by: ['sourceId'], _count: true })
    expect(perSource.map(({ _count }) => _count)).toEqual(Array.from({ length: 12 }, () => 1))
  })

  test('leave a leased source alone until its lease ends, then take it over', async () => {
    world.server.route('/feed', rss({ postings: [postingAfter('a', -hourMs)] }))
    await world.addSource('/feed')
    const claim = { now: world.clock.now(), limit: 5, leaseMs: minuteMs, spacingMs: 1000 }
    expect(await claimDueSources(world.database, { ...claim, owner: 'dies' })).toHaveLength(1)
    expect((await runPass(world.context('lives'))).polled).toBe(0)
    await world.clock.set(referenceAt + minuteMs)
    expect((await runPass(world.context('lives'))).polled).toBe(1)
    expect(await world.titles()).toEqual(['a'])
  })
})

test('of sources that are as urgent the oldest is claimed first, however the database joins its tables', async () => {
  const oldest = await world.addSource('/first')
  await world.addSource('/second')
  const url = new URL(world.databaseUrl)
  url.searchParams.set('options', '-c enable_nestloop=off')
  const database = openDatabase(url.href)
  const claim = { owner: 'one', limit: 5, leaseMs: 60_000, spacingMs: 1_000 }
  const claimed = await claimDueSources(database, { ...claim, now: world.clock.now() })
  await database.$disconnect()
  expect(claimed.map(({ id }) => id)).toEqual([oldest])
})
