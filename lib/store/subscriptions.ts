import type { SubscriptionsChange } from '#lib/api/organising.ts'
import type { Database, Transaction } from './database.ts'
import { findOrCreateSources, type SourceAddress } from './find-or-create-source.ts'
import { findOrCreateFolders } from './folders.ts'
import { notify } from './notify.ts'
import { firstReadMark, markOldSurfacedRead } from './read-marks.ts'

/** What somebody wants to read. A folder is given by its id, or by names from the outside in; those that are new are made. */
export type NewSubscription = SourceAddress & {
  readonly folderId?: number | null
  /** At the top: the same as a path of one name. */
  readonly folderName?: string | null
  readonly folderPath?: readonly string[]
  readonly ownTitle?: string | null
}

export type Subscribed = {
  readonly subscriptionId: number
  readonly sourceId: number
  /** False: the subscriber had it before, and it was left as it was. */
  readonly isNew: boolean
}

/** Subscribes to a source: source, subscription and the call to poll it in one transaction. */
export async function subscribe(
  database: Database,
  subscriberId: string,
  subscription: NewSubscription,
  now: number,
): Promise<Subscribed | 'folder-not-found'> {
  const { folderId } = subscription
  if (folderId && !(await ownsFolder(database, subscriberId, folderId))) return 'folder-not-found'
  const [subscribed] = await subscribeToMany(database, subscriberId, [subscription], now, true)
  if (subscribed === undefined) throw new Error(`Subscribing to ${subscription.url} gave nothing.`)
  return subscribed
}

/**
 * Subscribes to many sources at once, in a handful of statements whatever their number; folders are given by name or by
 * ids that are the subscriber's. Of several subscriptions to one address the first counts. `isAwaited`: see
 * findOrCreateSources; a list of thousands is not, or it would hold up everybody else.
 * @returns one result for each subscription, in their order
 */
export async function subscribeToMany(
  database: Database,
  subscriberId: string,
  subscriptions: readonly NewSubscription[],
  now: number,
  isAwaited = false,
): Promise<Subscribed[]> {
  return database.$transaction(
    (transaction) => subscribeWithin(transaction, subscriberId, subscriptions, now, isAwaited),
    { timeout: 60_000 },
  )
}

/** `subscribeToMany` within a transaction that does more. */
export async function subscribeWithin(
  transaction: Transaction,
  subscriberId: string,
  subscriptions: readonly NewSubscription[],
  now: number,
  isAwaited: boolean,
): Promise<Subscribed[]> {
  const sources = await findOrCreateSources(transaction, subscriptions, now, isAwaited)
  const folders = await findOrCreateFolders(transaction, subscriberId, subscriptions.map(pathOf))
  const wanted = wantedBySource(subscriptions, sources, folders)
  const added = await insertSubscriptions(transaction, subscriberId, wanted, now)
  if (added.size > 0) {
    await markOldSurfacedRead(transaction, subscriberId, [...added])
    await notify(transaction, { type: 'state', subscriberId })
    await notify(transaction, { type: 'due' })
  }
  return resultsOf(transaction, subscriberId, subscriptions, sources, added)
}

type Wanted = ReadonlyMap<number, { readonly folderId: number | null; readonly ownTitle: string | null }>

function pathOf({ folderName, folderPath }: NewSubscription): readonly string[] {
  return folderPath ?? (folderName ? [folderName] : [])
}

function wantedBySource(
  subscriptions: readonly NewSubscription[],
  sources: ReadonlyMap<string, number>,
  folders: readonly (number | null)[],
): Wanted {
  const wanted = new Map<number, { folderId: number | null; ownTitle: string | null }>()
  for (const [index, { url, folderId, ownTitle }] of subscriptions.entries()) {
    const sourceId = sources.get(url)
    if (sourceId === undefined || wanted.has(sourceId)) continue
    wanted.set(sourceId, { folderId: folders[index] ?? folderId ?? null, ownTitle: ownTitle ?? null })
  }
  return wanted
}

async function insertSubscriptions(
  transaction: Transaction,
  subscriberId: string,
  wanted: Wanted,
  now: number,
): Promise<Set<number>> {
  const values = [...wanted.values()]
  const rows = await transaction.$queryRaw<{ sourceId: number }[]>`
    INSERT INTO "subscription" ("subscriberId", "sourceId", "folderId", "title", "createdAt", "readThrough")
    SELECT ${subscriberId}, s."id", nullif(wanted."folderId", 0), nullif(wanted."title", ''), ${new Date(now)},
      ${firstReadMark}
    FROM unnest(${[...wanted.keys()]}::int[], ${values.map((each) => each.folderId ?? 0)}::int[],
      ${values.map((each) => each.ownTitle ?? '')}::text[]) AS wanted("sourceId", "folderId", "title")
    JOIN "source" s ON s."id" = wanted."sourceId"
    ON CONFLICT ("subscriberId", "sourceId") DO NOTHING
    RETURNING "sourceId"`
  return new Set(rows.map((row) => row.sourceId))
}

async function resultsOf(
  transaction: Transaction,
  subscriberId: string,
  subscriptions: readonly NewSubscription[],
  sources: ReadonlyMap<string, number>,
  added: ReadonlySet<number>,
): Promise<Subscribed[]> {
  const rows = await transaction.subscription.findMany({
    where: { subscriberId, sourceId: { in: [...new Set(sources.values())] } },
    select: { id: true, sourceId: true },
  })
  const idOf = new Map(rows.map((row) => [row.sourceId, row.id]))
  const reported = new Set<number>()
  return subscriptions.map(({ url }) => {
    const sourceId = sources.get(url) ?? 0
    const isNew = added.has(sourceId) && !reported.has(sourceId)
    reported.add(sourceId)
    return { subscriptionId: idOf.get(sourceId) ?? 0, sourceId, isNew }
  })
}

type Change = Omit<SubscriptionsChange, 'ids'> & {
  readonly ownTitle?: string | null | undefined
  readonly fullText?: boolean | undefined
}

/**
 * Moves, renames, mutes, sets apart or reads in full those of the subscriptions that are the subscriber's.
 * @returns how many there are
 */
export async function changeSubscriptions(
  database: Database,
  subscriberId: string,
  ids: readonly number[],
  { folderId, ownTitle, isMuted, isApart, fullText, unreadEdits }: Change,
): Promise<number | 'folder-not-found'> {
  if (folderId && !(await ownsFolder(database, subscriberId, folderId))) return 'folder-not-found'
  const { count } = await database.subscription.updateMany({
    where: { id: { in: [...ids] }, subscriberId },
    data: {
      ...(folderId === undefined ? {} : { folderId }),
      ...(ownTitle === undefined ? {} : { title: ownTitle }),
      ...(isMuted === undefined ? {} : { isMuted }),
      ...(isApart === undefined ? {} : { isApart }),
      ...(fullText === undefined ? {} : { fullText }),
      ...(unreadEdits === undefined ? {} : { unreadEdits }),
    },
  })
  if (count > 0) await notify(database, { type: 'state', subscriberId })
  return count
}

async function ownsFolder(database: Database, subscriberId: string, folderId: number): Promise<boolean> {
  return (await database.folder.count({ where: { id: folderId, subscriberId } })) === 1
}
