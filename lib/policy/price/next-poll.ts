/** When the postings expected to be waiting are worth a poll: the rule of the price policy. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time.ts'
import { safePostings } from '../schedule/window-overflow.ts'
import { curveOf, daysUntil } from './curve.ts'
import { unaffordable } from './price.ts'
import { rateNow, rhythmKindOf, type PriceMemory } from './memory.ts'
import type { Population } from './population.ts'
import { binOf } from './rhythm.ts'

export type PollQuestion = {
  readonly memory: PriceMemory
  readonly population: Population
  /** When the source was last polled: what came since may be waiting. */
  readonly polledAt: number
  readonly now: number
  /** Posting-days waiting that are worth a poll: the price over the weight. */
  readonly price: number
  readonly minIntervalMs: number
  readonly maxStalenessMs: number
  /** Postings its document shows; null: unknown. */
  readonly windowSize: number | null
}

export type PollAnswer = {
  readonly at: number
  /** Posting-days expected to be waiting then. */
  readonly pending: number
  /** What decided: the price, the least interval (the price was reached before it), the greatest staleness, or the risk of losing postings. */
  readonly bound: 'price' | 'interval' | 'staleness' | 'window'
}

/** Steps that the forecast may take, and into how many the time to the next poll is divided. */
const mostSteps = 400
const stepsToPoll = 24
const fewestSteps = 4
/** The forecast goes on for so many times the time to the next poll. */
const lookahead = 3
/** Polls that follow each other faster gain nothing by looking ahead (replays at 24 polls a day). */
const lookaheadFromMs = 1.5 * HOUR_MS

/** The forecast by step since the last poll: postings expected, posting-days waiting, and what the polls of such a time cost at best. */
const expected = new Float64Array(mostSteps)
const pending = new Float64Array(mostSteps)
const worth = new Float64Array(mostSteps)
/** Least cost from a poll at a step on. */
const rest = new Float64Array(mostSteps)

type Forecast = {
  readonly steps: number
  readonly stepDays: number
  readonly due: number
  readonly bound: PollAnswer['bound']
}

/**
 * Decides when to poll next. With postings expected at intensity λ(t), the posting-days waiting since the last poll at τ are
 * P(t) = ∫ (t − s) λ(s) ds. Polling whenever P reaches a price c is optimal for constant λ (interval √(2c/λ)), for any number of sources
 * with the same c: it is the Lagrange multiplier of the budget. For λ that changes by the hour the threshold polls at odd moments; so
 * polls seldom enough are placed by dynamic programming over the next ones: c a poll plus the posting-days between polls, least in sum,
 * time beyond the forecast being worth √(2cλ) a day. Never before `now`, nor outside the bounds.
 */
export function nextPoll(question: PollQuestion): PollAnswer {
  const { polledAt, now, minIntervalMs, maxStalenessMs } = question
  const forecast = makeForecast(question)
  const { due, stepDays } = forecast
  const looksAhead = question.population.without?.includes('lookahead') !== true
  const isSeldom = due * stepDays * DAY_MS >= lookaheadFromMs && forecast.bound !== 'window'
  const earliest = Math.max(now, polledAt + minIntervalMs) - polledAt
  const days =
    looksAhead && isSeldom && question.price < unaffordable
      ? bestStep(forecast, question.price, earliest / DAY_MS) * stepDays
      : crossing(forecast, question.price)
  const waitMs = Math.max(earliest, Math.min(maxStalenessMs, days * DAY_MS))
  const isTooSoon = days * DAY_MS < earliest && polledAt + minIntervalMs >= now && forecast.bound === 'price'
  const isStale = maxStalenessMs <= days * DAY_MS * (1 + 1e-9)
  return {
    at: polledAt + waitMs,
    pending: pendingAt(forecast, waitMs / DAY_MS),
    bound: boundOf(forecast, isTooSoon, isStale),
  }
}

function boundOf(forecast: Forecast, isTooSoon: boolean, isStale: boolean): PollAnswer['bound'] {
  if (isTooSoon) return 'interval'
  return isStale ? 'staleness' : forecast.bound
}

function makeForecast(question: PollQuestion): Forecast {
  const { memory, population, now, price, maxStalenessMs } = question
  const rate = rateNow(memory, now, population)
  const evenMs = Math.sqrt((2 * price) / rate) * DAY_MS
  let stepMs = Math.min(HOUR_MS, Math.max(MINUTE_MS / 4, Math.min(evenMs, maxStalenessMs) / stepsToPoll))
  for (let tries = 0; ; tries++) {
    const forecast = forecastBy(stepMs, rate, question)
    if (tries >= 12) return forecast
    if (forecast.due === 0) stepMs *= 2
    else if (forecast.due < fewestSteps && stepMs > MINUTE_MS && tries === 0) stepMs /= 4
    else return forecast
  }
}

/** Fills the forecast; `due` is the first step at which the price or a bound is reached, 0 when the steps do not suffice. */
function forecastBy(stepMs: number, rate: number, question: PollQuestion): Forecast {
  const { memory, population, polledAt, price, maxStalenessMs, windowSize } = question
  const curve = curveOf(memory.pattern)
  const rhythm = population.rhythms[rhythmKindOf(memory)] ?? []
  // A document that was empty tells nothing of how many postings it will show.
  const safe =
    windowSize === null || windowSize < 1
      ? Infinity
      : safePostings({ windowSize, risk: population.overflowRisk })
  const stepDays = stepMs / DAY_MS
  const last = Math.min(mostSteps - 1, Math.ceil(maxStalenessMs / stepMs))
  let daysBefore = daysUntil(curve, polledAt)
  let sinceLast = memory.sinceLast + rate * (daysBefore - daysUntil(curve, memory.countedUntil))
  let [hazard, due, bound] = [0, 0, 'price' as PollAnswer['bound']]
  expected[0] = pending[0] = worth[0] = 0
  let step = 0
  while (step < last) {
    const days = daysUntil(curve, polledAt + (step + 1) * stepMs)
    const even = rate * (days - daysBefore)
    daysBefore = days
    // The rhythm holds as long as nothing was posted since the last known posting; afterwards all is even again.
    const factor = rhythm[binOf(sinceLast + even / 2)] ?? 1
    const isSilent = Math.exp(-hazard)
    const more = even * (isSilent * factor + 1 - isSilent)
    hazard += even * factor
    sinceLast += even
    const before = expected[step] ?? 0
    const waiting = (pending[step] ?? 0) + (before + more / 2) * stepDays
    const cost = (worth[step] ?? 0) + Math.sqrt(2 * price * more * stepDays)
    step++
    expected[step] = before + more
    pending[step] = waiting
    worth[step] = cost
    if (due === 0 && (waiting >= price || before + more >= safe)) {
      due = step
      if (waiting < price) bound = 'window'
    }
    if (due > 0 && step >= due * lookahead) break
  }
  if (due === 0 && step * stepMs >= maxStalenessMs)
    return { steps: step, stepDays, due: step, bound: 'staleness' }
  return { steps: step, stepDays, due, bound }
}

/** Days since the last poll at which the price is reached, within the step. */
function crossing({ due, stepDays, bound }: Forecast, price: number): number {
  if (bound !== 'price') return due * stepDays
  const before = expected[due - 1] ?? 0
  const intensity = ((expected[due] ?? 0) - before) / stepDays
  const missing = price - (pending[due - 1] ?? 0)
  const days =
    missing <= 0 ? 0 : (2 * missing) / (before + Math.sqrt(before * before + 2 * intensity * missing))
  return (due - 1) * stepDays + Math.min(stepDays, days)
}

/** The step of the next poll in the cheapest sequence of polls to the end of the forecast. */
function bestStep({ steps, stepDays, due }: Forecast, price: number, earliestDays: number): number {
  const end = worth[steps] ?? 0
  const lastFree = Math.max(1, steps - due)
  for (let step = steps; step > lastFree; step--) rest[step] = end - (worth[step] ?? 0)
  // Who is polled earlier is never best polled later the next time (waiting grows faster than linearly): that bounds the search.
  let latest = steps
  for (let step = lastFree; step >= 1; step--) {
    const next = cheapestAfter(step, step + 1, latest, stepDays, price)
    rest[step] = next.cost
    latest = Math.min(latest, next.step)
  }
  const earliest = Math.max(1, Math.min(steps, Math.ceil(earliestDays / stepDays)))
  return cheapestAfter(0, earliest, earliest > latest ? steps : latest, stepDays, price).step
}

/** The cheapest next poll after one at a step, within two steps: the first of equals. */
function cheapestAfter(
  from: number,
  earliest: number,
  latest: number,
  stepDays: number,
  price: number,
): { readonly step: number; readonly cost: number } {
  const [before, waiting] = [expected[from] ?? 0, pending[from] ?? 0]
  let [best, cost] = [earliest, Infinity]
  for (let step = earliest; step <= latest; step++) {
    const delay = (pending[step] ?? 0) - waiting - before * (step - from) * stepDays
    if (delay + price > cost) break
    const sum = delay + price + (rest[step] ?? 0)
    if (sum < cost) [best, cost] = [step, sum]
  }
  return { step: best, cost }
}

function pendingAt({ steps, stepDays }: Forecast, days: number): number {
  const step = Math.min(steps, days / stepDays)
  const [low, part] = [Math.floor(step), step % 1]
  const start = pending[low] ?? 0
  return start + part * ((pending[Math.min(steps, low + 1)] ?? start) - start)
}
