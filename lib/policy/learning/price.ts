/** The price of a poll: what makes all sources together spend the budget, corrected by what they did spend. */
import { bisectLog, clamp } from '#lib/policy/basics/numeric.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { hourOfWeek, hoursOfWeek } from './week.ts'

/** The facts of a source that decide how many polls it gets at a price. */
export type Claim = {
  /** √(weight · rate). */
  readonly root: number
  /** Roots of its pattern by hour of the week (`Curve`). */
  readonly roots: Float32Array
  /** Days since its last poll. */
  readonly ageDays: number
  /** It is not polled more often, ms; absent: as the settings say. */
  readonly leastIntervalMs?: number
  /** It is asked this seldom at least, even beyond the greatest staleness, ms: what it does not get goes to the others. Absent: no such time. */
  readonly heldMs?: number
}

/** The budget's account. */
export type Ledger = {
  readonly budgetPerDay: number
  /** The spread of a week's polls over its hours at one price, mean 1: busy days may cost more than Sundays. Empty: evenly. */
  readonly hours: readonly number[]
  /** Polls made beyond the budget so far; negative: not yet made. */
  readonly overspent: number
  /** Logarithm by which the price was found too low over time. */
  readonly bias: number
}

/** A day's budget overspent raises the price by e^0.6, nearly double: weaker feedback missed the budget of a few weeks by up to 12 %. */
const firmness = 0.6
/** Debts that last raise the price for good, by this part of `firmness` a day: runs then end on the budget, not beside it. */
const lasting = 0.1
/** The most that is carried over, in days of budget: an outage is not made up for by a burst, an import not by silence. */
const mostCarriedDays = 1
const greatestBias = 3
/** A price that no source reaches, finite, so that it can be stored. */
export const unaffordable = 1e9
/** Keeping the staleness may cost this part of the budget; the rest goes where postings are expected. */
const stalenessPart = 0.5
const mostStalenessMs = 1000 * DAY_MS

/** The account after so many polls. A change of the budget counts from now on. */
export function steer(
  before: { readonly madeAt: number; readonly ledger: Ledger },
  spent: number,
  budgetPerDay: number,
  hours: readonly number[],
  now: number,
): Ledger {
  const { ledger } = before
  if (ledger.budgetPerDay <= 0)
    return { budgetPerDay, hours, overspent: swingDays(hours, now) * budgetPerDay, bias: 0 }
  const days = (now - before.madeAt) / DAY_MS
  const most = mostCarriedDays * ledger.budgetPerDay
  const overspent = clamp(ledger.overspent + spent - ledger.budgetPerDay * days, -most, most)
  const error = overspent / ledger.budgetPerDay - swingDays(hours, now)
  return {
    budgetPerDay,
    hours,
    overspent: (overspent * budgetPerDay) / ledger.budgetPerDay,
    bias: clamp(ledger.bias + lasting * firmness * days * error, -greatestBias, greatestBias),
  }
}

/**
 * The lead of a week's polls over an even spread at an instant, in days of budget: after the busy days of the week it is positive,
 * after Sunday it is not, and over the week its mean is 0.
 */
function swingDays(hours: readonly number[], at: number): number {
  if (hours.length < hoursOfWeek) return 0
  const until = hourOfWeek(at)
  let ahead = 0
  let aheadThen = 0
  let mean = 0
  for (let hour = 0; hour < hoursOfWeek; hour++) {
    if (hour === until) aheadThen = ahead
    mean += ahead / hoursOfWeek
    ahead += ((hours[hour] ?? 1) - 1) / 24
  }
  return aheadThen - mean
}

/**
 * The price at which the polls of the next day are expected to spend its part of the budget, times the correction of the account. At a
 * price c a source is polled each √(2c) / (√(weight · rate) · root of the day's pattern) days, at most each minimum interval and at least
 * as its staleness asks, for the first time when its last poll is that old: where all were polled just now, as at the first start, a lower
 * price spends the day's polls. When the staleness of all would take more than half the budget, it is made longer.
 * @returns posting-days; `unaffordable` when there is nothing to poll or nothing to spend
 */
export function priceFor(
  claims: readonly Claim[],
  settings: {
    readonly budgetPerDay: number
    readonly maxStalenessMs: number
    readonly minIntervalMs: number
  },
  ledger: Ledger,
  now: number,
): { readonly price: number; readonly maxStalenessMs: number } {
  const { budgetPerDay, minIntervalMs } = settings
  if (claims.length === 0 || budgetPerDay <= 0)
    return { price: unaffordable, maxStalenessMs: settings.maxStalenessMs }
  const maxStalenessMs = keptStalenessMs(claims.length, settings)
  const longest = maxStalenessMs / DAY_MS
  const days = claims.map(({ root, roots, ageDays, leastIntervalMs, heldMs = 0 }) => {
    const shortest = (leastIntervalMs ?? minIntervalMs) / DAY_MS
    const held = heldMs / DAY_MS
    return { rate: root * meanOverDay(roots, now), ageDays, shortest, held }
  })
  const today = budgetPerDay * meanOverDay(ledger.hours, now)
  const price = bisectLog((candidate) => today - pollsOfDay(days, candidate, longest), 1e-9, unaffordable)
  const error = ledger.overspent / budgetPerDay - swingDays(ledger.hours, now)
  return { price: price * Math.exp(firmness * error + ledger.bias), maxStalenessMs }
}

/** The greatest staleness that so many sources keep at no more than half the budget. */
export function keptStalenessMs(
  sources: number,
  { budgetPerDay, maxStalenessMs }: { readonly budgetPerDay: number; readonly maxStalenessMs: number },
): number {
  const shortest = (sources * DAY_MS) / (stalenessPart * budgetPerDay)
  return Math.max(maxStalenessMs, Math.min(shortest, mostStalenessMs))
}

type ClaimedDay = Readonly<Record<'rate' | 'ageDays' | 'shortest' | 'held', number>>

/** Polls of the next day at a price. */
function pollsOfDay(sources: readonly ClaimedDay[], price: number, longest: number): number {
  const scale = Math.sqrt(2 * price)
  let polls = 0
  for (const { rate, ageDays, shortest, held } of sources) {
    const interval = Math.max(held, Math.min(longest, Math.max(shortest, scale / rate)))
    const due = Math.max(0, interval - ageDays)
    if (due < 1) polls += 1 + Math.floor((1 - due) / interval)
  }
  return polls
}

/** Mean of the next 24 hours of a week; 1 without a week. */
function meanOverDay(hours: ArrayLike<number>, now: number): number {
  if (hours.length < hoursOfWeek) return 1
  const first = hourOfWeek(now)
  let sum = 0
  for (let hour = 0; hour < 24; hour++) sum += hours[(first + hour) % hoursOfWeek] ?? 0
  return sum / 24
}
