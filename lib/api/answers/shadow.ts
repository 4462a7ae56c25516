import { z } from 'zod'
import { labComparison, sourceChange } from './lab.ts'
import { when } from './parts.ts'
import { labPolicies, labFailures } from '#lib/api/lab.ts'

/** Delays in ms of postings with a credible date that a poll found, as in the lab; means by weight. */
const compared = z.object({
  livePolicy: z.enum(labPolicies),
  postings: z.number(),
  /** Postings that the policy on paper finds more than ten seconds before the live one, and the other way round. */
  shadowEarlier: z.number(),
  liveEarlier: z.number(),
  liveMeanMs: z.number().nullable(),
  shadowMeanMs: z.number().nullable(),
  /** What really happened, where the live policy was not alone: failures, hosts, settings and weights of then. */
  happenedMeanMs: z.number().nullable(),
})

/** ShadowSourceItem */
export const shadowSourceItem = sourceChange
  .extend({
    shadowEarlier: z.number(),
    liveEarlier: z.number(),
  })
  .meta({ id: 'ShadowSourceItem' })

/** ShadowSummary */
export const shadowSummary = compared
  .extend({
    days: z.number(),
    fromAt: when,
    untilAt: when,
    livePollsPerDay: z.number(),
    shadowPollsPerDay: z.number(),
    /** On paper less live, with the 95 % interval of a bootstrap over sources. */
    difference: labComparison.shape.difference,
    /** Sources whose mean delay is 10 s shorter or longer on paper, and those between. */
    sooner: z.number(),
    later: z.number(),
    alike: z.number(),
    /** The greatest differences, at most ten each. */
    gainers: z.array(shadowSourceItem),
    losers: z.array(shadowSourceItem),
  })
  .meta({ id: 'ShadowSummary' })

/** ShadowDayItem */
export const shadowDayItem = compared
  .extend({
    day: z.string(),
    /** Why there are no figures; null: there are. */
    failure: z.enum(labFailures).nullable(),
    /** When both policies took over from what was stored. */
    replayedFrom: z.string(),
    budgetPerDay: z.number(),
    livePolls: z.number(),
    shadowPolls: z.number(),
    happenedPolls: z.number(),
    /** Sources that took part, and those that there were: where there are very many, a part of them is drawn. */
    sources: z.number(),
    allSources: z.number(),
  })
  .meta({ id: 'ShadowDayItem' })

/** ShadowDetails */
export const shadowDetails = z
  .object({
    policy: z.enum(labPolicies),
    startedAt: when,
    endedAt: when.nullable(),
    /** Who started it; null: the account is gone. */
    startedBy: z.string().nullable(),
    /** The first UTC day not compared yet, and when it can be: a day after its end. */
    nextDay: z.string(),
    nextAt: when,
    /** Whether it can be compared by now, and whether a process is at it. */
    isDue: z.boolean(),
    isRunning: z.boolean(),
    /** How far that one is, 0 to 1. */
    progress: z.number(),
    /** Over the days that were compared with the live policy of the last one; null: none was, or nothing came. */
    summary: shadowSummary.nullable(),
    /** The oldest first; 60 at most. */
    days: z.array(shadowDayItem),
  })
  .meta({ id: 'ShadowDetails' })

/** ShadowAnswer */
export const shadowAnswer = z
  .object({
    shadow: shadowDetails.nullable(),
  })
  .meta({ id: 'ShadowAnswer' })
