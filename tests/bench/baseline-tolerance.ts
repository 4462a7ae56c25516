import type { Measure, TraceName } from './baseline-runs.ts'
import type { MethodName } from '#lib/policy/basics/settings.ts'

const scheduled: readonly MethodName[] = ['uniform', 'retrieval-only', 'allocation-only', 'combined']
/** Postings of a document: whether one burst overflows it or not is chance. */
const usualWindowSize = 15
/** Half of the last digit a table has: 2.4 % hits may be 2.449. */
const hitRounding = 0.05

/** The tolerances, as the bench prints them. */
export const toleranceLegend = `Tolerances, as shares of their numbers:
  mean, median, p90, hit %: news 3 %; small trace: uniform 10 % up to 2 polls a day, 6 % up to 8, 3 % at 24, other SC policies 7 %, all
    others 5 %. Stated for the means, which the other three follow.
  over sources, p99, max: twice that, by choice: none is stated. Means over sources spread under other phases by up to 6.9 % (standard
    deviation), means over postings by up to 5.1 %, in most rows about half as much; p99 and max hang on fewer postings still.
  polls: 1 % under a budget; at given parameters as the mean.
  lost, open: 15 postings (one document), 0.1 % of all, or twice the tolerance of the mean, whichever is most.`

/** Other phases alone make this difference in a mean delay. Few sources: at one poll a day the phase of each counts. */
function meanTolerance(trace: TraceName, method: MethodName, budget: number | null): number {
  if (trace === 'news-2023-eight-countries') return 0.03
  if (method !== 'uniform') return scheduled.includes(method) ? 0.07 : 0.05
  if (budget === null || budget <= 2) return 0.1
  return budget < 24 ? 0.06 : 0.03
}

/** Greatest difference from `theirs` that does not count, in the unit of the measure. */
export function toleranceOf(
  measure: Measure,
  theirs: number,
  run: {
    readonly trace: TraceName
    readonly method: MethodName
    readonly budget: number | null
    readonly isAtParameter: boolean
    readonly postings: number
  },
): number {
  const share = meanTolerance(run.trace, run.method, run.budget)
  switch (measure) {
    case 'mean':
    case 'median':
    case 'p90':
      return share * theirs
    case 'hit %':
      return share * theirs + hitRounding
    case 'over sources':
    case 'p99':
    case 'max':
      return 2 * share * theirs
    case 'polls':
      return (run.isAtParameter ? share : 0.01) * theirs
    case 'lost':
    case 'open':
      return Math.max(usualWindowSize, 0.001 * run.postings, 2 * share * theirs)
    default:
      return measure satisfies never
  }
}
