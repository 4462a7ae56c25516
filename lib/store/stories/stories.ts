import type { AlsoIn } from '#lib/api/postings/postings.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { itemJoins, mayRead, sourceName } from '#lib/store/ground/posting-item.ts'
import { notify } from '#lib/store/connection/notify.ts'

/** Other tellers of a story that are named under its row. */
const mostNamed = 5

/** Clusters that a subscriber wants to see separately; few. */
export function splitClusters(subscriberId: string): Prisma.Sql {
  return Prisma.sql`
    SELECT sp."clusterId" FROM "story_split" x JOIN "posting" sp ON sp."id" = x."postingId"
    WHERE x."subscriberId" = ${subscriberId} AND sp."clusterId" IS NOT NULL`
}

/**
 * The other tellers of each story of a page, by cluster: what the subscriber may read, has not muted and is not hidden, the earliest first, without the rows of
 * the page themselves being told apart; `alsoIn` of a posting leaves out itself.
 */
export async function listTellers(
  database: Database | Transaction,
  subscriberId: string,
  clusterIds: readonly bigint[],
): Promise<ReadonlyMap<string, readonly Teller[]>> {
  if (clusterIds.length === 0) return new Map()
  const rows = await database.$queryRaw<(Omit<Teller, 'id'> & { id: bigint; clusterId: bigint })[]>`
    SELECT p."id", p."clusterId", p."sourceId", ${sourceName} AS "sourceTitle",
      s."iconUrl" AS "sourceIconUrl", p."shownAt"
    FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."clusterId" = ANY(${[...new Set(clusterIds)]}::bigint[]) AND ${mayRead} AND u."isMuted" IS NOT TRUE AND t."hiddenAt" IS NULL
      AND NOT EXISTS (SELECT 1 FROM (${splitClusters(subscriberId)}) x WHERE x."clusterId" = p."clusterId")
    ORDER BY p."shownAt", p."id"`
  const tellers = new Map<string, Teller[]>()
  for (const { clusterId, id, ...row } of rows) {
    const of = tellers.get(clusterId.toString()) ?? []
    of.push({ ...row, id: id.toString() })
    tellers.set(clusterId.toString(), of)
  }
  return tellers
}

type Teller = Omit<AlsoIn, 'laterMs'> & { readonly shownAt: Date }

/** The others of a story as they stand under the row of one posting: each source once. */
export function alsoIn(
  posting: { readonly id: string; readonly sourceId: number; readonly shownAt: string },
  tellers: readonly Teller[],
): AlsoIn[] {
  const bySource = new Map<number, AlsoIn>()
  const from = Date.parse(posting.shownAt)
  for (const { shownAt, ...teller } of tellers) {
    if (teller.id === posting.id || teller.sourceId === posting.sourceId || bySource.has(teller.sourceId))
      continue
    bySource.set(teller.sourceId, { ...teller, laterMs: shownAt.getTime() - from })
  }
  return [...bySource.values()].slice(0, mostNamed)
}

/**
 * Shows the postings of a story separately, or as one again.
 * @returns false where the posting is in no story, or the subscriber may not read it
 */
export async function setStorySplit(
  database: Database,
  subscriberId: string,
  postingId: bigint,
  isSplit: boolean,
  now: number,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const [posting] = await transaction.$queryRaw<{ clusterId: bigint | null }[]>`
      SELECT p."clusterId" FROM "posting" p ${itemJoins(subscriberId)} WHERE p."id" = ${postingId} AND ${mayRead}`
    if (posting === undefined || posting.clusterId === null) return false
    if (isSplit)
      await transaction.storySplit.createMany({
        data: [{ subscriberId, postingId, createdAt: new Date(now) }],
        skipDuplicates: true,
      })
    else
      await transaction.storySplit.deleteMany({
        where: { subscriberId, posting: { clusterId: posting.clusterId } },
      })
    await notify(transaction, { type: 'state', subscriberId })
    return true
  })
}

/** Of these stories, some of whose postings were removed, those that one posting is left of, or archived ones alone, are none. */
export async function endLonelyStories(
  transaction: Transaction,
  clusterIds: readonly bigint[],
): Promise<void> {
  if (clusterIds.length === 0) return
  await transaction.$executeRaw`
    UPDATE "posting" SET "clusterId" = NULL WHERE "clusterId" IN (
      SELECT p."clusterId" FROM "posting" p JOIN "source" s ON s."id" = p."sourceId"
      WHERE p."clusterId" = ANY(${[...new Set(clusterIds)]}::bigint[])
      GROUP BY p."clusterId" HAVING count(*) = 1 OR bool_and(s."archiveOwnerId" IS NOT NULL))`
}
