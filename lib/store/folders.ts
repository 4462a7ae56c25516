import type { FolderItem, FolderRequest } from '#lib/api/subscriptions.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { notify } from './notify.ts'

const shown = { id: true, name: true, position: true } as const

/** A subscriber's folders in their order; those at the same position by name. */
export async function listFolders(database: Database, subscriberId: string): Promise<FolderItem[]> {
  return database.folder.findMany({
    where: { subscriberId },
    select: shown,
    orderBy: [{ position: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  })
}

/** Makes a folder; without a position it stands last. */
export async function createFolder(
  database: Database,
  subscriberId: string,
  request: FolderRequest,
): Promise<FolderItem | 'taken'> {
  const last = await database.folder.aggregate({ where: { subscriberId }, _max: { position: true } })
  const position = request.position ?? (last._max.position ?? -1) + 1
  return unlessNameTaken(async () => {
    const data = { subscriberId, name: request.name, position }
    const folder = await database.folder.create({ data, select: shown })
    await notify(database, { type: 'state', subscriberId })
    return folder
  })
}

/** Renames or moves a folder. */
export async function changeFolder(
  database: Database,
  subscriberId: string,
  id: number,
  { name, position }: FolderRequest,
): Promise<FolderItem | 'not-found' | 'taken'> {
  return unlessNameTaken(async () => {
    const data = { name, ...(position === undefined ? {} : { position }) }
    const [folder] = await database.folder.updateManyAndReturn({
      where: { id, subscriberId },
      data,
      select: shown,
    })
    if (folder === undefined) return 'not-found'
    await notify(database, { type: 'state', subscriberId })
    return folder
  })
}

/** Deletes a folder; its subscriptions stay, without a folder. False when the subscriber has none with that id. */
export async function deleteFolder(database: Database, subscriberId: string, id: number): Promise<boolean> {
  const { count } = await database.folder.deleteMany({ where: { id, subscriberId } })
  if (count === 1) await notify(database, { type: 'state', subscriberId })
  return count === 1
}

/** The subscriber's folders of these names, made where they are missing: name → id. */
export async function findOrCreateFolders(
  transaction: Transaction,
  subscriberId: string,
  names: readonly string[],
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  const last = await transaction.folder.aggregate({ where: { subscriberId }, _max: { position: true } })
  const first = (last._max.position ?? -1) + 1
  await transaction.folder.createMany({
    data: [...new Set(names)].map((name, index) => ({ subscriberId, name, position: first + index })),
    skipDuplicates: true,
  })
  const rows = await transaction.folder.findMany({
    where: { subscriberId, name: { in: [...names] } },
    select: { id: true, name: true },
  })
  return new Map(rows.map((row) => [row.name, row.id]))
}

const uniqueViolation = 'P2002'

async function unlessNameTaken<T>(act: () => Promise<T>): Promise<T | 'taken'> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === uniqueViolation)
      return 'taken'
    throw error
  }
}
