/** A periodic posting rate λ(t) with its integrals, from which every cost of a schedule follows. Any unit of time. */
import { HOUR_MS } from '#lib/policy/basics/time.ts'
import type { Pattern } from '#lib/policy/estimate/hourly-profile.ts'

export type PostingRate = {
  readonly period: number
  /** λ(t) for 0 ≤ t < period. */
  readonly rateAt: (t: number) => number
  /** ∫ λ from 0 to t, for 0 ≤ t ≤ period. */
  readonly postingsUntil: (t: number) => number
  /** ∫ s·λ(s) ds from 0 to t, for 0 ≤ t ≤ period. */
  readonly momentUntil: (t: number) => number
}

/** The rate of a stepwise pattern: `shares` of the period's postings in equally long steps. Default: 24 UTC hours, in ms. */
export function rateOfPattern(shares: Pattern, stepLength = HOUR_MS): PostingRate {
  const postings = [0]
  const moments = [0]
  shares.forEach((share, step) => {
    postings.push((postings[step] ?? 0) + share)
    moments.push((moments[step] ?? 0) + share * (step + 0.5) * stepLength)
  })
  const stepOf = (t: number): number => Math.min(shares.length - 1, Math.floor(t / stepLength))
  const shareOf = (step: number): number => shares[step] ?? 0
  return {
    period: shares.length * stepLength,
    rateAt: (t) => shareOf(stepOf(t)) / stepLength,
    postingsUntil: (t) => {
      const step = stepOf(t)
      return (postings[step] ?? 0) + shareOf(step) * (t / stepLength - step)
    },
    momentUntil: (t) => {
      const step = stepOf(t)
      const start = step * stepLength
      return (moments[step] ?? 0) + ((shareOf(step) / stepLength) * (t * t - start * start)) / 2
    },
  }
}

/** The two integrals from 0 to any t ≥ 0, periods continuing. */
export function integralsAt(rate: PostingRate, t: number): { postings: number; moment: number } {
  const periods = Math.floor(t / rate.period)
  const rest = t - periods * rate.period
  const wholePostings = rate.postingsUntil(rate.period)
  const restPostings = rate.postingsUntil(rest)
  // A whole period that starts at p·T has the moment M(T) + p·T·Λ(T).
  const wholeMoment =
    periods * rate.momentUntil(rate.period) + (wholePostings * rate.period * periods * (periods - 1)) / 2
  return {
    postings: periods * wholePostings + restPostings,
    moment: wholeMoment + rate.momentUntil(rest) + periods * rate.period * restPostings,
  }
}
