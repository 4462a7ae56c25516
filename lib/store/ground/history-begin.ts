import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Since when polls are kept one by one: a midnight of UTC. */
export function historyBegin({ pollHistoryDays }: { readonly pollHistoryDays: number }, now: number): number {
  return Math.floor(now / DAY_MS) * DAY_MS - pollHistoryDays * DAY_MS
}
