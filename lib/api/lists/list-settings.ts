import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { freshForMinutes } from '#lib/api/parts/limits.ts'

export const postingOrder = z.enum(['newest', 'oldest', 'published', 'weight', 'source'])

/**
 * newest, oldest: by when they were found; published: by publication, newest first; weight: sources that weigh much and post
 * rarely first; source: sources by name. In the last two the newest found of each source come first.
 */
export type PostingOrder = z.infer<typeof postingOrder>

export const postingShow = z.enum(['all', 'unread'])

/** The list: "all", "starred", "fresh", "folder:1", "source:2", "view:3", or "*" for all that say nothing themselves. */
const scope = z.string().regex(/^(?:\*|all|starred|later|fresh|(?:folder|source|view|label):[1-9]\d{0,8})$/)

const layout = z.enum(['panes', 'list', 'expanded', 'cards'])

const density = z.enum(['compact', 'regular', 'roomy'])

const sourceCap = z.enum(['off', '3', '5', '10'])

const listSetting = z.strictObject({
  /** panes: the text beside the list; list: over it; expanded: in it; cards: pictures, the text over them. */
  layout: layout.nullable().optional(),
  density: density.nullable().optional(),
  order: postingOrder.nullable().optional(),
  show: postingShow.nullable().optional(),
  /** Of a source and day so many postings are shown, the others folded behind them. */
  sourceCap: sourceCap.nullable().optional(),
})

/** The look of one list; what is missing or null follows the list "*", then the account's settings, then the defaults. */
export type ListSetting = z.infer<typeof listSetting>

export type ListLayout = z.infer<typeof layout>

export type ListDensity = z.infer<typeof density>

export type SourceCap = z.infer<typeof sourceCap>

/** A key by its name (KeyboardEvent.key), or two pressed one after the other: "j", "g a", "Shift+Enter". */
const keyName = z.string().regex(/^\S{1,20}(?: \S{1,20})?$/)

/** The way in which all lists are read. Values that another version stored and this one does not know fall back to the default. */
export const readingOptions = z.strictObject({
  /** Postings that are scrolled past count as read. */
  marksOnScroll: z.boolean(),
  /** The fresh list shows what is younger. */
  freshMinutes: z.int().min(freshForMinutes.least).max(freshForMinutes.most),
  keyPreset: z.enum(['google-reader', 'miniflux', 'freshrss']),
  /**
   * Keys of acts that differ from the preset; an empty list: none. In a change: of these acts, the others keep theirs; none
   * at all: everything as the preset says.
   */
  keys: z
    .record(z.string().max(30), z.array(keyName).max(4))
    .refine((keys) => Object.keys(keys).length <= 60),
  /** False: no key of ours does anything but `?`. */
  hasKeys: z.boolean(),
})

export type ReadingOptions = AnswerOf<typeof readingOptions>

/** Body of PATCH /api/v1/list-settings: any subset. Answer: ListSettings. */
export const listSettingsChange = z
  .strictObject({
    scope: scope.optional(),
    list: listSetting.optional(),
    options: readingOptions.partial().optional(),
  })
  .refine(({ list, scope: of }) => (list === undefined) === (of === undefined), {
    message: 'giveChange',
    path: ['scope'],
  })
  .refine(({ list, options }) => list !== undefined || options !== undefined, { message: 'giveChange' })

export type ListSettingsChange = AnswerOf<typeof listSettingsChange>

export { listSetting }

export const listSettings = z
  .object({
    lists: z.record(z.string(), listSetting),
    options: readingOptions,
  })
  .meta({ id: 'ListSettings' })

/** Answer of GET /api/v1/list-settings: all that the subscriber chose, by scope. */
export type ListSettings = AnswerOf<typeof listSettings>
