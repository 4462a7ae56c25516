import { expect, test } from 'vitest'
import { askedPolls, boundedPolls, rootsOfDay } from '#lib/policy/basics/bounded-polls.ts'
import { promiseMs } from '#lib/policy/promise.ts'
import { predictOverride, withOverride } from '#lib/policy/schedule/plan-override.ts'
import { withLeastInterval } from '#lib/policy/schedule/publisher-limit.ts'
import { replayByPrice } from '#lib/lab/simulator/simulate-price.ts'
import type { SimulatedSource } from '#lib/lab/simulator/simulate-source.ts'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { buildPlan, monday } from '#tests/policy/builders.ts'

const leastMs = 10 * MINUTE_MS

test('busy hours get one poll in each least interval, the others what they ask for', () => {
  const roots = Array.from({ length: 24 }, (_, hour) => (hour < 2 ? 9 : 1))
  // 40 roots in all: of 200 polls each root asks for 5, so 45 in a busy hour, where 6 are possible.
  expect(boundedPolls(roots, 200, leastMs)).toBeCloseTo(2 * 6 + 22 * 5, 9)
  expect(boundedPolls(roots, 20, leastMs)).toBe(20)
  expect(boundedPolls(roots, 1e9, leastMs)).toBe(144)
  for (const asked of [0.3, 20, 60, 200, 239])
    expect(askedPolls(roots, boundedPolls(roots, asked, leastMs), leastMs) / asked).toBeCloseTo(1, 6)
  expect([boundedPolls([], 200, leastMs), boundedPolls(roots, 0, leastMs)]).toEqual([144, 0])
})

test('under a publisher’s limit the busy hours get less, and postings there wait for it', () => {
  const pattern = Array.from({ length: 24 }, (_, hour) => (hour < 2 ? 81 / 184 : 1 / 184))
  const root = 40 / Math.sqrt(24 * 184)
  const hours = { polls: root, delay: root }
  const plan = buildPlan({ policy: 'price', pattern, hours, pollsPerDay: 20, minIntervalMs: leastMs })
  const bound = withLeastInterval({ ...plan, predictedDelayMs: 0 }, HOUR_MS)
  // Half a poll for each root: 4.5 asked for in a busy hour, 1 possible.
  expect(bound.pollsPerDay).toBeCloseTo(2 + 22 * 0.5, 6)
  expect(bound.predictedDelayMs).toBeGreaterThan(HOUR_MS / 4)
  expect(boundedPolls(rootsOfDay(pattern), 20, HOUR_MS)).toBeCloseTo(13, 9)
})

/** Ten office hours have nine tenths of the postings. */
const officeHours = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 18 ? 0.09 : 0.1 / 14))

/** All articles come in ten hours. */
const workingHours = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 18 ? 0.1 : 0))

test('what was asked for is found again where a greatest staleness adds polls', () => {
  const roots = rootsOfDay(officeHours)
  for (const [asked, hours] of [
    ...[[30, 1] as const, [12, 2] as const, [40, 1] as const, [20, 2] as const],
  ]) {
    const held = boundedPolls(roots, asked, leastMs, hours * HOUR_MS)
    expect(held).toBeGreaterThan(asked)
    expect(askedPolls(roots, held, leastMs, hours * HOUR_MS) / asked).toBeCloseTo(1, 1)
  }
})

test('readers are promised what busy hours get, not what a greatest delay adds in quiet ones', () => {
  const asked = 30
  const greatestDelayMs = HOUR_MS
  const plan = buildPlan({
    policy: 'price',
    pattern: workingHours,
    pollsPerDay: asked,
    minIntervalMs: leastMs,
    maxStalenessMs: DAY_MS,
  })
  const bound = withOverride(plan, { fixedIntervalMs: null, greatestDelayMs })
  expect(bound.pollsPerDay).toBeGreaterThan(1.2 * asked)
  expect(promiseMs(bound)).toBe(promiseMs(plan))
})

test('the preview of an override says the polls that the plan then tells', () => {
  for (const [asked, greatestDelayMs] of [
    [30, HOUR_MS] as const,
    [12, 2 * HOUR_MS] as const,
    [30, null] as const,
  ]) {
    const hours = { polls: 0.8, delay: 0.8 }
    const plan = buildPlan({
      policy: 'price',
      pattern: officeHours,
      hours,
      pollsPerDay: asked,
      minIntervalMs: leastMs,
      maxStalenessMs: DAY_MS,
    })
    const granted = { asked, hours, pattern: officeHours, leastIntervalMs: null, keptStalenessMs: DAY_MS }
    const override = { isPaused: false, fixedIntervalMs: null, greatestDelayMs }
    const settings = {
      policy: 'price',
      budgetPerDay: asked,
      minIntervalMs: leastMs,
      maxStalenessMs: DAY_MS,
    } as const
    const { pollsPerDay } = withOverride(plan, override)
    expect(predictOverride(granted, override, settings).pollsPerDay).toBeCloseTo(pollsPerDay, 6)
  }
})

test('the preview of a greatest delay that is longer than what holds for all is as without it', () => {
  const granted = {
    asked: 30,
    hours: { polls: 0.8, delay: 0.8 },
    pattern: officeHours,
    leastIntervalMs: null,
    keptStalenessMs: HOUR_MS,
  }
  const policy = 'price' as const
  const settings = { policy, budgetPerDay: 30, minIntervalMs: leastMs, maxStalenessMs: HOUR_MS }
  const within = (greatestDelayMs: number | null) =>
    predictOverride(granted, { isPaused: false, fixedIntervalMs: null, greatestDelayMs }, settings)
  expect(within(3 * HOUR_MS)).toEqual(within(null))
  expect(within(null).pollsPerDay).toBeCloseTo(boundedPolls(rootsOfDay(officeHours), 30, leastMs, HOUR_MS), 9)
})

test('a publisher’s limit takes no polls of quiet hours from a greatest delay', () => {
  const hours = { polls: 0.8, delay: 0.8 }
  const plan = buildPlan({
    policy: 'price',
    pattern: officeHours,
    hours,
    pollsPerDay: 30,
    minIntervalMs: leastMs,
    maxStalenessMs: DAY_MS,
  })
  const bound = withOverride(plan, { fixedIntervalMs: null, greatestDelayMs: HOUR_MS })
  // Ten hours of two polls at most, and fourteen of one.
  expect(withLeastInterval(bound, HOUR_MS / 2).pollsPerDay).toBeCloseTo(10 * 2 + 14, 6)
})

/** All articles of a day in the two hours from 09:00 on, in their order. */
const crowded = (at: number) => {
  const begin = Math.floor(at / DAY_MS) * DAY_MS
  return begin + 9 * HOUR_MS + Math.floor((at - begin) / 12)
}

function stateOf(sourceId: number, all: readonly number[]): SimulatedSource {
  const known = all.filter((at) => at < monday)
  const times = all.filter((at) => at >= monday)
  return {
    sourceId,
    weight: 1,
    windowSize: 50,
    postingTimes: Float64Array.from(times),
    firstEvaluated: 0,
    delays: new Float64Array(times.length).fill(-1),
    known,
    knownSince: known[0] ?? monday,
    oldestLearnt: 0,
    next: 0,
    polls: 1,
    hits: 0,
    lost: 0,
    lostDelay: 0,
    open: 0,
    polledAt: monday - HOUR_MS,
    nextPollAt: monday,
    pollTimes: [],
  }
}

type Bounds = { readonly maxStalenessMs: number; readonly greatestDelayMs: number | null }

/** The planned polls of eight sources that post in two hours of a day in the third week of a replay, and those that are made. */
function replayCrowded(budgetEach: number, { maxStalenessMs, greatestDelayMs }: Bounds) {
  const drawn = drawSources({ sources: 200, seed: 11, startAt: monday - 28 * DAY_MS, days: 49 })
    .filter(({ ratePerDay }) => ratePerDay >= 4 && ratePerDay <= 40)
    .slice(0, 8)
  const states = drawn.map(({ sourceId, postingTimes }) => stateOf(sourceId, [...postingTimes].map(crowded)))
  const plans: SourcePlan[] = []
  const measuredFrom = monday + 14 * DAY_MS
  replayByPrice({
    states,
    settings: { budgetPerDay: budgetEach * states.length, maxStalenessMs, minIntervalMs: leastMs },
    evaluatedFrom: monday,
    endAt: monday + 21 * DAY_MS,
    elapsedMs: null,
    boundPlan: (plan) => {
      const bound = withOverride(plan, { fixedIntervalMs: null, greatestDelayMs })
      if (plan.madeAt >= measuredFrom) plans.push(bound)
      return bound
    },
  })
  const told = plans.reduce((sum, { pollsPerDay }) => sum + pollsPerDay, 0)
  const made = states.flatMap(({ pollTimes }) => (pollTimes ?? []).filter((at) => at >= measuredFrom)).length
  return { told, made }
}

test('plans tell the polls a day that take place, where two busy hours ask for more than the least interval allows', () => {
  const { told, made } = replayCrowded(30, { maxStalenessMs: DAY_MS, greatestDelayMs: null })
  expect(made).toBeGreaterThan(500)
  // What is asked for, up to the least interval all day, is four times as much.
  expect(Math.abs(told / made - 1)).toBeLessThan(0.15)
})

test.each([
  ['a greatest delay of an hour', 30, { maxStalenessMs: DAY_MS, greatestDelayMs: HOUR_MS }],
  ['a greatest delay of two', 30, { maxStalenessMs: DAY_MS, greatestDelayMs: 2 * HOUR_MS }],
  ['a greatest staleness of an hour', 60, { maxStalenessMs: HOUR_MS, greatestDelayMs: null }],
] as const)('and where %s asks for more in the quiet hours than the price', (_name, budgetEach, bounds) => {
  const { told, made } = replayCrowded(budgetEach, bounds)
  // Without the polls of quiet hours it is a quarter less, and more.
  expect(Math.abs(told / made - 1)).toBeLessThan(0.15)
})
