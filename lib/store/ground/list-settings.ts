import { defaultReadingOptions } from '#lib/api/lists/list-defaults.ts'
import {
  type ListSetting,
  type ListSettingsChange,
  type ReadingOptions,
  listSetting,
  readingOptions,
  type ListSettings,
} from '#lib/api/lists/list-settings.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'

/** The list whose settings all others follow, and the row that has the options. */
export const everyList = '*'
/** More lists than a reader has folders and sources to set by hand. */
export const mostLists = 2000

/** All that a subscriber chose for lists. Values that this version does not know count as not chosen. */
export async function readListSettings(
  database: Database | Transaction,
  subscriberId: string,
): Promise<ListSettings> {
  const rows = await database.listSetting.findMany({
    where: { subscriberId },
    select: {
      scope: true,
      layout: true,
      density: true,
      order: true,
      show: true,
      sourceCap: true,
      options: true,
    },
  })
  const lists = rows.flatMap(({ scope, options: _options, ...row }) => {
    const known = knownOf(row)
    return Object.keys(known).length === 0 ? [] : [[scope, known] as const]
  })
  const options = rows.find(({ scope }) => scope === everyList)?.options ?? null
  return { lists: Object.fromEntries(lists), options: readOptions(options) }
}

/**
 * Changes what is given of one list, and of the options, and tells the other windows. Keys of acts that are not given stay;
 * empty `keys` take all back to the preset.
 * @returns 'too-many': there is no room for another list, and nothing was changed
 */
export async function changeListSettings(
  database: Database,
  subscriberId: string,
  { scope, list, options }: ListSettingsChange,
): Promise<ListSettings | 'too-many'> {
  return database.$transaction(async (transaction) => {
    // Two windows that change different options at once must not overwrite each other's. Not FOR UPDATE, for which
    // inserts with this subscriber, as of an import, would have to end.
    await transaction.$queryRaw`SELECT 1 FROM "user" WHERE "id" = ${subscriberId} FOR NO KEY UPDATE`
    if (scope !== undefined && list !== undefined) {
      if (!(await hasRoom(transaction, subscriberId, scope))) return 'too-many'
      await changeList(transaction, subscriberId, scope, list)
    }
    if (options !== undefined) {
      const before = await readListSettings(transaction, subscriberId)
      const after = changedOptions(before.options, options)
      const where = { subscriberId_scope: { subscriberId, scope: everyList } }
      const create = { subscriberId, scope: everyList, options: after }
      await transaction.listSetting.upsert({ where, create, update: { options: after } })
    }
    await notify(transaction, { type: 'settings', subscriberId })
    return readListSettings(transaction, subscriberId)
  })
}

function changedOptions(before: ReadingOptions, change: Partial<ReadingOptions>): ReadingOptions {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  const after = { ...before, ...given }
  if (change.keys === undefined || Object.keys(change.keys).length === 0) return after
  const keys = { ...before.keys, ...change.keys }
  // More acts than there may be, of versions long gone: the given ones alone.
  return readingOptions.shape.keys.safeParse(keys).success ? { ...after, keys } : after
}

/** The lists whose folder, source, view or label is gone make room where there is none. */
async function hasRoom(transaction: Transaction, subscriberId: string, scope: string): Promise<boolean> {
  if ((await transaction.listSetting.count({ where: { subscriberId, scope } })) > 0) return true
  if ((await transaction.listSetting.count({ where: { subscriberId } })) < mostLists) return true
  return (await dropGone(transaction, subscriberId)) > 0
}

function dropGone(transaction: Transaction, subscriberId: string): Promise<number> {
  return transaction.$executeRaw`
    WITH own AS (
      SELECT 'folder:' || "id" AS "scope" FROM "folder" WHERE "subscriberId" = ${subscriberId}
      UNION ALL SELECT 'source:' || "sourceId" FROM "subscription" WHERE "subscriberId" = ${subscriberId}
      UNION ALL SELECT 'view:' || "id" FROM "view" WHERE "subscriberId" = ${subscriberId}
      UNION ALL SELECT 'label:' || "id" FROM "label" WHERE "subscriberId" = ${subscriberId})
    DELETE FROM "list_setting" g WHERE g."subscriberId" = ${subscriberId} AND g."scope" LIKE '%:%'
      AND NOT EXISTS (SELECT 1 FROM own WHERE own."scope" = g."scope")`
}

async function changeList(
  transaction: Transaction,
  subscriberId: string,
  scope: string,
  list: ListSetting,
): Promise<void> {
  const change = Object.fromEntries(Object.entries(list).filter(([, value]) => value !== undefined))
  const where = { subscriberId_scope: { subscriberId, scope } }
  await transaction.listSetting.upsert({ where, create: { subscriberId, scope, ...change }, update: change })
}

/** Those of a list's settings that this version knows. */
export function knownOf(row: Readonly<Record<string, string | null>>): ListSetting {
  const known = Object.entries(row).filter(
    ([name, value]) => value !== null && listSetting.safeParse({ [name]: value }).success,
  )
  return listSetting.parse(Object.fromEntries(known))
}

/** Options as they were stored; what this version does not know stands at its default. */
export function readOptions(stored: unknown): ReadingOptions {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return defaultReadingOptions
  const known = Object.entries(stored).filter(
    ([name, value]) => readingOptions.partial().safeParse({ [name]: value }).success,
  )
  return readingOptions.parse({ ...defaultReadingOptions, ...Object.fromEntries(known) })
}
