import { deepestFolder } from '#lib/api/sources/subscriptions.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'

export type FolderRow = {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
  readonly position: number
}
export type FolderRows = ReadonlyMap<number, FolderRow>

/** Of one subscriber, one act at a time moves folders: two moves that are right by themselves could make a circle. */
export async function lockFolders(transaction: Transaction, subscriberId: string): Promise<void> {
  await transaction.$queryRaw`SELECT "id" FROM "user" WHERE "id" = ${subscriberId} FOR NO KEY UPDATE`
}

/** A subscriber's folders by id. */
export async function foldersOf(database: Database | Transaction, subscriberId: string): Promise<FolderRows> {
  const rows = await database.folder.findMany({
    where: { subscriberId },
    select: { id: true, name: true, parentId: true, position: true },
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** The name of a folder, and those of the others. */
export function namesAround(folders: FolderRows, id: number): { from: string; others: string[] } {
  const others = [...folders.values()].filter((each) => each.id !== id).map(({ name }) => name)
  return { from: folders.get(id)?.name ?? '', others }
}

/** Why a folder (null: a new one) cannot stand in a parent (null: the top); null when it can. */
export function mayStand(
  folders: FolderRows,
  id: number | null,
  parentId: number | null,
): 'parent-not-found' | 'circle' | 'too-deep' | null {
  if (parentId === null) return null
  if (!folders.has(parentId)) return 'parent-not-found'
  const above = pathTo(folders, parentId)
  if (id !== null && above.includes(id)) return 'circle'
  const height = id === null ? 1 : heightOf(folders, id)
  return above.length + height > deepestFolder ? 'too-deep' : null
}

/** The number of folders that stand in each other from this one down: 1 for one that has none inside. */
export function heightOf(folders: FolderRows, id: number): number {
  return 1 + Math.max(0, ...innerOf(folders, id).map((inner) => heightOf(folders, inner.id)))
}

/** The folders right inside a folder, or at the top. */
export function innerOf(folders: FolderRows, parentId: number | null): FolderRow[] {
  return [...folders.values()].filter((each) => each.parentId === parentId)
}

/** The folder and those around it, from the inside out. Their number is the folder's depth. */
export function pathTo(folders: FolderRows, id: number): number[] {
  const path: number[] = []
  for (let at: number | null = id; at !== null; at = folders.get(at)?.parentId ?? null) path.push(at)
  return path
}

/** Names of the folder and those around it, from the outside in; of none: none. */
export function namesTo(folders: FolderRows, id: number | null): string[] {
  if (id === null) return []
  return pathTo(folders, id)
    .toReversed()
    .flatMap((each) => folders.get(each)?.name ?? [])
}
