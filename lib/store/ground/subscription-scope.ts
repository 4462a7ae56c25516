import type { PostingScope } from '#lib/api/postings/postings.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** A folder and the folders inside it; of a folder that is not the subscriber's nothing. UNION ends any circle. */
export function foldersWithinSql(subscriberId: string, folderId: number): Prisma.Sql {
  return Prisma.sql`(
    WITH RECURSIVE within AS (
      SELECT f."id" FROM "folder" f WHERE f."id" = ${folderId} AND f."subscriberId" = ${subscriberId}
      UNION SELECT f."id" FROM "folder" f JOIN within ON f."parentId" = within."id"
    ) SELECT "id" FROM within)`
}

/**
 * The subscriber's subscriptions `u` that a list shows and an act on that list is about. A source shows itself
 * whatever is set; muted ones appear nowhere else, those set apart not in the list of everything.
 */
export function isInScope(subscriberId: string, { sourceId, folderId, labelId }: PostingScope): Prisma.Sql {
  if (sourceId !== undefined) return Prisma.sql`u."sourceId" = ${sourceId}`
  if (folderId !== undefined)
    return Prisma.sql`(NOT u."isMuted" AND u."folderId" IN ${foldersWithinSql(subscriberId, folderId)})`
  if (labelId !== undefined) return Prisma.sql`(NOT u."isMuted" AND ${hasLabel(labelId)})`
  return Prisma.sql`(NOT u."isMuted" AND NOT u."isApart")`
}

/**
 * The subscriptions `u` in a place, muted and apart ones, too: what was starred or kept for later is shown from all,
 * and a search there may ask for them by name.
 */
export function isInPlace(subscriberId: string, { sourceId, folderId, labelId }: PostingScope): Prisma.Sql {
  if (sourceId !== undefined) return Prisma.sql`u."sourceId" = ${sourceId}`
  if (folderId !== undefined) return Prisma.sql`u."folderId" IN ${foldersWithinSql(subscriberId, folderId)}`
  return labelId === undefined ? Prisma.sql`TRUE` : hasLabel(labelId)
}

function hasLabel(labelId: number): Prisma.Sql {
  return Prisma.sql`EXISTS (
    SELECT 1 FROM "subscription_label" sl WHERE sl."labelId" = ${labelId} AND sl."subscriptionId" = u."id")`
}
