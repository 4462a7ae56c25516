import { z } from 'zod'
import {
  type AnswerOf,
  type delaySummary,
  longNumber,
  reason,
  sourceDelaySummary,
  sourceHealth,
  when,
} from '#lib/api/parts/answer-parts.ts'
import { pollOverride } from '#lib/api/server/poll-override.ts'

/** Delays of found postings with an exact time, first documents left out. */
export type DelaySummary = AnswerOf<typeof delaySummary>

export type SourceDelaySummary = AnswerOf<typeof sourceDelaySummary>

export const sourcePush = z
  .object({
    protocol: z.enum(['websub', 'rsscloud']),
    hubUrl: z.string(),
    /**
     * offered: not asked, because this server has no public address or it is about to be; asked: not answered yet; active:
     * it delivers; denied; lapsed: it delivered once and its lease ended
     */
    state: z.enum(['offered', 'asked', 'active', 'denied', 'lapsed']),
    /** Share of the last postings that came by push before a poll found them, 0–1, the newest counting most. */
    share: z.number(),
    leaseEndsAt: when.nullable(),
    lastDeliveryAt: when.nullable(),
    /** The failure of the last request to it. */
    lastError: reason.nullable(),
  })
  .meta({ id: 'SourcePush' })

export const sourceFreshness = z
  .object({
    countedAt: when,
    /** Nine of ten postings are found within this, by the plan in force; null: nothing is promised yet. */
    promiseMs: z.number().nullable(),
    /** Share of the latest postings within the promise, 0–1; null while learning. */
    keptShare: z.number().nullable(),
    state: z.enum(['learning', 'kept', 'broken']),
    stateSince: z.string(),
    /** The most frequent cause of late postings; null: kept, or not known. */
    cause: z.enum(['host', 'outage', 'budget', 'hint']).nullable(),
    /** Shares found within 5, 15 and 60 minutes, 0–1; null without postings. */
    within5: z.number().nullable(),
    within15: z.number().nullable(),
    within60: z.number().nullable(),
  })
  .meta({ id: 'SourceFreshness' })

const sourceLearned = z
  .object({
    /** The value of a minute of its delay by UTC hour of the week, 168 numbers to 1: when its readers read; null: always in full, or fewer than five have hours. */
    presence: z.array(z.number()).nullable(),
    /** Shares of a week's postings by UTC hour from Monday 0 h, 168 numbers that sum to 1. */
    week: z.array(z.number()),
    /** The shortest span that holds the next posting with this chance, if nothing waits already; null: too rare to say. */
    next: z
      .object({
        from: when,
        until: z.string(),
        chance: z.number(),
      })
      .nullable(),
    /** Postings on the full five minutes of the clock, or one edition a day. */
    habit: z.enum(['marks', 'daily']).nullable(),
    /** Chance that the document does not show all that comes between the last poll and the next, 0–1; null: not known. */
    missing: z.number().nullable(),
  })
  .meta({ id: 'SourceLearned' })

export const weekDelay = z
  .object({
    from: when,
    count: z.number(),
    medianMs: z.number(),
    p90Ms: z.number(),
    /** Shares found within 5, 15 and 60 minutes, 0–1. */
    within5: z.number(),
    within15: z.number(),
    within60: z.number(),
  })
  .meta({ id: 'WeekDelay' })

export const sourceDetail = z
  .object({
    id: z.number(),
    url: z.string(),
    title: z.string(),
    description: z.string(),
    /** The address it was moved to for good, when that is a source of its own already; otherwise null. */
    movedTo: z.string().nullable(),
    siteUrl: z.string().nullable(),
    iconUrl: z.string().nullable(),
    subscriptionId: z.number().nullable(),
    folderId: z.number().nullable(),
    health: sourceHealth,
    weightFactor: z.number(),
    /** For admins alone, as it tells how many read the source: weightFactor × (subscribers ^ popularity + say + alerts). */
    weighed: z
      .object({
        weight: z.number(),
        subscribers: z.number(),
        popularity: z.number(),
        /** The part of those who want it fast, in readers. */
        say: z.number(),
        alerts: z.number(),
      })
      .nullable(),
    postings: z.number(),
    /** The most new postings that are stored in a day, where the last day brought as many: further ones wait. Long ones count as several. Otherwise null. */
    heldBackAbove: z.number().nullable(),
    windowSize: z.number().nullable(),
    /** Postings its documents hold, learned, and windows that did not meet the one before. */
    window: z.object({
      learned: z.number().nullable(),
      gaps: z.number(),
      likelyLost: z.number(),
      lastGapAt: when.nullable(),
    }),
    /** Its publisher hints (by cache times) that nothing new comes for a while, and how often that was true; null: no hint was tried. */
    hint: z
      .object({
        kept: z.number(),
        broken: z.number(),
        isBelieved: z.boolean(),
      })
      .nullable(),
    plan: z
      .object({
        policy: z.string(),
        madeAt: when,
        ratePerDay: z.number(),
        pollsPerDay: z.number(),
        /** Shares of a day's postings by UTC hour, 24 numbers that sum to 1. */
        pattern: z.array(z.number()),
        /** null: an admin has paused it; pollsPerDay is 0 then. */
        predictedDelayMs: z.number().nullable(),
        /**
         * Polls of the coming 24 h: nextPollAt and what the live decision makes follow it (`polls` of /sources/{id}/worth); where no price
         * decides, those of the plan after nextPollAt. None while it is not polled.
         */
        plannedAt: z.array(z.string()),
      })
      .nullable(),
    /** Share of the poll budget, 0–1. */
    budgetShare: z.number().nullable(),
    /** Over the last 30 days. */
    delay: sourceDelaySummary,
    lastPolledAt: when.nullable(),
    lastSuccessAt: when.nullable(),
    lastHttpStatus: z.number().nullable(),
    lastError: reason.nullable(),
    nextPollAt: when.nullable(),
    nextPollReason: reason.nullable(),
    /** An admin has paused the polling of all sources: nothing happens at nextPollAt. */
    isPollingPaused: z.boolean(),
    /** The admin's exception for this one. */
    hatch: z.object(pollOverride),
    /** The service that tells us of its postings; null: polls alone find them. */
    push: sourcePush.nullable(),
    /** As measured last, at most an hour ago; null: not yet. */
    freshness: sourceFreshness.nullable(),
    /** The times at which it posts, as learned; null: not yet, or not under the policy in force. */
    learned: sourceLearned.nullable(),
    /** Until then it is still being learnt when it posts, and not told; null: known as well as it can be. */
    learnsUntil: when.nullable(),
    /** Postings a day; null: too few have a time to tell. */
    postingsPerDay: z.number().nullable(),
    /** The last twelve weeks in which postings were found, oldest first. */
    weeks: z.array(weekDelay),
    createdAt: when,
  })
  .meta({ id: 'SourceDetail' })

/** GET /api/v1/sources/:id (for subscribers of it, and admins): what its page shows. */
export type SourceDetail = AnswerOf<typeof sourceDetail>

/** The state of a source's promise, over the last 30 days. */
export type SourceFreshness = AnswerOf<typeof sourceFreshness>

/** Delays of the postings found in a week (UTC, from Monday), as in DelaySummary. */
export type WeekDelay = AnswerOf<typeof weekDelay>

export type SourceLearned = AnswerOf<typeof sourceLearned>

/** A hub (WebSub) or cloud (rssCloud) that a source names; polls stay as a backup. */
export type SourcePush = AnswerOf<typeof sourcePush>

/** Query of GET /api/v1/sources/:id/polls. */
export const pollsQuery = z.object({ limit: z.coerce.number().int().min(1).max(200).default(20) })

const outcomes = ['fetched', 'not-modified', 'throttled', 'gone', 'opted-out', 'failed'] as const

const pollWorth = z.object({ waiting: z.number(), price: z.number().nullable() })

/** Posting-hours that were expected to wait at a poll, and what it cost; `price` null: a bound decided. */
export type PollWorthThen = AnswerOf<typeof pollWorth>

export const pollItem = z
  .object({
    id: longNumber,
    plannedAt: when.nullable(),
    /** Why it was planned for then. */
    plannedReason: reason.nullable(),
    /** The worth of the poll when it was planned; null: no price decided, or it is not stored. */
    worth: pollWorth.nullable(),
    startedAt: when,
    finishedAt: when,
    /** Since the poll before ended; null: none is known. */
    sinceBeforeMs: z.number().nullable(),
    outcome: z.enum(outcomes),
    httpStatus: z.number().nullable(),
    error: reason.nullable(),
    bytes: z.number(),
    entries: z.number().nullable(),
    newPostings: z.number(),
    /** Within how long half of them were found after they were published; null: none with an exact time. */
    delayMs: z.number().nullable(),
    nextPollAt: when.nullable(),
    /** Why the next one was planned for then. */
    reason: reason.nullable(),
  })
  .meta({ id: 'PollItem' })

/** GET /api/v1/sources/:id/polls?limit=20: { polls }, newest first. */
export type PollItem = AnswerOf<typeof pollItem>

/** POST /api/v1/sources/:id/poll: { nextPollAt }. Too early for the host: too_many_requests that says when. */
export type PollNowResult = { readonly nextPollAt: string }

const countedSource = z
  .object({
    sourceId: z.number(),
    /** As the subscriber calls it. */
    title: z.string(),
    /** Postings of the last 30 days, first documents left out; measured once an hour. */
    found: z.number(),
    /** Of these the subscriber opened so many. */
    opened: z.number(),
    /** All that the subscriber has starred of it. */
    starred: z.number(),
  })
  .meta({ id: 'CountedSource' })

export const readingStatistics = z
  .object({
    /** The last twelve months in UTC, the present one last: what was opened and starred in each. */
    months: z.array(z.object({ from: when, opened: z.number(), starred: z.number() })),
    /** All sources together, as of each. */
    found: z.number(),
    opened: z.number(),
    starred: z.number(),
    /** Ten sources each: the greatest share opened, the least share, and the most stars. */
    mostOpened: z.array(countedSource),
    leastOpened: z.array(countedSource),
    mostStarred: z.array(countedSource),
  })
  .meta({ id: 'ReadingStatistics' })

/** Answer of GET /api/v1/statistics: what the subscriber reads of what is found. */
export type ReadingStatistics = AnswerOf<typeof readingStatistics>

export type CountedSource = AnswerOf<typeof countedSource>

export const sourceWorth = z
  .object({
    at: when,
    /** Whether it heeds when the source's readers read; not where fewer than five have reading hours, as they might be told from it. */
    heedsHours: z.boolean(),
    /** The price of a poll: so much must wait to be worth one. */
    price: z.number(),
    /** The worth of a poll now, and at the next one. */
    now: z.number(),
    next: z.number(),
    lastPolledAt: when,
    /** The next poll, and those that follow by the same plan if nothing new is learned from them: a day, or 289 polls. */
    polls: z.array(z.string()),
    /** [instant in ms since 1970, posting-hours] from the last poll on; after each poll it begins anew. */
    points: z.array(z.tuple([z.number(), z.number()])),
    /** The further rise if the next poll is left out. */
    beyond: z.array(z.tuple([z.number(), z.number()])),
  })
  .meta({ id: 'SourceWorth' })

/**
 * GET /api/v1/sources/:id/worth: { worth }: what a poll is worth, in posting-hours expected to wait since the poll before, by the
 * decision that polls it; null where no price decides (another policy, paused, no answer, not planned).
 */
export type SourceWorthAnswer = AnswerOf<typeof sourceWorth>

export type WorthPoint = readonly [atMs: number, postingHours: number]
