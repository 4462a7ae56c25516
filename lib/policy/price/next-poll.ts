/** The time at which the postings expected to be waiting are worth a poll: the rule of the price policy. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import {
  expected,
  makeForecast,
  mostSteps,
  pending,
  pendingAt,
  present,
  worth,
  type Forecast,
} from './forecast.ts'
import { unaffordable } from '#lib/policy/learning/price.ts'
import { readersCome } from '#lib/policy/learning/presence.ts'
import type { PollAnswer, PollQuestion } from './poll-question.ts'

/** Polls that follow each other faster gain nothing by looking ahead (replays at 24 polls a day). */
const lookaheadFromMs = 1.5 * HOUR_MS

/** So long before its readers come a source is polled: time to fetch and show what is new. */
const leadMs = 2 * MINUTE_MS

/** Least cost from a poll at a step on. */
const costToEnd = new Float64Array(mostSteps)

/**
 * Decides when to poll next. With postings expected at intensity λ(t), the posting-days waiting since the last poll at τ are
 * P(t) = ∫ (t − s) λ(s) ds. Polling whenever P reaches a price c is optimal for constant λ (interval √(2c/λ)), for any number of sources
 * with the same c: it is the Lagrange multiplier of the budget. For λ that changes by the hour the threshold polls at odd moments; so
 * polls seldom enough are placed by dynamic programming over the next ones: c a poll plus the posting-days between polls, least in sum,
 * time beyond the forecast being worth √(2cλ) a day. Never before `now`, nor outside the bounds.
 *
 * Where readers have hours, a minute of delay counts w(t) instead of 1: P(t) = ∫ λ(s) ∫ₛᵗ w(u) du ds, and √(2cλw) a day. With w ≡ 1 all is
 * the same to the last bit. The bounds (window, staleness, least interval) are not weighed.
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
      ? beforeReaders(bestStep(forecast, question.price, earliest / DAY_MS) * stepDays, stepDays, question)
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

/** Days to the best step, or to just before the hour within a step of it at which readers come: steps are too coarse to meet it. */
function beforeReaders(days: number, stepDays: number, { presence, polledAt }: PollQuestion): number {
  const stepMs = stepDays * DAY_MS
  const comeAt = readersCome(presence, polledAt + days * DAY_MS - stepMs + 1, 2 * stepMs - 2)
  return comeAt === null ? days : Math.max(stepDays / 2, (comeAt - leadMs - polledAt) / DAY_MS)
}

function boundOf(forecast: Forecast, isTooSoon: boolean, isStale: boolean): PollAnswer['bound'] {
  if (isTooSoon) return 'interval'
  return isStale ? 'staleness' : forecast.bound
}

/** Days since the last poll at which the price is reached, within the step. */
function crossing({ due, stepDays, bound }: Forecast, price: number): number {
  if (bound !== 'price') return due * stepDays
  const before = expected[due - 1] ?? 0
  const intensity = ((expected[due] ?? 0) - before) / stepDays
  const counts = (present[due] ?? 0) - (present[due - 1] ?? 0)
  const missing = (price - (pending[due - 1] ?? 0)) / counts
  const days =
    missing <= 0 ? 0 : (2 * missing) / (before + Math.sqrt(before * before + 2 * intensity * missing))
  return (due - 1) * stepDays + Math.min(stepDays, days)
}

/** The step of the next poll in the cheapest sequence of polls to the end of the forecast. */
function bestStep({ steps, stepDays, due }: Forecast, price: number, earliestDays: number): number {
  const end = worth[steps] ?? 0
  const lastFree = Math.max(1, steps - due)
  for (let step = steps; step > lastFree; step--) costToEnd[step] = end - (worth[step] ?? 0)
  // Who is polled earlier is never best polled later the next time (waiting grows faster than linearly): that bounds the search.
  let latest = steps
  for (let step = lastFree; step >= 1; step--) {
    const next = cheapestAfter(step, step + 1, latest, stepDays, price)
    costToEnd[step] = next.cost
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
  const before = expected[from] ?? 0
  const waiting = pending[from] ?? 0
  const presentBefore = present[from] ?? 0
  let best = earliest
  let cost = Infinity
  for (let step = earliest; step <= latest; step++) {
    const delay = (pending[step] ?? 0) - waiting - before * ((present[step] ?? 0) - presentBefore) * stepDays
    if (delay + price > cost) break
    const sum = delay + price + (costToEnd[step] ?? 0)
    if (sum < cost) [best, cost] = [step, sum]
  }
  return { step: best, cost }
}
