import { expect, test } from 'vitest'
import { knowingFutureMs } from '#lib/lab/simulator/knowing-future.ts'
import type { LabWorld } from '#lib/lab/simulator/world.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'

const dayMs = 86_400_000
const takeoverAt = Date.UTC(2026, 0, 5)
const endAt = takeoverAt + dayMs

/** Only what the bound looks at. */
function worldOf(sources: readonly { weight: number; times: readonly number[]; lagMs?: number }[]): LabWorld {
  const world = {
    takeoverAt,
    endAt,
    sources: sources.map(({ weight, times, lagMs = 0 }) => ({
      weight,
      times: Float64Array.from(times),
      lagMs: Float64Array.from(times, () => lagMs),
      isCounted: Uint8Array.from(times, () => 1),
    })),
  }
  return world as unknown as LabWorld
}

/** The least weighted delay of n polls in all, by trying every set of polls at postings. */
function tried(sources: readonly { weight: number; times: readonly number[] }[], polls: number): number {
  const instants = sources.flatMap(({ times }, source) => times.map((at) => ({ source, at })))
  let least = Infinity
  for (let set = 0; set < 2 ** instants.length; set++) {
    const chosen = instants.filter((_, index) => (set & (1 << index)) !== 0)
    if (chosen.length > polls) continue
    const delay = sources.reduce((sum, { weight, times }, source) => {
      const own = chosen.filter((poll) => poll.source === source).map(({ at }) => at)
      const found = (at: number) => Math.min(endAt, ...own.filter((poll) => poll >= at))
      return sum + weight * times.reduce((waits, at) => waits + found(at) - at, 0)
    }, 0)
    least = Math.min(least, delay)
  }
  return least
}

test('it is what the best of all sets of polls brings, or a little less', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = seededRandom(seed)
    const draw = (count: number) =>
      Array.from({ length: count }, () => Math.round(takeoverAt + random() * dayMs)).sort((a, b) => a - b)
    const sources = [
      { weight: 1, times: draw(4) },
      { weight: 2.5, times: draw(5) },
      { weight: 0.3, times: draw(2) },
    ]
    const weights = sources.reduce((sum, { weight, times }) => sum + weight * times.length, 0)
    const budgets = [0, 1, 2, 3, 5, 8, 11]
    const bounds = knowingFutureMs(worldOf(sources), budgets)
    const best = budgets.map((polls) => tried(sources, polls) / weights)
    let above = 0
    bounds.forEach((bound, index) => {
      expect(bound, `seed ${seed}`).toBeLessThanOrEqual((best[index] ?? NaN) + 1)
      if ((bound ?? 0) > (best[index] ?? NaN) - 1) above++
    })
    // Where the budget is one that a price gives, it is exactly that: without polls, with a poll for each posting, and some between.
    expect(bounds[0]).toBeCloseTo(best[0] ?? NaN, 0)
    expect(bounds.at(-1)).toBeCloseTo(0, 0)
    expect(above).toBeGreaterThan(3)
  }
})

test('a single source of any budget is solved exactly', () => {
  const random = seededRandom(7)
  const times = Array.from({ length: 10 }, () => Math.round(takeoverAt + random() * dayMs)).sort(
    (a, b) => a - b,
  )
  const budgets = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const bounds = knowingFutureMs(worldOf([{ weight: 2, times }]), budgets)
  budgets.forEach((polls, index) =>
    expect(bounds[index]).toBeCloseTo(tried([{ weight: 2, times }], polls) / 20, 0),
  )
})

test('what was late before it could be found stays; without postings there is nothing to say', () => {
  expect(
    knowingFutureMs(worldOf([{ weight: 3, times: [takeoverAt + 5, takeoverAt + 9], lagMs: 70 }]), [2]),
  ).toEqual([70])
  expect(knowingFutureMs(worldOf([{ weight: 3, times: [] }]), [1])).toEqual([null])
})

test('with a poll for each posting and more it is no time at all, and never less', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = seededRandom(seed)
    const sources = Array.from({ length: 8 }, () => ({
      weight: 1 + Math.floor(random() * 3),
      times: Array.from({ length: 30 }, () => Math.round(takeoverAt + random() * dayMs)).sort(
        (a, b) => a - b,
      ),
    }))
    for (const bound of knowingFutureMs(worldOf(sources), [239, 240, 400])) {
      expect(bound, `seed ${seed}`).toBeGreaterThanOrEqual(0)
      expect(bound, `seed ${seed}`).toBeLessThan(100_000)
    }
  }
})
