import { expect, test } from 'vitest'
import { flatPattern } from '#lib/policy/estimate/hourly-profile.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { denseDelay, denseTimes } from '#lib/policy/schedule/dense-times.ts'
import { optimalTimes } from '#lib/policy/schedule/optimal-times.ts'
import { rateOfPattern, type PostingRate } from '#lib/policy/schedule/posting-rate.ts'
import { delayBetween, scheduleDelay } from '#tests/policy/schedule-delay.ts'

const office = Array.from({ length: 24 }, (_, hour) => (hour >= 9 && hour < 17 ? 1 : 0))
const p24 = [0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 5, 4, 3, 4, 5, 4, 3, 2, 1, 1, 2, 1, 0, 0]

/** Every schedule on the grid is tried by plain dynamic programming from each start: slow and obviously right. */
function leastDelay(rate: PostingRate, count: number, slots: number): number {
  const step = rate.period / slots
  let least = Infinity
  for (let start = 0; start < slots; start++) {
    let costs = new Map([[start, 0]])
    for (let poll = 1; poll <= count; poll++) {
      const next = new Map<number, number>()
      for (let slot = start + 1; slot <= start + slots; slot++) {
        for (const [before, cost] of costs) {
          if (before >= slot) continue
          const total = cost + delayBetween(rate, before * step, slot * step)
          if (total < (next.get(slot) ?? Infinity)) next.set(slot, total)
        }
      }
      costs = next
    }
    least = Math.min(least, costs.get(start + slots) ?? Infinity)
  }
  return least
}

test.each([1, 2, 3, 4, 5, 6])(
  'random pattern %i: the quick solver is as good as trying every start',
  (seed) => {
    const random = seededRandom(seed)
    const pattern = Array.from({ length: 12 }, () => (random() < 0.4 ? 0 : random() ** 3))
    const rate = rateOfPattern(pattern, 1)
    for (const count of [1, 2, 3, 4, 5, 7, 11, 12]) {
      const times = optimalTimes(rate, count, 12)
      expect(times).toHaveLength(count)
      expect(scheduleDelay(rate, times), `seed ${seed}, ${count} polls`).toBeCloseTo(
        leastDelay(rate, count, 12),
        9,
      )
    }
  },
)

test('a later grid moves the times, not the guarantee; more polls never mean more delay', () => {
  const rate = rateOfPattern(p24, 1)
  const delays = Array.from({ length: 48 }, (_, index) =>
    scheduleDelay(rate, optimalTimes(rate, index + 1, 48, 0.3)),
  )
  delays.slice(1).forEach((delay, index) => expect(delay).toBeLessThanOrEqual((delays[index] ?? 0) + 1e-9))
  expect(optimalTimes(rate, 3, 48, 0.3).every((time) => Math.abs(((time - 0.3) * 2) % 1) < 1e-9)).toBe(true)
  expect(() => optimalTimes(rate, 49)).toThrow(/count/)
  expect(() => optimalTimes(rate, 0)).toThrow(/count/)
})

test('scaling the rate or the time scales delays, not plans; without postings any plan will do', () => {
  const slow = rateOfPattern(p24, 1)
  const fast = rateOfPattern(
    p24.map((share) => share * 7),
    60,
  )
  expect(optimalTimes(fast, 5).map((time) => time / 60)).toEqual(optimalTimes(slow, 5))
  expect(optimalTimes(rateOfPattern(office.map(() => 0)), 3)).toHaveLength(3)
})

test('many polls a day: within 8 % of the grid, every hour is visited, the prediction holds', () => {
  for (const pattern of [p24, office, flatPattern.map((share) => share * 24)]) {
    const rate = rateOfPattern(pattern, 1)
    const times = denseTimes(pattern, 48, 0.5, 24)
    expect(times).toHaveLength(48)
    expect(scheduleDelay(rate, times)).toBeLessThan(1.08 * scheduleDelay(rate, optimalTimes(rate, 48)))
    const busy = denseTimes(pattern, 400, 0.2, 24)
    expect(new Set(busy.map(Math.floor)).size).toBe(24)
    const mean = scheduleDelay(rate, busy) / rate.postingsUntil(24)
    expect(mean / denseDelay(pattern, 400, 24)).toBeGreaterThan(0.98)
    expect(mean / denseDelay(pattern, 400, 24)).toBeLessThan(1.25) // the part that quiet hours take
  }
})

test('the predicted delay is within 11 % of the best plan from one poll a day on', () => {
  for (const count of [1, 2, 3, 4, 6, 12]) {
    const rate = rateOfPattern(p24, 1)
    const exact = scheduleDelay(rate, optimalTimes(rate, count)) / 48
    expect(Math.abs(denseDelay(p24, count, 24) / exact - 1)).toBeLessThan(0.11)
  }
})
