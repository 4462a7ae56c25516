import { z } from 'zod'
import { type AnswerOf, sourceHealth, when } from '#lib/api/parts/answer-parts.ts'
import { id } from '#lib/api/http/parameters.ts'
import { longestName } from '#lib/text/names.ts'

/** The message of lib/words/…/errors.json for each limit that keeps an account from subscribing. */
export const notSubscribedWords = { 'no-room': 'subscriptionsFull', 'too-many-new': 'manyNewFeeds' } as const

export const subscriptionItem = z
  .object({
    id: z.number(),
    sourceId: z.number(),
    folderId: z.number().nullable(),
    /** Own order within its folder. */
    position: z.number(),
    /** Neither in "All articles" nor in its folder, counted only at itself, never told of. */
    isMuted: z.boolean(),
    /** Not in "All articles". */
    isApart: z.boolean(),
    labelIds: z.array(z.number()),
    /** Own name, or the source's. */
    title: z.string(),
    /** Null: the source's name is used. */
    ownTitle: z.string().nullable(),
    /** Empty: it has not said yet. */
    sourceTitle: z.string(),
    url: z.string(),
    siteUrl: z.string().nullable(),
    iconUrl: z.string().nullable(),
    unread: z.number(),
    lastPostingAt: when.nullable(),
    postingsPerDay: z.number().nullable(),
    /** The time of its last check; null: never. */
    lastPolledAt: when.nullable(),
    nextPollAt: when.nullable(),
    /** The texts of its postings are taken from their pages unasked. */
    fullText: z.boolean(),
    /** A posting that its publisher changes becomes unread again. */
    unreadEdits: z.boolean(),
    /** Its postings are wanted soon. */
    wantsFast: z.boolean(),
    subscribedAt: when,
    health: sourceHealth,
  })
  .meta({ id: 'SubscriptionItem' })

/** A subscriber's tie to a source, with what the list of sources shows. Answer of GET /api/v1/subscriptions: { subscriptions }. */
export type SubscriptionItem = AnswerOf<typeof subscriptionItem>

/** ok; waiting: never polled yet; failing: the last poll failed; gone, opted-out: the publisher ended it, or does not want it polled. */
export type SourceHealth = AnswerOf<typeof sourceHealth>

const folderName = z.string().trim().min(1, 'folderNeedsName').max(longestName.folder)

/** Body of POST /api/v1/subscriptions: polls the source at once. Answer 201 (200 when already subscribed): SubscriptionItem. */
export const subscribeRequest = z.strictObject({
  url: z.string().trim().min(1, 'addressNeeded').max(2000),
  folderId: id.nullish(),
  /** Made when it does not exist; not together with folderId. */
  folderName: folderName.optional(),
  title: z.string().trim().min(1).max(longestName.feed).optional(),
})

export type SubscribeRequest = z.infer<typeof subscribeRequest>

/** Body of PATCH /api/v1/subscriptions/:id. `ownTitle: null` goes back to the source's name. */
export const subscriptionChange = z.strictObject({
  folderId: id.nullable().optional(),
  ownTitle: z.string().trim().min(1).max(longestName.feed).nullable().optional(),
  isMuted: z.boolean().optional(),
  isApart: z.boolean().optional(),
  wantsFast: z.boolean().optional(),
  fullText: z.boolean().optional(),
  unreadEdits: z.boolean().optional(),
})

export type SubscriptionChange = z.infer<typeof subscriptionChange>

const nowAndThen = z
  .object({
    now: z.number(),
    then: z.number(),
  })
  .meta({ id: 'NowAndThen' })

export const fastPreview = z
  .object({
    wantsFast: z.boolean(),
    /** Sources that the subscriber asks for now: wants fast, is alerted of, or both. */
    asked: z.number(),
    /** So many may be asked for before each counts less. */
    fairShare: z.number(),
    /** A whole wish counts as so many readers. */
    sayStrength: z.number(),
    /** The share of the wish that counts at this source, 0–1. */
    share: nowAndThen,
    /** For admins: others would be told how many read it. */
    weight: nowAndThen.nullable(),
    /** Null: the source is not planned yet. */
    pollsPerDay: nowAndThen.nullable(),
    predictedDelayMs: nowAndThen.nullable(),
  })
  .meta({ id: 'FastPreview' })

/** GET /api/v1/subscriptions/:id/fast: what wanting its source fast does; `then` is how it is with the wish turned round. */
export type FastPreview = AnswerOf<typeof fastPreview>

export const folderItem = z
  .object({
    id: z.number(),
    name: z.string(),
    /** Own order among the folders of the same parent. */
    position: z.number(),
    /** Null: at the top. */
    parentId: z.number().nullable(),
  })
  .meta({ id: 'FolderItem' })

export type FolderItem = AnswerOf<typeof folderItem>

/** Folders stand in each other so deep; a folder at the top is 1. */
export const deepestFolder = 5

/** Far from what an integer of the database holds, so that folders made later still fit behind it. */
const highestPosition = 1_000_000

const folderPlace = {
  position: z.number().int().min(0).max(highestPosition).optional(),
  parentId: id.nullable().optional(),
}

/** Body of POST /api/v1/folders (answer 201 FolderItem). */
export const folderRequest = z.strictObject({ name: folderName, ...folderPlace })

export type FolderRequest = z.infer<typeof folderRequest>

/** Body of PATCH /api/v1/folders/:id; what is left out stays. Answer: FolderItem. */
export const folderChange = z.strictObject({ name: folderName.optional(), ...folderPlace })

export type FolderChange = z.infer<typeof folderChange>

/** Body of POST /api/v1/discover. Answer: { candidates }. */
export const discoverRequest = z.strictObject({
  input: z.string().trim().min(1, 'addressNeeded').max(2000),
})

export const feedCandidate = z
  .object({
    url: z.string(),
    title: z.string(),
    description: z.string(),
    siteUrl: z.string().nullable(),
    iconUrl: z.string().nullable(),
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

export type FeedCandidate = AnswerOf<typeof feedCandidate>

/** Body of POST /api/v1/opml/from-address: the list is fetched from there, at most 10 MB. Answer: OpmlReport. */
export const opmlAddressRequest = z.strictObject({
  url: z.string().trim().min(1, 'listAddressNeeded').max(2000),
})

/** As many lines as one list may have. */
const mostMade = 100_000
const made = z.array(id).max(mostMade)

/** What the import of a list made. Body of POST /api/v1/import/undo, which takes it back. Answer: { ended }. */
export const importMade = z
  .strictObject({
    subscriptionIds: made,
    folderIds: made.meta({ description: 'Those that something else uses by then stay.' }),
    labelIds: made.meta({ description: 'Those that something else uses by then stay.' }),
  })
  .meta({ id: 'ImportMade' })

export type ImportMade = AnswerOf<typeof importMade>

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
    made: importMade,
  })
  .meta({ id: 'OpmlReport' })

/** Answer of POST /api/v1/opml (body: the OPML document, text/xml or multipart not needed; at most 10 MB). */
export type OpmlReport = AnswerOf<typeof opmlReport>
