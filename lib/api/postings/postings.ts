import { z } from 'zod'
import { type Told, longNumber, reason, when } from '#lib/api/parts/answer-parts.ts'
import type { AlsoIn } from './stories.ts'
import type { FullText } from './full-text.ts'
import type { Chapter, MediaPosition } from './media.ts'
import type { PostingNotesAnswer } from './notes.ts'
import { postingOrder, postingShow } from '#lib/api/lists/list-settings.ts'
import { cursorParameter, flag, id, postingId } from '#lib/api/http/parameters.ts'
import type { ReasonItem } from '#lib/api/parts/reasons.ts'
import { queryText, type SearchNotes, searchNotes } from '#lib/api/lists/search.ts'

/** At most one of the three: which subscriptions, or which label, a list or an act is about. */
export type PostingScope = {
  readonly folderId?: number | undefined
  readonly sourceId?: number | undefined
  readonly labelId?: number | undefined
}

function isOneScope({ folderId, sourceId, labelId }: PostingScope): boolean {
  return [folderId, sourceId, labelId].filter((each) => each !== undefined).length <= 1
}

/** Which postings a list shows. At most one of folderId, sourceId, labelId; starred or later may go with any. */
export const postingFilter = z
  .object({
    folderId: id.optional(),
    sourceId: id.optional(),
    /** Postings with the label, and those of sources with it. */
    labelId: id.optional(),
    /** `unread` hides what is read. */
    show: postingShow.default('all'),
    starred: flag.default(false),
    /** What is read later; not together with starred. */
    later: flag.default(false),
    order: postingOrder.default('newest'),
    /** The fresh lane: only what is younger, in minutes. */
    freshMinutes: z.coerce.number().int().min(5).max(1440).optional(),
  })
  .refine((filter) => isOneScope(filter), {
    message: 'oneScope',
    path: ['sourceId'],
  })
  .refine((filter) => !filter.starred || !filter.later, {
    message: 'starredOrLater',
    path: ['later'],
  })

export type PostingFilter = z.infer<typeof postingFilter>

/** A list as the screen shows it: a filter, and what is searched in it. */
export type PostingListFilter = PostingFilter & {
  /** In the grammar of docs/search.md. '' is a search that nobody has written yet. */
  readonly query?: string | undefined
  /** The best of the newest hits first. */
  readonly best?: true | undefined
  /** The view that the search belongs to. */
  readonly viewId?: number | undefined
}

/** Query of GET /api/v1/postings: the filter, what is searched in it, and where the page starts. */
export const postingPageQuery = z.intersection(
  postingFilter,
  z.object({
    /** In the grammar of docs/search.md. */
    query: queryText.optional(),
    /** Of the newest hits of a query the best first, whatever the order is. */
    best: flag.default(false),
    cursor: cursorParameter.optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
)

/** published → found, as exact as the dates of the source allow. */
export const postingDelay = z.union([
  z.object({ kind: z.literal('exact'), delayMs: z.number() }),
  z.object({ kind: z.literal('range'), leastMs: z.number(), mostMs: z.number() }),
  z.object({ kind: z.literal('initial') }),
  z.object({ kind: z.literal('doubtful') }),
])

/** The delay of a posting, as honest as its dates allow. */
export type PostingDelay = Told<typeof postingDelay>

/** Publication lies between the last poll that did not show the posting and the first that did; milliseconds before the latter. */
export type DelayBounds = { readonly leastMs: number; readonly mostMs: number }

/** What a posting said before an edit; `html` is sanitised. */
export type PostingVersion = {
  readonly title: string
  readonly html: string
  /** Since when it was known to say this, and when the edit that replaced it was found. */
  readonly foundAt: string
  readonly replacedAt: string
}

/** The same story in another source of the subscriber. */
export type PostingClone = {
  readonly id: string
  readonly sourceId: number
  readonly sourceTitle: string
  readonly title: string
  readonly url: string | null
  readonly shownAt: string
}

const alsoIn = z.object({
  id: longNumber,
  sourceId: z.number(),
  sourceTitle: z.string(),
  sourceIconUrl: z.string().nullable(),
  laterMs: z.number(),
})

/** A posting as a row of a list. Instants are ISO 8601 in UTC. */
export type PostingItem = {
  readonly id: string
  readonly sourceId: number
  /** The subscriber's own name for the source, or the source's. */
  readonly sourceTitle: string
  readonly sourceIconUrl: string | null
  /** Of its words, as the source names it (BCP 47); null: not named. */
  readonly language: string | null
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  readonly excerpt: string
  readonly imageUrl: string | null
  readonly claimedAt: string | null
  readonly publishedAt: string | null
  readonly foundAt: string
  /** Place in the timeline. */
  readonly shownAt: string
  readonly seenAt: string | null
  readonly editedAt: string | null
  /** Shared by postings that tell the same story in several sources; null: no other is known. */
  readonly clusterId: string | null
  /** Other sources of the same story, whose postings stand folded under this one; empty where each is shown. */
  readonly alsoIn: readonly AlsoIn[]
  readonly delay: PostingDelay
  readonly isRead: boolean
  readonly isStarred: boolean
  readonly isLater: boolean
  /** Of the posting itself; its source may have more. */
  readonly labelIds: readonly number[]
  /** A page that the subscriber saved: it can be removed. */
  readonly isSavedPage?: boolean
}

const position = z.object({ positionMs: z.number(), durationMs: z.number().nullable(), updatedAt: when })

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

/** A posting with its text. `html` is sanitised. */
export type PostingDetail = PostingItem & {
  readonly html: string
  readonly siteUrl: string | null
  readonly enclosures: readonly {
    readonly url: string
    readonly type: string | null
    readonly length: number | null
    /** As the feed lists them. */
    readonly chapters?: readonly Chapter[]
    /** Where its chapters are; the server reads them (GET /api/v1/postings/:id/chapters). */
    readonly chaptersUrl?: string
    /** The text has a player for it already. */
    readonly isInText?: true
    /** How far the subscriber has come; null: never begun. */
    readonly position: MediaPosition | null
  }[]
  /** Null: nobody asked for it. */
  readonly fullText: FullText | null
  /** The subscription wants full texts unasked. */
  readonly prefersFullText: boolean
  /** The subscriber wants the postings of this story to be shown separately. */
  readonly isSplit: boolean
  readonly previousPollAt: string | null
  /** Whatever the dates say; null in a first document. */
  readonly delayBounds: DelayBounds | null
  /** The poll that found it, of those that GET /api/v1/sources/:id/polls lists; null: a push, an import, or from before. */
  readonly pollId?: string | null
  /** Of a posting of a first document: when its source is checked next, and what delay its next postings may expect. */
  readonly nextCheck?: { readonly at: string | null; readonly expectedDelayMs: number | null }
  readonly decisionReason: ReasonItem | null
  /** Earlier versions, oldest first: the first and the latest of many, and those that somebody kept. */
  readonly versions: readonly PostingVersion[]
  /** Oldest first, at most 20. */
  readonly clones: readonly PostingClone[]
  /** Null: neither a note nor a highlight; missing in copies that an older version kept for offline. */
  readonly notes?: PostingNotesAnswer | null
}

export type PostingPage = {
  readonly postings: readonly PostingItem[]
  /** Opaque; null at the end. */
  readonly nextCursor: string | null
  /** Highest posting id that existed when the page was read: hand it to mark-read, so that nothing newer is marked. */
  readonly asOfId: string
  /** When the first page was read, by which sources were weighed and ages counted. */
  readonly asOfAt: string
  /** Where a query was given. */
  readonly search?: SearchNotes
}

/** Body of PATCH /api/v1/postings/:id. */
export const postingChange = z
  .strictObject({
    isRead: z.boolean().optional(),
    isStarred: z.boolean().optional(),
    isLater: z.boolean().optional(),
    /** True reads it, too; what is marked unread, starred or kept for later is shown again. */
    isHidden: z.boolean().optional(),
    seen: z.literal(true).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { message: 'giveState' })

export type PostingChange = z.infer<typeof postingChange>

/** Body of POST /api/v1/postings/state: the same change for many (at most 1,000). Answer: { changed: number }. */
export const postingsChange = z.strictObject({
  ids: z.array(postingId).min(1).max(1000),
  isRead: z.boolean().optional(),
  isStarred: z.boolean().optional(),
  isLater: z.boolean().optional(),
  isHidden: z.boolean().optional(),
})

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

export const postingPage = z
  .object({
    postings: z.array(postingItem),
    nextCursor: z.string().nullable().meta({ description: 'For the next page; null at the end.' }),
    asOfId: longNumber.meta({ description: 'Hand it to mark-read, so that nothing newer is marked.' }),
    asOfAt: when,
    search: searchNotes.exactOptional(),
  })
  .meta({ id: 'PostingPage' })

const enclosure = z.object({
  url: z.string(),
  type: z.string().nullable(),
  length: z.number().nullable(),
  chapters: z.array(z.object({ startMs: z.number(), title: z.string() })).exactOptional(),
  chaptersUrl: z.string().exactOptional(),
  isInText: z.literal(true).exactOptional().meta({ description: 'The text has a player for it already.' }),
  position: position.nullable(),
})

export const postingNotes = z
  .object({
    text: z.string(),
    highlights: z.array(
      z.object({ id: z.number(), quote: z.string(), before: z.string(), behind: z.string() }),
    ),
  })
  .meta({ id: 'PostingNotes' })

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

export const toldState = z
  .object({
    ids: z.array(longNumber),
    isRead: z.boolean(),
    isStarred: z.boolean(),
    isLater: z.boolean(),
  })
  .meta({ id: 'ToldState' })

export const postingStates = z.object({ states: z.array(toldState) })

export const markReadResult = z
  .object({ marked: z.number(), undoToken: z.string() })
  .meta({ id: 'MarkReadResult' })
