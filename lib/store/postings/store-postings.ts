import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { linkArrived } from './archives.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isOneOf } from '#lib/store/connection/is-one-of.ts'
import { isoText, jsonRows } from '#lib/store/connection/json-rows.ts'
import { notifyAll, type Notification } from '#lib/store/connection/notify.ts'
import type { EditedPosting, NewPosting, PostingAlias } from '#lib/store/ground/polled-posting.ts'
import { isSurfaced, markSurfacedRead, setFirstReadMarks } from '#lib/store/marks/read-marks.ts'
import { storeAliases, storeEdit } from './store-edits.ts'

/** The news that a poll or a delivery brought of a source. */
export type News = {
  readonly sourceId: number
  /** The poll that found it; null: a hub brought it. */
  readonly pollId: bigint | null
  /** Nothing of this source was stored before: the read marks of its subscribers are set. */
  readonly isFirst: boolean
  /** Rising by publication, so that ids rise with it. */
  readonly newPostings: readonly NewPosting[]
  readonly editedPostings: readonly EditedPosting[]
  readonly aliases: readonly PostingAlias[]
}

/** `storeNews` of one source. @returns how many postings were stored */
export async function storePostings(
  transaction: Transaction,
  news: News,
  now: () => number,
): Promise<number> {
  return (await storeNews(transaction, [news], now)).get(news.sourceId) ?? 0
}

/**
 * Stores what is new of several sources and tells about it; what another process stored meanwhile is left as it is. Must
 * come last in its transaction: the lock lets one at a time do this over all processes, so that posting ids rise in the
 * order in which postings become visible and "up to this id" never covers one that comes later. "Found" is told under that lock as well:
 * whoever waits for it (`seeAllStored`) sees all that was found before. A poll ends earlier, by a moment or by minutes.
 * @returns how many postings were stored, by source; sources without any are left out
 */
export async function storeNews(
  transaction: Transaction,
  news: readonly News[],
  now: () => number,
): Promise<Map<number, number>> {
  const editedIds = news.flatMap(({ editedPostings }) => editedPostings.map(({ postingId }) => postingId))
  // A star or note waits for this lock (`awaitEdits`). It is taken before the time of the edit, so a star from before that time keeps the old text.
  if (editedIds.length > 0)
    await transaction.$executeRaw`
      SELECT FROM "posting" WHERE "id" ${isOneOf(editedIds)} ORDER BY "id" FOR NO KEY UPDATE`
  for (const { sourceId, editedPostings, aliases } of news) {
    for (const edited of editedPostings) await storeEdit(transaction, edited, now())
    await storeAliases(transaction, sourceId, aliases, now())
  }
  if (news.every(({ newPostings }) => newPostings.length === 0)) return new Map()
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${advisoryLocks.postings})`
  const at = now()
  const rows = news.flatMap((one) => one.newPostings.map((posting) => postingRow(posting, one, at)))
  const inserted = await insertPostings(transaction, rows)
  const surfaced = inserted.filter(({ isSurfaced }) => isSurfaced).map(({ id }) => id)
  if (surfaced.length > 0) await markSurfacedRead(transaction, surfaced)
  const stored = Map.groupBy(inserted, ({ sourceId }) => sourceId)
  const firsts = news.filter(({ isFirst, sourceId }) => isFirst && stored.has(sourceId))
  if (firsts.length > 0) {
    await setFirstReadMarks(
      transaction,
      firsts.map(({ sourceId }) => sourceId),
    )
  }
  await notifyAll(
    transaction,
    [...stored].map(([sourceId, added]): Notification => {
      const news = added.filter(({ isSurfaced }) => !isSurfaced)
      if (news.length === 0) return { type: 'source', sourceId }
      const maxId = news.reduce((greatest, { id }) => (id > greatest ? id : greatest), 0n)
      const isFirst = firsts.some((first) => first.sourceId === sourceId) ? { isFirst: true as const } : {}
      return { type: 'postings', sourceId, count: news.length, maxId: maxId.toString(), ...isFirst }
    }),
  )
  // After the news is told: what is read already lessens what that adds to the numbers of windows.
  await linkArrived(transaction, inserted, at)
  return new Map([...stored].map(([sourceId, added]) => [sourceId, added.length]))
}

/** Ids are given in the order of the rows. The key comes first: whoever has it already keeps it, and nothing is stored. */
async function insertPostings(
  transaction: Transaction,
  rows: readonly ReturnType<typeof postingRow>[],
): Promise<{ id: bigint; sourceId: number; isSurfaced: boolean }[]> {
  return transaction.$queryRaw`
    WITH given AS MATERIALIZED (
      SELECT nextval('posting_id_seq') AS "id", g.* FROM (
        SELECT * FROM ROWS FROM (json_to_recordset(${jsonRows(rows)}::json) AS (${rowColumns})) WITH ORDINALITY
        ORDER BY "ordinality") g
    ), keyed AS (
      INSERT INTO "posting_alias" ("sourceId", "key", "foundAt", "postingId")
      SELECT "sourceId", "key", "foundAt", "id" FROM given ON CONFLICT DO NOTHING RETURNING "postingId"
    )
    INSERT INTO "posting" ("id", "key", "guid", "title", "url", "author", "html", "excerpt", "imageUrl", "enclosures",
      "contentHash", "claimedAt", "publishedAt", "foundAt", "notBeforeAt", "isInitial", "shownAt", "sourceId", "pollId")
    SELECT g."id", "key", "guid", "title", "url", "author", "html", "excerpt", "imageUrl", "enclosures",
      "contentHash", "claimedAt", "publishedAt", "foundAt", "notBeforeAt", "isInitial", "shownAt", "sourceId", "pollId"
    FROM given g JOIN keyed k ON k."postingId" = g."id"
    ORDER BY g."id"
    RETURNING "id", "sourceId", ${isSurfaced} AS "isSurfaced"`
}

/** Columns of a new posting, with their types. */
const rowColumns = Prisma.sql`"key" text, "guid" text, "title" text, "url" text, "author" text, "html" text, "excerpt" text,
  "imageUrl" text, "enclosures" jsonb, "contentHash" text, "claimedAt" timestamptz, "publishedAt" timestamptz,
  "foundAt" timestamptz, "notBeforeAt" timestamptz, "isInitial" bool, "shownAt" timestamptz, "sourceId" int, "pollId" bigint`

/** Its place in the timeline goes with the time at which it was found, but for postings of a first document. */
function postingRow(posting: NewPosting, { sourceId, pollId }: News, at: number) {
  const foundAt = Math.max(posting.foundAt, at)
  return {
    ...posting,
    claimedAt: isoText(posting.claimedAt),
    publishedAt: isoText(posting.publishedAt),
    foundAt: isoText(foundAt),
    notBeforeAt: isoText(posting.notBeforeAt),
    shownAt: isoText(posting.isInitial ? posting.shownAt : Math.max(posting.shownAt, foundAt)),
    sourceId,
    pollId: pollId?.toString() ?? null,
  }
}
