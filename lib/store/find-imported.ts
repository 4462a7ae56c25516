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
  const places = await listPlaces(transaction, subscriberId, sought)
  const everywhere = sought.some(({ feedUrl }) => feedUrl === null)
    ? await listOwnSources(transaction, subscriberId)
    : []
  const byFeed = Map.groupBy(places, ({ feedUrl }) => feedUrl)
  const placesOf = ({ feedUrl }: Sought): readonly number[] =>
    feedUrl === null ? everywhere : (byFeed.get(feedUrl) ?? []).map(({ sourceId }) => sourceId)
  const sourceIds = [...new Set([...places.map(({ sourceId }) => sourceId), ...everywhere])]
  const byKey = indexed(await findByKey(transaction, sourceIds, sought))
  const byUrl = indexed(await findByUrl(transaction, sourceIds, sought))
  return sought.map((one) => {
    const ids = placesOf(one)
    const keyed = ids.map((id) => byKey.get(`${id} ${one.key}`))
    const addressed = ids.flatMap((id) => one.urls.map((url) => byUrl.get(`${id} ${url}`)))
    return [...keyed, ...addressed].find((row) => row !== undefined) ?? null
  })
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
    SELECT p."id", p."sourceId", p."key" AS "by" FROM "posting" p
    WHERE p."sourceId" = ANY(${[...sourceIds]}::int[]) AND p."key" = ANY(${keys})
    UNION ALL
    SELECT a."postingId", a."sourceId", a."key" FROM "posting_alias" a
    WHERE a."sourceId" = ANY(${[...sourceIds]}::int[]) AND a."key" = ANY(${keys})`
}

async function findByUrl(
  transaction: Transaction,
  sourceIds: readonly number[],
  sought: readonly Sought[],
): Promise<FoundRow[]> {
  const urls = [...new Set(sought.flatMap(({ urls }) => urls))]
  return transaction.$queryRaw<FoundRow[]>`
    SELECT p."id", p."sourceId", p."url" AS "by" FROM "posting" p
    WHERE p."sourceId" = ANY(${[...sourceIds]}::int[]) AND p."url" = ANY(${urls})
    ORDER BY p."id" DESC`
}

function indexed(rows: readonly FoundRow[]): Map<string, Found> {
  return new Map(rows.map(({ id, sourceId, by }) => [`${sourceId} ${by}`, { id, sourceId }]))
}
