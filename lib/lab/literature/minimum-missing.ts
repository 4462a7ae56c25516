/** Minimum missing aggregation (HAN Fig. 8): the next poll always goes to the source whose next poll harvests most. */

/** A source by its postings in the planning period and the postings its document shows (less than 1 counts as 1). */
export type WindowedDemand = { readonly postings: number; readonly windowSize: number }

/**
 * Whole polls in the planning period. A poll harvests min(postings left, window); when all postings are covered, another round of
 * the same harvests begins. Ties to the first. Weights play no part. Sources without postings get no poll, also when nobody has any
 * (HAN would give the first all). Harvests of a source never rise, so a round is its harvests in falling order: O(P log P) for P polls
 * that cover all postings once, whatever the budget.
 * @throws RangeError when the budget is no whole number
 */
export function allocateByHarvest(demands: readonly WindowedDemand[], budget: number): number[] {
  if (!Number.isInteger(budget) || budget < 0) {
    throw new RangeError(`budget must be a whole number of polls, got ${budget}`)
  }
  const perRound = demands.map(pollsToCover)
  const roundSize = perRound.reduce((sum, polls) => sum + polls, 0)
  if (roundSize === 0) return demands.map(() => 0)
  const rounds = Math.floor(budget / roundSize)
  const polls = perRound.map((count) => count * rounds)
  for (const index of harvestOrder(demands, perRound).slice(0, budget - rounds * roundSize)) {
    polls[index] = (polls[index] ?? 0) + 1
  }
  return polls
}

function pollsToCover({ postings, windowSize }: WindowedDemand): number {
  if (!(postings >= 0 && postings < Infinity && windowSize >= 0)) {
    throw new RangeError(`a demand needs postings, windowSize >= 0, got ${postings}, ${windowSize}`)
  }
  return Math.ceil(postings / Math.max(1, windowSize))
}

/** Source of each poll of one round, best harvest first. */
function harvestOrder(demands: readonly WindowedDemand[], perRound: readonly number[]): number[] {
  const harvests = demands.flatMap(({ postings, windowSize }, index) => {
    const size = Math.max(1, windowSize)
    return Array.from({ length: perRound[index] ?? 0 }, (_, poll) => ({
      index,
      postings: Math.min(size, postings - poll * size),
    }))
  })
  return harvests
    .sort((one, other) => other.postings - one.postings || one.index - other.index)
    .map(({ index }) => index)
}
