import type { Database } from '#lib/store/connection/database.ts'
import { everyList, knownOf, mostLists, readOptions } from '#lib/store/ground/list-settings.ts'
import { scopesByName, placeText } from './named-places.ts'
import { notify } from '#lib/store/connection/notify.ts'

/** The look of one list, by names that another server knows, too. */
type MovedList = {
  /** "folder", "source", "label" or "view", or a list that everybody has: "all", "*" … */
  readonly of: string
  /** The folder's path, the source's address, the name of the label or view; empty for the lists that everybody has. */
  readonly name: string[]
  readonly layout: string | null
  readonly density: string | null
  readonly order: string | null
  readonly show: string | null
  /** Of "*" only: keys, and how all lists are read. */
  readonly options: unknown
}

/** The look of the lists that somebody set apart; settings of lists that are gone are left out. */
export async function exportLists(database: Database, subscriberId: string): Promise<MovedList[]> {
  const nameOf = new Map(
    [...(await scopesByName(database, subscriberId))].map(([name, scope]) => [scope, name]),
  )
  const rows = await database.listSetting.findMany({ where: { subscriberId }, orderBy: { scope: 'asc' } })
  const lists = rows.flatMap(({ scope, layout, density, order, show, options }) => {
    const known = nameOf.get(scope)
    const [of = '', ...name] = known === undefined ? [scope] : (JSON.parse(known) as string[])
    if (known === undefined && scope.includes(':')) return []
    return [{ of, name, layout, density, order, show, options }]
  })
  return lists.toSorted((a, b) => (placeText(a.of, a.name) < placeText(b.of, b.name) ? -1 : 1)) // not by ids of this server
}

/** Sets those lists that the account has not set itself, where there is such a list; what this version does not know is left out. */
export async function importLists(
  database: Database,
  subscriberId: string,
  lists: readonly MovedList[],
): Promise<void> {
  if (lists.length === 0) return
  await database.$transaction(async (transaction) => {
    const scopes = await scopesByName(transaction, subscriberId)
    const data = lists.flatMap(({ of, name, options, ...look }) => {
      const scope = name.length === 0 && everybodys.has(of) ? of : scopes.get(placeText(of, name))
      if (scope === undefined) return []
      const chosen = scope === everyList && options !== null ? { options: readOptions(options) } : {}
      return [{ ...defined(knownOf(look)), ...chosen, scope, subscriberId }]
    })
    const room = mostLists - (await transaction.listSetting.count({ where: { subscriberId } }))
    await transaction.listSetting.createMany({ data: data.slice(0, Math.max(0, room)), skipDuplicates: true })
    await notify(transaction, { type: 'settings', subscriberId })
  })
}

const everybodys = new Set([everyList, 'all', 'starred', 'later', 'fresh'])

const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
