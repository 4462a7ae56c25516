import { expect, test } from 'vitest'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { planAll, planOne } from '#lib/policy/plan.ts'
import { neverPolledDelayMs, predictDelayMs } from '#lib/policy/schedule/predict-delay.ts'
import { previewBudget, previewWeight } from '#lib/policy/preview/preview.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { plannedTimes, timesOfDay } from '#lib/policy/schedule/planned-times.ts'
import { rateOfPattern } from '#lib/policy/schedule/posting-rate.ts'
import { scheduleDelay } from '#tests/policy/schedule-delay.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import {
  buildHistory,
  buildPlan,
  monday,
  officePattern,
  settings,
  toPreviewed,
} from '#tests/policy/builders.ts'
import type { SourceHistory } from '#lib/policy/basics/history.ts'

const population = [0, 0.1, 0.3, 0.5, 1, 1, 2, 4, 8, 30].map((perDay, index) =>
  buildHistory(index + 1, perDay),
)
const totalPolls = (plans: readonly { pollsPerDay: number }[]): number =>
  sumOf(plans.map(({ pollsPerDay }) => pollsPerDay))

test.each([1, 2, 3, 4, 5])('random case %i: the budget is spent to the last poll, within bounds', (seed) => {
  const random = seededRandom(seed)
  const histories = Array.from({ length: 80 }, (_, index) =>
    buildHistory(index + 1, 0.05 / (random() + 0.002), {
      weight: Math.ceil(5 * random()),
      windowSize: 5 + Math.floor(20 * random()),
    }),
  )
  const budgetPerDay = 80 * (0.5 + 10 * random())
  const { run, plans } = planAll(histories, { ...settings, budgetPerDay }, monday)
  expect(run.floorScale).toBe(1)
  expect(totalPolls(plans)).toBeCloseTo(budgetPerDay, 6)
  plans.forEach((plan, index) => {
    const overflow = plan.ratePerDay / (0.5 * (histories[index]?.windowSize ?? 0))
    expect(plan.pollsPerDay).toBeGreaterThanOrEqual(Math.max(1 / 7, overflow) - 1e-9)
    expect(plan.ratePerDay).toBeGreaterThan(0)
    expect(sumOf(plan.pattern)).toBeCloseTo(1, 9)
  })
})

test('a budget below the floors shrinks them all alike and says so', () => {
  const { run, plans } = planAll(population, { ...settings, budgetPerDay: 2, maxStalenessMs: DAY_MS }, monday)
  expect(run.floorScale).toBeLessThan(0.2)
  expect(totalPolls(plans)).toBeCloseTo(2, 9)
  expect(Math.max(...plans.map(({ maxStalenessMs }) => maxStalenessMs))).toBeGreaterThanOrEqual(5 * DAY_MS)
})

test('a budget above all ceilings gives everyone the ceiling', () => {
  const { plans } = planAll(population, { ...settings, budgetPerDay: 1e6, minIntervalMs: HOUR_MS }, monday)
  plans.forEach(({ pollsPerDay }) => expect(pollsPerDay).toBeCloseTo(24, 6))
})

test('no source, one source, none with a weight: planned without fuss', () => {
  expect(planAll([], settings, monday).plans).toEqual([])
  const [only] = planAll([buildHistory(1, 1)], settings, monday).plans
  expect(only?.pollsPerDay).toBeCloseTo(40, 6)
  const [unwanted] = planAll([buildHistory(1, 1, { weight: 0 })], settings, monday).plans
  expect(unwanted).toMatchObject({ pollsPerDay: 0, predictedDelayMs: neverPolledDelayMs })
  expect(JSON.parse(JSON.stringify(unwanted))).toEqual(unwanted)
})

test('edges of a history: none, one posting, all at one instant, never read', () => {
  const at = monday - 3 * DAY_MS
  const histories: SourceHistory[] = [
    buildHistory(1, 0, { windowSize: null, knownSince: monday }),
    buildHistory(2, 0, { postingTimes: [at], knownSince: at }),
    buildHistory(3, 0, { postingTimes: Array.from({ length: 15 }, () => at), knownSince: at }),
    buildHistory(4, 0, { postingTimes: Array.from({ length: 15 }, () => monday), knownSince: monday }),
    ...population.map((history) => ({ ...history, sourceId: history.sourceId + 10 })),
  ]
  const { plans } = planAll(histories, settings, monday)
  for (const plan of plans) {
    expect(Number.isFinite(plan.ratePerDay) && plan.ratePerDay > 0).toBe(true)
    expect(Number.isFinite(plan.predictedDelayMs)).toBe(true)
    expect(plan.pollsPerDay).toBeGreaterThan(0)
  }
  expect(plans[2]?.ratePerDay).toBeGreaterThan(2)
  expect(plans[2]?.ratePerDay).toBeLessThan(15 / 3)
})

test('more weight, more postings or more budget: never fewer polls, never more delay', () => {
  const plan = (changes: Partial<SourceHistory>, budgetPerDay = 40) => {
    const histories = population.map((history) =>
      history.sourceId === 7 ? { ...history, ...changes } : history,
    )
    return planAll(histories, { ...settings, budgetPerDay }, monday).plans[6] ?? buildPlan()
  }
  const before = plan({})
  for (const after of [
    plan({ weight: 4 }),
    plan({ postingTimes: buildHistory(7, 4).postingTimes }),
    plan({}, 60),
  ]) {
    expect(after.pollsPerDay).toBeGreaterThan(before.pollsPerDay)
  }
  expect(plan({ weight: 4 }).predictedDelayMs).toBeLessThan(before.predictedDelayMs)
  expect(plan({}, 60).predictedDelayMs).toBeLessThan(before.predictedDelayMs)
})

test('a source planned later by the same run is planned as if it had been there; nothing is refitted', () => {
  const { run, plans } = planAll(population, settings, monday)
  const history = population[5]
  const plan = plans[5]
  if (history === undefined) throw new Error('the population has ten sources')
  expect(planOne(history, JSON.parse(JSON.stringify(run)), monday)).toEqual(plan)
  const heavier = planOne({ ...history, weight: 9 }, run, monday + HOUR_MS)
  expect(heavier.pollsPerDay).toBeCloseTo(3 * (plan?.pollsPerDay ?? 0), 0)
})

test('uniform gives all the same, whatever the weight; nothing to those of weight 0', () => {
  const histories = population.map((history, index) => ({ ...history, weight: index }))
  const { plans } = planAll(histories, { ...settings, policy: 'uniform' }, monday)
  expect(plans.map(({ pollsPerDay }) => pollsPerDay)).toEqual([0, ...Array.from({ length: 9 }, () => 40 / 9)])
  expect(plannedTimes(plans[3] ?? buildPlan(), monday + DAY_MS).length).toBeGreaterThanOrEqual(4)
})

test('settings and weights without meaning are refused by name', () => {
  expect(() => planAll(population, { ...settings, budgetPerDay: -1 }, monday)).toThrow(/budgetPerDay/)
  expect(() => planAll(population, { ...settings, minIntervalMs: 0 }, monday)).toThrow(/minIntervalMs/)
  expect(() => planAll(population, { ...settings, maxStalenessMs: 1 }, monday)).toThrow(/maxStalenessMs/)
  expect(() => planAll([buildHistory(3, 1, { weight: Number.NaN })], settings, monday)).toThrow(
    /source 3 has weight NaN/,
  )
})

test('20,000 sources are planned together, to the last poll', () => {
  const histories = Array.from({ length: 20_000 }, (_, index) =>
    buildHistory(index + 1, index % 50 === 0 ? 4 : (index % 5) / 14),
  )
  const { plans } = planAll(histories, { ...settings, budgetPerDay: 80_000 }, monday)
  expect(totalPolls(plans)).toBeCloseTo(80_000, 3)
})

test('the predicted delay is that of the planned times, also for fractions of a poll', () => {
  for (const pollsPerDay of [1, 2, 4, 2.5]) {
    const counts = [Math.floor(pollsPerDay), Math.ceil(pollsPerDay)]
    const exact = sumOf(
      counts.map((count) => {
        return scheduleDelay(rateOfPattern(officePattern), timesOfDay(buildPlan({ sourceId: 0 }), count)) / 2
      }),
    )
    expect(predictDelayMs(officePattern, pollsPerDay) / exact).toBeCloseTo(1, 1)
  }
  expect(predictDelayMs(officePattern, 1 / 3)).toBeCloseTo(4 * HOUR_MS + DAY_MS, 0)
  expect(predictDelayMs([], 0.4)).toBeCloseTo(((0.5 * 2 ** 2 + 0.5 * 3 ** 2) / 2 / 2.5) * DAY_MS, 0)
  expect(predictDelayMs(officePattern, 0)).toBe(neverPolledDelayMs)
})

test('the preview of the budget in force is the plan; more budget means less delay', () => {
  const plans = planAll(population, settings, monday).plans.map(toPreviewed)
  const granted = planAll(population, settings, monday).plans
  const previews = [20, 40, 80, 160].map((budgetPerDay) =>
    previewBudget(plans, { ...settings, budgetPerDay }),
  )
  for (const [index, plan] of granted.entries())
    expect(previews[1]?.asked[index]).toBeCloseTo(plan.pollsPerDay, 5)
  const delays = previews.map(({ meanDelayMs }) => meanDelayMs ?? 0)
  expect(delays).toEqual([...delays].sort((a, b) => b - a))
  expect(previewBudget([], settings).meanDelayMs).toBeNull()
})

test('the preview of a weight: the source gains what the others lose', () => {
  const plans = planAll(population, settings, monday).plans.map(toPreviewed)
  const { changed, others } = previewWeight(plans, settings, new Map([[5, 6]]))
  const [effect] = changed
  expect(changed).toHaveLength(1)
  if (effect === undefined) throw new Error('source 5 is planned')
  expect(effect.delayAfterMs).toBeLessThan(effect.delayBeforeMs)
  expect(others.delayAfterMs).toBeGreaterThan(others.delayBeforeMs ?? 0)
  const gained = effect.pollsPerDayAfter - effect.pollsPerDayBefore
  expect(others.pollsPerDayBefore - others.pollsPerDayAfter).toBeCloseTo(gained, 6)
})
