import { expect, test } from 'vitest'
import { learnShapes, similarShape } from '#lib/policy/learning/similar-sources.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { countsOf, drawTimes } from './builders.ts'

const isMorning = (hour: number): boolean => hour >= 6 && hour < 10
const isEvening = (hour: number): boolean => hour >= 18 && hour < 22
const random = seededRandom(3)
const mornings = Array.from({ length: 40 }, () => countsOf(drawTimes(12, isMorning, random)))
const evenings = Array.from({ length: 20 }, () => countsOf(drawTimes(12, isEvening, random)))
const shapes = learnShapes([...mornings, ...evenings])

function shareIn(hours: ArrayLike<number>, isMeant: (hour: number) => boolean): number {
  return Array.from(hours).reduce((sum, share, hour) => (isMeant(hour % 24) ? sum + share : sum), 0)
}

test('two kinds of sources are told apart, and counted', () => {
  const parts = [isMorning, isEvening].map((isMeant) =>
    shapes.kinds
      .filter(({ hours }) => shareIn(hours, isMeant) > 0.6)
      .reduce((sum, { part }) => sum + part, 0),
  )
  expect(parts[0]).toBeGreaterThan(0.5)
  expect(parts[1]).toBeGreaterThan(0.2)
  expect(shapes.kinds.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(1, 9)
})

test('three evening postings promise evenings, where the population would promise mornings', () => {
  const three = countsOf(drawTimes(3, isEvening, random))
  const shape = similarShape(three, shapes)
  expect(shareIn(shape, isEvening)).toBeGreaterThan(0.6)
  expect(shareIn(shapes.population, isEvening)).toBeLessThan(0.5)
  expect(shareIn(shape, isEvening)).toBeGreaterThan(
    2 * shareIn(similarShape(three, { ...shapes, kinds: [] }), isEvening) - 0.3,
  )
})

test('a source that never posted gets the mean of the kinds', () => {
  const shape = similarShape(countsOf([]), shapes)
  expect(shareIn(shape, () => true)).toBeCloseTo(1, 9)
  expect(shareIn(shape, isMorning)).toBeGreaterThan(shareIn(shape, isEvening))
})

test('a few sources make no kinds, none make a flat week', () => {
  expect(learnShapes(mornings.slice(0, 36)).kinds).toEqual([])
  const { population } = learnShapes([])
  for (const share of population) expect(share).toBeCloseTo(1 / 168, 12)
})

test('one busy source does not set the week of all', () => {
  const busy = countsOf(drawTimes(5000, isEvening, random))
  const { population } = learnShapes([...mornings, busy])
  expect(shareIn(population, isMorning)).toBeGreaterThan(shareIn(population, isEvening))
})
