import { expect, test } from 'vitest'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { planPriced } from '#lib/policy/price/plan.ts'
import type { PriceMemory } from '#lib/policy/price/memory.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, roundedText } from '#lib/policy/time.ts'
import type { Decision, PollFacts } from '#lib/policy/types.ts'
import { policyVersion as currentVersion } from '#lib/policy/version.ts'
import { buildFacts, monday } from '../builders.ts'
import { knownSource, populationAt } from './builders.ts'

const morning = knownSource(4, (hour) => (hour >= 6 && hour < 9 ? 1 : 0.02))

function decide(memory: PriceMemory, price: number, changes: Partial<PollFacts> = {}, weight = 1): Decision {
  const population = populationAt(price, { maxStalenessMs: DAY_MS })
  const source = { sourceId: 7, weight, windowSize: 15, polledAt: monday, memory }
  const plan = planPriced(source, { minIntervalMs: MINUTE_MS }, population, monday)
  return decideNextPoll(plan, buildFacts({ polledAt: monday, priceMemory: memory, ...changes }), monday)
}

test('a poll that is worth its price says what is expected, what it costs, and where its hours come from', () => {
  const { reason, policyVersion } = decide(morning, 0.12)
  expect(reason).toBe(
    'At 07:35 UTC: 2.1 posting-hours expected to wait, price 2.9; 30\u00a0% of a Monday’s postings come in the 3\u00a0h from 4\u00a0h on.',
  )
  expect(policyVersion).toBe(currentVersion)
})

test('the price is that of the weight', () => {
  expect(decide(morning, 0.12, {}, 2).reason).toContain('price 1.4')
})

test('a poll for staleness says so', () => {
  const { reason, nextPollAt } = decide(knownSource(1e-5), 0.5)
  expect(nextPollAt).toBe(monday + DAY_MS)
  expect(reason).toMatch(
    /^At Tue 00:00 UTC: no source waits longer than 24\u00a0h; .* posting-hours expected to wait\.$/,
  )
})

test('a poll for the window says so', () => {
  const { reason } = decide(knownSource(200), 1e5)
  expect(reason).toMatch(/postings might be gone from the document before they are seen/)
})

test('what the host asks for stands above the price', () => {
  const notBefore = monday + 30 * HOUR_MS
  const decision = decide(morning, 0.12, { notBefore })
  expect(decision.nextPollAt).toBe(notBefore)
  expect(decision.reason).toContain('The host asks to wait')
  expect(decision.proposedAt).toBeLessThan(notBefore)
})

test('a poll that the least interval puts off says so, without figures too small to read', () => {
  const { reason, nextPollAt } = decide(knownSource(200), 1e-9)
  expect(nextPollAt).toBe(monday + MINUTE_MS)
  expect(reason).toBe('At 00:01 UTC: 1\u00a0min between polls at least.')
})

test('small figures have no exponents', () => {
  expect([0, 5.5e-7, 0.00099, 0.001, 0.0334].map(roundedText)).toEqual([
    '0',
    '<\u00a00.001',
    '<\u00a00.001',
    '0.001',
    '0.033',
  ])
})
