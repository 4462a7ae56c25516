/** Facts, plans and decisions of the polling policy: plain readonly data, times in ms since 1970, UTC. */
import type { SourceMemory } from '#lib/policy/adaptive/memory.ts'
import type { FailureKind } from '#lib/policy/basics/failure-kind.ts'
import type { HourRoots } from '#lib/policy/basics/hour-roots.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { MethodName, PolicySettings } from '#lib/policy/basics/settings.ts'
import type { Population, PriceMemory } from '#lib/policy/learning/learned.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

/** Result of one planning of all sources; from it single sources can be planned alike until the next one. */
export type PlanningRun = {
  readonly madeAt: number
  readonly policyVersion: string
  readonly settings: PolicySettings
  /** k of Theorem 1: polls a day = k · √(weight · rate), before bounds. Under 'uniform': the polls of every source. */
  readonly multiplier: number
  /** Prior of the posting rates, fitted to all sources: Gamma(shape, rateDays). */
  readonly prior: { readonly shape: number; readonly days: number }
  /** Shares of a day's postings by UTC hour (24 numbers that sum to 1), of all sources together, then of each cluster. */
  readonly populationPattern: readonly number[]
  readonly clusterPatterns: readonly (readonly number[])[]
  /** Lower bounds were shrunk by this factor (≤ 1) because they alone exceeded the budget. */
  readonly floorScale: number
  /** Under 'price', and kept since: what all sources taught, and the price. */
  readonly population?: Population
}

/** The plan of one source's polls. It is stored; decisions are recomputed from it. */
export type SourcePlan = {
  readonly sourceId: number
  readonly madeAt: number
  readonly policy: MethodName
  readonly policyVersion: string
  readonly weight: number
  /** Estimated postings a day, never 0. */
  readonly ratePerDay: number
  /** Polls a day granted; a fraction is carried over, never rounded away. Under 'price' those expected to take place: busy hours get one in each least interval at most. */
  readonly pollsPerDay: number
  /** Shares of a day's postings by UTC hour, 24 numbers that sum to 1. */
  readonly pattern: readonly number[]
  /** Polls earned but not planned yet at `madeAt`: usually from 0 to 1, outside when a plan was remade within a day. */
  readonly carry: number
  /** Expected mean delay of its postings under this plan. */
  readonly predictedDelayMs: number
  readonly minIntervalMs: number
  /** The setting, or longer where the budget allows fewer polls. */
  readonly maxStalenessMs: number
  /** Postings its document shows, for the preview of other budgets; absent or null: unknown. */
  readonly windowSize?: number | null
  /** The number that scales an interval policy; absent: as published. */
  readonly parameter?: number
  /** 'price' only, the others ignore it: how much a minute of delay counts by hour of the week; absent or null: always in full. */
  readonly presence?: Presence | null
  /** The part of its hours that previews need; absent: by its pattern. */
  readonly hours?: HourRoots
  /** 'price' only: what all sources taught, and the price; stored with the planning run. */
  readonly population?: Population
}

/** The result of a poll, as far as the next decision needs it. */
export type PollFacts = {
  readonly sourceId: number
  /** opted-out: its publisher does not want it to be asked, so it was not. */
  readonly outcome: 'changed' | 'unchanged' | 'failed' | 'throttled' | 'gone' | 'opted-out'
  /** The kind of the failure; absent: it was none, or nothing is known of it. */
  readonly failure?: FailureKind
  /** Failed polls in a row, this one included; 0 after a success. */
  readonly consecutiveFailures: number
  /** Earliest instant at which the host wants to be asked again (Retry-After), or null. */
  readonly notBefore: number | null
  /** The document as last seen: number of dated postings, oldest and newest credible time. Null before it was read. */
  readonly window: { readonly size: number; readonly oldestAt: number; readonly newestAt: number } | null
  /** Until when the publisher says that nothing new comes, as far as that proved true (`quietUntil`). Absent or null: nothing to go by. */
  readonly quietUntil?: number | null
  /** Beyond this the document might not show all that is new (`overflowInstant`). Absent or null: no bound. */
  readonly overflowAt?: number | null
  /** Share of its postings that a hub brought before a poll did, 0 to 1 (`pushShareAfter`); absent: 0, no hub. */
  readonly pushShare?: number
  /** The time of that poll; absent: now. Needed to decide again after the plan was remade. */
  readonly polledAt?: number
  /** The lag from the time of a posting until it is visible ('mavsync' only); absent: 5 s. */
  readonly publicationLagMs?: number
  /** The lessons of the polls so far for an interval policy other than 'mavsync'; absent: none. */
  readonly memory?: SourceMemory
  /** The lessons of the polls so far for 'price'. */
  readonly priceMemory?: PriceMemory
}

/** The next look at a source, and its reason. */
export type Decision = {
  readonly nextPollAt: number
  /** The choice of the plan alone, before bounds, back-off and the host's limits. */
  readonly proposedAt: number
  readonly reason: Reason
  readonly policyVersion: string
}
