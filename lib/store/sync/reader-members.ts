import { Prisma } from '#lib/store/generated/client.ts'

/**
 * A list of postings as reader apps know them. Folders are flat there: one has what stands in it, not what is in the
 * folders inside, as an app counts it by its list of sources. Muted sources are in their own list alone.
 */
export type ReaderStream =
  | { readonly kind: 'all' | 'read' | 'unread' | 'starred' | 'kept-unread' | 'nothing' }
  | { readonly kind: 'source' | 'folder' | 'label'; readonly id: number }
  | { readonly kind: 'sources'; readonly ids: readonly number[] }

/** Joins the subscriber's state `t` to postings `r`. */
export function readerState(subscriberId: string): Prisma.Sql {
  return Prisma.sql`LEFT JOIN "posting_state" t ON t."subscriberId" = ${subscriberId} AND t."postingId" = r."id"`
}

/** Whether posting `r` of subscription `u` (may be missing) with state `t` (may be missing) is read. */
export const isReadNow = Prisma.sql`coalesce(t."isRead", r."id" <= u."readThrough", true)`

/** Whether posting `r` (id, sourceId) of subscription `u` with state `t` is in a stream; never NULL. */
export function isMember(subscriberId: string): (stream: ReaderStream) => Prisma.Sql {
  return (stream) => {
    switch (stream.kind) {
      case 'all':
        return isHeard
      case 'read':
        return Prisma.sql`(${isHeard} AND ${isReadNow})`
      case 'unread':
        return Prisma.sql`(${isHeard} AND NOT ${isReadNow})`
      case 'starred':
        return Prisma.sql`(t."starredAt" IS NOT NULL)`
      case 'kept-unread':
        return Prisma.sql`(t."isRead" IS FALSE)`
      case 'source':
        return Prisma.sql`(u."sourceId" IS NOT DISTINCT FROM ${stream.id}::int)`
      case 'sources':
        return Prisma.sql`coalesce(u."sourceId" = ANY(${[...stream.ids]}::int[]), FALSE)`
      case 'folder':
        return Prisma.sql`(${isHeard} AND u."folderId" IS NOT DISTINCT FROM ${stream.id}::int)`
      case 'label':
        return hasLabel(subscriberId, stream.id)
      case 'nothing':
        return Prisma.sql`FALSE`
      default:
        return stream satisfies never
    }
  }
}

/**
 * Whether posting `r` passes a stream that other streams are narrowed by. Read and unread are states there: what a muted source has
 * unread, or what is starred of a source that was left, is in lists of its own.
 */
export function passes(subscriberId: string): (stream: ReaderStream) => Prisma.Sql {
  const member = isMember(subscriberId)
  return (stream) => {
    if (stream.kind === 'read') return isReadNow
    return stream.kind === 'unread' ? Prisma.sql`(NOT ${isReadNow})` : member(stream)
  }
}

const isHeard = Prisma.sql`(u."isMuted" IS FALSE)`

function hasLabel(subscriberId: string, labelId: number): Prisma.Sql {
  return Prisma.sql`(
    (${isHeard} AND EXISTS (SELECT 1 FROM "subscription_label" sl
      WHERE sl."labelId" = ${labelId} AND sl."subscriptionId" = u."id"))
    OR EXISTS (SELECT 1 FROM "posting_label" pl
      WHERE pl."labelId" = ${labelId} AND pl."postingId" = r."id" AND pl."subscriberId" = ${subscriberId}))`
}
