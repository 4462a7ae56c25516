import { countUp } from '#lib/store/accounts/attempts.ts'
import { limitOf, lockAdding, roomFor } from '#lib/store/ground/account-limits.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { findOrCreateSources, type SourceAddress } from '#lib/store/sources/find-or-create-source.ts'
import { findOrCreateFolders, type FoundFolder } from '#lib/store/organising/folders.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { firstReadMark, markOldSurfacedRead } from '#lib/store/marks/read-marks.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { queueSubscribed } from '#lib/store/ground/rule-queue.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

/** The wish to read something. A folder is given by its id, or by names from the outside in; those that are new are made. */
export type NewSubscription = SourceAddress & {
  readonly folderId?: number | null
  /** At the top: the same as a path of one name. */
  readonly folderName?: string | null
  readonly folderPath?: readonly string[]
  readonly ownTitle?: string | null
  /** False: a title to be known by until the source says its own. Default true. */
  readonly isOwnTitle?: boolean
}

type Subscribed = {
  readonly subscriptionId: number
  readonly sourceId: number
  /** False: the subscriber had it before, and it was left as it was. */
  readonly isNew: boolean
  /** False: there was no room for its folder or those around it; it stands further outside. */
  readonly isInFolder: boolean
}

/**
 * The limit that kept an account from subscribing. 'no-room': it has as many subscriptions as it may. 'too-many-new': within the hour it brought
 * as many feeds that are new to this server as it may.
 */
export type NotSubscribed = 'no-room' | 'too-many-new'

/** The outcome of a wish to subscribe. */
export type SubscribeResult = Subscribed | NotSubscribed

/** `hasFirstLease`: the source is new, and whoever wanted to make its first poll has its lease. */
type SubscribedNow = Subscribed & { readonly hasFirstLease: boolean }

/** The process that makes the first poll of a source, and until when nobody else does. */
type FirstLease = { readonly owner: string; readonly until: Date }

/**
 * Subscribes to a source: source, subscription and the call to poll it in one transaction, and for a source that was never
 * polled the lease of whoever has its document already.
 */
export async function subscribe(
  database: Database,
  subscriberId: string,
  subscription: NewSubscription,
  now: number,
  firstLease: FirstLease | null = null,
): Promise<SubscribedNow | NotSubscribed | 'folder-not-found' | 'no-room-for-folder'> {
  const { folderId } = subscription
  if (folderId && !(await ownsFolder(database, subscriberId, folderId))) return 'folder-not-found'
  try {
    return await database.$transaction(async (transaction) => {
      const [subscribed] = await subscribeWithin(transaction, subscriberId, [subscription], now, true)
      if (subscribed === undefined) throw new Error(`Subscribing to ${subscription.url} gave nothing.`)
      if (typeof subscribed === 'string') return subscribed
      if (!subscribed.isInFolder) throw new NoRoomForFolder()
      const { sourceId } = subscribed
      const hasFirstLease = firstLease !== null && (await leaseFirst(transaction, sourceId, firstLease))
      return { ...subscribed, hasFirstLease }
    })
  } catch (error) {
    if (error instanceof NoRoomForFolder) return 'no-room-for-folder'
    throw error
  }
}

/** @returns whether the lease was taken: not where the source was polled, is being polled, or is not to be */
async function leaseFirst(
  transaction: Transaction,
  sourceId: number,
  { owner, until }: FirstLease,
): Promise<boolean> {
  if ((await getSettings(transaction)).isPaused) return false
  const leased = await transaction.source.updateMany({
    where: { id: sourceId, firstPolledAt: null, leaseOwner: null, isPaused: false },
    data: { leaseOwner: owner, leaseUntil: until },
  })
  return leased.count > 0
}

/** Undoes a transaction whose folder could not be made. */
class NoRoomForFolder extends Error {}

/**
 * Subscribes to sources within a transaction that does more, in a handful of statements whatever their number; folders are given by name or by
 * ids that are the subscriber's. Of several subscriptions to one address the first counts.
 * @param isAwaited whether somebody waits for the first polls (findOrCreateSources); not for a list: thousands would hold up everybody else
 * @returns one result for each subscription, in their order
 */
export async function subscribeWithin(
  transaction: Transaction,
  subscriberId: string,
  subscriptions: readonly NewSubscription[],
  now: number,
  isAwaited: boolean,
): Promise<SubscribeResult[]> {
  await lockAdding(transaction, subscriberId, 'subscriptions')
  const beyondRoom = await urlsBeyondRoom(transaction, subscriberId, subscriptions)
  const wanted = subscriptions.filter(({ url }) => !beyondRoom.has(url))
  const beyondHour = await newUrlsBeyondHour(transaction, subscriberId, wanted, now)
  const admitted = wanted.filter(({ url }) => !beyondHour.has(url))
  const results = await addWithin(transaction, subscriberId, admitted, now, isAwaited)
  const next = results.values()
  return subscriptions.map(({ url }) => {
    if (beyondHour.has(url)) return 'too-many-new'
    return beyondRoom.has(url) ? 'no-room' : (next.next().value ?? 'no-room')
  })
}

/** The limits that keep an account from subscribing: feeds in all, and new ones in an hour. */
export async function limitsOfSubscribing(
  database: Database,
  subscriberId: string,
): Promise<Readonly<Record<NotSubscribed, number>>> {
  const inAll = await limitOf(database, subscriberId, 'subscriptions')
  return { 'no-room': inAll, 'too-many-new': mostNewInHour(inAll) }
}

/** Addresses that the account does not have and has no room for: the last ones. */
async function urlsBeyondRoom(
  transaction: Transaction,
  subscriberId: string,
  subscriptions: readonly NewSubscription[],
): Promise<ReadonlySet<string>> {
  const room = await roomFor(transaction, subscriberId, 'subscriptions')
  const urls = [...new Set(subscriptions.map(({ url }) => url))]
  if (urls.length <= room) return new Set()
  const own = await transaction.subscription.findMany({
    where: { subscriberId, source: { url: { in: urls } } },
    select: { source: { select: { url: true } } },
  })
  const known = new Set(own.map(({ source }) => source.url))
  return new Set(urls.filter((url) => !known.has(url)).slice(room))
}

/** Most new sources of an account in an hour: as many as it may have subscriptions, but at least a thousand. */
function mostNewInHour(mostSubscriptions: number): number {
  return Math.max(1_000, mostSubscriptions)
}

/**
 * Addresses that nobody had before, beyond the most of an hour. Without that limit, an account that leaves one list and brings the next could
 * make rows without end.
 */
async function newUrlsBeyondHour(
  transaction: Transaction,
  subscriberId: string,
  subscriptions: readonly NewSubscription[],
  now: number,
): Promise<ReadonlySet<string>> {
  const urls = [...new Set(subscriptions.map(({ url }) => url))]
  const rows = await transaction.$queryRaw<
    { url: string }[]
  >`SELECT "url" FROM "source" WHERE "url" = ANY(${urls})`
  const known = new Set(rows.map(({ url }) => url))
  const fresh = urls.filter((url) => !known.has(url))
  if (fresh.length === 0) return new Set()
  const most = mostNewInHour(await limitOf(transaction, subscriberId, 'subscriptions'))
  const counted = { amount: fresh.length, windowMs: HOUR_MS }
  const { count } = await countUp(transaction, `new-sources|${subscriberId}`, counted, now)
  return new Set(fresh.slice(Math.max(0, most - (count - fresh.length))))
}

async function addWithin(
  transaction: Transaction,
  subscriberId: string,
  subscriptions: readonly NewSubscription[],
  now: number,
  isAwaited: boolean,
): Promise<Subscribed[]> {
  if (subscriptions.length === 0) return []
  // Folders lock the account, which comes before sources wherever both are locked (docs/architecture.md: Order of locks).
  const folders = await findOrCreateFolders(transaction, subscriberId, subscriptions.map(pathOf))
  const sources = await findOrCreateSources(transaction, subscriptions, now, isAwaited)
  const wanted = wantedBySource(subscriptions, sources, folders)
  const added = await insertSubscriptions(transaction, subscriberId, wanted, now)
  if (added.size > 0) {
    await markOldSurfacedRead(transaction, subscriberId, [...added])
    await queueSubscribed(transaction, subscriberId, [...added])
    await notify(transaction, { type: 'state', subscriberId })
    await notify(transaction, { type: 'due' })
  }
  const results = await resultsOf(transaction, subscriberId, subscriptions, sources, added)
  return results.map((result, index) => ({ ...result, isInFolder: folders[index]?.isWhole !== false }))
}

type Wish = {
  readonly folderId: number | null
  readonly ownTitle: string | null
  readonly isOwnTitle: boolean
}
type Wanted = ReadonlyMap<number, Wish>

function pathOf({ folderName, folderPath }: NewSubscription): readonly string[] {
  return folderPath ?? (folderName ? [folderName] : [])
}

function wantedBySource(
  subscriptions: readonly NewSubscription[],
  sources: ReadonlyMap<string, number>,
  folders: readonly FoundFolder[],
): Wanted {
  const wanted = new Map<number, Wish>()
  for (const [index, { url, folderId, ownTitle, isOwnTitle = true }] of subscriptions.entries()) {
    const sourceId = sources.get(url)
    if (sourceId === undefined || wanted.has(sourceId)) continue
    const folder = folders[index]?.id ?? folderId ?? null
    wanted.set(sourceId, { folderId: folder, ownTitle: ownTitle ?? null, isOwnTitle })
  }
  return wanted
}

/** A title that the source itself has is nobody's own. */
async function insertSubscriptions(
  transaction: Transaction,
  subscriberId: string,
  wanted: Wanted,
  now: number,
): Promise<Set<number>> {
  const values = [...wanted.values()]
  const rows = await transaction.$queryRaw<{ sourceId: number }[]>`
    INSERT INTO "subscription" ("subscriberId", "sourceId", "folderId", "title", "createdAt", "readThrough")
    SELECT ${subscriberId}, s."id", nullif(wanted."folderId", 0),
      CASE WHEN wanted."isOwn" OR s."title" = '' THEN nullif(nullif(wanted."title", ''), s."title") END,
      ${new Date(now)}, ${firstReadMark}
    FROM unnest(${[...wanted.keys()]}::int[], ${values.map((each) => each.folderId ?? 0)}::int[],
      ${values.map((each) => each.ownTitle ?? '')}::text[], ${values.map((each) => each.isOwnTitle)}::bool[])
      AS wanted("sourceId", "folderId", "title", "isOwn")
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
): Promise<Omit<Subscribed, 'isInFolder'>[]> {
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

/** Whether a folder is the subscriber's. */
export async function ownsFolder(
  database: Database,
  subscriberId: string,
  folderId: number,
): Promise<boolean> {
  return (await database.folder.count({ where: { id: folderId, subscriberId } })) === 1
}
