import type { Clue } from '#lib/documents/identity/posting-clues.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { clusterSpanMs, joinClusters, type Like } from './join-clusters.ts'
import { readOpenedStories } from './read-stories.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'

/** A posting as far as its likes in other sources are looked for by it. */
type UnclusteredPosting = {
  readonly id: bigint
  readonly sourceId: number
  readonly url: string | null
  readonly title: string
  readonly excerpt: string
  readonly shownAt: Date
}

/** Bits in which fingerprints of the same story may differ; those of unrelated texts differ in 32 ± 4 of 64. */
const differingBits = 10
/** Postings with the same clue that one is compared with. */
const mostCompared = 200

/**
 * Links the next postings that were not looked at yet with earlier ones of other sources, in one transaction; a second
 * process meanwhile does nothing. Archived ones are left out: what somebody brought along is no source that others
 * might read (lib/store/postings/archives.ts links them).
 * @returns how many were looked at; 0 when there is nothing left, or another process is at it
 */
export async function clusterNextPostings(
  database: Database,
  options: { readonly now: number; readonly limit: number },
  cluesOf: (posting: UnclusteredPosting) => readonly Clue[],
): Promise<number> {
  return database.$transaction(async (transaction) => {
    // Where a poll holds a posting, this is what gives way; the next call tries again.
    await transaction.$executeRaw`SET LOCAL lock_timeout = '200ms'`
    await makeProgress(transaction)
    const [progress] = await transaction.$queryRaw<{ throughId: bigint }[]>`
      SELECT "throughId" FROM "clustering_progress" WHERE "id" = 1 FOR UPDATE SKIP LOCKED`
    if (progress === undefined) return 0
    const postings = await transaction.posting.findMany({
      where: { id: { gt: progress.throughId } },
      orderBy: { id: 'asc' },
      take: options.limit,
      select: {
        id: true,
        sourceId: true,
        url: true,
        title: true,
        excerpt: true,
        shownAt: true,
        source: { select: { archiveOwnerId: true } },
      },
    })
    const last = postings.at(-1)
    if (last === undefined) return 0
    const recent = postings.filter(
      ({ shownAt, source }) =>
        shownAt.getTime() > options.now - clusterSpanMs && source.archiveOwnerId === null,
    )
    const linked = await linkPostings(transaction, recent, cluesOf)
    if (linked.length > 0) await readOpenedStories(transaction, linked, options.now)
    await transaction.clusteringProgress.update({ where: { id: 1 }, data: { throughId: last.id } })
    return postings.length
  })
}

/** Waits until no postings are being linked, and keeps that so until the transaction ends. */
export async function lockClusters(transaction: Transaction): Promise<void> {
  await makeProgress(transaction)
  await transaction.$queryRaw`SELECT 1 FROM "clustering_progress" WHERE "id" = 1 FOR UPDATE`
}

async function makeProgress(transaction: Transaction): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO "clustering_progress" ("id", "throughId") VALUES (1, 0) ON CONFLICT DO NOTHING`
}

/** @returns those that have a like, which are in a story now unless `joinClusters` keeps them apart */
async function linkPostings(
  transaction: Transaction,
  postings: readonly UnclusteredPosting[],
  cluesOf: (posting: UnclusteredPosting) => readonly Clue[],
): Promise<bigint[]> {
  const rows = postings.flatMap((posting) =>
    cluesOf(posting).map(({ clue, fingerprint }) => ({
      clue: clue.toString(),
      fingerprint: fingerprint?.toString() ?? null,
      shownAt: posting.shownAt.toISOString(),
      sourceId: posting.sourceId,
      postingId: posting.id.toString(),
    })),
  )
  if (rows.length === 0) return []
  await transaction.$executeRaw`
    INSERT INTO "posting_clue" ("clue", "fingerprint", "shownAt", "sourceId", "postingId")
    SELECT * FROM json_to_recordset(${jsonRows(rows)}::json) AS g(
      "clue" bigint, "fingerprint" bigint, "shownAt" timestamptz, "sourceId" int, "postingId" bigint)
    ON CONFLICT DO NOTHING`
  const ids = postings.map(({ id }) => id)
  const likes = await findLikes(transaction, ids)
  await joinClusters(transaction, likes)
  return [...new Set(likes.map(({ id }) => id))]
}

/**
 * For each of these postings and each of its clues the latest earlier posting of another source that shares it; if need be
 * so many are looked at, for what all the world publishes shares its clues with ten thousands. A clue that one source has
 * given twice is the form that it fills in, not a story.
 */
function findLikes(transaction: Transaction, ids: readonly bigint[]): Promise<Like[]> {
  return transaction.$queryRaw`
    SELECT DISTINCT n."postingId" AS "id", o."postingId" AS "likeId"
    FROM "posting_clue" n CROSS JOIN LATERAL (
      WITH sharer AS MATERIALIZED (
        SELECT * FROM "posting_clue" c WHERE c."clue" = n."clue" AND c."postingId" < n."postingId"
        ORDER BY c."postingId" DESC LIMIT ${mostCompared})
      SELECT o."postingId" FROM sharer o
      WHERE NOT EXISTS (SELECT 1 FROM sharer c WHERE c."sourceId" = n."sourceId")
        AND (SELECT count(*) = count(DISTINCT c."sourceId") FROM sharer c)
        AND abs(extract(epoch FROM o."shownAt" - n."shownAt")) <= ${clusterSpanMs / 1000}
        AND (n."fingerprint" IS NULL
          OR bit_count((n."fingerprint" # o."fingerprint")::bit(64)) <= ${differingBits})
      ORDER BY o."postingId" DESC LIMIT 1) o
    WHERE n."postingId" = ANY(${ids})
    ORDER BY "id", "likeId"`
}

/** Forgets clues that nothing new can match any more. */
export async function removeOldClues(database: Database, now: number): Promise<void> {
  await database.postingClue.deleteMany({ where: { shownAt: { lt: new Date(now - 2 * clusterSpanMs) } } })
}
