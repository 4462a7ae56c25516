import type { WeightFormula } from './weight.ts'

/** The policies an admin may choose. */
export const policyNames = ['price', 'minimum-delay', 'mavsync', 'uniform'] as const

export type PolicyName = (typeof policyNames)[number]

/** Every policy of the literature that the simulator knows (`policies.ts` says how each plans), and the product's own. */
export const methodNames = [
  'minimum-delay',
  'uniform',
  'retrieval-only',
  'allocation-only',
  'combined',
  'cgm-age',
  'cgm-freshness',
  'minimum-missing',
  'fix',
  'fixlearned-a',
  'fixlearned-w',
  'adaptive-ttl',
  'lru-2',
  'moving-average',
  'mavsync',
  'indhist',
  'indhist-ttl',
  'indhist-agghist',
  'lihz',
  'advarss',
  'price',
] as const

export type MethodName = (typeof methodNames)[number]

/** All but 'price', which is planned from what its polls taught instead of histories (`planByPrice`). */
export type HistoryMethodName = Exclude<MethodName, 'price'>

/** The admin's settings. */
export type PolicySettings = {
  readonly policy: PolicyName
  /** Polls a day, over all sources together. */
  readonly budgetPerDay: number
  /** No source waits longer than this between polls, as long as the budget allows it. */
  readonly maxStalenessMs: number
  /** No source is polled more often than this. */
  readonly minIntervalMs: number
  /** Whether sources of which nothing is expected are polled hourly at most ('price' only); absent: no. */
  readonly sparesQuiet?: boolean
  /** Greatest chance that a document loses postings between two planned polls; absent: 1 %. */
  readonly overflowRisk?: number
  /** The formula behind the given weights; here only so that another formula makes another planning. */
  readonly weights?: WeightFormula
}
