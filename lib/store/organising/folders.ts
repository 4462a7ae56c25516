import type { Deleted } from '#lib/api/organising/organising.ts'
import type { FolderChange, FolderItem, FolderRequest } from '#lib/api/sources/subscriptions.ts'
import { mostOf } from '#lib/store/ground/account-limits.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { foldersOf, lockFolders, mayStand, namesAround, type FolderRow } from './folder-tree.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { alertNamesOn } from './merge-alerts.ts'
import { moveUp } from './merge-folders.ts'
import { queriesLosing, renameInViews } from '#lib/store/lists/rename-in-views.ts'
import { unlessTaken } from '#lib/store/connection/unless-taken.ts'

const shown = { id: true, name: true, position: true, parentId: true } as const

export type FolderRefusal = 'too-many' | 'not-found' | 'taken' | 'parent-not-found' | 'circle' | 'too-deep'

/** A subscriber's folders, of each parent in their own order; those at the same position by name. */
export async function listFolders(database: Database, subscriberId: string): Promise<FolderItem[]> {
  return database.folder.findMany({
    where: { subscriberId },
    select: shown,
    orderBy: [{ position: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  })
}

/** Makes a folder; without a position it stands last of its parent's. */
export async function createFolder(
  database: Database,
  subscriberId: string,
  { name, position, parentId = null }: FolderRequest,
): Promise<FolderItem | Exclude<FolderRefusal, 'not-found'>> {
  return changing(database, subscriberId, async (transaction, folders) => {
    if (folders.size >= mostOf('folders')) return 'too-many'
    const refusal = mayStand(folders, null, parentId)
    if (refusal !== null) return refusal
    const data = { subscriberId, name, parentId, position: position ?? lastPosition(folders, parentId) + 1 }
    return transaction.folder.create({ data, select: shown })
  })
}

/** Renames a folder, in views too, or moves it: to another place, into another folder. */
export async function changeFolder(
  database: Database,
  subscriberId: string,
  id: number,
  { name, position, parentId }: FolderChange,
): Promise<FolderItem | FolderRefusal> {
  return changing(database, subscriberId, async (transaction, folders) => {
    if (!folders.has(id)) return 'not-found'
    const refusal = parentId === undefined ? null : mayStand(folders, id, parentId)
    if (refusal !== null) return refusal
    const data = {
      ...(name === undefined ? {} : { name }),
      ...(position === undefined ? {} : { position }),
      ...(parentId === undefined ? {} : { parentId }),
    }
    const changed = await transaction.folder.update({ where: { id }, data, select: shown })
    const names = namesAround(folders, id)
    await renameInViews(transaction, subscriberId, { kind: 'in', to: changed.name, ...names })
    return changed
  })
}

/**
 * Deletes a folder; its subscriptions and folders go up to where it stood, a folder whose name is there already into the
 * one of that name.
 * @returns the names of the views and alerts that asked for it, these with those on it, which end; null when the subscriber has none with that id
 */
export async function deleteFolder(
  database: Database,
  subscriberId: string,
  id: number,
): Promise<Deleted | null> {
  return database.$transaction(async (transaction) => {
    await lockFolders(transaction, subscriberId)
    const folders = await foldersOf(transaction, subscriberId)
    if (!folders.has(id)) return null
    const ending = await alertNamesOn(transaction, id)
    await moveUp(transaction, folders, id)
    await notify(transaction, { type: 'state', subscriberId })
    const asking = { kind: 'in', ...namesAround(folders, id) } as const
    const { views, alerts } = await queriesLosing(transaction, subscriberId, asking)
    return { views, alerts: [...new Set([...ending, ...alerts])] }
  })
}

/** The innermost folder of a path; null: the top. `isWhole` false: there was no room for what is further inside. */
export type FoundFolder = { readonly id: number | null; readonly isWhole: boolean }

/**
 * Folders by names from the outside in, made where they are missing as far as there is room.
 * @returns one for each path, in their order
 */
export async function findOrCreateFolders(
  transaction: Transaction,
  subscriberId: string,
  paths: readonly (readonly string[])[],
): Promise<FoundFolder[]> {
  let found: FoundFolder[] = paths.map(() => ({ id: null, isWhole: true }))
  const deepest = Math.max(0, ...paths.map((path) => path.length))
  if (deepest > 0) await lockFolders(transaction, subscriberId)
  for (let depth = 0; depth < deepest; depth += 1) {
    const wanted = paths.map((path, index) => ({
      name: found[index]?.isWhole === true ? path[depth] : undefined,
      parentId: found[index]?.id ?? null,
    }))
    const level = await findOrCreateLevel(transaction, subscriberId, wanted)
    found = wanted.map((each, index) => {
      const before = found[index] ?? { id: null, isWhole: true }
      if (each.name === undefined) return before
      const id = level.get(keyOf(each))
      return id === undefined ? { ...before, isWhole: false } : { id, isWhole: true }
    })
  }
  return found
}

type Wanted = { readonly name?: string | undefined; readonly parentId: number | null }

function keyOf({ name, parentId }: Wanted): string {
  return `${parentId ?? ''}/${name}`
}

async function findOrCreateLevel(
  transaction: Transaction,
  subscriberId: string,
  wanted: readonly Wanted[],
): Promise<Map<string, number>> {
  const known = await foldersOf(transaction, subscriberId)
  const byKey = new Map([...known.values()].map((row) => [keyOf(row), row.id]))
  const distinct = [...new Map(wanted.map((each) => [keyOf(each), each])).values()]
  const missing = distinct.flatMap(({ name, parentId }) =>
    name === undefined || byKey.has(keyOf({ name, parentId })) ? [] : [{ name, parentId }],
  )
  const first = Math.max(-1, ...[...known.values()].map(({ position }) => position)) + 1
  const room = Math.max(0, mostOf('folders') - known.size)
  const made = await transaction.folder.createManyAndReturn({
    data: missing
      .slice(0, room)
      .map((folder, index) => ({ ...folder, subscriberId, position: first + index })),
    select: { id: true, name: true, parentId: true },
  })
  for (const row of made) byKey.set(keyOf(row), row.id)
  return byKey
}

function lastPosition(folders: ReadonlyMap<number, FolderRow>, parentId: number | null): number {
  const positions = [...folders.values()].filter((each) => each.parentId === parentId)
  return Math.max(-1, ...positions.map((each) => each.position))
}

/** Runs an act on a subscriber's folders while nobody else moves them, and tells the other windows of its success. */
async function changing<T>(
  database: Database,
  subscriberId: string,
  act: (transaction: Transaction, folders: ReadonlyMap<number, FolderRow>) => Promise<T>,
): Promise<T | 'taken'> {
  return unlessTaken(() =>
    database.$transaction(async (transaction) => {
      await lockFolders(transaction, subscriberId)
      const result = await act(transaction, await foldersOf(transaction, subscriberId))
      if (typeof result !== 'string') await notify(transaction, { type: 'state', subscriberId })
      return result
    }),
  )
}
