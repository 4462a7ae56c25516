import { describe, expect, test } from 'vitest'
import { decideNextPoll } from '#lib/policy/decide.ts'
import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { planByPrice, type PricedSource } from '#lib/policy/price/plan.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { sumOf } from '#lib/policy/basics/numeric.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { simulate, type SimulationOptions } from '#lib/lab/simulator/simulate.ts'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { buildFacts, monday } from '../builders.ts'
import { expectNear } from '../near.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

const settings = { budgetPerDay: 12, minIntervalMs: MINUTE_MS, maxStalenessMs: 7 * DAY_MS }
const first = firstPopulation(monday)

/** A source that posted so often a day for a fortnight, at random. */
function source(sourceId: number, perDay: number, changes: Partial<PricedSource> = {}): PricedSource {
  const since = monday - 14 * DAY_MS
  const count = Math.round(14 * perDay)
  const random = seededRandom(sourceId)
  const newTimes = Array.from({ length: count }, () => since + random() * 14 * DAY_MS).sort((a, b) => a - b)
  const memory = remember(emptyMemory(since), { polledAt: monday, newTimes }, first)
  return { sourceId, weight: 1, windowSize: 15, polledAt: monday, memory, ...changes }
}

function plansOf(sources: readonly PricedSource[], changes: Partial<typeof settings> = {}): SourcePlan[] {
  return planByPrice(sources, { ...settings, ...changes }, monday, first, 0).plans
}

function waitOf(plan: SourcePlan | undefined, memory: PriceMemory | undefined): number {
  if (plan === undefined || memory === undefined) throw new Error('no plan')
  return (
    decideNextPoll(plan, buildFacts({ polledAt: monday, priceMemory: memory }), monday).nextPollAt - monday
  )
}

/** Polls by source in the day after the planning, none of which brings anything. */
function pollsOfDay(sources: readonly PricedSource[], plans: readonly SourcePlan[]): number[] {
  return sources.map(({ memory }, index) => {
    const plan = plans[index]
    if (plan === undefined) throw new Error('no plan')
    const after = (polledAt: number): number =>
      decideNextPoll(plan, buildFacts({ polledAt, priceMemory: memory }), polledAt).nextPollAt
    let polls = 0
    for (let at = after(monday); at < monday + DAY_MS; at = after(at)) polls++
    return polls
  })
}

describe('a planning', () => {
  test('spends the budget on the next day, whatever the sources', () => {
    for (const rates of [[1, 4, 0.5, 12], [0, 0, 0], [3], [0]]) {
      const sources = rates.map((rate, index) => source(index + 1, rate))
      expectNear(sumOf(pollsOfDay(sources, plansOf(sources))), 12, 1.5)
    }
  })

  test.each([20, 40, 160, 640])(
    'spends %i polls on forty sources that were all polled just now',
    (budgetPerDay) => {
      const sources = Array.from({ length: 40 }, (_, index) => source(index + 1, 0.2 + 0.2 * index))
      const polls = sumOf(pollsOfDay(sources, plansOf(sources, { budgetPerDay })))
      expectNear(polls / budgetPerDay, 1, 0.1)
    },
  )

  test('expects of sources polled at all times of the day what the budget allows', () => {
    const sources = Array.from({ length: 40 }, (_, index) => {
      return source(index + 1, 0.2 + 0.2 * index, { polledAt: monday - ((0.618 * index) % 1) * 6 * HOUR_MS })
    })
    const plans = plansOf(sources, { budgetPerDay: 160 })
    expectNear(sumOf(plans.map(({ pollsPerDay }) => pollsPerDay)) / 160, 1, 0.05)
  })

  test('of no sources makes no plans', () => {
    expect(plansOf([])).toEqual([])
  })

  test('gives a source that never posted a rate, polls, and an instant', () => {
    const sources = [source(1, 4), source(2, 0)]
    const plans = plansOf(sources)
    expect(plans[1]?.ratePerDay).toBeGreaterThan(0)
    expect(plans[1]?.pollsPerDay).toBeGreaterThan(0)
    expect(waitOf(plans[1], sources[1]?.memory)).toBeLessThanOrEqual(7 * DAY_MS)
  })

  test('polls silent sources alike', () => {
    const polls = plansOf([1, 2, 3].map((id) => source(id, 0))).map(({ pollsPerDay }) => pollsPerDay)
    expect(Math.max(...polls) - Math.min(...polls)).toBeLessThan(1e-9)
  })

  test('with a budget of 0 polls nothing, and says why', () => {
    const one = source(1, 4)
    const [plan] = plansOf([one], { budgetPerDay: 0 })
    if (plan === undefined) throw new Error('no plan')
    expect(plan.pollsPerDay).toBe(0)
    const decision = decideNextPoll(plan, buildFacts({ polledAt: monday, priceMemory: one.memory }), monday)
    expect(decision.nextPollAt).toBeGreaterThan(monday + 300 * DAY_MS)
    expect(decision.reason).toEqual({ code: 'withoutBudget', values: {} })
  })

  test('gives none of the budget to a source that nobody waits for', () => {
    const sources = [source(1, 4), source(2, 1), source(3, 9, { weight: 0 })]
    const plans = plansOf(sources)
    expect(plans[2]?.pollsPerDay).toBe(0)
    const polls = pollsOfDay(sources, plans)
    expect(polls[2]).toBe(0)
    expectNear(sumOf(polls), 12, 1.5)
    expect(plansOf([source(1, 4, { weight: 0 })])[0]?.pollsPerDay).toBe(0)
  })

  test('keeps to the least interval and the greatest staleness', () => {
    const sources = [source(1, 50), source(2, 0.1)]
    const bounds = { budgetPerDay: 1000, minIntervalMs: 10 * MINUTE_MS, maxStalenessMs: 6 * HOUR_MS }
    const plans = plansOf(sources, bounds)
    expect(plans[0]?.pollsPerDay).toBeLessThanOrEqual(144)
    expect(waitOf(plans[0], sources[0]?.memory)).toBeGreaterThanOrEqual(10 * MINUTE_MS)
    const frugal = plansOf(sources, { ...bounds, budgetPerDay: 20 })
    expect(waitOf(frugal[1], sources[1]?.memory)).toBeLessThanOrEqual(6 * HOUR_MS)
  })

  test.each([1e-4, 1e6])('with all weights times %d is the same', (factor) => {
    const sources = [source(1, 4), source(2, 1, { weight: 3 }), source(3, 0.2)]
    const scaled = sources.map((one) => ({ ...one, weight: factor * one.weight }))
    const plans = plansOf(sources)
    const scaledPlans = plansOf(scaled)
    plans.forEach((plan, index) => {
      const memory = sources[index]?.memory
      expectNear((scaledPlans[index]?.pollsPerDay ?? 0) / plan.pollsPerDay, 1, 1e-9)
      expectNear(waitOf(scaledPlans[index], memory), waitOf(plan, memory), 2)
    })
  })

  test('four times the weight makes twice the polls', () => {
    const one = source(1, 2)
    const [heavy, light] = plansOf([
      { ...one, weight: 4 },
      { ...one, sourceId: 2 },
    ])
    expectNear((heavy?.pollsPerDay ?? 0) / (light?.pollsPerDay ?? 1), 2, 1e-6)
  })
})

describe('a replay', () => {
  const sources = drawSources({ sources: 40, seed: 4, startAt: monday, days: 42 })
  const base: SimulationOptions = {
    method: 'price',
    sources,
    budget: 2,
    startAt: monday,
    endAt: monday + 42 * DAY_MS,
    keepsPolls: true,
  }

  test.each([
    [false, 1, 0.25],
    [false, 4, 0.05],
    [true, 1, 0.25],
    [true, 4, 0.05],
  ])('(cold start: %s, %d polls) meets the first day’s budget to a part of %d', (isCold, budget, most) => {
    const endAt = monday + 15 * DAY_MS
    const parts = [1, 2, 3].map((seed) => {
      const drawn = drawSources({ sources: 80, seed, startAt: monday, days: 15 })
      return simulate({ ...base, sources: drawn, isCold, budget, endAt }).report.pollsPerSourceDay / budget
    })
    expectNear(sumOf(parts) / parts.length, 1, most) // a day's postings are chance, all the more of few polls
  })

  test('keeps its budget, and at least halves the mean delay of uniform polling', () => {
    const priced = simulate(base).report
    const even = simulate({ ...base, method: 'uniform' }).report
    expectNear(priced.pollsPerSourceDay / 2, 1, 0.01)
    expect(priced.meanMin ?? Infinity).toBeLessThan(0.5 * (even.meanMin ?? 0))
  })

  test.each([1, 3])('no source waits longer than %i days', (days) => {
    const { states } = simulate({ ...base, maxStalenessMs: days * DAY_MS })
    for (const { pollTimes } of states) {
      const instants = [monday + 14 * DAY_MS, ...(pollTimes ?? [])]
      instants
        .slice(1)
        .forEach((at, index) => expect(at - (instants[index] ?? 0)).toBeLessThanOrEqual(days * DAY_MS + 1))
    }
  })

  test('a single source takes the whole budget', () => {
    const { report } = simulate({ ...base, sources: sources.slice(0, 1), budget: 6 })
    expectNear(report.pollsPerSourceDay / 6, 1, 0.05)
  })
})
