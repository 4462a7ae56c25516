import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'
import { freshnessSorts, freshnessStates } from '#lib/api/parts/choices.ts'
import { postingDelay } from '#lib/api/postings/postings.ts'
import { sourceFreshness, weekDelay } from '#lib/api/sources/sources.ts'

export type FreshnessSort = (typeof freshnessSorts)[number]

/** Query of GET /api/v1/freshness. */
export const freshnessQuery = z.object({
  sort: z.enum(freshnessSorts).default('state'),
  state: z.enum(freshnessStates).default('all'),
  /** A part of the name, as the subscriber calls the source. */
  search: z.string().trim().max(200).default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})

export type FreshnessQuery = z.infer<typeof freshnessQuery>

export const freshnessSummary = z
  .object({
    count: z.number(),
    medianMs: z.number().nullable(),
    p90Ms: z.number().nullable(),
    /** Shares found within 5, 15 and 60 minutes, 0–1; null without postings. */
    within5: z.number().nullable(),
    within15: z.number().nullable(),
    within60: z.number().nullable(),
  })
  .meta({ id: 'FreshnessSummary' })

/** Delays of the postings found in the last 30 days with an exact time, first documents left out. */
export type FreshnessSummary = AnswerOf<typeof freshnessSummary>

export const freshnessRow = sourceFreshness
  .pick({ promiseMs: true, keptShare: true, state: true, stateSince: true, cause: true })
  .extend({
    sourceId: z.number(),
    title: z.string(),
    count: z.number(),
    medianMs: z.number().nullable(),
    p90Ms: z.number().nullable(),
  })
  .meta({ id: 'FreshnessRow' })

/** A source that the subscriber reads, as measured last. */
export type FreshnessRow = AnswerOf<typeof freshnessRow>

export const freshnessSources = z
  .object({
    sources: z.array(freshnessRow),
    /** Sources that are as asked for, shown here or not. */
    found: z.number(),
    /** Sources that were measured, and of them those with a broken promise. */
    measured: z.number(),
    broken: z.number(),
  })
  .meta({ id: 'FreshnessSources' })

/** Answer of GET /api/v1/freshness?sort=state&state=all&search=&limit=100: the subscriber's sources by delay. */
export type FreshnessSourcesAnswer = AnswerOf<typeof freshnessSources>

export const readingFreshness = z
  .object({
    overall: freshnessSummary,
    /** Folders with postings in this time; null: sources outside of folders. */
    folders: z.array(
      freshnessSummary.extend({
        folderId: z.number().nullable(),
        name: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'ReadingFreshness' })

/** Answer of GET /api/v1/freshness/summary: how fresh the subscriber's reading is. */
export type ReadingFreshness = AnswerOf<typeof readingFreshness>

export const freshnessWeeks = z
  .object({
    weeks: z.array(weekDelay),
  })
  .meta({ id: 'FreshnessWeeks' })

/** Answer of GET /api/v1/freshness/weeks: the last twelve weeks in which postings were found, oldest first. */
export type FreshnessWeeks = AnswerOf<typeof freshnessWeeks>

export const freshnessDay = z
  .object({
    count: z.number(),
    medianMs: z.number().nullable(),
    p90Ms: z.number().nullable(),
    /** Median of each hour, the oldest first; null: nothing was found in it. */
    hours: z.array(z.number().nullable()),
  })
  .meta({ id: 'FreshnessDay' })

/** Answer of GET /api/v1/freshness/day: the delays of what was found for the subscriber in the last 24 hours. */
export type FreshnessDay = AnswerOf<typeof freshnessDay>

const monthDot = z
  .object({
    postingId: z.string(),
    title: z.string(),
    sourceId: z.number(),
    /** The source's name, as the subscriber calls it. */
    source: z.string(),
    folderId: z.number().nullable(),
    publishedAt: when,
    delayMs: z.number(),
    /** Later than its source promises. */
    isLate: z.boolean(),
  })
  .meta({ id: 'MonthDot' })

export const freshnessMonth = z
  .object({
    /** Oldest first. */
    dots: z.array(monthDot),
    /** Some of the articles, spread evenly over time and sources: there are too many for a picture. */
    isSample: z.boolean(),
  })
  .meta({ id: 'FreshnessMonth' })

/** Answer of GET /api/v1/freshness/month: the articles of the last 30 days, when each was published and how late it was found. */
export type FreshnessMonth = AnswerOf<typeof freshnessMonth>

export type MonthDot = AnswerOf<typeof monthDot>

export const weekSaving = z
  .object({
    /** Postings of the last seven days with an exact time. */
    count: z.number(),
    /** Whether they are enough to speak of a week: twenty postings, found over a day or more. */
    isEnough: z.boolean(),
    /** All of them together were found so much earlier than by hourly checks; negative: later. */
    savedMs: z.number(),
    /** Those that an hourly check would have found earlier. */
    later: z.number(),
    /** Half of them were found within this, and by hourly checks within that. */
    medianMs: z.number().nullable(),
    hourlyMedianMs: z.number().nullable(),
    /** Some of them, oldest first: when each was found, and when by an hourly check, after its publication. */
    traces: z.array(z.object({ delayMs: z.number(), hourlyMs: z.number() })),
  })
  .meta({ id: 'WeekSaving' })

/** Answer of GET /api/v1/freshness/saving: how much earlier the last week's postings were found than by hourly checks. */
export type WeekSaving = AnswerOf<typeof weekSaving>

/** Query of GET /api/v1/sources/:id/delays. */
export const delaysQuery = z.object({ days: z.coerce.number().int().min(1).max(365).default(30) })

const delayPoint = z
  .object({
    postingId: z.string(),
    title: z.string(),
    foundAt: when,
    publishedAt: when.nullable(),
    delay: postingDelay,
  })
  .meta({ id: 'DelayPoint' })

const outage = z
  .object({
    from: when,
    /** Null: it lasts. */
    until: z.string().nullable(),
    /** host: nothing at its host answered; source: polls of it failed. */
    kind: z.enum(['host', 'source']),
  })
  .meta({ id: 'Outage' })

const promiseSpan = sourceFreshness
  .pick({ state: true, promiseMs: true })
  .extend({
    from: when,
  })
  .meta({ id: 'PromiseSpan' })

export const delayHistory = z
  .object({
    delays: z.array(delayPoint),
    outages: z.array(outage),
    promises: z.array(promiseSpan),
  })
  .meta({ id: 'DelayHistory' })

/** GET /api/v1/sources/:id/delays?days=30: its postings, oldest first, the newest 2,000; and what went on beside them. */
export type DelayHistory = AnswerOf<typeof delayHistory>

/** From the first poll that failed to the first that was answered again. */
export type Outage = AnswerOf<typeof outage>

/** The state of a promise from an instant on, oldest first; the first may have begun before the time asked for. */
export type PromiseSpan = AnswerOf<typeof promiseSpan>

export type DelayPoint = AnswerOf<typeof delayPoint>
