import { z } from 'zod'

/** Policies that the lab replays: those an admin may choose, then the literature's, those most asked for first. */
export const labPolicies = [
  'price',
  'minimum-delay',
  'mavsync',
  'uniform',
  'allocation-only',
  'combined',
  'cgm-age',
  'minimum-missing',
  'adaptive-ttl',
  'lru-2',
  'indhist',
  'retrieval-only',
  'cgm-freshness',
  'fix',
  'fixlearned-a',
  'fixlearned-w',
  'moving-average',
  'indhist-ttl',
  'indhist-agghist',
  'lihz',
  'advarss',
] as const
export type LabPolicy = (typeof labPolicies)[number]

export const labWeights = ['now', 'alike', 'subscribers'] as const
export type LabWeights = (typeof labWeights)[number]

/** Budgets are parts and multiples of the present one, which is always among them, as the live policy is among the policies. */
export const labBudgets = [0.125, 0.25, 0.5, 2, 4, 8] as const

/**
 * Body of POST /api/v1/admin/lab: a span of stored history to replay, which ends with the last midnight (UTC). `search` takes the
 * sources whose title, address or host contain it. Answer: LabRunItem, waiting for an aggregator.
 */
export const labRequest = z.strictObject({
  policies: z.array(z.enum(labPolicies)).min(1, 'choosePolicy').max(labPolicies.length),
  budgets: z
    .array(z.number().min(0.05).max(20))
    .max(8)
    .default([...labBudgets]),
  days: z.number().int().min(1).max(28),
  weights: z.enum(labWeights).default('now'),
  search: z.string().trim().max(200).default(''),
})
export type LabRequest = z.infer<typeof labRequest>

export const labStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type LabState = (typeof labStates)[number]

/** Why a run failed. no-history: no source was polled before the span. given-up: three processes ended while they were at it. */
export const labFailures = ['no-history', 'too-slow', 'too-large', 'given-up', 'broken'] as const
export type LabFailure = (typeof labFailures)[number]

/** GET /api/v1/admin/lab: { runs }, the newest first; they are kept for 30 days. */
export type LabRunItem = {
  readonly id: number
  readonly state: LabState
  /** 0 to 1. */
  readonly progress: number
  readonly request: LabRequest
  readonly failure: LabFailure | null
  readonly createdAt: string
  readonly finishedAt: string | null
  /** Who asked; null: the account is gone. */
  readonly requestedBy: string | null
}

/** GET /api/v1/admin/lab/:id. DELETE cancels a run that is not over and removes one that is. */
export type LabRunDetails = LabRunItem & { readonly result: LabResult | null }

/** Delays in ms over postings with a credible date that a poll found; null without any. */
export type LabPoint = {
  readonly polls: number
  readonly pollsPerDay: number
  readonly postings: number
  readonly weightedMeanMs: number | null
  readonly medianMs: number | null
  readonly p90Ms: number | null
  readonly lost: number
}

export type SourceChange = {
  readonly sourceId: number
  readonly title: string
  readonly postings: number
  /** Mean delays by the live policy and by the other one. */
  readonly beforeMs: number
  readonly afterMs: number
  readonly changeMs: number
}

/** A policy at the present budget, against the live one there. */
export type LabComparison = {
  readonly policy: LabPolicy
  readonly figures: LabPoint
  /** Null without postings. */
  readonly difference: { readonly ms: number; readonly lowMs: number; readonly highMs: number } | null
  /** Polls a day at which it comes to the live policy's weighted mean; null: not within the budgets that were replayed. */
  readonly pollsToReach: number | null
  /** Sources whose mean delay is 10 s shorter or longer, and those between. */
  readonly sooner: number
  readonly later: number
  readonly alike: number
  readonly gainers: readonly SourceChange[]
  readonly losers: readonly SourceChange[]
  /** Polls by UTC hour, 24 means of a day. */
  readonly pollsByHour: readonly number[]
}

export type LabResult = {
  readonly fromAt: string
  readonly untilAt: string
  /** Sources that took part, and those that fit the request: where there are very many, a part of them is drawn. */
  readonly sources: number
  readonly allSources: number
  readonly livePolicy: LabPolicy
  /** The present budget as far as it is these sources': all polls a day of a run are measured by it. */
  readonly budgetPerDay: number
  /** What really happened in the span, by whatever policy and settings there were. */
  readonly happened: LabPoint
  readonly failedPolls: number
  /** The live policy first. */
  readonly compared: readonly LabComparison[]
  /** Every policy at every budget. */
  readonly points: readonly (LabPoint & {
    readonly policy: LabPolicy
    readonly budgetPerDay: number
    /** 95 % interval of the live policy's weighted mean, by a bootstrap over sources; null of others, missing in older results. */
    readonly interval?: { readonly lowMs: number; readonly highMs: number } | null
  })[]
  readonly tookMs: number
}
