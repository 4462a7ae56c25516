import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curveOf, daysUntil } from '#lib/policy/learning/curve.ts'
import { nextPoll } from '#lib/policy/price/next-poll.ts'
import { safePostings } from '#lib/policy/schedule/window-overflow.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, hourOf } from '#lib/policy/basics/time.ts'
import { monday } from '../builders.ts'
import { expectNear } from '../near.ts'
import { decimal, holds } from '../random-cases.ts'
import { knownSource, populationAt, unknownSource } from './builders.ts'
import type { PollAnswer, PollQuestion } from '#lib/policy/price/poll-question.ts'

const price = 0.05

function ask(changes: Partial<PollQuestion> = {}): PollAnswer {
  return nextPoll({
    memory: knownSource(1),
    population: populationAt(price),
    polledAt: monday,
    now: changes.polledAt ?? monday,
    price,
    minIntervalMs: MINUTE_MS,
    maxStalenessMs: 7 * DAY_MS,
    windowSize: 15,
    ...changes,
  })
}

describe('at constant rates', () => {
  test.each([0.2, 2, 40])('%d postings a day: often enough polled, the interval is √(2c/λ)', (rate) => {
    const cheap = (0.5 / 24) ** 2 * rate * 0.5 // half an hour
    const { at, bound } = ask({ memory: knownSource(rate), price: cheap, windowSize: null })
    expect(bound).toBe('price')
    expectNear((at - monday) / HOUR_MS, 0.5, 0.001)
  })

  test.each([3, 12, 60])(
    'seldom polled, every %d h, it is the same within a step of the forecast',
    (hours) => {
      const rate = 0.3
      const { at, pending } = ask({ memory: knownSource(rate), price: (hours / 24) ** 2 * rate * 0.5 })
      expectNear((at - monday) / HOUR_MS / hours, 1, 0.06)
      expectNear(pending, ((at - monday) / DAY_MS) ** 2 * rate * 0.5, 0.01 * pending)
    },
  )

  test('four times the price doubles the interval, and so does a quarter of the rate', () => {
    const wait = (rate: number, c: number) =>
      ask({ memory: knownSource(rate), price: c, windowSize: null }).at - monday
    const base = wait(20, 0.005)
    expectNear(wait(20, 0.02) / base, 2, 0.01)
    expectNear(wait(5, 0.005) / base, 2, 0.01)
  })
})

describe('looking ahead', () => {
  const morning = knownSource(1, (hour) => (hour === 9 ? 1 : 0.001))
  const daily = { memory: morning, price: 0.1 }

  test('a poll a day is placed just after the hour in which the source posts', () => {
    let polledAt = monday
    for (let poll = 0; poll < 6; poll++) {
      polledAt = ask({ ...daily, polledAt }).at
      const hourOfDay = ((polledAt - monday) % DAY_MS) / HOUR_MS
      expect(hourOfDay).toBeGreaterThan(9.95) // a minute before its end is as good
      expect(hourOfDay).toBeLessThan(10.5)
    }
  })

  test('a poll while the busy hour lasts waits for its end', () => {
    const polledAt = monday + 8.5 * HOUR_MS
    const threshold = ask({ ...daily, polledAt, population: populationAt(0.1, { without: ['lookahead'] }) })
    expect(hourOf(ask({ ...daily, polledAt }).at)).toBe(10)
    expect(threshold.at).not.toBe(ask({ ...daily, polledAt }).at)
  })

  test('never costs more than the threshold alone, delay and polls together, over four weeks', () => {
    const hour = fc.integer({ min: 0, max: 23 })
    holds(
      fc.property(hour, hour, decimal(0.1, 4), decimal(0.01, 0.5), (first, second, rate, paid) => {
        const memory = knownSource(rate, (at) => (at === first || at === second ? 1 : 0.02))
        const [ahead, threshold] = [[], ['lookahead'] as const].map((without) =>
          costOf({ memory, price: paid, windowSize: null, population: populationAt(paid, { without }) }),
        )
        expect(ahead ?? Infinity).toBeLessThanOrEqual(1.02 * (threshold ?? 0))
      }),
      12,
    )
  })

  /** Posting-days waited in four weeks, and the price of the polls. */
  function costOf(question: Partial<PollQuestion> & { price: number }): number {
    const { memory = morning, price: paid } = question
    const curve = curveOf(memory.pattern)
    const rate = memory.averages.postings[0] / memory.averages.days[0]
    const endAt = monday + 28 * DAY_MS
    const step = 15 * MINUTE_MS
    let cost = 0
    for (let from = monday; from < endAt;) {
      const { at } = ask({ ...question, polledAt: from })
      const until = Math.min(at, endAt)
      for (let time = from; time < until; time += step) {
        const now = time
        const then = Math.min(until, time + step)
        const postings = rate * (daysUntil(curve, then) - daysUntil(curve, now))
        cost += (postings * (until - (now + then) / 2)) / DAY_MS
      }
      if (at <= endAt) cost += paid
      from = until
    }
    return cost
  }
})

describe('bounds', () => {
  test('polls never come before now or the least interval, nor later than the greatest staleness', () => {
    holds(
      fc.property(
        decimal(0.001, 500),
        decimal(1e-8, 1e3),
        decimal(0, 3),
        decimal(1, 120),
        decimal(0.2, 10),
        (rate, paid, sinceDays, leastMin, mostDays) => {
          const minIntervalMs = leastMin * MINUTE_MS
          const maxStalenessMs = mostDays * DAY_MS
          const now = monday + sinceDays * DAY_MS
          const { at } = ask({ memory: knownSource(rate), price: paid, now, minIntervalMs, maxStalenessMs })
          const earliest = Math.max(now, monday + minIntervalMs)
          expect(at).toBeGreaterThanOrEqual(earliest - 1e-3)
          expect(at).toBeLessThanOrEqual(Math.max(earliest, monday + maxStalenessMs) + 1e-3)
        },
      ),
      300,
    )
  })

  test('what nobody expects anything of is polled at the greatest staleness, and so is everything without a price', () => {
    const quiet = ask({ memory: knownSource(1e-6), maxStalenessMs: 3 * DAY_MS })
    expect(quiet).toMatchObject({ at: monday + 3 * DAY_MS, bound: 'staleness' })
    for (const memory of [knownSource(1), unknownSource]) {
      const unpriced = ask({ memory, price: Infinity, maxStalenessMs: DAY_MS, windowSize: null })
      expect(unpriced).toMatchObject({ at: monday + DAY_MS, bound: 'staleness' })
    }
  })

  test('a document that may overflow is polled before, however dear a poll is', () => {
    const busy = {
      memory: knownSource(100),
      price: 1e6,
      population: populationAt(1e6, { overflowRisk: 0.1 }),
    }
    const { at, bound } = ask({ ...busy, windowSize: 15 })
    expect(bound).toBe('window')
    const safeDays = safePostings({ windowSize: 15, risk: 0.1 }) / 100
    expect((at - monday) / DAY_MS).toBeLessThanOrEqual(safeDays * 1.2)
    expect((at - monday) / DAY_MS).toBeGreaterThan(safeDays * 0.8)
    expect(ask({ ...busy, windowSize: 50 }).at).toBeGreaterThan(at)
    for (const windowSize of [null, 0]) expect(ask({ ...busy, windowSize }).bound).toBe('staleness')
  })
})

test('weight stands against the price: twice both is the same', () => {
  const { at } = ask({ memory: knownSource(3), price: 0.04 })
  expect(ask({ memory: knownSource(3), price: 0.08 / 2 }).at).toBe(at)
  expect(ask({ memory: knownSource(3), price: 0.04 / 4 }).at).toBeLessThan(at)
})

test('right after a posting of a regular source it waits; when the next is due it polls soon', () => {
  const factors = Array.from({ length: 15 }, (_, bin) => (bin < 6 ? 0.05 : 4))
  const rhythms = Array.from({ length: 7 }, (_, kind) => (kind === 1 ? factors : factors.map(() => 1)))
  const even = knownSource(1)
  const regular = { ...even, tallies: [{ ...even.tallies[0], kind: 1 }, even.tallies[1]] as const }
  const population = populationAt(0.005, { rhythms })
  const [fresh, due] = [0, 0.7].map(
    (sinceLast) =>
      ask({ memory: { ...regular, sinceLast, countedUntil: monday }, population, price: 0.005 }).at,
  )
  const plain = ask({ memory: { ...even, countedUntil: monday }, population, price: 0.005 }).at
  expect(fresh ?? 0).toBeGreaterThan(plain + HOUR_MS)
  expect(due ?? Infinity).toBeLessThan(plain)
})
