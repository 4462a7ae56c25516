/**
 * The law by which a source's polls and delays follow from its hours, under the price policy: where postings come at p times their mean
 * rate and v of a minute counts, polls are √(p v) as dense, so that a posting waits √(p / v) as long.
 */
export type HourRoots = {
  /** Mean of √(p v): 1 where all hours are alike. */
  readonly polls: number
  /** Mean of √(p / v). */
  readonly delay: number
}
