/** How many postings may be expected between polls before one of them is likely to be lost. */
import { bisect } from '../numeric.ts'

const known = new Map<string, number>()

/**
 * The greatest expected number of postings for which more than `windowSize` come with a chance of at most `risk` (Poisson). Documents show
 * so many postings, and older ones are gone.
 */
export function safeCount(windowSize: number, risk: number): number {
  const key = `${windowSize} ${risk}`
  const found = known.get(key)
  if (found !== undefined) return found
  const count = bisect((mean) => chanceOfMore(windowSize, mean) - risk, 0, 2 * windowSize + 10)
  known.set(key, count)
  return count
}

/** Chance that more than `most` postings come when `mean` are expected. */
function chanceOfMore(most: number, mean: number): number {
  let term = Math.exp(-mean)
  let sum = term
  for (let count = 1; count <= most; count++) {
    term *= mean / count
    sum += term
  }
  return 1 - sum
}
