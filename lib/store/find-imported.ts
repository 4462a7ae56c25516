import { createHash } from 'node:crypto'
import type { Transaction } from './database.ts'

/** How a posting of an export is recognised among the stored ones. */
export type Sought = {
  readonly key: string
  /** Its address as it may be stored: with http and https. */
  readonly urls: readonly string[]
  readonly feedUrl: string | null
}

type Place = { readonly sourceId: number; readonly feedUrl: string | null }
type FoundRow = { readonly id: bigint; readonly sourceId: number; readonly by: string }

export type Found = { readonly id: bigint; readonly sourceId: number }

/**
 * The stored postings that these are, null where none is: by key, or else by address, in the source of their feed or in
 * the subscriber's archive of it; those of no known feed in all of the subscriber's sources.
 */
export async function findImported(
  transaction: Transaction,
  subscriberId: string,
  sought: readonly Sought[],
): Promise<(Found | null)[]> {
  const ofFeeds = sought.filter(({ feedUrl }) => feedUrl !== null)
  const places = await listPlaces(transaction, subscriberId, ofFeeds)
  const inFeeds = await findIn(
    transaction,
    places.map(({ sourceId }) => sourceId),
    ofFeeds,
  )
  const byFeed = Map.groupBy(places, ({ feedUrl }) => feedUrl)
  const anywhere = await findAnywhere(
    transaction,
    subscriberId,
    sought.filter(({ feedUrl }) => feedUrl === null),
  )
  return sought.map((one) => {
    if (one.feedUrl === null) return anywhere(one)
    const ids = (byFeed.get(one.feedUrl) ?? []).map(({ sourceId }) => sourceId)
    const keyed = ids.map((id) => inFeeds.byKey.get(`${id} ${one.key}`))
    const addressed = ids.flatMap((id) => one.urls.map((url) => inFeeds.byUrl.get(`${id} ${url}`)))
    return [...keyed, ...addressed].find((row) => row !== undefined) ?? null
  })
}

async function findIn(transaction: Transaction, sourceIds: readonly number[], sought: readonly Sought[]) {
  const ofSource = ({ sourceId, by }: FoundRow) => `${sourceId} ${by}`
  return {
    byKey: indexed(await findByKey(transaction, sourceIds, sought), ofSource),
    byUrl: indexed(await findByUrl(transaction, sourceIds, sought), ofSource),
  }
}

/** By key or address alone: whoever has thousands of sources would have each posting looked for in each of them. */
async function findAnywhere(
  transaction: Transaction,
  subscriberId: string,
  sought: readonly Sought[],
): Promise<(one: Sought) => Found | null> {
  if (sought.length === 0) return () => null
  const sourceIds = await listOwnSources(transaction, subscriberId)
  const places = new Map(sourceIds.map((id, at) => [id, at]))
  const placeOf = ({ sourceId }: FoundRow) => places.get(sourceId) ?? 0
  const firstPlaceLast = (rows: readonly FoundRow[]) => rows.toSorted((a, b) => placeOf(b) - placeOf(a)) // the last one counts
  const alone = ({ by }: FoundRow) => by
  const byKey = indexed(firstPlaceLast(await findByKey(transaction, sourceIds, sought)), alone)
  const byUrl = indexed(firstPlaceLast(await findByUrl(transaction, sourceIds, sought)), alone)
  return ({ key, urls }) =>
    byKey.get(key) ?? urls.map((url) => byUrl.get(url)).find((row) => row !== undefined) ?? null
}

/** Sources and own archives of the feeds, sources first. */
async function listPlaces(
  transaction: Transaction,
  subscriberId: string,
  sought: readonly Sought[],
): Promise<Place[]> {
  const feedUrls = [...new Set(sought.flatMap(({ feedUrl }) => feedUrl ?? []))]
  return transaction.$queryRaw<Place[]>`
    SELECT "id" AS "sourceId", "url" AS "feedUrl" FROM "source" WHERE "url" = ANY(${feedUrls})
    UNION ALL
    SELECT "id", "archivedUrl" FROM "source"
    WHERE "archiveOwnerId" = ${subscriberId} AND "archivedUrl" = ANY(${feedUrls})`
}

/** Subscribed sources, then own archives. */
async function listOwnSources(transaction: Transaction, subscriberId: string): Promise<number[]> {
  const rows = await transaction.$queryRaw<{ sourceId: number }[]>`
    SELECT "sourceId" FROM "subscription" WHERE "subscriberId" = ${subscriberId}
    UNION ALL SELECT "id" FROM "source" WHERE "archiveOwnerId" = ${subscriberId}`
  return rows.map(({ sourceId }) => sourceId)
}

async function findByKey(
  transaction: Transaction,
  sourceIds: readonly number[],
  sought: readonly Sought[],
): Promise<FoundRow[]> {
  const keys = [...new Set(sought.map(({ key }) => key))]
  return transaction.$queryRaw<FoundRow[]>`
    SELECT a."postingId" AS "id", a."sourceId", a."key" AS "by" FROM "posting_alias" a
    WHERE a."sourceId" = ANY(${[...sourceIds]}::int[]) AND a."key" = ANY(${keys})`
}

/** By the hashes of the addresses, which have an index (migration 0017). */
async function findByUrl(
  transaction: Transaction,
  sourceIds: readonly number[],
  sought: readonly Sought[],
): Promise<FoundRow[]> {
  const urls = [...new Set(sought.flatMap(({ urls }) => urls))]
  const hashes = urls.map((url) => createHash('md5').update(url).digest('hex'))
  return transaction.$queryRaw<FoundRow[]>`
    SELECT p."id", p."sourceId", p."url" AS "by" FROM "posting" p
    WHERE p."sourceId" = ANY(${[...sourceIds]}::int[]) AND md5(p."url") = ANY(${hashes}) AND p."url" = ANY(${urls})
    ORDER BY p."id" DESC`
}

function indexed(rows: readonly FoundRow[], by: (row: FoundRow) => string): Map<string, Found> {
  return new Map(rows.map((row) => [by(row), { id: row.id, sourceId: row.sourceId }]))
}
