import { describe, expect, test } from 'vitest'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { flatPattern } from '#lib/policy/estimate/hourly-profile.ts'
import {
  learnWindow,
  noWindowMemory,
  overflowInstant,
  type WindowSeen,
} from '#lib/policy/schedule/window-memory.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { buildFacts, buildPlan, monday } from '#tests/policy/builders.ts'

function seen(changes: Partial<WindowSeen> = {}): WindowSeen {
  const before = { at: monday - 6 * HOUR_MS, size: 10 }
  return { size: 10, overlap: 8, newTimes: [], before, at: monday, ratePerDay: 8, ...changes }
}

describe('a gap', () => {
  const times = Array.from({ length: 10 }, (_, index) => monday - 2 * HOUR_MS + index * 12 * 60_000)

  test('is a window that shows nothing of the one before; its loss is told by the pace of what is shown', () => {
    const { likelyLost, memory } = learnWindow(noWindowMemory, seen({ overlap: 0, newTimes: times }))
    // Four unseen hours at nine postings in two hours.
    expect(likelyLost).toBe(18)
    expect(memory.overflowIntervalMs).toBe(3 * HOUR_MS)
  })

  test('without times counts what the usual rate says, less what is shown', () => {
    const found = learnWindow(noWindowMemory, seen({ overlap: 0, ratePerDay: 80 }))
    expect(found.likelyLost).toBe(10)
  })

  test('whose postings have no times but that of the poll counts so, too, and never more than a row has room for', () => {
    const undated = { overlap: 0, ratePerDay: 80, newTimes: times.map(() => monday) }
    expect(learnWindow(noWindowMemory, seen(undated)).likelyLost).toBe(10)
    const ofOneInstant = { overlap: 0, newTimes: Array.from({ length: 2_000 }, () => monday - 1) }
    expect(learnWindow(noWindowMemory, seen(ofOneInstant)).likelyLost).toBe(100_000)
  })

  test('is none at the first document, after an empty one, and while one posting is known', () => {
    const lost = [
      { before: null },
      { before: { at: monday - HOUR_MS, size: 0 } },
      { overlap: 1 },
      { size: 0 },
    ].map(
      (changes) => learnWindow(noWindowMemory, seen({ overlap: 0, newTimes: times, ...changes })).likelyLost,
    )
    expect(lost).toEqual([null, null, null, null])
  })

  test('bounds the next interval by half of the one that was too long, less and less', () => {
    let { memory } = learnWindow(noWindowMemory, seen({ overlap: 0, newTimes: times }))
    const plan = buildPlan({ pollsPerDay: 4, ratePerDay: 8 })
    expect(overflowInstant(plan, memory, monday, 0.01)).toBe(monday + 3 * HOUR_MS)
    const bounds: (number | null)[] = []
    for (let poll = 0; poll < 20; poll++) {
      memory = learnWindow(memory, seen({ newTimes: times.slice(8) })).memory
      bounds.push(memory.overflowIntervalMs)
    }
    expect(bounds[0]).toBe(3.75 * HOUR_MS)
    expect(bounds.at(-1)).toBe(7.5 * HOUR_MS)
  })

  test('of a clock that is behind the one before bounds the interval by a minute, which grows', () => {
    const before = { at: monday + 5_000, size: 10 }
    const { memory } = learnWindow(noWindowMemory, seen({ overlap: 0, before }))
    expect(memory.overflowIntervalMs).toBe(60_000)
    expect(learnWindow(memory, seen()).memory.overflowIntervalMs).toBe(75_000)
  })
})

describe('the size of a window', () => {
  test('is learned: down at once, up slowly', () => {
    const sizes = [20, 10, 30].reduce<(number | null)[]>((known, size) => {
      const memory = { ...noWindowMemory, learned: known.at(-1) ?? null }
      return [...known, learnWindow(memory, seen({ size })).memory.learned]
    }, [])
    expect(sizes).toEqual([20, 15, 16.875])
  })
})

describe('the dispersion', () => {
  test('stays 1 for a steady source and rises for one that posts in bursts', () => {
    const learn = (counts: readonly number[]) =>
      counts.reduce((memory, count) => {
        const newTimes = Array.from({ length: count }, () => monday - HOUR_MS)
        return learnWindow(memory, seen({ newTimes })).memory
      }, noWindowMemory).dispersion
    expect(learn([2, 2, 2, 2, 2, 2])).toBe(1)
    expect(learn([0, 0, 12, 0, 0, 12])).toBeGreaterThan(4)
  })
})

describe('a decision', () => {
  const memory = { ...noWindowMemory, learned: 10 }

  test('comes before the document may overflow, when the plan would come later', () => {
    const plan = buildPlan({ pollsPerDay: 2, ratePerDay: 20, pattern: flatPattern })
    const overflowAt = overflowInstant(plan, memory, monday, 0.01)
    if (overflowAt === null) throw new Error('no bound')
    // A window of 10 holds 4.77 expected postings at 1 %, but the budget grants only one poll per 10.
    expect(overflowAt).toBe(monday + 12 * HOUR_MS)
    const decision = decideNextPoll(plan, buildFacts({ overflowAt: monday + 5 * 60_000 }), monday)
    expect(decision.nextPollAt).toBe(monday + 5 * 60_000)
    expect(decision.reason.code).toBe('windowMightOverflow')
  })

  test('waits for the end of a proved hint, but risks no posting for it', () => {
    const plan = buildPlan({ pollsPerDay: 48 })
    const quiet = { quietUntil: monday + 3 * HOUR_MS }
    expect(decideNextPoll(plan, buildFacts(quiet), monday).nextPollAt).toBe(monday + 3 * HOUR_MS)
    const both = buildFacts({ ...quiet, overflowAt: monday + HOUR_MS })
    expect(decideNextPoll(plan, both, monday).nextPollAt).toBe(monday + HOUR_MS)
    const asked = buildFacts({ ...quiet, notBefore: monday + DAY_MS })
    expect(decideNextPoll(plan, asked, monday).nextPollAt).toBe(monday + DAY_MS)
  })

  test('has no bound where a long document of a silent source could not overflow within a century', () => {
    const long = { ...noWindowMemory, learned: 5_000 }
    const silent = buildPlan({ ratePerDay: 0.001, pollsPerDay: 1 })
    expect(overflowInstant(silent, long, monday, 0.01)).toBeNull()
  })

  test('has no bound before a window is known', () => {
    expect(overflowInstant(buildPlan(), noWindowMemory, monday, 0.01)).toBeNull()
  })
})
