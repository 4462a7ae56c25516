import { expect, test } from 'vitest'
import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { nextPoll } from '#lib/policy/price/next-poll.ts'
import { planPriced } from '#lib/policy/price/plan.ts'
import { flatPattern } from '#lib/policy/estimate/hourly-profile.ts'
import { promiseMs, promiseStepsMs } from '#lib/policy/promise.ts'
import { drawSources, type SyntheticSource } from '#lib/lab/simulator/synthetic.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { buildPlan, monday } from '#tests/policy/builders.ts'
import { populationAt } from '#tests/policy/price/builders.ts'

const even = { policy: 'price', pattern: flatPattern } as const

test('evenly polled, nine tenths of the interval, rounded up to a readable step', () => {
  expect(promiseMs(buildPlan({ ...even, pollsPerDay: 288 }))).toBe(5 * MINUTE_MS) // 4.5 of 5 min
  expect(promiseMs(buildPlan({ ...even, pollsPerDay: 8 }))).toBe(3 * HOUR_MS) // 2.7 of 3 h
  expect(promiseMs(buildPlan({ ...even, pollsPerDay: 0.5 }))).toBe(2 * DAY_MS) // 43 of 48 h
})

test('polls at the hours of the postings promise more than as many at all hours', () => {
  const pattern = flatPattern.map((_, hour) => (hour === 9 ? 0.9 : 0.1 / 23))
  const peaked = promiseMs(buildPlan({ policy: 'price', pollsPerDay: 12, pattern })) ?? Infinity
  const spread = promiseMs(buildPlan({ policy: 'uniform', pollsPerDay: 12, pattern })) ?? 0
  expect(peaked).toBeLessThan(spread / 2)
})

test('the least interval and the greatest staleness bound it', () => {
  expect(promiseMs(buildPlan({ ...even, pollsPerDay: 1440, minIntervalMs: 20 * MINUTE_MS }))).toBe(
    20 * MINUTE_MS,
  )
  expect(promiseMs(buildPlan({ ...even, pollsPerDay: 0.5, maxStalenessMs: DAY_MS }))).toBe(DAY_MS)
})

test('a hub that brings nearly all promises at once; one that brings half relieves the polls', () => {
  const plan = buildPlan({ ...even, pollsPerDay: 8 })
  expect(promiseMs(plan, 0.95)).toBe(MINUTE_MS)
  expect(promiseMs(plan, 0.5)).toBe(4 * HOUR_MS) // 0.8 of 3 h · √2
})

test('nothing is promised of a source that is not polled', () => {
  expect(promiseMs(buildPlan({ pollsPerDay: 0 }))).toBeNull()
})

/** Polls a drawn source by the rule as it learns, and counts the postings found within the promise of each week's plan. */
function replay({ sourceId, postingTimes, windowSize }: SyntheticSource, price: number, until: number) {
  const population = populationAt(price, { maxStalenessMs: 7 * DAY_MS })
  const learntAt = monday + 28 * DAY_MS
  const known = [...postingTimes].filter((at) => at <= learntAt)
  let memory = remember(emptyMemory(monday), { polledAt: learntAt, newTimes: known }, population)
  let polledAt = learntAt
  let next = known.length
  let weekEnds = 0
  let promise: number | null = null
  let all = 0
  let within = 0
  while (polledAt < until) {
    if (polledAt >= weekEnds) {
      const facts = { sourceId, weight: 1, windowSize, polledAt, memory }
      promise = promiseMs(planPriced(facts, { minIntervalMs: MINUTE_MS }, population, polledAt))
      weekEnds = polledAt + 7 * DAY_MS
    }
    const question = { memory, population, polledAt, now: polledAt, price, minIntervalMs: MINUTE_MS }
    const { at } = nextPoll({ ...question, maxStalenessMs: 7 * DAY_MS, windowSize: null })
    const found: number[] = []
    for (; (postingTimes[next] ?? Infinity) <= at; next++) found.push(postingTimes[next] ?? 0)
    all += found.length
    within += found.filter((time) => at - time <= (promise ?? 0)).length
    memory = remember(memory, { polledAt: at, newTimes: found }, population)
    polledAt = at
  }
  return { all, within }
}

test('of simulated sources that post often or seldom, about nine of ten postings are found in time', () => {
  const days = 84
  const drawn = drawSources({ sources: 60, seed: 7, startAt: monday, days })
  const shares = drawn.flatMap((source) => {
    const { all, within } = replay(source, 0.02, monday + days * DAY_MS)
    return all < 30 ? [] : [within / all]
  })
  expect(shares.length).toBeGreaterThan(20)
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  expect(mean).toBeGreaterThan(0.85)
  expect(mean).toBeLessThan(0.97)
  expect(shares.filter((share) => share >= 0.8).length / shares.length).toBeGreaterThan(0.9)
})

test('the steps rise', () => {
  expect(promiseStepsMs).toEqual(promiseStepsMs.toSorted((a, b) => a - b))
})
