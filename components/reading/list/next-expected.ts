import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

const leastSpanMs = 5 * MINUTE_MS

/** The time of the next posting of some sources: half of the time it comes within these bounds. */
export type Expected = { readonly fromMs: number; readonly toMs: number; readonly source: string }

/**
 * From the postings a day of all sources together, as if they came by chance (a Poisson process): the quarters of the
 * waiting time, −ln(0.75) / rate and −ln(0.25) / rate, but not before the next poll. Named is the source that posts most.
 * Null where no rate is known, and where it comes with nearly the next poll: a span of minutes would be made up. O(n).
 */
export function nextExpected(subscriptions: readonly SubscriptionItem[], nowMs: number): Expected | null {
  const known = subscriptions.flatMap(({ postingsPerDay, title, nextPollAt }) =>
    postingsPerDay !== null && postingsPerDay > 0 && nextPollAt !== null
      ? [{ postingsPerDay, title, nextPollMs: Date.parse(nextPollAt) }]
      : [],
  )
  const [first, ...others] = known
  if (first === undefined) return null
  const perDay = known.reduce((sum, each) => sum + each.postingsPerDay, 0)
  const most = others.reduce((a, b) => (b.postingsPerDay > a.postingsPerDay ? b : a), first)
  const waitMs = (chance: number) => (-Math.log(1 - chance) / perDay) * DAY_MS
  const nextPollMs = known.reduce((least, each) => Math.min(least, each.nextPollMs), Number.POSITIVE_INFINITY)
  const fromMs = Math.max(nowMs + waitMs(0.25), nextPollMs)
  const toMs = nowMs + waitMs(0.75)
  return toMs - fromMs < leastSpanMs ? null : { fromMs, toMs, source: most.title }
}
