import { z } from 'zod'
import type { Hatch } from './hatch.ts'
import type { ReasonItem } from './reasons.ts'
import type { SourceHealth } from './subscriptions.ts'

/** Delays of found postings with an exact time, first documents left out. */
export type DelaySummary = {
  readonly count: number
  /** Postings without an exact time, not in the figures. */
  readonly withoutExactTime: number
  readonly meanMs: number | null
  readonly medianMs: number | null
  readonly p90Ms: number | null
  readonly maxMs: number | null
}

/** GET /api/v1/sources/:id (for subscribers of it, and admins): what its page shows. */
export type SourceDetail = {
  readonly id: number
  readonly url: string
  readonly title: string
  readonly description: string
  /** Where it was moved for good, when that is a source of its own already; otherwise null. */
  readonly movedTo: string | null
  readonly siteUrl: string | null
  readonly iconUrl: string | null
  readonly subscriptionId: number | null
  readonly folderId: number | null
  readonly health: SourceHealth
  readonly subscribers: number
  readonly weightFactor: number
  /** weightFactor × (subscribers ^ popularity + say) */
  readonly weight: number
  /** `say`: what the wishes of those who want it fast add, in readers. */
  readonly weightParts: { readonly popularity: number; readonly say: number; readonly alerts: number }
  readonly postings: number
  readonly windowSize: number | null
  /** Postings its documents hold, learned, and windows that did not meet the one before. */
  readonly window: {
    readonly learned: number | null
    readonly gaps: number
    readonly likelyLost: number
    readonly lastGapAt: string | null
  }
  /** Its publisher hints (by cache times) that nothing new comes for a while, and how often that was true; null: no hint was tried. */
  readonly hint: { readonly kept: number; readonly broken: number; readonly isBelieved: boolean } | null
  readonly plan: {
    readonly policy: string
    readonly madeAt: string
    readonly ratePerDay: number
    readonly pollsPerDay: number
    /** Shares of a day's postings by UTC hour, 24 numbers that sum to 1. */
    readonly pattern: readonly number[]
    readonly predictedDelayMs: number
    /** Planned poll instants of the coming 24 h. */
    readonly plannedAt: readonly string[]
  } | null
  /** Share of the poll budget, 0–1. */
  readonly budgetShare: number | null
  /** Over the last 30 days. */
  readonly delay: DelaySummary
  readonly lastPolledAt: string | null
  readonly lastSuccessAt: string | null
  readonly lastHttpStatus: number | null
  readonly lastError: ReasonItem | null
  readonly nextPollAt: string | null
  readonly nextPollReason: ReasonItem | null
  /** An admin has paused the polling of all sources: nothing happens at nextPollAt. */
  readonly isPollingPaused: boolean
  /** What an admin fixed for this one. */
  readonly hatch: Hatch
  /** Who tells us of its postings; null: polls alone find them. */
  readonly push: SourcePush | null
  /** As measured last, at most an hour ago; null: not yet. */
  readonly freshness: SourceFreshness | null
  /** When it posts, as learned; null: not yet, or not under the policy in force. */
  readonly learned: SourceLearned | null
  /** The last twelve weeks in which postings were found, oldest first. */
  readonly weeks: readonly WeekDelay[]
  readonly createdAt: string
}

/** How a source keeps its promise, over the last 30 days. */
export type SourceFreshness = {
  readonly countedAt: string
  /** Nine of ten postings are found within this, by the plan in force; null: nothing is promised yet. */
  readonly promiseMs: number | null
  /** Share of the latest postings within the promise, 0–1; null while learning. */
  readonly keptShare: number | null
  readonly state: 'learning' | 'kept' | 'broken'
  readonly stateSince: string
  /** What most often made late postings late; null: kept, or not known. */
  readonly cause: 'host' | 'outage' | 'budget' | 'hint' | null
  /** Shares found within 5, 15 and 60 minutes, 0–1; null without postings. */
  readonly within5: number | null
  readonly within15: number | null
  readonly within60: number | null
}

/** Delays of the postings found in a week (UTC, from Monday), as in DelaySummary. */
export type WeekDelay = {
  readonly from: string
  readonly count: number
  readonly medianMs: number
  readonly p90Ms: number
  /** Shares found within 5, 15 and 60 minutes, 0–1. */
  readonly within5: number
  readonly within15: number
  readonly within60: number
}

export type SourceLearned = {
  /** How much a minute of its delay counts by UTC hour of the week, 168 numbers to 1: when its readers read; null: always in full. */
  readonly presence: readonly number[] | null
  /** Shares of a week's postings by UTC hour from Monday 0 h, 168 numbers that sum to 1. */
  readonly week: readonly number[]
  /** The shortest span that holds the next posting with this chance, if nothing waits already; null: too rare to say. */
  readonly next: { readonly from: string; readonly until: string; readonly chance: number } | null
  /** Postings on the full five minutes of the clock, or one edition a day. */
  readonly habit: 'marks' | 'daily' | null
  /** Chance that the document does not show all that comes between the last poll and the next, 0–1; null: not known. */
  readonly missing: number | null
}

/** A hub (WebSub) or cloud (rssCloud) that a source names; polls stay as a backup. */
export type SourcePush = {
  readonly protocol: 'websub' | 'rsscloud'
  readonly hubUrl: string
  /**
   * offered: not asked, because this server has no public address or it is about to be; asked: not answered yet; active:
   * it delivers; denied; lapsed: it delivered once and its lease ended
   */
  readonly state: 'offered' | 'asked' | 'active' | 'denied' | 'lapsed'
  /** Share of the last postings that came by push before a poll found them, 0–1, the newest counting most. */
  readonly share: number
  readonly leaseEndsAt: string | null
  readonly lastDeliveryAt: string | null
  /** What went wrong with the last request to it. */
  readonly lastError: ReasonItem | null
}

/** Query of GET /api/v1/sources/:id/polls. */
export const pollsQuery = z.object({ limit: z.coerce.number().int().min(1).max(200).default(20) })

/** GET /api/v1/sources/:id/polls?limit=20: { polls }, newest first. */
export type PollItem = {
  readonly id: string
  readonly plannedAt: string | null
  /** Why it was planned for then. */
  readonly plannedReason: ReasonItem | null
  /** What it was worth when it was planned; null: no price decided, or it is not stored. */
  readonly worth: PollWorthThen | null
  readonly startedAt: string
  readonly finishedAt: string
  /** Since the poll before ended; null: none is known. */
  readonly sinceBeforeMs: number | null
  readonly outcome: 'fetched' | 'not-modified' | 'throttled' | 'gone' | 'opted-out' | 'failed'
  readonly httpStatus: number | null
  readonly error: ReasonItem | null
  readonly bytes: number
  readonly entries: number | null
  readonly newPostings: number
  /** Within how long half of them were found after they were published; null: none with an exact time. */
  readonly delayMs: number | null
  readonly nextPollAt: string | null
  /** Why the next one was planned for then. */
  readonly reason: ReasonItem | null
}

/** Posting-hours that were expected to wait at a poll, and what it cost; `price` null: a bound decided. */
export type PollWorthThen = { readonly waiting: number; readonly price: number | null }

/** POST /api/v1/sources/:id/poll: { nextPollAt }. Too early for the host: too_many_requests that says when. */
export type PollNowResult = { readonly nextPollAt: string }
