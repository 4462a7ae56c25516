import { defaultReadingOptions } from '#lib/api/list-defaults.ts'
import {
  listSetting,
  readingOptions,
  type ListSetting,
  type ListSettings,
  type ListSettingsChange,
  type ReadingOptions,
} from '#lib/api/list-settings.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { notify } from './notify.ts'

/** The list whose settings all others follow, and the row that has the options. */
const everyList = '*'
/** More lists than a reader has folders and sources to set by hand; what is beyond is not remembered. */
const mostLists = 2000

/** All that a subscriber chose for lists. Values that this version does not know count as not chosen. */
export async function readListSettings(
  database: Database | Transaction,
  subscriberId: string,
): Promise<ListSettings> {
  const rows = await database.listSetting.findMany({
    where: { subscriberId },
    select: { scope: true, layout: true, density: true, order: true, show: true, options: true },
  })
  const lists = rows.flatMap(({ scope, options: _options, ...row }) => {
    const known = knownOf(row)
    return Object.keys(known).length === 0 ? [] : [[scope, known] as const]
  })
  const options = rows.find(({ scope }) => scope === everyList)?.options ?? null
  return { lists: Object.fromEntries(lists), options: readOptions(options) }
}

/** Changes what is given of one list, and of the options, and tells the other windows. */
export async function changeListSettings(
  database: Database,
  subscriberId: string,
  { scope, list, options }: ListSettingsChange,
): Promise<ListSettings> {
  return database.$transaction(async (transaction) => {
    // Two windows that change different options at once must not overwrite each other's.
    await transaction.$queryRaw`SELECT 1 FROM "user" WHERE "id" = ${subscriberId} FOR UPDATE`
    if (scope !== undefined && list !== undefined) await changeList(transaction, subscriberId, scope, list)
    if (options !== undefined) {
      const before = await readListSettings(transaction, subscriberId)
      const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
      const after = { ...before.options, ...given }
      const where = { subscriberId_scope: { subscriberId, scope: everyList } }
      const create = { subscriberId, scope: everyList, options: after }
      await transaction.listSetting.upsert({ where, create, update: { options: after } })
    }
    await notify(transaction, { type: 'settings', subscriberId })
    return readListSettings(transaction, subscriberId)
  })
}

async function changeList(
  transaction: Transaction,
  subscriberId: string,
  scope: string,
  list: ListSetting,
): Promise<void> {
  const change = Object.fromEntries(Object.entries(list).filter(([, value]) => value !== undefined))
  const where = { subscriberId_scope: { subscriberId, scope } }
  const isKnown = (await transaction.listSetting.count({ where: { subscriberId, scope } })) > 0
  if (!isKnown && (await transaction.listSetting.count({ where: { subscriberId } })) >= mostLists) return
  await transaction.listSetting.upsert({ where, create: { subscriberId, scope, ...change }, update: change })
}

function knownOf(row: Readonly<Record<string, string | null>>): ListSetting {
  const known = Object.entries(row).filter(
    ([name, value]) => value !== null && listSetting.safeParse({ [name]: value }).success,
  )
  return listSetting.parse(Object.fromEntries(known))
}

function readOptions(stored: Prisma.JsonValue): ReadingOptions {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) return defaultReadingOptions
  const known = Object.entries(stored).filter(
    ([name, value]) => readingOptions.partial().safeParse({ [name]: value }).success,
  )
  return readingOptions.parse({ ...defaultReadingOptions, ...Object.fromEntries(known) })
}
