/** The postings expected to wait at a source from its last poll on, step by step: the price policy weighs them. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { safePostings } from '#lib/policy/schedule/window-overflow.ts'
import { curveOf, daysUntil } from '#lib/policy/learning/curve.ts'
import { rateNow, rhythmKindOf } from '#lib/policy/learning/memory.ts'
import { presenceCurve, presentHoursUntil } from '#lib/policy/learning/presence.ts'
import { binOf } from '#lib/policy/learning/rhythm.ts'
import type { PollAnswer, PollQuestion } from './poll-question.ts'

/** Steps that the forecast may take, and into how many the time to the next poll is divided. */
export const mostSteps = 400
const stepsToPoll = 24
const fewestSteps = 4
/** The forecast goes on for so many times the time to the next poll. */
const lookahead = 3

/**
 * The forecast by step since the last poll: postings expected, posting-days waiting as far as they count, what the polls of such a time
 * cost at best, and the steps that count (all, unless readers have hours). Written anew by each `makeForecast`.
 */
export const expected = new Float64Array(mostSteps)
export const pending = new Float64Array(mostSteps)
export const worth = new Float64Array(mostSteps)
export const present = new Float64Array(mostSteps)

export type Forecast = {
  readonly steps: number
  readonly stepDays: number
  readonly due: number
  readonly bound: PollAnswer['bound']
}

/** The forecast of a question, in steps short enough for the time to the next poll. */
export function makeForecast(question: PollQuestion): Forecast {
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
  const readers = presenceCurve(question.presence)
  const rhythm = population.rhythms[rhythmKindOf(memory)] ?? []
  // A document that was empty tells nothing of how many postings it will show.
  const safe =
    windowSize === null || windowSize < 1
      ? Infinity
      : safePostings({ windowSize, risk: population.overflowRisk })
  const stepDays = stepMs / DAY_MS
  const last = Math.min(mostSteps - 1, Math.ceil(maxStalenessMs / stepMs))
  let daysBefore = daysUntil(curve, polledAt)
  let sinceLast = memory.sinceLast + rate * Math.max(0, daysBefore - daysUntil(curve, memory.countedUntil))
  let hazard = 0
  let due = 0
  let bound = 'price' as PollAnswer['bound']
  let hoursBefore = readers === null ? 0 : presentHoursUntil(readers, polledAt)
  expected[0] = pending[0] = worth[0] = present[0] = 0
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
    let counts = 1
    if (readers !== null) {
      const hours = presentHoursUntil(readers, polledAt + (step + 1) * stepMs)
      counts = ((hours - hoursBefore) * HOUR_MS) / stepMs
      hoursBefore = hours
    }
    const before = expected[step] ?? 0
    const waiting = (pending[step] ?? 0) + (before + more / 2) * stepDays * counts
    const cost = (worth[step] ?? 0) + Math.sqrt(2 * price * more * stepDays * counts)
    const readingSteps = (present[step] ?? 0) + counts
    step++
    present[step] = readingSteps
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

/** Posting-days waiting so many days after the last poll. */
export function pendingAt({ steps, stepDays }: Forecast, days: number): number {
  const step = Math.min(steps, days / stepDays)
  const low = Math.floor(step)
  const part = step % 1
  const start = pending[low] ?? 0
  return start + part * ((pending[Math.min(steps, low + 1)] ?? start) - start)
}

/** The number of times that a forecast is made longer: each time it reaches about twice as far. */
const mostLonger = 24

/**
 * Posting-days waiting at instants after the last poll if no poll comes before them, as far as a minute of them counts: what the
 * rule weighs, at any instant. Instants before the last poll have 0.
 */
export function waitingAt(question: PollQuestion, instants: readonly number[]): number[] {
  const { polledAt } = question
  const lastDays = Math.max(0, ...instants.map((at) => at - polledAt)) / DAY_MS
  const maxStalenessMs = Math.max(question.maxStalenessMs, lastDays * DAY_MS)
  let forecast = makeForecast({ ...question, maxStalenessMs, windowSize: null })
  // A higher price is reached later, so that its forecast reaches further; what waits does not depend on it.
  for (let tries = 1, price = question.price; tries <= mostLonger; tries++) {
    if (forecast.steps * forecast.stepDays >= lastDays) break
    price *= 4
    forecast = makeForecast({ ...question, price, maxStalenessMs, windowSize: null })
  }
  return instants.map((at) => pendingAt(forecast, Math.max(0, at - polledAt) / DAY_MS))
}
