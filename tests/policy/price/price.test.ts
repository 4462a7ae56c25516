import { describe, expect, test } from 'vitest'
import { clamp, sumOf } from '#lib/policy/basics/numeric.ts'
import { priceFor, steer, unaffordable, type Claim, type Ledger } from '#lib/policy/learning/price.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { monday } from '../builders.ts'
import { expectNear } from '../near.ts'

/** A source that is polled as often as its claim and the price say. */
type Polled = { readonly root: number; readonly roots: Float32Array; polledAt: number }

const bounds = { minIntervalMs: MINUTE_MS, maxStalenessMs: 7 * DAY_MS }
const budget = 300
const evenLedger: Ledger = { budgetPerDay: budget, hours: [], overspent: 0, bias: 0 }
const evenWeek: readonly number[] = Array.from({ length: 168 }, () => 1)

/** A hundred sources from a posting in 20 days to 20 a day, polled at the reference instant or so many days before. */
function drawSources(week = evenWeek, ageDays: (index: number) => number = () => 0): Polled[] {
  const roots = Float32Array.from(week)
  return Array.from({ length: 100 }, (_, index) => {
    const root = Math.sqrt(0.05 * 400 ** (index / 99))
    return { root, roots, polledAt: monday - ageDays(index) * DAY_MS }
  })
}

function claimsOf(sources: readonly Polled[], now: number): Claim[] {
  return sources.map(({ root, roots, polledAt }) => ({ root, roots, ageDays: (now - polledAt) / DAY_MS }))
}

/** Carries out the polls of a day one by one, `factor` times as often as the price lets expect. @returns how many */
function pollDay(sources: readonly Polled[], price: number, dayAt: number, factor = 1): number {
  const weekday = Math.round((dayAt - monday) / DAY_MS) % 7
  let polls = 0
  for (const source of sources) {
    const root = source.root * (sumOf([...source.roots.subarray(24 * weekday, 24 * weekday + 24)]) / 24)
    const interval = clamp((Math.sqrt(2 * price) / root) * DAY_MS, MINUTE_MS, bounds.maxStalenessMs) / factor
    for (let at = Math.max(dayAt, source.polledAt + interval); at < dayAt + DAY_MS; at += interval) {
      source.polledAt = at
      polls++
    }
  }
  return polls
}

type Economy = {
  readonly days: number
  /** The factor by which more polls are made on a day than the price promises. */
  readonly factor?: (day: number) => number
  readonly budgetOn?: (day: number) => number
  /** The rise and fall of the sources' postings and the account's polls in the week. */
  readonly week?: readonly number[]
  readonly hours?: readonly number[]
}

/** Days from the reference instant on, at which all sources were polled, as at a first start. */
function run({ days, factor = () => 1, budgetOn = () => budget, week, hours = [] }: Economy) {
  const sources = drawSources(week)
  let ledger: Ledger = { ...evenLedger, budgetPerDay: 0 }
  let spent = 0
  return Array.from({ length: days }, (_, day) => {
    const now = monday + day * DAY_MS
    ledger = steer({ madeAt: now - DAY_MS, ledger }, spent, budgetOn(day), hours, now)
    const { price } = priceFor(
      claimsOf(sources, now),
      { ...bounds, budgetPerDay: budgetOn(day) },
      ledger,
      now,
    )
    spent = pollDay(sources, price, now, factor(day))
    return { spent, price, ledger }
  })
}

describe('at the price the polls of the next day are the budget', () => {
  test.each([
    ['just now, as at a first start', () => 0],
    ['at different times of the day before', (index: number) => (index * 0.618) % 1],
    ['all two days ago', () => 2],
  ])('of sources polled %s', (_, ageDays) => {
    for (const budgetPerDay of [90, 300, 20_000]) {
      const sources = drawSources(evenWeek, ageDays)
      const { price, maxStalenessMs } = priceFor(
        claimsOf(sources, monday),
        { ...bounds, budgetPerDay },
        { ...evenLedger, budgetPerDay },
        monday,
      )
      expectNear(pollDay(sources, price, monday), budgetPerDay, 2)
      expect(maxStalenessMs).toBe(7 * DAY_MS)
    }
  })
})

test('who was polled just now is polled at a lower price than who was polled a day ago', () => {
  const priceAfter = (ageDays: number): number => {
    const claims = claimsOf(
      drawSources(evenWeek, () => ageDays),
      monday,
    )
    return priceFor(claims, { ...bounds, budgetPerDay: budget }, evenLedger, monday).price
  }
  expect(priceAfter(0)).toBeLessThan(0.9 * priceAfter(1))
})

test('where keeping the staleness would take more than half the budget, it is made longer', () => {
  const claims = claimsOf(drawSources(), monday)
  const { price, maxStalenessMs } = priceFor(claims, { ...bounds, budgetPerDay: 10 }, evenLedger, monday)
  expect(maxStalenessMs).toBe((claims.length / (0.5 * 10)) * DAY_MS)
  expect(Number.isFinite(price)).toBe(true)
})

test('nothing to poll, or nothing to spend: a price that no source reaches, and that can be stored', () => {
  const claims = claimsOf(drawSources(), monday)
  expect(priceFor([], { ...bounds, budgetPerDay: 10 }, evenLedger, monday).price).toBe(unaffordable)
  expect(priceFor(claims, { ...bounds, budgetPerDay: 0 }, evenLedger, monday).price).toBe(unaffordable)
  expect(JSON.parse(JSON.stringify(unaffordable))).toBe(unaffordable)
})

describe('feedback', () => {
  test('a source of error that lasts is learnt: the budget is met, and what was overspent is paid back', () => {
    for (const wrong of [0.6, 1.6]) {
      const spent = run({ days: 60, factor: () => wrong }).map((day) => day.spent / budget)
      expectNear(sumOf(spent.slice(-7)) / 7, 1, 0.01)
      expectNear(sumOf(spent) / 60, 1, 0.01)
    }
  })

  test('after a day of three times the polls, the budget is met again within days', () => {
    const days = run({ days: 40, factor: (day) => (day === 10 ? 3 : 1) })
    expect(days[11]?.price ?? 0).toBeGreaterThan(1.5 * (days[9]?.price ?? Infinity))
    for (const { spent } of days.slice(22)) expectNear(spent / budget, 1, 0.025)
    expectNear((days.at(-1)?.ledger.overspent ?? Infinity) / budget, 0, 0.025)
  })

  test('an outage of a week is not made up for by a burst', () => {
    const days = run({ days: 40, factor: (day) => (day >= 10 && day < 17 ? 1e-9 : 1) })
    for (const { spent } of days.slice(17)) expect(spent / budget).toBeLessThan(1.75)
    const after = sumOf(days.slice(17).map(({ spent }) => spent))
    expect(after / budget - 23).toBeLessThan(3) // of the seven days that were not spent
  })

  test('a new budget counts from its first day on', () => {
    const days = run({ days: 40, budgetOn: (day) => (day < 20 ? budget : 3 * budget) })
    expectNear((days[19]?.spent ?? 0) / budget, 1, 0.02)
    expectNear((days[20]?.spent ?? 0) / (3 * budget), 1, 0.02)
    expectNear((days.at(-1)?.spent ?? 0) / (3 * budget), 1, 0.02)
  })

  test('what was overspent is polls, not the swing of the week', () => {
    const week = Array.from({ length: 168 }, (_, hour) => (hour < 120 ? 1.2 : 0.5))
    const days = run({ days: 8, week, hours: week })
    const first = days[0]?.ledger.overspent ?? Infinity
    for (let day = 1; day < days.length; day++) {
      const made = sumOf(days.slice(0, day).map(({ spent }) => spent))
      expectNear(days[day]?.ledger.overspent, first + made - day * budget, 1e-6)
    }
  })
})

describe('the swing of the week', () => {
  /** Mondays to Fridays bring more than weekends. */
  const week = Array.from({ length: 168 }, (_, hour) => (hour < 120 ? 1.2 : 0.5))

  /** Of the four weeks after the first two, in which the price is found. */
  function swingOfPrice(hours: readonly number[]): number {
    const days = run({ days: 42, week, hours }).slice(14)
    expectNear(sumOf(days.map(({ spent }) => spent)) / 28 / budget, 1, 0.01)
    const prices = days.map(({ price }) => price)
    return Math.max(...prices) / Math.min(...prices)
  }

  test('busy days may cost more than Sundays: the price follows the weekday much less than without it', () => {
    const swinging = swingOfPrice(week)
    const even = swingOfPrice([])
    expect(swinging).toBeLessThan(2)
    expect(even).toBeGreaterThan(4)
  })

  test.each([0, 2, 5])(
    'a start on weekday %i owes nothing: its polls are its part of the budget',
    (weekday) => {
      const startAt = monday + weekday * DAY_MS
      const ledger = steer(
        { madeAt: startAt, ledger: { ...evenLedger, budgetPerDay: 0 } },
        0,
        budget,
        week,
        startAt,
      )
      const sources = drawSources(week).map((source) => ({ ...source, polledAt: startAt }))
      const { price } = priceFor(
        claimsOf(sources, startAt),
        { ...bounds, budgetPerDay: budget },
        ledger,
        startAt,
      )
      expectNear(pollDay(sources, price, startAt), budget * (week[24 * weekday] ?? 0), 2)
    },
  )
})
