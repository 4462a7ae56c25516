/** The present rate of a source: averages over about four months, a month and a week, mixed as they have predicted. */
import type { RatePrior } from '#lib/policy/estimate/rate.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { meanIntensity, type Curve } from './curve.ts'

/** Time constants of the averages: a posting t days ago counts e^(-t / span). */
const spansDays = [120, 30, 7] as const
/** The postings that the longer average may be worth against the next shorter one; the last leaves the shorter one out. */
export const trustChoices: readonly number[] = [10, 30, 100, 300, 1e9]

/** Postings and days of mean intensity in which they came, by span; both fade alike. */
export type Averages = {
  readonly postings: readonly [number, number, number]
  readonly days: readonly [number, number, number]
}

/** Postings that the four months are worth against the month, and the result against the week. */
export type Trust = readonly [number, number]

export const noAverages: Averages = { postings: [0, 0, 0], days: [0, 0, 0] }
/** Before anything was learnt. */
export const firstTrust: Trust = [100, 100]

/** The long average alone. */
export const noTrust: Trust = [1e9, 1e9]

/** The averages at a later instant: what they were, faded, the days since, and the postings of these days. */
export function averagesAfter(
  averages: Averages,
  curve: Curve,
  from: number,
  until: number,
  newTimes: readonly number[],
): Averages {
  const intensity = meanIntensity(curve, from, until)
  const at = (index: 0 | 1 | 2): readonly [number, number] => {
    const span = spansDays[index]
    const kept = Math.exp((from - until) / (span * DAY_MS))
    let postings = averages.postings[index] * kept
    for (const time of newTimes) postings += Math.exp((time - until) / (span * DAY_MS))
    return [postings, averages.days[index] * kept + intensity * span * (1 - kept)]
  }
  const long = at(0)
  const month = at(1)
  const week = at(2)
  return { postings: [long[0], month[0], week[0]], days: [long[1], month[1], week[1]] }
}

/** Postings a day: the long average shrunk to the population's prior, so that no source ever has rate 0, then month and week. */
export function rateOf({ postings, days }: Averages, prior: RatePrior, trust: Trust): number {
  const long = (postings[0] + prior.shape) / (days[0] + prior.days)
  const month = mixed(long, postings[1], days[1], trust[0])
  return mixed(month, postings[2], days[2], trust[1])
}

/** A rate corrected by a shorter average, as if `trust` postings had confirmed it. */
function mixed(rate: number, postings: number, days: number, trust: number): number {
  return (rate * (postings + trust)) / (rate * days + trust)
}

/**
 * The score of each choice of trust by the postings found since the averages were taken: logarithms of likelihoods (Poisson)
 * relative to leaving the shorter average out. First the choices for the month, then those for the week.
 */
export function trustScores(
  { postings, days }: Averages,
  prior: RatePrior,
  trust: Trust,
  found: { readonly postings: number; readonly days: number },
): number[] {
  const long = (postings[0] + prior.shape) / (days[0] + prior.days)
  const month = mixed(long, postings[1], days[1], trust[0])
  const scoreOf = (rate: number, parent: number) =>
    found.postings * Math.log(rate / parent) - (rate - parent) * found.days
  return [
    ...trustChoices.map((choice) => scoreOf(mixed(long, postings[1], days[1], choice), long)),
    ...trustChoices.map((choice) => scoreOf(mixed(month, postings[2], days[2], choice), month)),
  ]
}

/** The choices with the best scores over all sources; `firstTrust` where nothing was better. */
export function bestTrust(scores: readonly number[]): Trust {
  const bestOf = (part: readonly number[], first: number): number => {
    const best = part.indexOf(Math.max(...part))
    const isBetter = (part[best] ?? 0) > (part[trustChoices.indexOf(first)] ?? 0)
    return isBetter ? (trustChoices[best] ?? first) : first
  }
  const [month, week] = firstTrust
  return [
    bestOf(scores.slice(0, trustChoices.length), month),
    bestOf(scores.slice(trustChoices.length), week),
  ]
}
