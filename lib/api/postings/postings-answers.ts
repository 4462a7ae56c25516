import { z } from 'zod'
import { longNumber, reason, when } from '#lib/api/parts/answer-parts.ts'
import { searchNotes } from '#lib/api/lists/search-answers.ts'

/** published → found, as exact as the dates of the source allow. */
export const postingDelay = z.union([
  z.object({ kind: z.literal('exact'), delayMs: z.number() }),
  z.object({ kind: z.literal('range'), leastMs: z.number(), mostMs: z.number() }),
  z.object({ kind: z.literal('initial') }),
  z.object({ kind: z.literal('doubtful') }),
])

const alsoIn = z.object({
  id: longNumber,
  sourceId: z.number(),
  sourceTitle: z.string(),
  sourceIconUrl: z.string().nullable(),
  laterMs: z.number(),
})

/** PostingItem */
export const postingItem = z
  .object({
    id: longNumber,
    sourceId: z.number(),
    sourceTitle: z.string(),
    sourceIconUrl: z.string().nullable(),
    language: z.string().nullable(),
    title: z.string(),
    url: z.string().nullable(),
    author: z.string().nullable(),
    excerpt: z.string(),
    imageUrl: z.string().nullable(),
    claimedAt: when.nullable().meta({ description: 'Published, as the source says.' }),
    publishedAt: when.nullable().meta({ description: 'Published, where that is credible.' }),
    foundAt: when.meta({ description: 'When this server found it (discovered_at).' }),
    shownAt: when.meta({ description: 'Its place in the timeline.' }),
    seenAt: when.nullable(),
    editedAt: when.nullable(),
    clusterId: longNumber.nullable(),
    alsoIn: z.array(alsoIn),
    delay: postingDelay,
    isRead: z.boolean(),
    isStarred: z.boolean(),
    isLater: z.boolean(),
    labelIds: z.array(z.number()),
    isSavedPage: z.boolean().exactOptional(),
  })
  .meta({ id: 'PostingItem' })

/** PostingPage */
export const postingPage = z
  .object({
    postings: z.array(postingItem),
    nextCursor: z.string().nullable().meta({ description: 'For the next page; null at the end.' }),
    asOfId: longNumber.meta({ description: 'Hand it to mark-read, so that nothing newer is marked.' }),
    asOfAt: when,
    search: searchNotes.exactOptional(),
  })
  .meta({ id: 'PostingPage' })

const position = z.object({ positionMs: z.number(), durationMs: z.number().nullable(), updatedAt: when })

const enclosure = z.object({
  url: z.string(),
  type: z.string().nullable(),
  length: z.number().nullable(),
  chapters: z.array(z.object({ startMs: z.number(), title: z.string() })).exactOptional(),
  chaptersUrl: z.string().exactOptional(),
  isInText: z.literal(true).exactOptional().meta({ description: 'The text has a player for it already.' }),
  position: position.nullable(),
})

const fullText = z.union([
  z.object({ kind: z.literal('text'), html: z.string(), fetchedAt: when }),
  z.object({ kind: z.literal('loading') }),
  z.object({
    kind: z.literal('failed'),
    failure: z.string(),
    message: z.string(),
    retryAt: when.nullable(),
  }),
])

/** PostingNotes */
export const postingNotes = z
  .object({
    text: z.string(),
    highlights: z.array(
      z.object({ id: z.number(), quote: z.string(), before: z.string(), behind: z.string() }),
    ),
  })
  .meta({ id: 'PostingNotes' })

/** PostingDetail */
export const postingDetail = postingItem
  .extend({
    html: z.string(),
    siteUrl: z.string().nullable(),
    enclosures: z.array(enclosure),
    fullText: fullText.nullable(),
    prefersFullText: z.boolean(),
    isSplit: z.boolean(),
    previousPollAt: when.nullable().meta({ description: 'The last check that did not show it.' }),
    delayBounds: z
      .object({ leastMs: z.number(), mostMs: z.number() })
      .nullable()
      .meta({ description: 'What the checks say of its delay, whatever the dates say (delay_bounds).' }),
    pollId: longNumber.nullable().exactOptional(),
    nextCheck: z
      .object({ at: when.nullable(), expectedDelayMs: z.number().nullable() })
      .exactOptional()
      .meta({
        description:
          'Of a posting from before the source was known: its next check, and the delay to expect.',
      }),
    decisionReason: reason.nullable().meta({ description: 'Why the check that found it was then.' }),
    versions: z.array(z.object({ title: z.string(), html: z.string(), foundAt: when, replacedAt: when })),
    clones: z.array(
      z.object({
        id: longNumber,
        sourceId: z.number(),
        sourceTitle: z.string(),
        title: z.string(),
        url: z.string().nullable(),
        shownAt: when,
      }),
    ),
    notes: postingNotes.nullable().exactOptional(),
  })
  .meta({ id: 'PostingDetail' })

/** ToldState */
export const toldState = z
  .object({
    ids: z.array(longNumber),
    isRead: z.boolean(),
    isStarred: z.boolean(),
    isLater: z.boolean(),
  })
  .meta({ id: 'ToldState' })
export const postingStates = z.object({ states: z.array(toldState) })

/** MarkReadResult */
export const markReadResult = z
  .object({ marked: z.number(), undoToken: z.string() })
  .meta({ id: 'MarkReadResult' })
