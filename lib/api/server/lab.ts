import { z } from 'zod'
import { labBudgets, labEnds, labPolicies, labWeights } from '#lib/api/parts/choices.ts'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'

export type LabPolicy = (typeof labPolicies)[number]

export type LabWeights = (typeof labWeights)[number]

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

const labStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

export type LabState = (typeof labStates)[number]

/** Why there are no figures. no-history: no source was polled before the span. given-up: three processes ended while they were at it. */
const labFailures = ['no-history', 'too-slow', 'too-large', 'given-up', 'broken'] as const

export type LabFailure = (typeof labFailures)[number]

export const labRunItem = z
  .object({
    id: z.number(),
    state: z.enum(labStates),
    /** 0 to 1. */
    progress: z.number(),
    request: labRequest,
    failure: z.enum(labFailures).nullable(),
    createdAt: when,
    finishedAt: when.nullable(),
    /** The account that asked; null: it is gone. */
    requestedBy: z.string().nullable(),
  })
  .meta({ id: 'LabRunItem' })

export const labRunList = z
  .object({
    runs: z.array(labRunItem),
    /** From when the shortest span can be replayed; null: nothing was checked yet. */
    readyAt: when.nullable(),
  })
  .meta({ id: 'LabRunList' })

export const labPoint = z
  .object({
    polls: z.number(),
    pollsPerDay: z.number(),
    postings: z.number(),
    weightedMeanMs: z.number().nullable(),
    medianMs: z.number().nullable(),
    p90Ms: z.number().nullable(),
    lost: z.number(),
  })
  .meta({ id: 'LabPoint' })

const sourceChange = z
  .object({
    sourceId: z.number(),
    title: z.string(),
    postings: z.number(),
    /** Mean delays by the live policy and by the other one. */
    beforeMs: z.number(),
    afterMs: z.number(),
    changeMs: z.number(),
  })
  .meta({ id: 'SourceChange' })

export const labComparison = z
  .object({
    policy: z.enum(labPolicies),
    figures: labPoint,
    /** Null without postings. */
    difference: z
      .object({
        ms: z.number(),
        /** The 95 % interval; null: fewer than 5 sources have postings. */
        lowMs: z.number().nullable(),
        highMs: z.number().nullable(),
      })
      .nullable(),
    /** Polls a day at which it comes to the live policy's weighted mean; null: not within the budgets that were replayed. */
    pollsToReach: z.number().nullable(),
    /** Sources whose mean delay is 10 s shorter or longer, and those between. */
    sooner: z.number(),
    later: z.number(),
    alike: z.number(),
    gainers: z.array(sourceChange),
    losers: z.array(sourceChange),
    /** Polls by UTC hour, 24 means of a day. */
    pollsByHour: z.array(z.number()),
  })
  .meta({ id: 'LabComparison' })

/** A policy at a budget. */
const replayedPoint = labPoint.extend({
  policy: z.enum(labPolicies),
  budgetPerDay: z.number(),
  /** 95 % interval of the live policy's weighted mean, by a bootstrap over sources; null of others and below 5 sources, missing in older results. */
  interval: z
    .object({
      lowMs: z.number(),
      highMs: z.number(),
    })
    .nullable()
    .exactOptional(),
})

export const labSoFar = z
  .object({ livePolicy: z.enum(labPolicies), budgetPerDay: z.number(), points: z.array(replayedPoint) })
  .meta({ id: 'LabSoFar' })

export const labResult = z
  .object({
    fromAt: when,
    untilAt: when,
    /** Sources that took part, and those that fit the request: where there are very many, a part of them is drawn. */
    sources: z.number(),
    allSources: z.number(),
    livePolicy: z.enum(labPolicies),
    /** The present budget as far as it is these sources': all polls a day of a run are measured by it. */
    budgetPerDay: z.number(),
    /** The real events of the span, by whatever policy and settings there were. */
    happened: labPoint,
    failedPolls: z.number(),
    /** The live policy first. */
    compared: z.array(labComparison),
    /** Every policy at every budget. */
    points: z.array(replayedPoint),
    /**
     * Knowing the future: the weighted mean that no policy can come below at so many polls a day, whatever it knew; null without postings. At
     * each budget and at the polls a day of each point, in rising order. Missing in older results, which have it at budgets alone.
     */
    bound: z
      .array(z.object({ budgetPerDay: z.number(), weightedMeanMs: z.number().nullable() }))
      .exactOptional(),
    tookMs: z.number(),
  })
  .meta({ id: 'LabResult' })

export const labRunDetails = labRunItem
  .extend({
    result: labResult.nullable(),
    /** The part of a run under way that is replayed already; null: nothing yet, or it is over. */
    soFar: labSoFar.nullable(),
    /** Whether what it was made from is kept, at GET /admin/lab/{id}/trace. */
    hasTrace: z.boolean(),
  })
  .meta({ id: 'LabRunDetails' })

/** GET /api/v1/admin/lab: the runs, the newest first, kept for 30 days. */
export type LabRunList = AnswerOf<typeof labRunList>

export type LabRunItem = AnswerOf<typeof labRunItem>

/** GET /api/v1/admin/lab/:id. DELETE cancels a run that is not over and removes one that is. */
export type LabRunDetails = AnswerOf<typeof labRunDetails>

/** Delays in ms over postings with a credible date that a poll found; null without any. */
export type LabPoint = AnswerOf<typeof labPoint>

export type SourceChange = AnswerOf<typeof sourceChange>

/** A policy at the present budget, against the live one there. */
export type LabComparison = AnswerOf<typeof labComparison>

export type LabResult = AnswerOf<typeof labResult>

/** The points that a run has replayed until now: the same as its result will have. */
export type LabSoFar = AnswerOf<typeof labSoFar>
