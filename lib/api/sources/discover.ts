import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'

export const discoverSource = z
  .object({
    sourceId: z.number(),
    url: z.string(),
    title: z.string(),
    description: z.string(),
    iconUrl: z.string().nullable(),
    /** There are so many readers or more; never the exact number. */
    readersAtLeast: z.number(),
    /** So many or more of them came in the last 30 days; null: too few to say. */
    newReadersAtLeast: z.number().nullable(),
    postingsPerDay: z.number().nullable(),
    /** The delay to expect, by the plan in force. */
    expectedDelayMs: z.number().nullable(),
    /** The asking subscriber's own subscription. */
    subscriptionId: z.number().nullable(),
  })
  .meta({ id: 'DiscoverSource' })

/** A source that is read by so many here that it may be shown to others. */
export type DiscoverSource = AnswerOf<typeof discoverSource>

export const hotSources = z
  .object({
    isOn: z.boolean(),
    /** The most read first. */
    popular: z.array(discoverSource),
    /** Those that most began to read in the last 30 days first. */
    rising: z.array(discoverSource),
  })
  .meta({ id: 'HotSources' })

/** Answer of GET /api/v1/discover/hot. `isOn` false: the admin switched recommendations off, and all lists are empty. */
export type HotSources = AnswerOf<typeof hotSources>

export const alsoRead = z
  .object({
    isOn: z.boolean(),
    sources: z.array(
      discoverSource.extend({
        /** The subscriber's own sources whose readers read it, too; the closest first, two at most. */
        because: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'AlsoRead' })

/** Answer of GET /api/v1/discover/also-read. */
export type AlsoRead = AnswerOf<typeof alsoRead>

export const discoverPreview = discoverSource
  .extend({
    siteUrl: z.string().nullable(),
    /** Delays of the last 90 days; null: not measured. */
    delay: z
      .object({
        medianMs: z.number(),
        p90Ms: z.number(),
        count: z.number(),
      })
      .nullable(),
    postings: z.array(
      z.object({
        title: z.string(),
        shownAt: when,
      }),
    ),
  })
  .meta({ id: 'DiscoverPreview' })

/** Answer of GET /api/v1/discover/sources/:id, for sources that may be shown. */
export type DiscoverPreview = AnswerOf<typeof discoverPreview>

export const starterPack = z
  .object({
    name: z.string(),
    title: z.string(),
    sources: z.array(
      z.object({
        url: z.string(),
        title: z.string(),
        description: z.string(),
        subscriptionId: z.number().nullable(),
      }),
    ),
  })
  .meta({ id: 'StarterPack' })

/** Answer of GET /api/v1/discover/packs: { packs }. They are the files of public/starter-packs, called in the language of the request. */
export type StarterPack = AnswerOf<typeof starterPack>

/** Query of GET /api/v1/discover/expected: the delay to expect of a feed that posts so often. Answer: ExpectedDelay. */
export const expectedQuery = z.object({ postingsPerDay: z.coerce.number().min(0).max(100_000) })

export const expectedDelay = z
  .object({
    leastMs: z.number().nullable(),
    mostMs: z.number().nullable(),
    /** Sources that post as often; 0: too few are known, and the budget of checks says it. */
    sources: z.number(),
    /** The share of the budget, where that says it. */
    checksPerDay: z.number().nullable(),
  })
  .meta({ id: 'ExpectedDelay' })

/** Half of the sources that post as often lie between; null: too few do. */
export type ExpectedDelay = AnswerOf<typeof expectedDelay>

/** GET and PATCH /api/v1/discover/settings: whether what the subscriber reads counts in what others are shown. */
export const discoverSettings = z.strictObject({ isCounted: z.boolean() })

export type DiscoverSettings = z.infer<typeof discoverSettings>
