import { z } from 'zod'
import { when } from '#lib/api/parts/answer-parts.ts'
import { sourceFreshness, weekDelay } from '#lib/api/sources/sources-answers.ts'

/** FreshnessRow */
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

/** FreshnessSources */
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

/** FreshnessSummary */
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

/** ReadingFreshness */
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

/** FreshnessWeeks */
export const freshnessWeeks = z
  .object({
    weeks: z.array(weekDelay),
  })
  .meta({ id: 'FreshnessWeeks' })

/** FreshnessDay */
export const freshnessDay = z
  .object({
    count: z.number(),
    medianMs: z.number().nullable(),
    p90Ms: z.number().nullable(),
    /** Median of each hour, the oldest first; null: nothing was found in it. */
    hours: z.array(z.number().nullable()),
  })
  .meta({ id: 'FreshnessDay' })

/** MonthDot */
export const monthDot = z
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

/** FreshnessMonth */
export const freshnessMonth = z
  .object({
    /** Oldest first. */
    dots: z.array(monthDot),
    /** Some of the articles, spread evenly over time and sources: there are too many for a picture. */
    isSample: z.boolean(),
  })
  .meta({ id: 'FreshnessMonth' })

/** WeekSaving */
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
