import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

export type PollQuestion = {
  readonly memory: PriceMemory
  readonly population: Population
  /** The time of the source's last poll: postings since then may be waiting. */
  readonly polledAt: number
  readonly now: number
  /** Posting-days waiting that are worth a poll: the price over the weight. */
  readonly price: number
  readonly minIntervalMs: number
  readonly maxStalenessMs: number
  /** Postings its document shows; null: unknown. */
  readonly windowSize: number | null
  /** The value of a minute of delay by hour of the week; absent or null: always in full. */
  readonly presence?: Presence | null
}

export type PollAnswer = {
  readonly at: number
  /** Posting-days expected to be waiting then. */
  readonly pending: number
  /** The deciding rule: the price, the least interval (the price was reached before it), the greatest staleness, or the risk of losing postings. */
  readonly bound: 'price' | 'interval' | 'staleness' | 'window'
}
