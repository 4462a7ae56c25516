import { expect, test } from 'vitest'
import { runPass } from '#lib/aggregator/pass.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'

const hourMs = 3_600_000

const world = polledWorldOfEachTest()

/** The machine's clock from when the world begins, moved by so much. */
function movedBy(offset: { ms: number }) {
  const aheadMs = world.clock.now() - Date.now()
  return { now: () => Date.now() + aheadMs + offset.ms, sleep: systemClock.sleep, speed: 1 }
}

test.each([hourMs, -hourMs])(
  'a pass that gathers ends at once when the clock is moved by %i ms',
  async (ms) => {
    const offset = { ms: 0 }
    const clock = movedBy(offset)
    world.server.route('/feed', (request, response) => {
      offset.ms = ms
      rss({ postings: [postingAfter('a', -hourMs)] })(request, response)
    })
    await world.addSource('/feed')
    // Twice where the machine is so slow that it looks once more while the first is under way: an hour later its lease has ended.
    const { polled } = await runPass({ ...world.context(), clock }, { gathers: true })
    expect([1, 2]).toContain(polled)
  },
)

test('what becomes due while a pass gathers is polled by it, after a look or two', async () => {
  world.server.route('/feed', rss({ postings: [postingAfter('a', -hourMs)] }))
  const first = await world.addSource('/feed')
  const second = await world.addSource('/feed', 1)
  const clock = movedBy({ ms: 0 })
  const soon = new Date(clock.now() + 100)
  await world.database.source.update({ where: { id: second }, data: { nextPollAt: soon } })
  let looks = 0
  const startedAt = performance.now()
  const { polled } = await runPass(
    { ...world.context(), clock },
    { gathers: true, onClaim: () => (looks += 1) },
  )
  expect(polled).toBe(2)
  // A machine that is busy is slower to poll, and looks once more in each tenth of a second that it takes.
  expect(looks).toBeLessThanOrEqual(Math.max(3, (performance.now() - startedAt) / 100))
  expect(await world.database.poll.count({ where: { sourceId: { in: [first, second] } } })).toBe(2)
})

test('a pass tells whether more is due than it can take', async () => {
  world.server.route('/feed', rss({ postings: [postingAfter('a', -hourMs)] }))
  for (const host of [0, 1, 2]) await world.addSource('/feed', host)
  const told: boolean[] = []
  const context = { ...world.context(), concurrency: 1 }
  await runPass(context, { onClaim: (isMoreDue) => told.push(isMoreDue) })
  expect(told[0]).toBe(true)
  expect(told.at(-1)).toBe(false)
})

test('a pass whose claim fails ends when what it polls is stored, so that none is begun beside it', async () => {
  const { database } = world
  let claims = 0
  world.server.route('/feed', (request, response) => {
    const answer = () => rss({ postings: [postingAfter('a', -hourMs)] })(request, response)
    void expect
      .poll(() => claims)
      .toBeGreaterThan(1)
      .then(answer)
  })
  await world.addSource('/feed')
  const failing = new Proxy(database, {
    get: (target, key: keyof Database) => {
      const value: unknown = Reflect.get(target, key)
      if (key !== '$transaction') return value
      return (...args: unknown[]) => {
        claims += 1 // the poll, which makes transactions, too, waits for the second one
        if (claims === 2) return Promise.reject(new Error('no connection'))
        return Reflect.apply(value as () => unknown, target, args)
      }
    },
  })
  const { polled } = await runPass({ ...world.context(), clock: movedBy({ ms: 0 }), database: failing })
  expect(polled).toBe(1)
  expect(await world.titles()).toEqual(['a'])
})
