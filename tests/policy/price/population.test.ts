import { expect, test } from 'vitest'
import { emptyMemory, remember } from '#lib/policy/learning/memory.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '../builders.ts'
import { drawTimes, learnPopulation, type Member } from './builders.ts'
import type { Population } from '#lib/policy/learning/learned.ts'

const first = firstPopulation(monday)
const learntAt = monday + 14 * DAY_MS

function members(count: number): Member[] {
  return Array.from({ length: count }, (_, index) => {
    const newTimes = drawTimes(12, (hour) => hour > 6, seededRandom(index), 2)
    const memory = remember(emptyMemory(monday), { polledAt: learntAt, newTimes }, first)
    return { memory, weight: 1, polledAt: learntAt }
  })
}

function learn(count: number, now: number, before: Population): Population {
  const settings = { budgetPerDay: 4 * count, maxStalenessMs: DAY_MS, minIntervalMs: MINUTE_MS }
  return learnPopulation(members(count), settings, now, before)
}

test('shapes of the week are learnt anew once a week', () => {
  const before = learn(20, learntAt, first)
  expect(before.shapesAt).toBe(learntAt)
  expect(learn(20, learntAt + 6 * DAY_MS, before).shapes).toBe(before.shapes)
  expect(learn(20, learntAt + 7 * DAY_MS, before).shapesAt).toBe(learntAt + 7 * DAY_MS)
})

test('shapes are learnt anew the next day when the sources have become more than half as many again', () => {
  const before = learn(20, learntAt, first)
  const nextDay = learntAt + DAY_MS
  expect(learn(30, nextDay, before).shapes).toBe(before.shapes)
  const grown = learn(31, nextDay, before)
  expect(grown).toMatchObject({ shapesAt: nextDay, shapesFrom: 31 })
  expect(grown.shapes).not.toEqual(before.shapes)
})

test('a population is stored as JSON without a loss, also before anything is known and without sources', () => {
  const none = learn(0, learntAt, first)
  for (const population of [first, none, learn(40, learntAt, first)]) {
    const stored: unknown = JSON.parse(JSON.stringify(population))
    expect(stored).toEqual(population)
  }
})
