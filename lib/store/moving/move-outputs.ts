import { digestRequest } from '#lib/api/outputs/digests.ts'
import { outputFeedRequest } from '#lib/api/outputs/output-feeds.ts'
import type { AccountExport } from '#lib/documents/moving/account-export.ts'
import type { ExportedDigest, ExportedOutputFeed } from '#lib/documents/moving/exported-sending.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { createDigest, listDigests } from '#lib/store/digests/digests.ts'
import { readPlaces, type NamedPlaces } from './named-places.ts'
import { createOutputFeed, listOutputFeeds } from '#lib/store/outputs/output-feeds.ts'
import type { PlaceItem } from '#lib/api/outputs/feed-place.ts'

type OutputParts = Pick<AccountExport, 'digests' | 'outputFeeds'>

/** Digests and output feeds of an export, by name; those of lists that are gone are left out. */
export async function exportOutputs(database: Database, subscriberId: string): Promise<OutputParts> {
  const places = await readPlaces(database, subscriberId)
  const digests = (await listDigests(database, subscriberId)).flatMap((digest): ExportedDigest[] => {
    const { name, rhythm, weekday, hour, zone, mostPostings, isOn } = digest
    const listed = listedOf(digest.place, places)
    return listed === null ? [] : [{ name, ...listed, rhythm, weekday, hour, zone, mostPostings, isOn }]
  })
  const outputFeeds = (await listOutputFeeds(database, subscriberId)).flatMap(
    (feed): ExportedOutputFeed[] => {
      const { name, text, mostEntries } = feed
      const listed = listedOf(feed.place, places)
      return listed === null ? [] : [{ name, ...listed, text, mostEntries }]
    },
  )
  return { digests, outputFeeds }
}

/**
 * Makes the digests and output feeds that are missing, once folders, labels and views are there: feeds at new addresses, digests
 * of what is shown from then on. @returns the names of those left out: their list is not here, or there is no room for them
 */
export async function importOutputs(
  database: Database,
  subscriberId: string,
  { digests, outputFeeds }: OutputParts,
  now: number,
): Promise<string[]> {
  const places = await readPlaces(database, subscriberId)
  const there = await exportOutputs(database, subscriberId)
  const leftOut: string[] = []
  for (const digest of missing(digests, there.digests)) {
    const { data } = digestRequest.safeParse(requestOf(digest, places))
    const made = data === undefined ? 'none' : await createDigest(database, subscriberId, data, now)
    if (typeof made === 'string') leftOut.push(digest.name)
  }
  for (const feed of missing(outputFeeds, there.outputFeeds)) {
    const { data } = outputFeedRequest.safeParse(requestOf(feed, places))
    const made = data === undefined ? 'none' : await createOutputFeed(database, subscriberId, data, now)
    if (typeof made === 'string') leftOut.push(feed.name)
  }
  return leftOut
}

type Listed = Pick<ExportedOutputFeed, 'name' | 'of' | 'place'>

/** The outputs that are not there under their name and of their list. */
function missing<Output extends Listed>(wanted: readonly Output[], there: readonly Listed[]): Output[] {
  const keyOf = ({ name, of, place }: Listed) => JSON.stringify([name, of, place?.name])
  const known = new Set(there.map(keyOf))
  return wanted.filter((each) => !known.has(keyOf(each)))
}

/** Null: the list is gone. */
function listedOf({ kind, id }: PlaceItem, { nameOf }: NamedPlaces): Pick<Listed, 'of' | 'place'> | null {
  if (kind === 'all' || kind === 'starred') return { of: kind, place: null }
  const place = id === null ? null : nameOf(kind, id)
  return place === null ? null : { of: kind, place }
}

/** As the request of the API; without an id where the list is not here, which is then refused. */
function requestOf({ of, place, ...rest }: Listed, { idOf }: NamedPlaces): unknown {
  const id = place === null ? null : idOf(place)
  return { ...rest, place: { kind: of, ...(id === null ? {} : { [`${of}Id`]: id }) } }
}
