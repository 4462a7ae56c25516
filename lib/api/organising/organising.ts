import { z } from 'zod'
import { id, postingId, shownEditedAt } from '#lib/api/http/parameters.ts'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { longestName } from '#lib/text/names.ts'

/** Most subscriptions or folders that one request names; somebody with more of them sends several. */
const mostRows = 10_000

const mostPostings = 1000

const ids = z.array(id).min(1).max(mostRows)

/** Body of POST /api/v1/folders/:id/merge: subscriptions and folders of :id go into another folder. Answer: 204. */
export const mergeFolderRequest = z.strictObject({ intoId: id })

/** Body of POST /api/v1/folders/arrange: these folders into a parent (null: the top), first of all in this order. Answer: 204. */
export const arrangeFoldersRequest = z.strictObject({ parentId: id.nullable(), ids })

export type ArrangeFoldersRequest = z.infer<typeof arrangeFoldersRequest>

/** Body of POST /api/v1/subscriptions/arrange: the same for subscriptions in a folder. Answer: 204. */
export const arrangeSubscriptionsRequest = z.strictObject({ folderId: id.nullable(), ids })

export type ArrangeSubscriptionsRequest = z.infer<typeof arrangeSubscriptionsRequest>

/** Body of POST /api/v1/subscriptions/change: one change for many. Answer: { changed }. */
export const subscriptionsChange = z.strictObject({
  ids,
  folderId: id.nullable().optional(),
  isMuted: z.boolean().optional(),
  isApart: z.boolean().optional(),
  unreadEdits: z.boolean().optional(),
  wantsFast: z.boolean().optional(),
})

export type SubscriptionsChange = z.infer<typeof subscriptionsChange>

/** Body of POST /api/v1/subscriptions/end and …/restore. Answers: { ended }, { restored }. */
export const subscriptionsRequest = z.strictObject({ ids })

export const labelItem = z
  .object({
    id: z.number(),
    name: z.string(),
    subscriptions: z.number(),
    /** Labelled themselves. */
    postings: z.number(),
  })
  .meta({ id: 'LabelItem' })

/** Answer of GET /api/v1/labels: { labels }, by name. */
export type LabelItem = AnswerOf<typeof labelItem>

/** Body of POST /api/v1/labels (answer 201 LabelItem) and PATCH /api/v1/labels/:id. */
export const labelRequest = z.strictObject({
  name: z.string().trim().min(1, 'labelNeedsName').max(longestName.label),
})

export const deletedPlace = z
  .object({
    views: z.array(z.string()).meta({ description: 'The views that use what was deleted.' }),
    alerts: z.array(z.string()).meta({ description: 'The alerts that use what was deleted.' }),
  })
  .meta({ id: 'Deleted' })

/** Answer of DELETE /api/v1/folders/:id and /api/v1/labels/:id: the names of the views and alerts that ask for what is gone. */
export type Deleted = AnswerOf<typeof deletedPlace>

/** Body of POST /api/v1/labels/:id/merge: what has the label :id has the other one then. Answer: 204. */
export const mergeLabelRequest = z.strictObject({ intoId: id })

/** Body of POST /api/v1/labels/:id/assign: puts the label on these, or takes it off. Answer: { changed }. */
export const assignLabelRequest = z
  .strictObject({
    isOn: z.boolean(),
    subscriptionIds: z.array(id).max(mostRows).default([]),
    postingIds: z.array(postingId).max(mostPostings).default([]),
    /** With one posting. */
    shownEditedAt,
  })
  .refine(({ subscriptionIds, postingIds }) => subscriptionIds.length + postingIds.length > 0, {
    message: 'giveLabelled',
  })

export type AssignLabelRequest = z.infer<typeof assignLabelRequest>

/** The order of folders and sources, and those that are shown, for one subscriber on all devices. GET, PATCH /api/v1/organising */
export const organisingSettings = z.strictObject({
  /** `own` is what was set by dragging. */
  order: z.enum(['name', 'unread', 'newest', 'own']),
  /** Those with sources in them; those with something unread, sources likewise. */
  shown: z.enum(['all', 'filled', 'unread']),
})

export type OrganisingSettings = z.infer<typeof organisingSettings>

export type SourceOrder = OrganisingSettings['order']

export const organisingChange = organisingSettings.partial()
