import { integralsAt, type PostingRate } from '#lib/policy/schedule/posting-rate.ts'

/** Expected total delay of the postings between two polls (SC Lemma 1): ∫ λ(t)·(to − t) dt from `from` to `to`. */
export function delayBetween(rate: PostingRate, from: number, to: number): number {
  const start = integralsAt(rate, from)
  const end = integralsAt(rate, to)
  return to * (end.postings - start.postings) - (end.moment - start.moment)
}

/**
 * Expected total delay of one period's postings when it is polled at the same times in every period. `times` ascend within
 * [0, period). Divide by the postings of a period for the mean delay.
 * @throws RangeError without times, or when they are not ascending within one period
 */
export function scheduleDelay(rate: PostingRate, times: readonly number[]): number {
  const first = times[0]
  const last = times.at(-1)
  if (first === undefined || last === undefined || first < 0 || last > first + rate.period) {
    throw new RangeError(
      `a schedule needs times within one period of ${rate.period}, got [${times.join(', ')}]`,
    )
  }
  let total = delayBetween(rate, last, first + rate.period)
  for (let index = 1; index < times.length; index++) {
    const from = times[index - 1] ?? 0
    const to = times[index] ?? 0
    if (from > to) throw new RangeError(`a schedule needs ascending times, got [${times.join(', ')}]`)
    total += delayBetween(rate, from, to)
  }
  return total
}
