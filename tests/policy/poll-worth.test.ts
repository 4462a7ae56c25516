import { expect, test } from 'vitest'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { pollWorth, type PollWorth } from '#lib/policy/poll-worth.ts'
import { planPriced } from '#lib/policy/price/plan.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { PollFacts } from '#lib/policy/facts/types.ts'
import { buildFacts, buildPlan, monday } from './builders.ts'
import { expectNear } from './near.ts'
import { knownSource, populationAt } from './price/builders.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

const morning = knownSource(4, (hour) => (hour >= 6 && hour < 9 ? 1 : 0.02))

function ask(memory: PriceMemory, price: number, changes: Partial<PollFacts> = {}, weight = 1) {
  const population = populationAt(price, { maxStalenessMs: 7 * DAY_MS })
  const source = { sourceId: 7, weight, windowSize: 15, polledAt: monday, memory }
  const plan = planPriced(source, { minIntervalMs: MINUTE_MS }, population, monday)
  const facts = buildFacts({ polledAt: monday, priceMemory: memory, ...changes })
  const decision = decideNextPoll(plan, facts, monday)
  const at = { now: monday + 10 * MINUTE_MS, nextPollAt: decision.nextPollAt, untilAt: monday + DAY_MS }
  return { plan, decision, worth: pollWorth(plan, facts, at) }
}

function known(worth: PollWorth | null): PollWorth {
  if (worth === null) throw new Error('A price decides here.')
  return worth
}

test('the next poll, what it is worth and the price are those of the decision and its reason', () => {
  const { decision, worth } = ask(morning, 0.12, {}, 2)
  const { polls, price, next, now } = known(worth)
  expect(polls[0]).toBe(decision.nextPollAt)
  const { waiting, price: priceSaid } = decision.reason.values as { waiting: number; price: number }
  expectNear(price * 24, priceSaid, 0.005 * priceSaid)
  expectNear(next * 24, waiting, 0.005 * waiting)
  expect(now).toBeLessThan(next)
  expect(now).toBeGreaterThan(0)
})

test('polls after the next are those that the live decision makes if nothing is learned', () => {
  const { plan, worth } = ask(morning, 0.02)
  const { polls } = known(worth)
  expect(polls.length).toBeGreaterThan(2)
  for (const [index, polledAt] of polls.slice(0, -1).entries()) {
    const facts = buildFacts({ polledAt, priceMemory: morning })
    expect(polls[index + 1]).toBe(decideNextPoll(plan, facts, polledAt).nextPollAt)
  }
  expect(polls.at(-1)).toBeLessThanOrEqual(monday + DAY_MS)
})

test('of an even source what waits grows with the square of the time and begins anew after each poll', () => {
  const { worth } = ask(knownSource(40), 0.005)
  const { points, polls, beyond } = known(worth)
  const interval = ((polls[1] ?? 0) - (polls[0] ?? 0)) / DAY_MS
  const first = points.findIndex(({ waiting }, index) => index > 0 && waiting === 0)
  for (const { at, waiting } of points.slice(0, first))
    expectNear(waiting, 20 * ((at - monday) / DAY_MS) ** 2, 0.0001)
  expect(points.filter(({ waiting }) => waiting === 0)).toHaveLength(polls.length + 1)
  expectNear(Math.max(...points.map(({ waiting }) => waiting)), 20 * interval ** 2, 0.0001)
  expectNear(beyond.at(-1)?.waiting ?? 0, 20 * (1.4 * interval) ** 2, 0.0005)
})

test('a poll that a host puts off is worth more than the price by then', () => {
  const { worth } = ask(knownSource(40), 0.005, { notBefore: monday + 20 * HOUR_MS })
  const { next, price, polls } = known(worth)
  expect(polls[0]).toBe(monday + 20 * HOUR_MS)
  expectNear(next, 20 * (20 / 24) ** 2, 0.05)
  expect(next).toBeGreaterThan(100 * price)
})

test('a source polled each minute is followed for so many polls, one polled each week to its next', () => {
  const often = known(ask(knownSource(500), 1e-9).worth)
  expect(often.polls.length).toBeLessThanOrEqual(289)
  expect(often.points.length).toBeLessThan(1300)
  const seldom = ask(knownSource(0.001), 5)
  expect(known(seldom.worth).polls).toEqual([seldom.decision.nextPollAt])
  expect(known(seldom.worth).points.at(-1)?.at).toBe(seldom.decision.nextPollAt)
})

test('where no price decides there is none: another policy, no answer, no weight', () => {
  const at = { now: monday, nextPollAt: monday + HOUR_MS, untilAt: monday + DAY_MS }
  const facts = buildFacts({ polledAt: monday, priceMemory: morning })
  expect(pollWorth(buildPlan(), facts, at)).toBeNull()
  expect(ask(morning, 0.1, { outcome: 'failed', consecutiveFailures: 1 }).worth).toBeNull()
  expect(ask(morning, 0.1, {}, 0).worth).toBeNull()
})
