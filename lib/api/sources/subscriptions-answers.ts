import { z } from 'zod'
import { when } from '#lib/api/parts/answer-parts.ts'

/** NowAndThen */
const nowAndThen = z
  .object({
    now: z.number(),
    then: z.number(),
  })
  .meta({ id: 'NowAndThen' })

/** FastPreview */
export const fastPreview = z
  .object({
    wantsFast: z.boolean(),
    /** Sources that the subscriber asks for now: wants fast, is alerted of, or both. */
    asked: z.number(),
    /** So many may be asked for before each counts less. */
    fairShare: z.number(),
    /** A whole wish counts as so many readers. */
    sayStrength: z.number(),
    /** What the wish counts at this source, 0–1. */
    share: nowAndThen,
    /** For admins: others would be told how many read it. */
    weight: nowAndThen.nullable(),
    /** Null: the source is not planned yet. */
    pollsPerDay: nowAndThen.nullable(),
    predictedDelayMs: nowAndThen.nullable(),
  })
  .meta({ id: 'FastPreview' })

/** FeedCandidate */
export const feedCandidate = z
  .object({
    url: z.string(),
    title: z.string(),
    description: z.string(),
    siteUrl: z.string().nullable(),
    /** "RSS", "Atom", "JSON Feed" … */
    kind: z.string(),
    lastPostingAt: when.nullable(),
    postingsPerDay: z.number().nullable(),
    entries: z.number(),
    sample: z.array(
      z.object({
        title: z.string(),
        url: z.string().nullable(),
        publishedAt: when.nullable(),
      }),
    ),
    /** There are so many readers here or more, never the exact number; null: nothing is said. */
    readersAtLeast: z.number().nullable(),
    /** Set when the caller already subscribes. */
    subscriptionId: z.number().nullable(),
  })
  .meta({ id: 'FeedCandidate' })

/** OpmlReport */
export const opmlReport = z
  .object({
    added: z.number(),
    alreadySubscribed: z.number(),
    failed: z.number(),
    lines: z.array(
      z.object({
        line: z.number(),
        url: z.string(),
        title: z.string(),
        result: z.enum(['added', 'already-subscribed', 'failed']),
        message: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'OpmlReport' })
