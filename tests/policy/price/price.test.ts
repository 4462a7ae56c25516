import { describe, expect, test } from 'vitest'
import { priceFor, steer, type Claim, type Ledger } from '#lib/policy/price/price.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/time.ts'
import { monday } from '../builders.ts'
import { expectNear } from '../near.ts'

const roots = new Float32Array(168).fill(1)
const claims: Claim[] = [0.1, 0.5, 1, 2, 8].map((rate) => ({ root: Math.sqrt(rate), roots, ageDays: 0 }))
const bounds = { minIntervalMs: MINUTE_MS, maxStalenessMs: 7 * DAY_MS }
const evenLedger: Ledger = { budgetPerDay: 20, hours: [], overspent: 0, bias: 0 }

function pollsAt(price: number): number {
  return claims.reduce((sum, { root }) => sum + Math.max(1 / 7, root / Math.sqrt(2 * price)), 0)
}

/** Days of an economy that polls `factor(day)` times what the price promises. */
function run(
  days: number,
  factor: (day: number) => number,
  budgetOn: (day: number) => number,
  hours: readonly number[] = [],
) {
  let ledger = steer(
    { madeAt: monday, ledger: { ...evenLedger, budgetPerDay: 0 } },
    0,
    budgetOn(0),
    hours,
    monday,
  )
  let { price } = priceFor(claims, { ...bounds, budgetPerDay: budgetOn(0) }, ledger, monday)
  return Array.from({ length: days }, (_, day) => {
    const spent = pollsAt(price) * factor(day)
    const now = monday + (day + 1) * DAY_MS
    const usedPrice = price
    ledger = steer({ madeAt: now - DAY_MS, ledger }, spent, budgetOn(day + 1), hours, now)
    price = priceFor(claims, { ...bounds, budgetPerDay: budgetOn(day + 1) }, ledger, now).price
    return { spent, price: usedPrice, ledger }
  })
}

test('at the price the expected polls are the budget', () => {
  for (const budgetPerDay of [5, 20, 1000]) {
    const { price, maxStalenessMs } = priceFor(claims, { ...bounds, budgetPerDay }, evenLedger, monday)
    expectNear(pollsAt(price) / budgetPerDay, 1, 1e-6)
    expect(maxStalenessMs).toBe(7 * DAY_MS)
  }
})

test('where keeping the staleness would take more than half the budget, it is made longer', () => {
  const { price, maxStalenessMs } = priceFor(claims, { ...bounds, budgetPerDay: 0.5 }, evenLedger, monday)
  expect(maxStalenessMs).toBe((claims.length / (0.5 * 0.5)) * DAY_MS)
  expect(Number.isFinite(price)).toBe(true)
})

test('nothing to poll, or nothing to spend: no price', () => {
  expect(priceFor([], { ...bounds, budgetPerDay: 10 }, evenLedger, monday).price).toBe(Infinity)
  expect(priceFor(claims, { ...bounds, budgetPerDay: 0 }, evenLedger, monday).price).toBe(Infinity)
})

describe('feedback', () => {
  test('a source of error that lasts is learnt: the budget is met, and what was overspent is paid back', () => {
    for (const wrong of [0.6, 1.6]) {
      const days = run(
        60,
        () => wrong,
        () => 20,
      )
      expectNear(days.at(-1)?.spent, 20, 0.2)
      const total = days.reduce((sum, { spent }) => sum + spent, 0)
      expectNear(total / (60 * 20), 1, 0.01)
    }
  })

  test('after a day of three times the polls, the budget is met again within days', () => {
    const days = run(
      40,
      (day) => (day === 10 ? 3 : 1),
      () => 20,
    )
    expect(days[11]?.price ?? 0).toBeGreaterThan(1.5 * (days[9]?.price ?? Infinity))
    for (const { spent } of days.slice(22)) expectNear(spent / 20, 1, 0.02)
    expectNear(days.at(-1)?.ledger.overspent, 0, 0.5)
  })

  test('an outage of a week is not made up for by a burst', () => {
    const days = run(
      40,
      (day) => (day >= 10 && day < 17 ? 0 : 1),
      () => 20,
    )
    for (const { spent } of days.slice(17)) expect(spent).toBeLessThan(20 * 1.75)
    const after = days.slice(17).reduce((sum, { spent }) => sum + spent, 0)
    expect(after / 20 - 23).toBeLessThan(3) // of the seven days that were not spent
  })

  test('a new budget counts from its first day on', () => {
    const days = run(
      40,
      () => 1,
      (day) => (day < 20 ? 20 : 60),
    )
    expectNear((days[19]?.spent ?? 0) / 20, 1, 0.01)
    expectNear((days[20]?.spent ?? 0) / 60, 1, 0.02)
    expectNear((days.at(-1)?.spent ?? 0) / 60, 1, 0.01)
  })
})

describe('the swing of the week', () => {
  /** Mondays to Fridays bring more than weekends. */
  const hours = Array.from({ length: 168 }, (_, hour) => (hour < 120 ? 1.2 : 0.5))
  const isWeekend = (day: number): boolean => day % 7 > 4
  const swinging = (day: number): number => (isWeekend(day) ? 0.5 : 1.2)

  test('busy days may cost more than Sundays: the price stays', () => {
    const days = run(35, swinging, () => 20, hours)
    const prices = days.map(({ price }) => price)
    expectNear(Math.max(...prices) / Math.min(...prices), 1, 1e-6)
  })

  test('without it the price would follow the weekday', () => {
    const prices = run(35, swinging, () => 20).map(({ price }) => price)
    expect(Math.max(...prices) / Math.min(...prices)).toBeGreaterThan(1.3)
  })

  test.each([0, 2, 5])('a start on weekday %i owes nothing', (weekday) => {
    const startAt = monday + weekday * DAY_MS
    const empty = { madeAt: startAt, ledger: { ...evenLedger, budgetPerDay: 0 } }
    const ledger = steer(empty, 0, 20, hours, startAt)
    const swung = priceFor(claims, { ...bounds, budgetPerDay: 20 }, ledger, startAt).price
    expectNear(swung / priceFor(claims, { ...bounds, budgetPerDay: 20 }, evenLedger, startAt).price, 1, 1e-9)
  })
})
