/** Results of two reference policies that poll by a price, from an independent replay under the same protocol: what ours is judged by. */
import type { TraceName } from './baseline-runs.ts'

/** Polls per source and day of the columns. */
export const priceBudgets = [0.5, 1, 2, 4, 8, 24] as const

/** Means over postings in minutes, by budget; null where nobody measured. */
type Goal = { readonly simple: readonly (number | null)[]; readonly best: readonly (number | null)[] }

export type PriceGoals = {
  readonly learnt: Goal
  readonly cold: Goal
  /** The distance beyond 'best' that a mean may have: few sources leave more to chance. */
  readonly margin: number
}

export const priceGoals: Readonly<Record<TraceName, PriceGoals>> = {
  'news-2023-eight-countries': {
    learnt: {
      simple: [590.2, 284.9, 138, 67.58, 33.77, 11.33],
      best: [532.5, 259.3, 130.4, 65.8, 33.54, 11.31],
    },
    cold: { simple: [null, 190.4, null, 46.24, null, null], best: [null, 180.5, null, 46.33, null, null] },
    margin: 0.03,
  },
  'smallweb-rss-2026': {
    learnt: {
      simple: [764.6, 341.1, 154.7, 74, 38.45, 13.13],
      best: [573.9, 283.6, 137.1, 67.8, 36.61, 12.4],
    },
    cold: { simple: [null, 321.9, null, 72, null, 12.98], best: [null, 278.7, null, 66, null, 12.24] },
    margin: 0.05,
  },
}
/** Polls may miss the budget by this part. */
export const pollMargin = 0.005
/** Postings that may be lost, as a part of all. */
export const mostLost = 0.002
