import type { ArrangeFoldersRequest, ArrangeSubscriptionsRequest } from '#lib/api/organising/organising.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { foldersOf, lockFolders, mayStand } from './folder-tree.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { notify } from '#lib/store/connection/notify.ts'

/** Puts subscriptions into a folder in this order. Another subscriber's stay where they are. */
export async function arrangeSubscriptions(
  database: Database,
  subscriberId: string,
  { folderId, ids }: ArrangeSubscriptionsRequest,
): Promise<'arranged' | 'folder-not-found'> {
  return database.$transaction(async (transaction) => {
    await lockFolders(transaction, subscriberId)
    const isThere = folderId === null || (await foldersOf(transaction, subscriberId)).has(folderId)
    if (!isThere) return 'folder-not-found'
    await arrangeIn(transaction, subscriptionRows, subscriberId, { placeId: folderId, ids })
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
    await arrangeIn(transaction, folderRows, subscriberId, { placeId: parentId, ids })
    return 'arranged'
  })
}

const subscriptionRows = { table: Prisma.sql`"subscription"`, place: Prisma.sql`"folderId"` }
const folderRows = { table: Prisma.sql`"folder"`, place: Prisma.sql`"parentId"` }

/**
 * Puts rows into a place in this order; the others there follow as they stood. Positions are counted anew each time: if they only grew, they
 * would leave the numbers of the database in the end. Equal ones stay equal.
 */
async function arrangeIn(
  transaction: Transaction,
  { table, place }: typeof folderRows,
  subscriberId: string,
  { placeId, ids }: { readonly placeId: number | null; readonly ids: readonly number[] },
): Promise<void> {
  await transaction.$executeRaw`
    UPDATE ${table} r SET "position" = stays."at" + ${ids.length}::int
    FROM (SELECT "id", dense_rank() OVER (ORDER BY "position")::int - 1 AS "at" FROM ${table}
      WHERE "subscriberId" = ${subscriberId} AND ${place} IS NOT DISTINCT FROM ${placeId}::int
        AND NOT "id" = ANY(${[...ids]}::int[])) stays
    WHERE r."id" = stays."id"`
  await transaction.$executeRaw`
    UPDATE ${table} r SET ${place} = ${placeId}::int, "position" = wanted."at" - 1
    FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS wanted("id", "at")
    WHERE r."id" = wanted."id" AND r."subscriberId" = ${subscriberId}`
  await notify(transaction, { type: 'state', subscriberId })
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
