import { z } from 'zod'
import type {
  sourcePush,
  sourceLearned,
  weekDelay,
  sourceFreshness,
  sourceDetail,
} from './sources-answers.ts'
import type { delaySummary, sourceDelaySummary } from '#lib/api/parts/delay-summary-answers.ts'
import type { Told } from '#lib/api/parts/answer-parts.ts'
import type { ReasonItem } from '#lib/api/parts/reasons.ts'

/** Delays of found postings with an exact time, first documents left out. */
export type DelaySummary = Told<typeof delaySummary>

export type SourceDelaySummary = Told<typeof sourceDelaySummary>

/** GET /api/v1/sources/:id (for subscribers of it, and admins): what its page shows. */
export type SourceDetail = Told<typeof sourceDetail>

/** How a source keeps its promise, over the last 30 days. */
export type SourceFreshness = Told<typeof sourceFreshness>

/** Delays of the postings found in a week (UTC, from Monday), as in DelaySummary. */
export type WeekDelay = Told<typeof weekDelay>

export type SourceLearned = Told<typeof sourceLearned>

/** A hub (WebSub) or cloud (rssCloud) that a source names; polls stay as a backup. */
export type SourcePush = Told<typeof sourcePush>

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
