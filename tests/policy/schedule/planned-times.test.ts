import { expect, test } from 'vitest'
import { flatPattern } from '#lib/policy/estimate/hourly-profile.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { carryAfter, nextPlannedTime, plannedTimes } from '#lib/policy/schedule/planned-times.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import type { SourcePlan } from '#lib/policy/facts/types.ts'
import { buildPlan, monday, officePattern } from '#tests/policy/builders.ts'

/** All planned instants in (from, until]. */
function instantsBetween(plan: SourcePlan, from: number, until: number): number[] {
  const instants: number[] = []
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day <= until; day += DAY_MS)
    instants.push(...plannedTimes(plan, day))
  return instants.filter((instant) => instant > from && instant <= until)
}

/** Remakes a plan at random instants and collects what each planned while it was in force. */
function planned(plan: SourcePlan, remakes: readonly number[], until: number, random: () => number | null) {
  const instants: number[] = []
  let current = plan
  let earned = 0
  for (const at of [...remakes, until]) {
    instants.push(...instantsBetween(current, current.madeAt, at))
    earned += ((at - current.madeAt) / DAY_MS) * current.pollsPerDay
    const factor = random()
    current = {
      ...current,
      madeAt: at,
      carry: carryAfter(current, at),
      pollsPerDay: factor === null ? current.pollsPerDay : plan.pollsPerDay * factor,
      pattern: factor !== null && factor > 1 ? flatPattern : officePattern,
    }
  }
  return { instants, earned }
}

test('a day has the best times for its number of polls, on the grid of the source', () => {
  const plan = buildPlan({ pollsPerDay: 2, sourceId: 0 })
  expect(plannedTimes(plan, monday).map((instant) => (instant - monday) / HOUR_MS)).toEqual([13, 17])
  const other = plannedTimes(buildPlan({ pollsPerDay: 2, sourceId: 1 }), monday)
  expect(new Set(other.map((instant) => instant % (HOUR_MS / 2))).size).toBe(1)
  expect((other[0] ?? 0) % (HOUR_MS / 2)).toBe(Math.round(0.618033988749895 * (HOUR_MS / 2)))
})

test('a fraction is carried: a quarter poll a day is one poll every four days', () => {
  const plan = buildPlan({ pollsPerDay: 0.25 })
  const days = Array.from({ length: 12 }, (_, day) => plannedTimes(plan, monday + day * DAY_MS).length)
  expect(days).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1])
})

test('on the day a plan is made, only later instants count', () => {
  const plan = buildPlan({ pollsPerDay: 2, sourceId: 0, madeAt: monday + 14 * HOUR_MS, carry: 0.5 })
  expect(plannedTimes(plan, monday)).toEqual([monday + 17 * HOUR_MS])
  expect(plannedTimes(plan, monday - DAY_MS)).toEqual([])
})

test('no polls: none planned, nothing next', () => {
  for (const plan of [buildPlan({ pollsPerDay: 0 }), buildPlan({ policy: 'mavsync' })]) {
    expect(plannedTimes(plan, monday)).toEqual([])
    expect(nextPlannedTime(plan, monday)).toBeNull()
    expect(carryAfter({ ...plan, carry: 0.4 }, monday + DAY_MS)).toBe(0.4)
  }
})

test.each(['minimum-delay', 'uniform'] as const)(
  '%s: remade unchanged at any hour, the polls stay as many',
  (policy) => {
    const random = seededRandom(21)
    for (const pollsPerDay of [1 / 7, 0.37, 1, 2.5, 6, 31.4]) {
      const plan = buildPlan({ policy, pollsPerDay, carry: random() })
      const until = monday + 60 * DAY_MS
      const remakes = Array.from({ length: 200 }, () => Math.round(monday + random() * 60 * DAY_MS)).sort(
        (a, b) => a - b,
      )
      const { instants, earned } = planned(plan, remakes, until, () => null)
      expect(Math.abs(instants.length - earned), `${pollsPerDay} a day`).toBeLessThanOrEqual(1 + 1e-6)
      expect(new Set(instants).size).toBe(instants.length)
    }
  },
)

test('uniform: remaking a plan moves no poll', () => {
  const random = seededRandom(5)
  const plan = buildPlan({ policy: 'uniform', pollsPerDay: 4, carry: 0.3 })
  const remakes = Array.from({ length: 40 }, () => Math.round(monday + random() * 9 * DAY_MS)).sort(
    (a, b) => a - b,
  )
  const { instants } = planned(plan, remakes, monday + 10 * DAY_MS, () => null)
  const undisturbed = instantsBetween(plan, monday, monday + 10 * DAY_MS)
  expect(instants).toHaveLength(undisturbed.length)
  instants.forEach((instant, index) => expect(Math.abs(instant - (undisturbed[index] ?? 0))).toBeLessThan(10))
})

test.each([1, 2, 3, 4, 5, 6])(
  'random case %i: plans remade daily and within days, with other rates and patterns, keep the budget',
  (seed) => {
    const random = seededRandom(seed)
    const pollsPerDay = 10 ** (2 * random() - 1)
    const until = monday + 90 * DAY_MS
    const daily = Array.from({ length: 89 }, (_, day) => monday + (day + 1) * DAY_MS)
    const within = Array.from({ length: 60 }, () => Math.round(monday + random() * 90 * DAY_MS))
    const remakes = [...daily, ...within].sort((a, b) => a - b)
    const plan = buildPlan({ sourceId: seed, pollsPerDay, carry: random() })
    const { instants, earned } = planned(plan, remakes, until, () => 0.5 + random())
    // The credit at the end may hold what an unfinished day has not spent yet: at most a day's polls.
    expect(Math.abs(instants.length - earned), `seed ${seed}`).toBeLessThanOrEqual(
      1 + 1e-6 + pollsPerDay * 0.5,
    )
  },
)

test('daily replanning at midnight with changing shares: within one poll of the sum of all days', () => {
  const random = seededRandom(9)
  for (const pollsPerDay of [0.2, 0.9, 1, 3.3, 12, 40]) {
    const remakes = Array.from({ length: 119 }, (_, day) => monday + (day + 1) * DAY_MS)
    const plan = buildPlan({ pollsPerDay, carry: random() })
    const { instants, earned } = planned(plan, remakes, monday + 120 * DAY_MS - 1, () => 0.8 + 0.4 * random())
    expect(Math.abs(instants.length - earned)).toBeLessThanOrEqual(1 + 1e-6)
  }
})

test('the next planned instant is the first after the given one, also weeks ahead', () => {
  for (const pollsPerDay of [0.03, 0.4, 1, 2.7, 55]) {
    const plan = buildPlan({ pollsPerDay, carry: 0.2, madeAt: monday + 11 * HOUR_MS })
    const all = instantsBetween(plan, monday, monday + 80 * DAY_MS)
    for (const after of [
      monday,
      monday + 12.3 * HOUR_MS,
      monday + 20 * DAY_MS,
      (all[0] ?? 0) - 1,
      all[0] ?? 0,
    ]) {
      const expected = all.find((instant) => instant > Math.max(after, plan.madeAt))
      expect(nextPlannedTime(plan, after)).toBe(expected)
    }
  }
})
