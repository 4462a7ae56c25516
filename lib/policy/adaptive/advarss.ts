/** advaRSS (Adam, Bouras & Poulopoulos 2010, through REI 2.7.5): a multiplicative bootstrap, then the most promising sources first. */
import type { IntervalRule } from './interval-rule.ts'

/** The bootstrap rule as a policy of its own: it needs no dates at all. `parameter` scales the interval, 1 as published. */
export const advarss: IntervalRule = (memory, _now, parameter) => parameter * memory.bootstrapMs

/**
 * The k sources with the most expected new postings × weight, in the order of polling; ties to the first. Sources that expect nothing
 * are left out: the paper names no substitute for a day without postings. O(n log n).
 */
export function mostPromising(
  sources: readonly { readonly weight: number; readonly expectedPostings: number }[],
  count: number,
): number[] {
  const worthOf = (index: number): number => {
    const source = sources[index]
    return source === undefined ? 0 : source.weight * source.expectedPostings
  }
  return sources
    .map((_, index) => index)
    .filter((index) => worthOf(index) > 0)
    .sort((one, other) => worthOf(other) - worthOf(one) || one - other)
    .slice(0, count)
}
