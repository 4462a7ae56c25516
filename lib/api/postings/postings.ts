import { z } from 'zod'
import { cursorParameter, flag, id, postingId, shownEditedAt } from '#lib/api/http/parameters.ts'
import { postingOrder, postingShow } from '#lib/api/lists/list-settings.ts'
import { queryText, searchNotes } from '#lib/api/lists/search.ts'
import { type AnswerOf, longNumber, reason, when } from '#lib/api/parts/answer-parts.ts'
import {
  contextLength,
  freshForMinutes,
  longestNote,
  longestQuote,
  mostAskedStates,
} from '#lib/api/parts/limits.ts'

const longestMs = 1_000_000_000 // eleven days

/** Body of PUT /api/v1/postings/:id/media-position. */
export const mediaPositionRequest = z.strictObject({
  /** Of the sound or film, as among the posting's enclosures. */
  url: z.string().min(1).max(8_000),
  positionMs: z.number().int().min(0).max(longestMs),
  durationMs: z.number().int().min(0).max(longestMs).nullable().default(null),
})
export type MediaPositionRequest = z.infer<typeof mediaPositionRequest>

/** A part of a sound or film, from its start to that of the next. */
const chapter = z.object({ startMs: z.number(), title: z.string() })
export type Chapter = AnswerOf<typeof chapter>

/** Answer of GET /api/v1/postings/:id/chapters. */
export type ChapterList = { readonly chapters: readonly Chapter[] }

const mediaPosition = z.object({
  positionMs: z.number(),
  /** Null: not known yet. */
  durationMs: z.number().nullable(),
  updatedAt: when,
})

/** The place to which a subscriber has heard or watched something. */
export type MediaPosition = AnswerOf<typeof mediaPosition>

const storyElsewhere = z.object({
  /** Of the posting there. */
  id: longNumber,
  sourceId: z.number(),
  sourceTitle: z.string(),
  sourceIconUrl: z.string().nullable(),
  /** Later than the row's posting; less than 0: before it. */
  laterMs: z.number(),
})

/** Another source that tells the story of a row. */
export type AlsoIn = AnswerOf<typeof storyElsewhere>

/** Body of PUT /api/v1/postings/:id/story: whether the postings of its story are shown separately. */
export const storyRequest = z.strictObject({ isSplit: z.boolean() })

const fullText = z.union([
  z.object({ kind: z.literal('text'), html: z.string(), fetchedAt: when }),
  z.object({ kind: z.literal('loading') }),
  z.object({
    kind: z.literal('failed'),
    /** The kind of failure: of fetch-types.ts or extract-article.ts, "opted-out" or "resting". */
    failure: z.string(),
    /** For people. */
    message: z.string(),
    /** From when it can be tried again; null: it was given up. */
    retryAt: when.nullable(),
  }),
])

/** The whole text from a posting's page. */
export type FullText = AnswerOf<typeof fullText>

/** Body of PUT /api/v1/postings/:id/note; an empty text takes the note away. Answer: PostingNotes. */
export const noteRequest = z.strictObject({ text: z.string().trim().max(longestNote), shownEditedAt })

/**
 * Body of POST /api/v1/postings/:id/highlights: words of the text as they are read, and what stands around them, so that they
 * are found again after small edits. Answer: PostingNotes.
 */
export const highlightRequest = z.strictObject({
  quote: z.string().min(1).max(longestQuote).regex(/\S/),
  before: z.string().max(contextLength),
  behind: z.string().max(contextLength),
  shownEditedAt,
})
export type HighlightRequest = Omit<z.infer<typeof highlightRequest>, 'shownEditedAt'>

export type Highlight = HighlightRequest & { readonly id: number }

export const postingNotes = z
  .object({
    /** '' where there is none. */
    text: z.string(),
    /** In the order in which they were made. */
    highlights: z.array(
      z.object({ id: z.number(), quote: z.string(), before: z.string(), behind: z.string() }),
    ),
  })
  .meta({ id: 'PostingNotes' })

/** The subscriber's note on a posting and highlights in it, for nobody else. */
export type PostingNotesAnswer = AnswerOf<typeof postingNotes>

/** At most one of the three: which subscriptions, or which label, a list or an act is about. */
export type PostingScope = {
  readonly folderId?: number | undefined
  readonly sourceId?: number | undefined
  readonly labelId?: number | undefined
}

function isOneScope({ folderId, sourceId, labelId }: PostingScope): boolean {
  return [folderId, sourceId, labelId].filter((each) => each !== undefined).length <= 1
}

/** The postings that a list shows. At most one of folderId, sourceId, labelId; starred or later may go with any. */
export const postingFilter = z
  .object({
    folderId: id.optional(),
    sourceId: id.optional(),
    /** Postings with the label, and those of sources with it. */
    labelId: id.optional(),
    /** `unread` hides what is read. */
    show: postingShow.default('all'),
    starred: flag.default(false),
    /** Only postings to read later; not together with starred. */
    later: flag.default(false),
    order: postingOrder.default('newest'),
    /** The fresh list: only what is younger, in minutes. */
    freshMinutes: z.coerce.number().int().min(freshForMinutes.least).max(freshForMinutes.most).optional(),
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
export type PostingDelay = AnswerOf<typeof postingDelay>

export const postingItem = z
  .object({
    id: longNumber,
    sourceId: z.number(),
    /** The subscriber's own name for the source, or the source's. */
    sourceTitle: z.string(),
    sourceIconUrl: z.string().nullable(),
    /** Of its words, as the source names it (BCP 47); null: not named. */
    language: z.string().nullable(),
    title: z.string().meta({ description: 'Empty if the feed gives no telling title: show the excerpt.' }),
    url: z.string().nullable(),
    author: z.string().nullable(),
    excerpt: z.string(),
    imageUrl: z.string().nullable(),
    claimedAt: when.nullable().meta({ description: 'When it was published, as the feed says.' }),
    publishedAt: when.nullable().meta({ description: 'When it was published, if that is credible.' }),
    foundAt: when.meta({ description: 'When this server found the article (discovered_at).' }),
    shownAt: when.meta({ description: 'Its place in the timeline.' }),
    seenAt: when.nullable(),
    editedAt: when.nullable(),
    /** Shared by postings that tell the same story in several sources; null: no other is known. */
    clusterId: longNumber.nullable(),
    /** Other sources of the same story, whose postings stand folded under this one; empty where each is shown. */
    alsoIn: z.array(storyElsewhere),
    delay: postingDelay,
    isRead: z.boolean(),
    isStarred: z.boolean(),
    isLater: z.boolean(),
    /** Of the posting itself; its source may have more. */
    labelIds: z.array(z.number()),
    /** A page that the subscriber saved: it can be removed. */
    isSavedPage: z.boolean().exactOptional(),
  })
  .meta({ id: 'PostingItem' })

/** A posting as a row of a list. Instants are ISO 8601 in UTC. */
export type PostingItem = AnswerOf<typeof postingItem>

const enclosure = z.object({
  url: z.string(),
  type: z.string().nullable(),
  length: z.number().nullable(),
  durationMs: z.number().exactOptional().meta({ description: 'How long it is, as the feed says.' }),
  /** As the feed lists them. */
  chapters: z.array(chapter).exactOptional(),
  /** The address of its chapters; the server reads them (GET /api/v1/postings/:id/chapters). */
  chaptersUrl: z.string().exactOptional(),
  isInText: z.literal(true).exactOptional().meta({ description: 'The text has a player for it already.' }),
  /** The subscriber's position; null: never begun. */
  position: mediaPosition.nullable(),
})

const delayBounds = z.object({ leastMs: z.number(), mostMs: z.number() })

/** Publication lies between the last poll that did not show the posting and the first that did; milliseconds before the latter. */
export type DelayBounds = AnswerOf<typeof delayBounds>

const postingVersion = z.object({
  title: z.string(),
  html: z.string(),
  /** Address, author and picture of then; missing in versions from before they were kept. */
  url: z.string().nullable().exactOptional(),
  author: z.string().nullable().exactOptional(),
  imageUrl: z.string().nullable().exactOptional(),
  /** Since when it was known to say this, and when the edit that replaced it was found. */
  foundAt: when,
  replacedAt: when,
})

/** The text of a posting before an edit; `html` is sanitised. */
export type PostingVersion = AnswerOf<typeof postingVersion>

const postingClone = z.object({
  id: longNumber,
  sourceId: z.number(),
  sourceTitle: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  shownAt: when,
})

/** The same story in another source of the subscriber. */
export type PostingClone = AnswerOf<typeof postingClone>

export const postingDetail = postingItem
  .extend({
    html: z.string(),
    siteUrl: z.string().nullable(),
    enclosures: z.array(enclosure),
    /** Null: nobody asked for it. */
    fullText: fullText.nullable(),
    /** The subscription wants full texts unasked. */
    prefersFullText: z.boolean(),
    /** The subscriber wants the postings of this story to be shown separately. */
    isSplit: z.boolean(),
    previousPollAt: when.nullable().meta({ description: 'The last check that did not show the article.' }),
    delayBounds: delayBounds
      .nullable()
      .meta({ description: 'The delay by the checks alone, whatever the dates say (delay_bounds).' }),
    /** The poll that found it, of those that GET /api/v1/sources/:id/polls lists; null: a push, an import, or from before. */
    pollId: longNumber.nullable().exactOptional(),
    nextCheck: z
      .object({ at: when.nullable(), expectedDelayMs: z.number().nullable() })
      .exactOptional()
      .meta({
        description: 'For an article from before the feed was known: the next check, and the expected delay.',
      }),
    decisionReason: reason
      .nullable()
      .meta({ description: 'Why the check that found the article took place then.' }),
    /** Earlier versions, oldest first: the first and the latest of many, and those that somebody kept. */
    versions: z.array(postingVersion),
    /** Oldest first, at most 20. */
    clones: z.array(postingClone),
    /** Null: neither a note nor a highlight; missing in copies that an older version kept for offline. */
    notes: postingNotes.nullable().exactOptional(),
  })
  .meta({ id: 'PostingDetail' })

/** A posting with its text. `html` is sanitised. */
export type PostingDetail = AnswerOf<typeof postingDetail>

export const postingPage = z
  .object({
    postings: z.array(postingItem),
    nextCursor: z.string().nullable().meta({ description: 'For the next page; null at the end.' }),
    asOfId: longNumber.meta({ description: 'Hand it to mark-read, so that nothing newer is marked.' }),
    /** The instant of the first page. Sources are weighed and ages counted by it. */
    asOfAt: when,
    /** Only with a query. */
    search: searchNotes.exactOptional(),
  })
  .meta({ id: 'PostingPage' })

export type PostingPage = AnswerOf<typeof postingPage>

/** Body of PATCH /api/v1/postings/:id. */
export const postingChange = z
  .strictObject({
    isRead: z.boolean().optional(),
    isStarred: z.boolean().optional(),
    isLater: z.boolean().optional(),
    /** True reads it, too; what is marked unread, starred or kept for later is shown again. */
    isHidden: z.boolean().optional(),
    seen: z.literal(true).optional(),
    /** With isStarred or isLater. */
    shownEditedAt,
  })
  .refine(({ shownEditedAt: _shown, ...change }) => Object.keys(change).length > 0, { message: 'giveState' })

export type PostingChange = z.infer<typeof postingChange>
export type ShownEditedAt = PostingChange['shownEditedAt']

/** Body of POST /api/v1/postings/state: the same change for many (at most 1,000). Answer: { changed: number }. */
export const postingsChange = z.strictObject({
  ids: z.array(postingId).min(1).max(1000),
  isRead: z.boolean().optional(),
  isStarred: z.boolean().optional(),
  isLater: z.boolean().optional(),
  isHidden: z.boolean().optional(),
})

export const stateGroup = z
  .object({
    ids: z.array(longNumber),
    isRead: z.boolean(),
    isStarred: z.boolean(),
    isLater: z.boolean(),
  })
  .meta({ id: 'StateGroup' })

export const postingStates = z.object({ states: z.array(stateGroup) })

/** Query of GET /api/v1/images: both as they were given out with a posting. */
export const imageQuery = z.strictObject({
  url: z.string().min(1).max(8_000),
  signature: z.string().min(1).max(100),
})

/** Postings that are in the same state by now. */
export type StateGroup = AnswerOf<typeof stateGroup>

/** The states of postings; `many`: more than are told one by one, so ask for those that are shown. */
export type StateGroups = 'many' | readonly StateGroup[]

/** Body of POST /api/v1/postings/states. Answer: { states: StateGroup[] }, without those that are not the subscriber's. */
export const statesRequest = z.strictObject({ ids: z.array(postingId).min(1).max(mostAskedStates) })

/** Body of POST /api/v1/saved-pages: puts any page on the list of what is read later, with its text. Answer: PostingDetail. */
export const savedPageRequest = z.strictObject({ url: z.string().trim().min(1, 'addressNeeded').max(2000) })
export type SavedPageRequest = z.infer<typeof savedPageRequest>
