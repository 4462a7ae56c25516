import { z } from 'zod'
import { sourceHealth, when } from '#lib/api/parts/answer-parts.ts'

/** SubscriptionItem */
export const subscriptionItem = z
  .object({
    id: z.number(),
    sourceId: z.number(),
    folderId: z.number().nullable(),
    position: z.number(),
    isMuted: z.boolean(),
    isApart: z.boolean(),
    labelIds: z.array(z.number()),
    title: z.string(),
    ownTitle: z.string().nullable(),
    sourceTitle: z.string(),
    url: z.string(),
    siteUrl: z.string().nullable(),
    iconUrl: z.string().nullable(),
    unread: z.number(),
    lastPostingAt: when.nullable(),
    postingsPerDay: z.number().nullable(),
    lastPolledAt: when.nullable(),
    nextPollAt: when.nullable(),
    fullText: z.boolean(),
    unreadEdits: z.boolean(),
    wantsFast: z.boolean(),
    subscribedAt: when,
    health: sourceHealth,
  })
  .meta({ id: 'SubscriptionItem' })

/** FolderItem */
export const folderItem = z
  .object({
    id: z.number(),
    name: z.string(),
    position: z.number(),
    parentId: z.number().nullable(),
  })
  .meta({ id: 'FolderItem' })

/** LabelItem */
export const labelItem = z
  .object({
    id: z.number(),
    name: z.string(),
    subscriptions: z.number(),
    postings: z.number(),
  })
  .meta({ id: 'LabelItem' })

/** Deleted */
export const deletedPlace = z
  .object({
    views: z.array(z.string()).meta({ description: 'The views that ask for what is gone.' }),
    alerts: z.array(z.string()).meta({ description: 'The alerts that ask for it or were on it.' }),
  })
  .meta({ id: 'Deleted' })

const counts = z.record(z.string(), z.number())

/** UnreadCounts */
export const unreadCounts = z
  .object({
    all: z.number(),
    starred: z.number(),
    later: z.number(),
    bySource: counts,
    byFolder: counts,
    byLabel: counts,
  })
  .meta({ id: 'UnreadCounts' })

/** DayStrip */
export const dayStrip = z
  .object({
    startAt: when,
    found: z.array(z.number()),
    unread: z.array(z.number()),
  })
  .meta({ id: 'DayStrip' })

/** CountsAnswer */
export const countsAnswer = z
  .object({
    counts: unreadCounts,
    fresh: z.object({ unread: z.number() }).exactOptional(),
    day: dayStrip.exactOptional(),
  })
  .meta({ id: 'AllCounts' })
