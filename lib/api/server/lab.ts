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

/** Where a span ends: with the last midnight (UTC), or as the run begins, today's hours besides. */
export const labEnds = ['midnight', 'now'] as const
export type LabEnd = (typeof labEnds)[number]

/**
 * Body of POST /api/v1/admin/lab: a span of stored history to replay, so many whole days (UTC) up to its end. `search` takes the
 * sources whose title, address or host contain it. Answer: LabRunItem, waiting for an aggregator.
 */
export const labRequest = z.strictObject({
  policies: z.array(z.enum(labPolicies)).min(1, 'choosePolicy').max(labPolicies.length),
  budgets: z
    .array(z.number().min(0.05).max(20))
    .max(8)
    .default([...labBudgets]),
  days: z.number().int().min(1).max(28),
  until: z.enum(labEnds).default('midnight'),
  weights: z.enum(labWeights).default('now'),
  search: z.string().trim().max(200).default(''),
})
export type LabRequest = z.infer<typeof labRequest>

export const labStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const
export type LabState = (typeof labStates)[number]

/** Why there are no figures. no-history: no source was polled before the span. given-up: three processes ended while they were at it. */
export const labFailures = ['no-history', 'too-slow', 'too-large', 'given-up', 'broken'] as const
export type LabFailure = (typeof labFailures)[number]
