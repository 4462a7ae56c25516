import { z } from 'zod'
import { labPolicies, type LabComparison, type LabFailure, type LabPolicy, type SourceChange } from './lab.ts'

/**
 * Body of PUT /api/v1/admin/lab/shadow: the policy that runs on paper beside the live one, instead of the one that does. DELETE ends it.
 * Both answer as GET does.
 */
export const shadowChange = z.strictObject({ policy: z.enum(labPolicies) })

/** GET /api/v1/admin/lab/shadow: what is on paper, or was last; null: nothing ever was. */
export type ShadowAnswer = { readonly shadow: ShadowDetails | null }

export type ShadowDetails = {
  readonly policy: LabPolicy
  readonly startedAt: string
  readonly endedAt: string | null
  /** Who started it; null: the account is gone. */
  readonly startedBy: string | null
  /** The first UTC day not compared yet, and when it can be: a day after its end. */
  readonly nextDay: string
  readonly nextAt: string
  /** Whether it can be compared by now, and whether a process is at it. */
  readonly isDue: boolean
  readonly isRunning: boolean
  /** Over the days that were compared with the live policy of the last one; null: none was, or nothing came. */
  readonly summary: ShadowSummary | null
  /** The oldest first; 60 at most. */
  readonly days: readonly ShadowDayItem[]
}

/** Delays in ms of postings with a credible date that a poll found, as in the lab; means by weight. */
type Compared = {
  readonly livePolicy: LabPolicy
  readonly postings: number
  /** Postings that the policy on paper finds more than ten seconds before the live one, and the other way round. */
  readonly shadowEarlier: number
  readonly liveEarlier: number
  readonly liveMeanMs: number | null
  readonly shadowMeanMs: number | null
  /** What really happened, where the live policy was not alone: failures, hosts, settings and weights of then. */
  readonly happenedMeanMs: number | null
}

export type ShadowDayItem = Compared & {
  readonly day: string
  /** Why there are no figures; null: there are. */
  readonly failure: LabFailure | null
  /** When both policies took over from what was stored. */
  readonly replayedFrom: string
  readonly budgetPerDay: number
  readonly livePolls: number
  readonly shadowPolls: number
  readonly happenedPolls: number
  /** Sources that took part, and those that there were: where there are very many, a part of them is drawn. */
  readonly sources: number
  readonly allSources: number
}

export type ShadowSummary = Compared & {
  readonly days: number
  readonly fromAt: string
  readonly untilAt: string
  readonly livePollsPerDay: number
  readonly shadowPollsPerDay: number
  /** On paper less live, with the 95 % interval of a bootstrap over sources. */
  readonly difference: LabComparison['difference']
  /** Sources whose mean delay is 10 s shorter or longer on paper, and those between. */
  readonly sooner: number
  readonly later: number
  readonly alike: number
  /** The greatest differences, at most ten each. */
  readonly gainers: readonly ShadowSourceItem[]
  readonly losers: readonly ShadowSourceItem[]
}

export type ShadowSourceItem = SourceChange & {
  readonly shadowEarlier: number
  readonly liveEarlier: number
}
