import type { Database, Transaction } from '#lib/store/connection/database.ts'
import {
  foldersOf,
  heightOf,
  innerOf,
  lockFolders,
  namesAround,
  pathTo,
  type FolderRow,
  type FolderRows,
} from './folder-tree.ts'
import { deepestFolder } from '#lib/api/sources/subscriptions.ts'
import { moveFolderPlaces } from '#lib/store/outputs/feed-places.ts'
import { moveFolderAlerts } from './merge-alerts.ts'
import { renameInViews } from '#lib/store/lists/rename-in-views.ts'
import { notify } from '#lib/store/connection/notify.ts'

/** Takes the subscriptions and folders of one folder into another, and ends the first; views ask for the other one. */
export async function mergeFolders(
  database: Database,
  subscriberId: string,
  id: number,
  intoId: number,
): Promise<'merged' | 'not-found' | 'parent-not-found' | 'circle' | 'too-deep'> {
  return database.$transaction(async (transaction) => {
    await lockFolders(transaction, subscriberId)
    const folders = await foldersOf(transaction, subscriberId)
    if (!folders.has(id)) return 'not-found'
    if (!folders.has(intoId)) return 'parent-not-found'
    const path = pathTo(folders, intoId)
    if (path.includes(id)) return 'circle'
    if (path.length + heightOf(folders, id) - 1 > deepestFolder) return 'too-deep'
    await moveWhatHangs(transaction, id, intoId)
    await moveContents(transaction, folders, id, intoId)
    const to = folders.get(intoId)?.name ?? ''
    await renameInViews(transaction, subscriberId, { kind: 'in', to, ...namesAround(folders, id) })
    await notify(transaction, { type: 'state', subscriberId })
    return 'merged'
  })
}

/** Ends a folder; what is in it goes to where it stood. */
export async function moveUp(transaction: Transaction, folders: FolderRows, id: number): Promise<void> {
  await moveContents(transaction, folders, id, folders.get(id)?.parentId ?? null)
}

/** Subscriptions and folders go to another folder or the top; of two folders with one name there, one is left. */
async function moveContents(
  transaction: Transaction,
  folders: FolderRows,
  id: number,
  toId: number | null,
): Promise<void> {
  // No other folder has an empty name: one inside that is called as this one can take its place.
  await transaction.folder.update({ where: { id }, data: { name: '' } })
  await transaction.subscription.updateMany({ where: { folderId: id }, data: { folderId: toId } })
  const there = new Map(innerOf(folders, toId).map((each) => [each.name, each]))
  for (const inner of innerOf(folders, id)) {
    const same: FolderRow | undefined = there.get(inner.name)
    if (same === undefined || same.id === id)
      await transaction.folder.update({ where: { id: inner.id }, data: { parentId: toId } })
    else {
      await moveWhatHangs(transaction, inner.id, same.id)
      await moveContents(transaction, folders, inner.id, same.id)
    }
  }
  await transaction.folder.delete({ where: { id } })
}

/** Rules, alerts, output feeds and digests for a folder are for the one that it is taken into; those for one that is deleted are for nothing. */
async function moveWhatHangs(transaction: Transaction, folderId: number, intoId: number): Promise<void> {
  await transaction.rule.updateMany({ where: { folderId }, data: { folderId: intoId } })
  await moveFolderAlerts(transaction, folderId, intoId)
  await moveFolderPlaces(transaction, folderId, intoId)
}
