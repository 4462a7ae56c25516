import { createHash } from 'node:crypto'
import type { Transaction } from '#lib/store/connection/database.ts'

/** The marks by which a posting of an export is recognised among the stored ones. */
export type Sought = {
  readonly key: string
  /** The key it has where another text has the first one (`textKeyOf`). */
  readonly textKey?: string
  /** Its address as it may be stored: with http and https. */
  readonly urls: readonly string[]
  readonly feedUrl: string | null
}

type Place = { readonly sourceId: number; readonly feedUrl: string | null; readonly isArchive: boolean }
type FoundRow = { readonly id: bigint; readonly sourceId: number; readonly by: string }

export type Found = { readonly id: bigint; readonly sourceId: number }

/** A stored posting that one of an export may be. */
export type Candidate = Found & {
  /** It is in an archive of the subscriber. */
  readonly isArchived: boolean
  readonly by: 'key' | 'address'
  /** No other posting of its source was found by that. */
  readonly isAlone: boolean
}

/**
 * The stored postings that these are, null where none is: by key, or else by address, in the source of their feed or in
 * the subscriber's archive of it; those of no known feed in all of the subscriber's sources.
 */
export async function findImported(
  transaction: Transaction,
  subscriberId: string,
  sought: readonly Sought[],
): Promise<(Found | null)[]> {
  const candidates = await findCandidates(transaction, subscriberId, sought)
  return candidates.map(([first]) =>
    first === undefined ? null : { id: first.id, sourceId: first.sourceId },
  )
}

/** All stored postings that each of these may be: by key, then by address; of both, those of sources before archived ones. */
export async function findCandidates(
  transaction: Transaction,
  subscriberId: string,
  sought: readonly Sought[],
): Promise<Candidate[][]> {
  const ofFeeds = sought.filter(({ feedUrl }) => feedUrl !== null)
  const places = await listPlaces(transaction, subscriberId, ofFeeds)
  const inFeeds = await findIn(transaction, places, ofFeeds, ({ sourceId, by }) => `${sourceId} ${by}`)
  const byFeed = Map.groupBy(places, ({ feedUrl }) => feedUrl)
  const ofNone = sought.filter(({ feedUrl }) => feedUrl === null)
  // By key or address alone: whoever has thousands of sources would have each posting looked for in each of them.
  const anywhere = await findIn(
    transaction,
    ofNone.length === 0 ? [] : await listOwnPlaces(transaction, subscriberId),
    ofNone,
    ({ by }) => by,
  )
  return sought.map((one) => {
    if (one.feedUrl === null) return candidatesOf(anywhere, one, [''])
    const own = byFeed.get(one.feedUrl) ?? []
    return candidatesOf(
      inFeeds,
      one,
      own.map(({ sourceId }) => `${sourceId} `),
    )
  })
}

type Index = {
  readonly byKey: ReadonlyMap<string, readonly Candidate[]>
  readonly byUrl: ReadonlyMap<string, readonly Candidate[]>
}

/** The candidates for one posting. `places` are the prefixes of its names in the index. */
function candidatesOf(index: Index, { urls, ...one }: Sought, places: readonly string[]): Candidate[] {
  return [
    ...places.flatMap((place) => keysOf(one).flatMap((key) => index.byKey.get(`${place}${key}`) ?? [])),
    ...places.flatMap((place) => urls.flatMap((url) => index.byUrl.get(`${place}${url}`) ?? [])),
  ]
}

function keysOf({ key, textKey }: Pick<Sought, 'key' | 'textKey'>): string[] {
  return textKey === undefined ? [key] : [key, textKey]
}

async function findIn(
  transaction: Transaction,
  places: readonly Place[],
  sought: readonly Sought[],
  nameOf: (row: FoundRow) => string,
): Promise<Index> {
  if (places.length === 0) return { byKey: new Map(), byUrl: new Map() }
  const sourceIds = places.map(({ sourceId }) => sourceId)
  const order = new Map(sourceIds.map((id, at) => [id, at]))
  const archives = new Set(places.flatMap(({ sourceId, isArchive }) => (isArchive ? [sourceId] : [])))
  const index = (rows: readonly FoundRow[], by: Candidate['by']) => {
    const inSource = Map.groupBy(rows, (row) => `${row.sourceId} ${row.by}`)
    const sorted = rows.toSorted((a, b) => (order.get(a.sourceId) ?? 0) - (order.get(b.sourceId) ?? 0))
    const found = [...Map.groupBy(sorted, nameOf)].map(([name, own]) => {
      const candidates = own.map(({ id, sourceId, by: found }) => ({
        id,
        sourceId,
        by,
        isArchived: archives.has(sourceId),
        isAlone: inSource.get(`${sourceId} ${found}`)?.length === 1,
      }))
      return [name, candidates] as const
    })
    return new Map(found)
  }
  return {
    byKey: index(await findByKey(transaction, sourceIds, sought), 'key'),
    byUrl: index(await findByUrl(transaction, sourceIds, sought), 'address'),
  }
}

/** Sources and own archives of the feeds, sources first. */
async function listPlaces(
  transaction: Transaction,
  subscriberId: string,
  sought: readonly Sought[],
): Promise<Place[]> {
  const feedUrls = [...new Set(sought.flatMap(({ feedUrl }) => feedUrl ?? []))]
  return transaction.$queryRaw<Place[]>`
    SELECT "id" AS "sourceId", "url" AS "feedUrl", false AS "isArchive" FROM "source" WHERE "url" = ANY(${feedUrls})
    UNION ALL
    SELECT "id", "archivedUrl", true FROM "source"
    WHERE "archiveOwnerId" = ${subscriberId} AND "archivedUrl" = ANY(${feedUrls})`
}

/** Subscribed sources, then own archives. */
async function listOwnPlaces(transaction: Transaction, subscriberId: string): Promise<Place[]> {
  return transaction.$queryRaw<Place[]>`
    SELECT "sourceId", NULL AS "feedUrl", false AS "isArchive" FROM "subscription" WHERE "subscriberId" = ${subscriberId}
    UNION ALL SELECT "id", NULL, true FROM "source" WHERE "archiveOwnerId" = ${subscriberId}`
}

async function findByKey(
  transaction: Transaction,
  sourceIds: readonly number[],
  sought: readonly Sought[],
): Promise<FoundRow[]> {
  const keys = [...new Set(sought.flatMap(keysOf))]
  return transaction.$queryRaw<FoundRow[]>`
    SELECT a."postingId" AS "id", a."sourceId", a."key" AS "by" FROM "posting_alias" a
    WHERE a."sourceId" = ANY(${[...sourceIds]}::int[]) AND a."key" = ANY(${keys})`
}

/** By the hashes of the addresses, which have the index "posting_url_idx". */
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
    ORDER BY p."id"`
}
