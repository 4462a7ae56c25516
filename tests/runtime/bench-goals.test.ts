import { expect, test } from 'vitest'
import { missedGoals } from '#tests/bench/goals.ts'

test('each figure that is not below its goal is said, one that could not be measured, too', () => {
  const figures = [
    { name: 'quick', p95Ms: 299.9 },
    { name: 'slow', p95Ms: 300 },
    { name: 'unknown', p95Ms: NaN },
  ]
  expect(missedGoals(figures, 300)).toEqual([
    'missed: slow takes 300.0 ms at the 95th percentile, goal 300 ms',
    'missed: unknown takes NaN ms at the 95th percentile, goal 300 ms',
  ])
  expect(missedGoals(figures.slice(0, 1), 300)).toEqual([])
})
