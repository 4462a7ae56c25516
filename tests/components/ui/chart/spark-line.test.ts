import { expect, test } from 'vitest'
import { sparkPath } from '#components/ui/chart/spark-line.tsx'

test('the line rises with the delay, and is lifted over days without postings', () => {
  const path = sparkPath([60_000, 6_000_000, null, 60_000])
  expect(path).toBe('M1,13L21.667,1M63,13Z')
})

test('no posting at all draws nothing, and delays of seconds lie at the ground', () => {
  expect(sparkPath([null, null])).toBe('')
  expect(sparkPath([0, 2000])).toBe('M1,13L63,13')
})
