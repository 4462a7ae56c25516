import { expect, test } from 'vitest'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { planPriced } from '#lib/policy/price/plan.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { Decision, PollFacts } from '#lib/policy/facts/types.ts'
import { policyVersion as currentVersion } from '#lib/policy/basics/version.ts'
import { buildFacts, monday } from '../builders.ts'
import { countsOf, knownSource, populationAt } from './builders.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

const morning: PriceMemory = {
  ...knownSource(4, (hour) => (hour >= 6 && hour < 9 ? 1 : 0.02)),
  postings: 100,
  counts: countsOf([]),
}

function decide(memory: PriceMemory, price: number, changes: Partial<PollFacts> = {}, weight = 1): Decision {
  const population = populationAt(price, { maxStalenessMs: DAY_MS })
  const source = { sourceId: 7, weight, windowSize: 15, polledAt: monday, memory }
  const plan = planPriced(source, { minIntervalMs: MINUTE_MS }, population, monday)
  return decideNextPoll(plan, buildFacts({ polledAt: monday, priceMemory: memory, ...changes }), monday)
}

test('a poll that is worth its price says what is expected, what it costs, and where its hours come from', () => {
  const { reason, nextPollAt, policyVersion } = decide(morning, 0.12)
  expect(reason).toEqual({
    code: 'price',
    values: {
      pollAt: new Date(nextPollAt).toISOString(),
      waiting: 2.14,
      price: 2.88,
      hoursShare: 0.304,
      fromHour: '2026-01-05T04:00:00.000Z',
      untilHour: '2026-01-05T07:00:00.000Z',
    },
  })
  expect(nextPollAt).toBeCloseTo(monday + 7.6 * HOUR_MS, -6)
  expect(policyVersion).toBe(currentVersion)
})

test.each([
  ['of too few articles', { ...morning, postings: 19 }],
  [
    'that was looked at for days only',
    { ...morning, counts: { ...morning.counts, seen: morning.counts.seen.map(() => 1) } },
  ],
])('nothing is said of the hours of a source %s', (_, memory) => {
  expect(decide(memory, 0.12).reason).toMatchObject({
    code: 'price',
    values: { hoursShare: null, waiting: 2.14 },
  })
})

test('the price is that of the weight', () => {
  expect(decide(morning, 0.12, {}, 2).reason.values).toMatchObject({ price: 1.44 })
})

test('a poll for staleness says so', () => {
  const { reason, nextPollAt } = decide(knownSource(1e-5), 0.5)
  expect(nextPollAt).toBe(monday + DAY_MS)
  expect(reason).toEqual({
    code: 'priceStaleness',
    values: { pollAt: '2026-01-06T00:00:00.000Z', mostSeconds: 86_400, waiting: expect.any(Number) },
  })
})

test('a poll for the window says so', () => {
  const { reason } = decide(knownSource(200), 1e5)
  expect(reason.code).toBe('priceWindow')
})

test('what the host asks for stands above the price', () => {
  const notBefore = monday + 30 * HOUR_MS
  const decision = decide(morning, 0.12, { notBefore })
  expect(decision.nextPollAt).toBe(notBefore)
  expect(decision.reason.code).toBe('waitUntil')
  expect(decision.proposedAt).toBeLessThan(notBefore)
})

test('a poll that the least interval puts off says so', () => {
  const { reason, nextPollAt } = decide(knownSource(200), 1e-9)
  expect(nextPollAt).toBe(monday + MINUTE_MS)
  expect(reason).toEqual({
    code: 'leastInterval',
    values: { pollAt: '2026-01-05T00:01:00.000Z', leastSeconds: 60 },
  })
})
