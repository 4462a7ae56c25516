import type { ArrangeFoldersRequest, ArrangeSubscriptionsRequest } from '#lib/api/organising/organising.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { foldersOf, lockFolders, mayStand } from './folder-tree.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { notify } from '#lib/store/connection/notify.ts'

/**
 * Puts subscriptions into a folder in this order; the others of that folder follow as they stood. Another subscriber's
 * stay where they are.
 */
export async function arrangeSubscriptions(
  database: Database,
  subscriberId: string,
  { folderId, ids }: ArrangeSubscriptionsRequest,
): Promise<'arranged' | 'folder-not-found'> {
  return database.$transaction(async (transaction) => {
    await lockFolders(transaction, subscriberId)
    const isThere = folderId === null || (await foldersOf(transaction, subscriberId)).has(folderId)
    if (!isThere) return 'folder-not-found'
    await transaction.$executeRaw`
      UPDATE "subscription" u SET "position" = stays."place" + ${ids.length}::int
      FROM (SELECT "id", ${placesThatStay} AS "place" FROM "subscription"
        WHERE "subscriberId" = ${subscriberId} AND "folderId" IS NOT DISTINCT FROM ${folderId}::int
          AND NOT "id" = ANY(${ids})) stays
      WHERE u."id" = stays."id"`
    await transaction.$executeRaw`
      UPDATE "subscription" u SET "folderId" = ${folderId}::int, "position" = ${places(ids)}
      WHERE u."id" = wanted."id" AND u."subscriberId" = ${subscriberId}`
    await notify(transaction, { type: 'state', subscriberId })
    return 'arranged'
  })
}

/** The same for folders in a parent. */
export async function arrangeFolders(
  database: Database,
  subscriberId: string,
  { parentId, ids }: ArrangeFoldersRequest,
): Promise<'arranged' | 'taken' | 'parent-not-found' | 'circle' | 'too-deep'> {
  return database.$transaction(async (transaction) => {
    await lockFolders(transaction, subscriberId)
    const refusal = await refusalOf(transaction, subscriberId, { parentId, ids })
    if (refusal !== null) return refusal
    await transaction.$executeRaw`
      UPDATE "folder" f SET "position" = stays."place" + ${ids.length}::int
      FROM (SELECT "id", ${placesThatStay} AS "place" FROM "folder"
        WHERE "subscriberId" = ${subscriberId} AND "parentId" IS NOT DISTINCT FROM ${parentId}::int
          AND NOT "id" = ANY(${ids})) stays
      WHERE f."id" = stays."id"`
    await transaction.$executeRaw`
      UPDATE "folder" f SET "parentId" = ${parentId}::int, "position" = ${places(ids)}
      WHERE f."id" = wanted."id" AND f."subscriberId" = ${subscriberId}`
    await notify(transaction, { type: 'state', subscriberId })
    return 'arranged'
  })
}

/** Counted anew each time: positions that only grow leave the numbers of the database in the end. Equal ones stay equal. */
const placesThatStay = Prisma.sql`dense_rank() OVER (ORDER BY "position")::int - 1`

/** The place of an id in the list, and the list to join with. */
function places(ids: readonly number[]): Prisma.Sql {
  return Prisma.sql`wanted."place" - 1
    FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted("id", "place")`
}

async function refusalOf(
  transaction: Transaction,
  subscriberId: string,
  { parentId, ids }: ArrangeFoldersRequest,
): Promise<'taken' | 'parent-not-found' | 'circle' | 'too-deep' | null> {
  const folders = await foldersOf(transaction, subscriberId)
  const moved = ids.flatMap((id) => folders.get(id) ?? [])
  for (const { id } of moved) {
    const refusal = mayStand(folders, id, parentId)
    if (refusal !== null) return refusal
  }
  if (parentId !== null && !folders.has(parentId)) return 'parent-not-found'
  const staying = [...folders.values()].filter((each) => each.parentId === parentId && !ids.includes(each.id))
  const names = [...moved, ...staying].map(({ name }) => name)
  return new Set(names).size < names.length ? 'taken' : null
}
