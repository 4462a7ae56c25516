import type { Clue } from '#lib/feeds/posting-clues.ts'
import type { Database, Transaction } from './database.ts'

/** A posting as far as its likes in other sources are looked for by it. */
export type UnclusteredPosting = {
  readonly id: bigint
  readonly sourceId: number
  readonly url: string | null
  readonly title: string
  readonly excerpt: string
  readonly shownAt: Date
}

/** The same story in two sources lies at most this far apart. */
export const clusterSpanMs = 3 * 86_400_000
/** Bits in which fingerprints of the same story may differ; those of unrelated texts differ in 32 ± 4 of 64. */
const differingBits = 10

/**
 * Links the next postings that were not looked at yet with earlier ones of other sources, in one transaction; a second
 * process meanwhile does nothing.
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
    await transaction.$executeRaw`
      INSERT INTO "clustering_progress" ("id", "throughId") VALUES (1, 0) ON CONFLICT DO NOTHING`
    const [progress] = await transaction.$queryRaw<{ throughId: bigint }[]>`
      SELECT "throughId" FROM "clustering_progress" WHERE "id" = 1 FOR UPDATE SKIP LOCKED`
    if (progress === undefined) return 0
    const postings = await transaction.posting.findMany({
      where: { id: { gt: progress.throughId } },
      orderBy: { id: 'asc' },
      take: options.limit,
      select: { id: true, sourceId: true, url: true, title: true, excerpt: true, shownAt: true },
    })
    const last = postings.at(-1)
    if (last === undefined) return 0
    const recent = postings.filter(({ shownAt }) => shownAt.getTime() > options.now - clusterSpanMs)
    await linkPostings(transaction, recent, cluesOf)
    await transaction.clusteringProgress.update({ where: { id: 1 }, data: { throughId: last.id } })
    return postings.length
  })
}

async function linkPostings(
  transaction: Transaction,
  postings: readonly UnclusteredPosting[],
  cluesOf: (posting: UnclusteredPosting) => readonly Clue[],
): Promise<void> {
  const data = postings.flatMap((posting) =>
    cluesOf(posting).map((clue) => ({
      ...clue,
      shownAt: posting.shownAt,
      sourceId: posting.sourceId,
      postingId: posting.id,
    })),
  )
  if (data.length === 0) return
  await transaction.postingClue.createMany({ data, skipDuplicates: true })
  const ids = postings.map(({ id }) => id)
  for (const { id, likeId } of await findLikes(transaction, ids)) await join(transaction, id, likeId)
}

/** For each of these postings and each of its clues the earliest posting of another source that shares it. */
function findLikes(
  transaction: Transaction,
  ids: readonly bigint[],
): Promise<{ readonly id: bigint; readonly likeId: bigint }[]> {
  return transaction.$queryRaw`
    SELECT DISTINCT n."postingId" AS "id", o."postingId" AS "likeId"
    FROM "posting_clue" n CROSS JOIN LATERAL (
      SELECT o."postingId" FROM "posting_clue" o
      WHERE o."clue" = n."clue" AND o."postingId" < n."postingId" AND o."sourceId" <> n."sourceId"
        AND abs(extract(epoch FROM o."shownAt" - n."shownAt")) <= ${clusterSpanMs / 1000}
        AND (n."fingerprint" IS NULL
          OR bit_count((n."fingerprint" # o."fingerprint")::bit(64)) <= ${differingBits})
      ORDER BY o."postingId" LIMIT 1) o
    WHERE n."postingId" = ANY(${ids})
    ORDER BY "id", "likeId"`
}

/** Puts two postings, and all that either is linked with, into the cluster of the earliest. */
async function join(transaction: Transaction, id: bigint, likeId: bigint): Promise<void> {
  await transaction.$executeRaw`
    WITH joined AS (
      SELECT coalesce("clusterId", "id") AS "cluster" FROM "posting" WHERE "id" IN (${id}, ${likeId})),
    earliest AS (SELECT min("cluster") AS "cluster" FROM joined)
    UPDATE "posting" SET "clusterId" = earliest."cluster" FROM earliest
    WHERE "posting"."id" IN (${id}, ${likeId}) OR "posting"."clusterId" IN (SELECT "cluster" FROM joined)`
}

/** Forgets clues that nothing new can match any more. */
export async function removeOldClues(database: Database, now: number): Promise<void> {
  await database.postingClue.deleteMany({ where: { shownAt: { lt: new Date(now - 2 * clusterSpanMs) } } })
}
