import { expect, test } from 'vitest'
import { simulate } from '#lib/lab/simulator/simulate.ts'
import { matchParameter } from '#lib/lab/simulator/simulate-match.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { monday } from '#tests/policy/builders.ts'
import type { MethodName } from '#lib/policy/basics/settings.ts'

/** Matches, and counts the runs it took. */
function match(start: number, target: number, pollsAt: (parameter: number) => number) {
  let runs = 0
  const { parameter, run } = matchParameter(start, target, (tried) => {
    runs++
    return { polls: Math.round(pollsAt(tried)) }
  })
  return { parameter, polls: run.polls, runs }
}

test('matching ends at the nearest run, soon, when a policy cannot poll as often or as rarely', () => {
  const often = match(1, 1000, (parameter) => Math.min(100, 10 / parameter))
  expect(often).toMatchObject({ polls: 100 })
  const rarely = match(1, 10, (parameter) => Math.max(100, 10 / parameter))
  expect(rarely).toMatchObject({ polls: 100 })
  for (const { runs } of [often, rarely]) expect(runs).toBeLessThanOrEqual(6)
})

test('matching crosses a wide stretch of parameters at which polls stay the same', () => {
  const { polls, runs } = match(1, 40, (parameter) => (parameter > 0.03 ? 21 : 21 * (0.03 / parameter)))
  expect(polls).toBe(40)
  expect(runs).toBeLessThanOrEqual(24)
})

test('matching of few polls is content with the next whole one', () => {
  expect(match(1, 5.25, (parameter) => 5 / parameter)).toEqual({ parameter: 1, polls: 5, runs: 1 })
})

test('matching of a policy that jumps past the target ends at the nearer side', () => {
  const { polls, runs } = match(1, 40, (parameter) => (parameter < 2 ? 53 : 28))
  expect(polls).toBe(53)
  expect(runs).toBeLessThanOrEqual(24)
})

test.each<MethodName>(['fixlearned-a', 'fixlearned-w', 'lru-2', 'moving-average', 'mavsync'])(
  '%s: one source with a posting a week is matched to 4 and 24 polls a day, though the published parameter and a quarter of it poll alike',
  (method) => {
    const postingTimes = [0, 1, 2, 3, 4].map((week) => monday + week * 7 * DAY_MS + 60_000)
    for (const budget of [4, 24]) {
      const { report } = simulate({
        method,
        sources: [{ sourceId: 1, postingTimes }],
        budget,
        startAt: monday,
        endAt: monday + 35 * DAY_MS,
      })
      expect(Math.abs(report.pollsPerSourceDay / budget - 1)).toBeLessThanOrEqual(0.006)
    }
  },
)
