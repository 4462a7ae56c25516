import { describe, expect, test } from 'vitest'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { planPriced } from '#lib/policy/price/plan.ts'
import { nextPoll } from '#lib/policy/price/next-poll.ts'
import {
  meanPresence,
  presenceCurve,
  presenceFloor,
  presenceFrom,
  presenceIn,
  presentHoursUntil,
} from '#lib/policy/learning/presence.ts'
import { simulate } from '#lib/lab/simulator/simulate.ts'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { hoursWhere, readInZones, weightedDelay } from '#tests/support/data/reading-hours.ts'
import { buildFacts, monday } from '../builders.ts'
import { expectNear } from '../near.ts'
import { knownSource, populationAt } from './builders.ts'
import type { PollQuestion } from '#lib/policy/price/poll-question.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

const always = new Uint8Array(168).fill(255)
const mornings = presenceFrom(hoursWhere((hour) => hour % 24 >= 7 && hour % 24 < 9))

describe('the presence of readers', () => {
  test('never falls below the floor', () => {
    expect(Math.min(...mornings)).toBe(Math.round(255 * presenceFloor))
    expect(Math.max(...mornings)).toBe(255)
  })

  test('is the mean over all subscribers, those without hours being always there', () => {
    const mean = meanPresence([mornings, always], 4)
    expectNear(presenceIn(mean, 3), (0.2 + 3) / 4, 0.003)
    expect(presenceIn(mean, 7)).toBe(1)
  })

  test('is null where every hour counts in full', () => {
    expect(meanPresence([], 3)).toBeNull()
    expect(meanPresence([always, always], 2)).toBeNull()
    expect(presenceCurve(always)).toBeNull()
  })

  test('sums up the hours between two instants, over the end of the week, too', () => {
    const curve = presenceCurve(mornings) ?? new Float64Array()
    const between = (from: number, until: number) =>
      presentHoursUntil(curve, monday + until * HOUR_MS) - presentHoursUntil(curve, monday + from * HOUR_MS)
    expectNear(between(6.5, 7.5), 0.5 * 0.2 + 0.5, 1e-6)
    expectNear(between(-24 * 7, 0), 14 + 154 * 0.2, 1e-6)
    expectNear(between(24 * 7 - 1, 24 * 7 + 8), 8 * 0.2 + 1, 1e-6)
  })
})

describe('the next poll', () => {
  function ask(changes: Partial<PollQuestion>) {
    return nextPoll({
      memory: knownSource(1),
      population: populationAt(0.3),
      polledAt: monday,
      now: monday,
      price: 0.3,
      minIntervalMs: MINUTE_MS,
      maxStalenessMs: 7 * DAY_MS,
      windowSize: null,
      presence: mornings,
      ...changes,
    })
  }

  test('of a source that posts evenly and is polled daily lies just before its readers come', () => {
    let polledAt = monday
    for (let poll = 0; poll < 6; poll++) {
      polledAt = ask({ polledAt, now: polledAt }).at
      const hourOfDay = ((polledAt - monday) % DAY_MS) / HOUR_MS
      expect(hourOfDay).toBeGreaterThan(6.9)
      expect(hourOfDay).toBeLessThan(9)
    }
  })

  test('of a source that is polled often waits longer while nobody looks: √(1/w) times as long', () => {
    const price = 0.5 * 24 * (0.5 / 24) ** 2
    const memory = knownSource(24)
    const night = monday + 12 * HOUR_MS
    const [there, away] = [always, mornings].map(
      (presence) => ask({ memory, price, presence, polledAt: night, now: night }).at - night,
    )
    expectNear((away ?? 0) / (there ?? 1), Math.sqrt(1 / 0.2), 0.02)
  })

  test('keeps the bounds: staleness, the least interval and the window are not weighed', () => {
    const never = presenceFrom(hoursWhere(() => false))
    expect(ask({ presence: never, price: 100, maxStalenessMs: DAY_MS }).at).toBe(monday + DAY_MS)
    const busy = { memory: knownSource(200), price: 1e5, windowSize: 15 }
    expect(ask({ ...busy, presence: never })).toEqual({
      ...ask({ ...busy, presence: null }),
      pending: expect.any(Number),
    })
  })

  test('says when its readers come', () => {
    const memory = knownSource(1)
    const source = { sourceId: 7, weight: 1, windowSize: 15, polledAt: monday, memory, presence: mornings }
    const plan = planPriced(source, { minIntervalMs: MINUTE_MS }, populationAt(0.05), monday)
    const { reason } = decideNextPoll(plan, buildFacts({ polledAt: monday, priceMemory: memory }), monday)
    expect(reason).toMatchObject({
      code: 'priceForReaders',
      values: { readersHour: '2026-01-05T07:00:00.000Z' },
    })
  })
})

describe('over weeks', () => {
  const days = 35
  const drawn = drawSources({ sources: 40, seed: 7, startAt: monday, days })
  const run = { method: 'price', sources: drawn, startAt: monday, endAt: monday + days * DAY_MS } as const
  const presences = readInZones(drawn)

  test('with readers always there every poll is the same, to the last bit', () => {
    const full = new Map(drawn.map(({ sourceId }) => [sourceId, always]))
    const polls = (given?: ReadonlyMap<number, Presence>) =>
      simulate({ ...run, budget: 4, keepsPolls: true, ...(given && { presences: given }) }).states.map(
        ({ pollTimes }) => pollTimes,
      )
    expect(polls(full)).toEqual(polls())
  })

  test.each([
    [1, 0.1],
    [4, 0.12],
  ])(
    'at %d polls a day the delay while readers are there falls, and the budget is kept',
    (budget, leastGain) => {
      const without = simulate({ ...run, budget })
      const heeding = simulate({ ...run, budget, presences })
      expectNear(heeding.polls / (budget * heeding.states.length * (days - 14)), 1, 0.01)
      const [before, after] = [without, heeding].map((each) => weightedDelay(each, presences))
      expect(1 - (after ?? 0) / (before ?? 0)).toBeGreaterThan(leastGain)
    },
  )
})
