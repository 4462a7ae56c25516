import type { RatePrior } from '#lib/policy/estimate/rate.ts'
import type { Ledger } from './price.ts'
import type { Averages, Trust } from './rates.ts'
import type { Gaps, Rhythms, RhythmTally } from './rhythm.ts'
import type { Counts, WeekPattern } from './week.ts'
import type { Roots } from './curve.ts'

/** The parts that may be left out of the policy, to show what they bring (`npm run bench -- price`). The server leaves nothing out. */
export type Ingredient = 'lookahead' | 'rhythms' | 'recent-rates' | 'kinds' | 'own-hours' | 'own-slots'

/** Plain numbers, stored with each planning. */
export type Population = {
  readonly madeAt: number
  /** Prior of the rates: Gamma(shape, days). */
  readonly prior: RatePrior
  readonly trust: Trust
  readonly shapes: Shapes
  readonly shapesAt: number
  /** Sources that were looked at for them. */
  readonly shapesFrom: number
  readonly rhythms: Rhythms
  /** Greatest planned chance of losing a posting between two polls. */
  readonly overflowRisk: number
  /** Weighted posting-days waiting that are worth a poll. */
  readonly price: number
  /** The greatest staleness that the budget can keep. */
  readonly maxStalenessMs: number
  readonly ledger: Ledger
  readonly without?: readonly Ingredient[]
}

export type PriceMemory = {
  /** Until when everything below is counted: the last poll that brought postings, or the beginning. */
  readonly countedUntil: number
  readonly counts: Counts
  readonly averages: Averages
  readonly pattern: WeekPattern
  /** The time at which the pattern was learnt, and the number of postings it comes from. */
  readonly patternAt: number
  readonly patternPostings: number
  /** All articles ever counted. */
  readonly postings: number
  /** Postings that were expected since the last one, at `countedUntil`. */
  readonly sinceLast: number
  readonly gaps: Gaps
  /** Gaps by the present kind of publisher, and by the kind before it. */
  readonly tallies: readonly [RhythmTally, RhythmTally]
  /** `trustScores`, summed up. */
  readonly trustScores: readonly number[]
}

export type Digest = Roots & {
  /** The time at which the memory was counted, and now, with the silence since. */
  readonly averages: Averages
  readonly averagesNow: Averages
  /** Shares of the UTC hours of the day. */
  readonly hoursOfDay: readonly number[]
}

/** The weeks of all sources. Plain numbers: they are stored with the planning. */
export type Shapes = {
  /** Shares of the 168 hours of the week over all sources. */
  readonly population: readonly number[]
  /** Shares of the hours, and how many of the sources have such a week. Empty while too few sources are known. */
  readonly kinds: readonly { readonly hours: readonly number[]; readonly part: number }[]
}
