import type { SourceDemand } from '#lib/policy/allocate/square-root.ts'

/**
 * Whole polls a day with the least total weighted delay at constant rates: one poll for every source with a rate, then each further
 * poll to the source that gains most, weight·rate / (m·(m+1)); ties to the first. Exact, as the gains of a source fall.
 * Sources without a rate get none. O(budget × n).
 * @throws RangeError when the budget is no whole number or cannot give each source with a rate a poll
 */
export function allocateIntegers(
  demands: readonly Pick<SourceDemand, 'weight' | 'ratePerDay'>[],
  budgetPerDay: number,
): number[] {
  const polls: number[] = demands.map(({ ratePerDay }) => (ratePerDay > 0 ? 1 : 0))
  let left = budgetPerDay - polls.filter((count) => count > 0).length
  if (!Number.isInteger(budgetPerDay) || left < 0) {
    throw new RangeError(
      `budgetPerDay must be whole and at least 1 per source with a rate, got ${budgetPerDay}`,
    )
  }
  const gain = (index: number): number => {
    const demand = demands[index]
    const count = polls[index] ?? 0
    return demand === undefined || count === 0
      ? 0
      : (demand.weight * demand.ratePerDay) / (count * (count + 1))
  }
  for (; left > 0; left--) {
    let best = 0
    for (let index = 1; index < polls.length; index++) if (gain(index) > gain(best)) best = index
    polls[best] = (polls[best] ?? 0) + 1
  }
  return polls
}
