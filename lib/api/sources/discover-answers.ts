import { z } from 'zod'
import { when } from '#lib/api/parts/answer-parts.ts'

/** DiscoverSource */
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

/** HotSources */
export const hotSources = z
  .object({
    isOn: z.boolean(),
    /** The most read first. */
    popular: z.array(discoverSource),
    /** Those that most began to read in the last 30 days first. */
    rising: z.array(discoverSource),
  })
  .meta({ id: 'HotSources' })

/** AlsoRead */
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

/** StarterPack */
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

/** ExpectedDelay */
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

/** DiscoverPreview */
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
