/** The price of a poll: what makes all sources together spend the budget, corrected by what they did spend. */
import { bisectLog, clamp } from '../numeric.ts'
import { DAY_MS, HOUR_MS } from '../time.ts'
import { hourOfWeek, hoursOfWeek } from './week.ts'

/** What of a source decides how many polls it gets at a price: √(weight · rate), and the roots of its pattern (`Curve`). */
export type Claim = { readonly root: number; readonly meanRoot: number; readonly roots: Float32Array }

/** The budget's account. */
export type Ledger = {
  readonly budgetPerDay: number
  /** How a week's polls spread over its hours at one price, mean 1: busy days may cost more than Sundays. Empty: evenly. */
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
/** What is carried over at most, in days of budget: an outage is not made up for by a burst, an import not by silence. */
const mostCarriedDays = 1
const greatestBias = 3
/** Keeping the staleness may cost this part of the budget; the rest goes where postings are expected. */
const stalenessPart = 0.5

/** The account after so many polls. A change of the budget counts from now on. */
export function steer(
  before: { readonly madeAt: number; readonly ledger: Ledger },
  spent: number,
  budgetPerDay: number,
  hours: readonly number[],
  now: number,
): Ledger {
  const { ledger } = before
  if (ledger.budgetPerDay <= 0) return { budgetPerDay, hours, overspent: 0, bias: 0 }
  const allowed = ledger.budgetPerDay * expectedDays(ledger.hours, before.madeAt, now)
  const most = mostCarriedDays * ledger.budgetPerDay
  const overspent = clamp(ledger.overspent + spent - allowed, -most, most)
  const days = (now - before.madeAt) / DAY_MS
  const bias = ledger.bias + (lasting * firmness * days * overspent) / ledger.budgetPerDay
  return {
    budgetPerDay,
    hours,
    overspent: (overspent * budgetPerDay) / ledger.budgetPerDay,
    bias: clamp(bias, -greatestBias, greatestBias),
  }
}

/** Days of budget that fall between two instants when it is spread over the week like the polls. */
function expectedDays(hours: readonly number[], from: number, until: number): number {
  if (hours.length < hoursOfWeek) return (until - from) / DAY_MS
  let [days, at] = [0, from]
  while (at < until) {
    const end = Math.min(until, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS)
    days += ((hours[hourOfWeek(at)] ?? 1) * (end - at)) / DAY_MS
    at = end
  }
  return days
}

/**
 * The price at which polls are expected to spend the budget, times the correction of the account. A source costs
 * meanRoot · √(weight · rate / 2c) polls a day, at least what its staleness asks and at most what the minimum interval allows. When the
 * staleness of all would take more than half the budget, it is made longer.
 * @returns posting-days; Infinity when there is nothing to poll or nothing to spend
 */
export function priceFor(
  claims: readonly Claim[],
  settings: {
    readonly budgetPerDay: number
    readonly maxStalenessMs: number
    readonly minIntervalMs: number
  },
  ledger: Ledger,
): { readonly price: number; readonly maxStalenessMs: number } {
  const { budgetPerDay, minIntervalMs } = settings
  if (claims.length === 0 || budgetPerDay <= 0)
    return { price: Infinity, maxStalenessMs: settings.maxStalenessMs }
  const shortest = (claims.length * DAY_MS) / (stalenessPart * budgetPerDay)
  const maxStalenessMs = Math.max(settings.maxStalenessMs, Math.min(shortest, 1000 * DAY_MS))
  const [low, high] = [DAY_MS / maxStalenessMs, DAY_MS / minIntervalMs]
  const pollsAt = (price: number): number => {
    let polls = 0
    for (const { root, meanRoot } of claims)
      polls += Math.min(high, Math.max(low, (meanRoot * root) / Math.sqrt(2 * price)))
    return polls
  }
  const price = bisectLog((candidate) => budgetPerDay - pollsAt(candidate), 1e-9, 1e9)
  const correction = (firmness * ledger.overspent) / budgetPerDay + ledger.bias
  return { price: price * Math.exp(correction), maxStalenessMs }
}
