import { expect, test } from 'vitest'
import { byDay } from '#components/admin/budget/budget-days.tsx'

test('days on which nothing was planned are gaps, days are those of UTC', () => {
  const days = [
    { at: '2026-01-05T00:10:00.000Z', polls: 10 },
    { at: '2026-01-06T23:59:00.000Z', polls: 20 },
    { at: '2026-01-09T00:00:00.000Z', polls: 30 },
  ]
  expect(byDay(days, ({ polls }) => polls)).toEqual([10, 20, null, null, 30])
  expect(byDay([], () => 1)).toEqual([])
})
