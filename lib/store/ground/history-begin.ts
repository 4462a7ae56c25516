const dayMs = 86_400_000

/** Since when polls are kept one by one: a midnight of UTC. */
export function historyBegin({ pollHistoryDays }: { readonly pollHistoryDays: number }, now: number): number {
  return Math.floor(now / dayMs) * dayMs - pollHistoryDays * dayMs
}
