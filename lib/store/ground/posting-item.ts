import type { PostingItem } from '#lib/api/postings/postings.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { savedPagesFeed } from '#lib/documents/moving/saved-pages.ts'
import { delayOfPosting } from './posting-delay.ts'

/** A row of `itemColumns`. */
export type PostingItemRow = {
  readonly id: bigint
  readonly sourceId: number
  readonly sourceTitle: string
  readonly sourceIconUrl: string | null
  readonly language: string | null
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  readonly excerpt: string
  readonly imageUrl: string | null
  readonly claimedAt: Date | null
  readonly publishedAt: Date | null
  readonly foundAt: Date
  readonly notBeforeAt: Date | null
  readonly isInitial: boolean
  readonly shownAt: Date
  readonly seenAt: Date | null
  readonly editedAt: Date | null
  readonly clusterId: bigint | null
  readonly isRead: boolean
  readonly isStarred: boolean
  readonly isLater: boolean
  readonly labelIds: readonly number[]
  readonly isSavedPage: boolean
}

/** The name of a posting `p` in a line: its title, or the first words of one that has none. */
export const shownTitle = Prisma.sql`coalesce(nullif(p."title", ''), p."excerpt")`

/** The same where thousands are sent at once. */
export const shortTitle = Prisma.sql`CASE WHEN length(${shownTitle}) <= 160 THEN ${shownTitle} ELSE rtrim(left(${shownTitle}, 159)) || '…' END`

/** The name of a posting's source. An archive of no feed has no name: the site of the posting stands for it. */
export const sourceName = Prisma.sql`coalesce(u."title", nullif(s."title", ''), CASE
  WHEN s."archiveOwnerId" IS NULL THEN s."url"
  ELSE coalesce(s."archivedUrl", substring(p."url" FROM '^https?://([^/?#:]+)'), '') END)`

/**
 * Columns of a posting `p` as its subscriber sees it, from source `s`, subscription `u` and state `t` (both may be
 * missing: a posting that was kept stays readable after its source was left, and counts as read).
 */
export const itemColumns = Prisma.sql`
  p."id", p."sourceId", ${sourceName} AS "sourceTitle",
  s."iconUrl" AS "sourceIconUrl", s."language", p."title", p."url", p."author", p."excerpt", p."imageUrl",
  p."claimedAt", p."publishedAt", p."foundAt", p."notBeforeAt", p."isInitial", p."shownAt", p."editedAt",
  p."clusterId", t."seenAt",
  coalesce(t."isRead", p."id" <= u."readThrough", true) AS "isRead", t."starredAt" IS NOT NULL AS "isStarred",
  t."laterAt" IS NOT NULL AS "isLater",
  ARRAY(SELECT pl."labelId" FROM "posting_label" pl
    WHERE pl."subscriberId" = t."subscriberId" AND pl."postingId" = p."id" ORDER BY pl."labelId") AS "labelIds",
  s."archivedUrl" IS NOT DISTINCT FROM ${savedPagesFeed} AS "isSavedPage"`

/** Joins `s`, `u` and `t` to a posting `p` for one subscriber. */
export function itemJoins(subscriberId: string): Prisma.Sql {
  return Prisma.sql`
    JOIN "source" s ON s."id" = p."sourceId"
    LEFT JOIN "subscription" u ON u."subscriberId" = ${subscriberId} AND u."sourceId" = p."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = p."id"`
}

/** Ends a SELECT from "posting" p of those that somebody keeps: retention passes them over, or has removed them before. */
export const againstRemoval = Prisma.sql`FOR KEY SHARE OF p`

/**
 * A posting may be read by those who subscribe to its source, and stays with those who starred it, put it on the list of
 * what is read later, wrote or marked something in it or gave it a label. Pages that somebody saved or imported stay, too.
 */
export const mayRead = Prisma.sql`(u."id" IS NOT NULL OR t."starredAt" IS NOT NULL OR t."laterAt" IS NOT NULL
  OR t."notedAt" IS NOT NULL OR EXISTS (SELECT 1 FROM "posting_label" pl
    WHERE pl."subscriberId" = t."subscriberId" AND pl."postingId" = p."id")
  OR s."archiveOwnerId" = t."subscriberId")`

/** A row as it goes over the wire. */
export function toPostingItem(row: PostingItemRow): PostingItem {
  return {
    id: row.id.toString(),
    sourceId: row.sourceId,
    sourceTitle: row.sourceTitle,
    sourceIconUrl: row.sourceIconUrl,
    language: row.language,
    title: row.title,
    url: row.url,
    author: row.author,
    excerpt: row.excerpt,
    imageUrl: row.imageUrl,
    claimedAt: isoOf(row.claimedAt),
    publishedAt: isoOf(row.publishedAt),
    foundAt: row.foundAt.toISOString(),
    shownAt: row.shownAt.toISOString(),
    seenAt: isoOf(row.seenAt),
    editedAt: isoOf(row.editedAt),
    clusterId: row.clusterId?.toString() ?? null,
    alsoIn: [],
    delay: delayOfPosting(row),
    isRead: row.isRead,
    isStarred: row.isStarred,
    isLater: row.isLater,
    labelIds: row.labelIds,
    ...(row.isSavedPage ? { isSavedPage: true } : {}),
  }
}

/** ISO 8601 in UTC, as all instants go over the wire. */
export function isoOf(instant: Date | null): string | null {
  return instant?.toISOString() ?? null
}
