import { expect, test } from 'vitest'
import { emptyMemory, rateNow, remember } from '#lib/policy/learning/memory.ts'
import { firstPopulation } from '#lib/policy/learning/population.ts'
import { hourOfWeek, slotOfDay } from '#lib/policy/learning/week.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { monday } from '../builders.ts'
import { expectAllNear, expectNear } from '../near.ts'
import { drawTimes } from './builders.ts'
import type { PriceMemory } from '#lib/policy/learning/learned.ts'

const population = firstPopulation(monday)
const times = drawTimes(90, (hour) => hour > 6, seededRandom(11), 6)
const endAt = monday + 42 * DAY_MS

function pollEvery(hours: number, first: PriceMemory = emptyMemory(monday)): PriceMemory {
  let memory = first
  for (let from = monday; from < endAt; from += hours * HOUR_MS) {
    const polledAt = Math.min(endAt, from + hours * HOUR_MS)
    const newTimes = times.filter((at) => at > from && at <= polledAt)
    memory = remember(memory, { polledAt, newTimes }, population)
  }
  return memory
}

test('many polls count what one poll would have counted', () => {
  const once = remember(emptyMemory(monday), { polledAt: endAt, newTimes: times }, population)
  for (const hours of [5, 24, 100]) {
    const often = remember(pollEvery(hours), { polledAt: endAt, newTimes: [] }, population)
    expect(often.postings).toBe(once.postings)
    const faded = Math.exp((often.countedUntil - endAt) / (120 * DAY_MS)) // counts are as of the last poll that brought something
    expectAllNear([...often.counts.hours], [...once.counts.hours.map((count) => count / faded)], 2e-4)
    expectAllNear([...often.counts.slots], [...once.counts.slots.map((count) => count / faded)], 2e-4)
    expectNear(rateNow(often, endAt, population) / rateNow(once, endAt, population), 1, 0.1)
  }
})

test('a poll that brought nothing changes nothing: the very same memory stays', () => {
  const memory = pollEvery(24)
  const [hourLater, weekLater] = [HOUR_MS, 8 * DAY_MS].map((wait) => memory.countedUntil + wait)
  expect(remember(memory, { polledAt: hourLater ?? 0, newTimes: [] }, population)).toBe(memory)
  const relearnt = remember(memory, { polledAt: weekLater ?? 0, newTimes: [] }, population)
  expect(relearnt).not.toBe(memory) // a week later its pattern is learnt anew
  expect({ ...relearnt, pattern: 0, patternAt: 0, tallies: 0, patternPostings: 0 }).toEqual({
    ...memory,
    pattern: 0,
    patternAt: 0,
    tallies: 0,
    patternPostings: 0,
  })
})

test('the same polls make the same memory, and leave the one before as it was', () => {
  expect(pollEvery(7)).toEqual(pollEvery(7))
  const before = pollEvery(24)
  const copy = structuredClone(before)
  remember(before, { polledAt: endAt + DAY_MS, newTimes: [endAt + HOUR_MS] }, population)
  expect(before).toEqual(copy)
})

test('postings that come out of order or are dated before the last poll are counted at their hour', () => {
  const late = [endAt - 3 * DAY_MS, endAt - 2 * DAY_MS, endAt + HOUR_MS]
  const memory = remember(pollEvery(24), { polledAt: endAt + DAY_MS, newTimes: late }, population)
  const plain = pollEvery(24)
  expect(memory.postings).toBe(plain.postings + 3)
  for (const at of late) {
    expect(memory.counts.hours[hourOfWeek(at)] ?? 0).toBeGreaterThan(
      (plain.counts.hours[hourOfWeek(at)] ?? 0) + 0.9,
    )
    expect(memory.counts.slots[slotOfDay(at)] ?? 0).toBeGreaterThan(
      (plain.counts.slots[slotOfDay(at)] ?? 0) + 0.9,
    )
  }
  expect(Number.isFinite(memory.sinceLast) && memory.sinceLast >= 0).toBe(true)
  expect(memory.tallies[0].expected.every((part) => part >= 0)).toBe(true)
  expect(Number.isFinite(rateNow(memory, endAt + DAY_MS, population))).toBe(true)
})

test('silence lowers the rate, a posting raises it', () => {
  const memory = pollEvery(24)
  const now = endAt + DAY_MS
  const after = (days: number) => rateNow(memory, now + days * DAY_MS, population)
  expect(after(10)).toBeLessThan(after(0))
  expect(after(100)).toBeLessThan(after(10))
  expect(after(10_000)).toBeGreaterThan(0)
  const more = remember(memory, { polledAt: now, newTimes: [now - HOUR_MS, now - 1] }, population)
  expect(rateNow(more, now, population)).toBeGreaterThan(after(0))
})

test('of a source never polled the rate is that of the population', () => {
  const { prior } = population
  expectNear(rateNow(emptyMemory(monday), monday, population), prior.shape / prior.days, 1e-9)
})
