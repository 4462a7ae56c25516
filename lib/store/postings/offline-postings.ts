import { letLightGoFirst } from '#lib/api/http/dear-work.ts'
import type { OfflinePostings, SourcePlace } from '#lib/api/postings/offline.ts'
import type { PostingItem, PostingPage } from '#lib/api/postings/postings.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { firstFitting } from '#lib/store/lists/fitting-texts.ts'
import { inPieces } from '#lib/store/connection/in-pieces.ts'
import { findPostings } from './posting-details.ts'
import { itemColumns, itemJoins, toPostingItem, type PostingItemRow } from '#lib/store/ground/posting-item.ts'
import { sourcePlace } from '#lib/store/lists/posting-order.ts'
import { parsePostingCursor, type PostingCursor } from '#lib/store/ground/posting-cursor.ts'
import { listPostings, readListGround } from '#lib/store/lists/postings.ts'
import { presentItems } from '#lib/store/lists/present-items.ts'
import { getReadingSettings } from '#lib/store/ground/reading-settings.ts'

const newest = { show: 'all', starred: false, later: false, order: 'newest' } as const
/** Edits and texts of pages are dated when they are read and seen when they are stored, before a lease ends; clocks differ a little. */
const overlapMs = 5 * 60_000

type OfflineRequest = {
  readonly count: number
  /** The postings whose texts the device holds, and when it was last answered, as that answer says; null: nothing. */
  readonly held: { readonly ids: ReadonlySet<string>; readonly since: Date } | null
}

/**
 * The newest postings of a subscriber, for a device to keep, and of those that they put into lists of their own (stars, read
 * later, labels) as many, which may be older. Copies of a story are among them: each list folds what it shows. Texts come with those that it does not hold and those that
 * were edited, or whose page was read, since: a source that was subscribed to since then brings postings that were found long before.
 */
export async function readOfflinePostings(
  database: Database,
  subscriberId: string,
  { count, held }: OfflineRequest,
  now: number,
): Promise<OfflinePostings> {
  const { postings: last, asOfId } = await listLast(database, subscriberId, count, now)
  const chosen = await listChosen(database, subscriberId, count)
  const postings = [...new Map([...last, ...chosen].map((each) => [each.id, each])).values()].toSorted(byTime)
  const { ids, outdated, hasMore } = await listWanted(database, subscriberId, postings, held)
  const texts = await inPieces(ids, (piece) => findPostings(database, subscriberId, piece, now))
  const sourceIds = [...new Set(postings.map(({ sourceId }) => sourceId))]
  const places = await readPlaces(database, sourceIds, new Date(now))
  const readAt = new Date(now).toISOString()
  return { userId: subscriberId, asOfId, readAt, postings, texts, outdated, hasMore, places }
}

/** So many rows are made ready together: a thousand hold the thread for as long as twenty lists do. */
const together = 200

async function listLast(
  database: Database,
  subscriberId: string,
  count: number,
  now: number,
): Promise<Pick<PostingPage, 'postings' | 'asOfId'>> {
  const ground = await readListGround(database, subscriberId)
  const postings: PostingItem[] = []
  for (let after: PostingCursor | null = null; postings.length < count;) {
    await letLightGoFirst()
    const limit = Math.min(together, count - postings.length)
    const asked = { after, limit, now, hasCopies: true, ground }
    const page: PostingPage = await listPostings(database, subscriberId, newest, asked)
    postings.push(...page.postings)
    after = page.nextCursor === null ? null : parsePostingCursor(page.nextCursor)
    if (after === null) break
  }
  return { postings, asOfId: ground.newestId.toString() }
}

/**
 * The postings whose texts a device is given, as many as fit into one answer: those that it does not hold, then those that changed. What is left
 * comes with its next request: those that changed (`outdated`) it does not name as held any more, as a whole feed may change at one instant.
 */
async function listWanted(
  database: Database,
  subscriberId: string,
  postings: readonly PostingItem[],
  held: OfflineRequest['held'],
): Promise<{
  readonly ids: readonly bigint[]
  readonly outdated: readonly string[]
  readonly hasMore: boolean
}> {
  const isHeld = ({ id }: PostingItem) => held?.ids.has(id) === true
  const changedFrom = held === null ? -Infinity : held.since.getTime() - overlapMs
  const kept = postings.filter(isHeld)
  const loaded = await listLoadedSince(
    database,
    kept.map(({ id }) => BigInt(id)),
    changedFrom,
  )
  const changed = kept.filter(
    ({ id, editedAt }) => loaded.has(id) || (editedAt !== null && Date.parse(editedAt) >= changedFrom),
  )
  const missing = postings.filter((posting) => !isHeld(posting))
  const wanted = [...missing, ...changed].map(({ id }) => BigInt(id))
  const ids = await firstFitting(database, subscriberId, wanted, 'all')
  const given = new Set(ids.map(String))
  const outdated = changed.flatMap(({ id }) => (given.has(id) ? [] : [id]))
  return { ids, outdated, hasMore: ids.length < wanted.length }
}

/** The newest of the postings that a subscriber starred, put on the list of what is read later or gave a label. */
async function listChosen(database: Database, subscriberId: string, limit: number): Promise<PostingItem[]> {
  const rows = await database.$queryRaw<PostingItemRow[]>`
    SELECT ${itemColumns} FROM (
      SELECT "postingId" FROM "posting_state" WHERE "subscriberId" = ${subscriberId} AND "starredAt" IS NOT NULL
      UNION SELECT "postingId" FROM "posting_state" WHERE "subscriberId" = ${subscriberId} AND "laterAt" IS NOT NULL
      UNION SELECT p."postingId" AS "id" FROM "posting_label" p WHERE p."subscriberId" = ${subscriberId}
        AND NOT EXISTS (SELECT 1 FROM "posting_state" t WHERE t."subscriberId" = ${subscriberId}
          AND t."postingId" = p."postingId" AND t."hiddenAt" IS NOT NULL)
    ) chosen JOIN "posting" p ON p."id" = chosen."postingId" ${itemJoins(subscriberId)}
    ORDER BY p."shownAt" DESC, p."id" DESC LIMIT ${limit}`
  const settings = await getReadingSettings(database, subscriberId)
  return presentItems(database, subscriberId, newest, settings, rows.map(toPostingItem))
}

/** The places of sources in the orders that only the server knows, by the plans in force at an instant. */
async function readPlaces(
  database: Database,
  sourceIds: readonly number[],
  at: Date,
): Promise<Record<string, SourcePlace>> {
  if (sourceIds.length === 0) return {}
  const rows = await database.$queryRaw<(SourcePlace & { id: number })[]>`
    SELECT s."id", (${sourcePlace('weight', at)})::float8 AS "weight", (${sourcePlace('fresh', at)})::float8 AS "fresh"
    FROM "source" s WHERE s."id" = ANY(${[...sourceIds]}::int[])`
  return Object.fromEntries(rows.map(({ id, weight, fresh }) => [id, { weight, fresh }]))
}

/** Newest first; instants are ISO 8601 in UTC, so that they stand as their letters do. */
function byTime(one: PostingItem, other: PostingItem): number {
  return other.shownAt.localeCompare(one.shownAt) || Number(BigInt(other.id) - BigInt(one.id))
}

/** The postings that got the text of their page at an instant or after it. */
async function listLoadedSince(
  database: Database,
  ids: readonly bigint[],
  from: number,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await database.postingFullText.findMany({
    where: { postingId: { in: [...ids] }, fetchedAt: { gte: new Date(from) } },
    select: { postingId: true },
  })
  return new Set(rows.map(({ postingId }) => postingId.toString()))
}
