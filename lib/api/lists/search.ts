import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { id, postingId } from '#lib/api/http/parameters.ts'
import { longestName } from '#lib/text/names.ts'

/** Longer queries are refused by the grammar, with the place; these are refused before it. */
export const queryText = z.string().max(20_000)

/** From and to, in UTF-16 units of the text: to be shown as a hit. In order, apart from each other. */
export type MarkRange = readonly [from: number, to: number]

const marks = z.array(z.tuple([z.number(), z.number()]))

const postingMarks = z.object({
  title: marks,
  excerpt: marks,
  /** A piece of the text around the first hit, where title and excerpt have none. */
  snippet: z.object({ text: z.string(), marks }).nullable(),
})

/** The places in a posting of the words that were searched. */
export type PostingMarks = AnswerOf<typeof postingMarks>

export const searchNotes = z
  .object({
    /** By posting id; postings without a mark are left out. */
    marks: z.record(z.string(), postingMarks),
    /** False: the search gave up for now; it goes on from nextCursor, even when the page is empty. */
    isComplete: z.boolean(),
    /** True: nothing has these words; the postings have similar ones. */
    isSimilar: z.boolean(),
  })
  .meta({ id: 'SearchNotes' })

/** The notes of a page of hits besides its postings. */
export type SearchNotes = AnswerOf<typeof searchNotes>

/** Query of GET /api/v1/postings/count. Answer: QueryCount. */
export const countQuery = z.object({
  query: queryText.default(''),
  folderId: id.optional(),
  sourceId: id.optional(),
  show: z.enum(['all', 'unread']).default('all'),
})

export const queryCount = z.object({ count: z.number(), isMore: z.boolean() }).meta({ id: 'QueryCount' })

/** `isMore`: there are at least so many. */
export type QueryCount = AnswerOf<typeof queryCount>

/** Body of POST /api/v1/postings/mark-read/query: the unread postings of a search up to an id. Answer: MarkReadResult. */
export const markQueryReadRequest = z.strictObject({
  query: queryText,
  folderId: id.optional(),
  sourceId: id.optional(),
  /** asOfId of the page that was shown. */
  throughId: postingId,
})

const viewName = z.string().trim().min(1, 'viewNeedsName').max(longestName.other)

const viewOrder = z.enum(['newest', 'oldest', 'best'])

const layout = z.string().max(30).nullable()

const position = z.number().int().min(0).max(1_000_000)

/** Body of POST /api/v1/views (answer 201 ViewItem). */
export const viewRequest = z.strictObject({
  name: viewName,
  query: queryText,
  order: viewOrder.default('newest'),
  layout: layout.default(null),
  position: position.optional(),
})

export type ViewRequest = z.infer<typeof viewRequest>

/** Body of PATCH /api/v1/views/:id. Answer: ViewItem. */
export const viewChange = z
  .strictObject({
    name: viewName.optional(),
    query: queryText.optional(),
    order: viewOrder.optional(),
    layout: layout.optional(),
    position: position.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { message: 'giveChange' })

export type ViewChange = z.infer<typeof viewChange>

export const viewItem = z
  .object({
    id: z.number(),
    name: z.string(),
    query: z.string(),
    order: z.enum(['newest', 'oldest', 'best']),
    layout: z.string().nullable(),
    position: z.number(),
  })
  .meta({ id: 'ViewItem' })

/** A search that is kept. GET /api/v1/views answers { views } in their order. */
export type ViewItem = AnswerOf<typeof viewItem>

export const viewCounts = z
  .object({ counts: z.record(z.string(), queryCount.nullable()) })
  .meta({ id: 'ViewCounts' })

/**
 * GET /api/v1/views/counts: unread postings by view id. All are counted within a second; null: the turn of that view did not
 * come by then.
 */
export type ViewCounts = AnswerOf<typeof viewCounts>
