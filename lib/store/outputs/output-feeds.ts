import { createHash, randomBytes } from 'node:crypto'
import type { OutputFeedChange, OutputFeedItem, OutputFeedRequest } from '#lib/api/outputs/output-feeds.ts'
import { config } from '#lib/runtime/config.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import {
  columnsOfPlace,
  placeItemOf,
  feedPlaceOf,
  placeRelations,
  refusalOfPlace,
  type PlaceRefusal,
  type PlaceRow,
} from './feed-places.ts'
import { isoOf } from '#lib/store/ground/posting-item.ts'
import { seal, unseal } from '#lib/store/connection/sealed-secrets.ts'

/** Of one account: each costs a search whenever somebody asks for it. */
export const mostOutputFeeds = 100
/** 160 bits: beyond guessing, and the address stays short. */
const secretBytes = 20
const purpose = 'output feed'

const related = { ...placeRelations, _count: { select: { hubSubscriptions: true } } } as const

type FeedRow = PlaceRow & {
  readonly id: number
  readonly name: string
  readonly text: string
  readonly mostEntries: number
  readonly secretSealed: string
  readonly createdAt: Date
  readonly renewedAt: Date
  readonly lastReadAt: Date | null
  readonly _count: { readonly hubSubscriptions: number }
}

/** A subscriber's output feeds, by name. */
export async function listOutputFeeds(database: Database, subscriberId: string): Promise<OutputFeedItem[]> {
  const rows = await database.outputFeed.findMany({
    where: { subscriberId },
    include: related,
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return rows.map(toItem)
}

/** Makes a feed at a new secret address. */
export async function createOutputFeed(
  database: Database,
  subscriberId: string,
  { place, ...fields }: OutputFeedRequest,
  now: number,
): Promise<OutputFeedItem | PlaceRefusal | 'too-many'> {
  return database.$transaction(async (transaction) => {
    await transaction.$executeRaw`
      SELECT pg_advisory_xact_lock(hashtextextended(${`skylark output feeds ${subscriberId}`}, 0))`
    if ((await transaction.outputFeed.count({ where: { subscriberId } })) >= mostOutputFeeds)
      return 'too-many'
    const refusal = await refusalOfPlace(transaction, subscriberId, place)
    if (refusal !== null) return refusal
    const at = new Date(now)
    const data = {
      ...fields,
      ...columnsOfPlace(place),
      ...newSecret(),
      subscriberId,
      createdAt: at,
      renewedAt: at,
    }
    return toItem(await transaction.outputFeed.create({ data, include: related }))
  })
}

/** Changes what is given; the address stays. */
export async function changeOutputFeed(
  database: Database,
  subscriberId: string,
  id: number,
  { place, ...fields }: OutputFeedChange,
): Promise<OutputFeedItem | PlaceRefusal | 'not-found'> {
  return database.$transaction(async (transaction) => {
    const refusal = place === undefined ? null : await refusalOfPlace(transaction, subscriberId, place)
    if (refusal !== null) return refusal
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const data = { ...given, ...(place === undefined ? {} : columnsOfPlace(place)) }
    const { count } = await transaction.outputFeed.updateMany({ where: { id, subscriberId }, data })
    return count === 0 ? 'not-found' : getItem(transaction, id)
  })
}

/** Gives a feed another address (renewAddress), and returns it as it is then. */
export async function renewOutputFeed(
  database: Database,
  subscriberId: string,
  id: number,
  now: number,
): Promise<OutputFeedItem | 'not-found'> {
  return database.$transaction(async (transaction) =>
    (await renewAddress(transaction, subscriberId, id, new Date(now)))
      ? getItem(transaction, id)
      : 'not-found',
  )
}

/** Gives a feed another address. The old one answers no more, and our hub's subscribers are dropped. False: not a feed of theirs. */
export async function renewAddress(
  transaction: Transaction,
  subscriberId: string,
  id: number,
  renewedAt: Date,
): Promise<boolean> {
  const data = { ...newSecret(), renewedAt, lastReadAt: null }
  const { count } = await transaction.outputFeed.updateMany({ where: { id, subscriberId }, data })
  if (count === 0) return false
  await transaction.hubSubscription.deleteMany({ where: { feedId: id } })
  return true
}

/** False when the subscriber has no feed with that id. */
export async function deleteOutputFeed(
  database: Database,
  subscriberId: string,
  id: number,
): Promise<boolean> {
  const { count } = await database.outputFeed.deleteMany({ where: { id, subscriberId } })
  return count === 1
}

/** The secret of a feed's address in plain; null: sealed under another AUTH_SECRET. */
export function secretOfFeed({ secretSealed }: Pick<FeedRow, 'secretSealed'>): string | null {
  return unseal(secretSealed, authSecret(), purpose)
}

/** Under what the secret of an address is found. */
function hashFeedSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** The secret of this server, of which keys are made. @throws Error without AUTH_SECRET */
export function authSecret(): string {
  const secret = config().authSecret
  if (secret === null) throw new Error('AUTH_SECRET is not set: start the server with npm start.')
  return secret
}

function newSecret() {
  const secret = randomBytes(secretBytes).toString('base64url')
  return { secretHash: hashFeedSecret(secret), secretSealed: seal(secret, authSecret(), purpose) }
}

async function getItem(transaction: Transaction, id: number): Promise<OutputFeedItem> {
  return toItem(await transaction.outputFeed.findUniqueOrThrow({ where: { id }, include: related }))
}

function toItem(row: FeedRow): OutputFeedItem {
  const { id, name, mostEntries, createdAt, renewedAt, lastReadAt } = row
  const secret = secretOfFeed(row)
  return {
    id,
    name,
    mostEntries,
    place: placeItemOf(row),
    text: row.text === 'short' ? 'short' : 'full',
    address: secret === null ? null : `${config().publicUrl}/out/${secret}`,
    createdAt: createdAt.toISOString(),
    renewedAt: renewedAt.toISOString(),
    lastReadAt: isoOf(lastReadAt),
    pushed: row._count.hubSubscriptions,
  }
}

/** A feed as it is written for whoever has its address. */
export type StoredFeed = Exclude<Awaited<ReturnType<typeof findFeed>>, null>

/** The feed at a secret address; null: there is none, its owner is locked out, or what it was of is gone. */
export async function findFeedBySecret(database: Database, secret: string): Promise<StoredFeed | null> {
  return findFeed(database, { secretHash: hashFeedSecret(secret) })
}

/** The same by its number. */
export async function findFeed(
  database: Database,
  where: { readonly secretHash: string } | { readonly id: number },
) {
  const row = await database.outputFeed.findFirst({
    where: { ...where, subscriber: { banned: false } },
    include: placeRelations,
  })
  const place = row === null ? null : feedPlaceOf(row)
  return row === null || place === null ? null : { ...row, listed: place }
}
