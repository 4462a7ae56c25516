import type { PostingClone, PostingVersion } from '#lib/api/postings.ts'
import type { Database, Transaction } from './database.ts'
import { itemJoins } from './posting-item.ts'

const mostClones = 20

/** What a posting said before its edits, oldest first. */
export async function listVersions(
  database: Database | Transaction,
  postingId: bigint,
): Promise<PostingVersion[]> {
  const rows = await database.postingRevision.findMany({
    where: { postingId },
    orderBy: { id: 'asc' },
    select: { title: true, html: true, foundAt: true, replacedAt: true },
  })
  return rows.map(({ title, html, foundAt, replacedAt }) => ({
    title,
    html,
    foundAt: foundAt.toISOString(),
    replacedAt: replacedAt.toISOString(),
  }))
}

/** The other postings of a cluster in sources that the subscriber reads: what others subscribe to stays theirs. */
export async function listClones(
  database: Database | Transaction,
  subscriberId: string,
  clusterId: bigint,
  exceptId: bigint,
): Promise<PostingClone[]> {
  type Row = Omit<PostingClone, 'id' | 'shownAt'> & { readonly id: bigint; readonly shownAt: Date }
  const rows = await database.$queryRaw<Row[]>`
    SELECT p."id", p."sourceId", coalesce(u."title", nullif(s."title", ''), s."url") AS "sourceTitle", p."title",
      p."url", p."shownAt"
    FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."clusterId" = ${clusterId} AND p."id" <> ${exceptId} AND u."id" IS NOT NULL
    ORDER BY p."shownAt", p."id" LIMIT ${mostClones}`
  return rows.map(({ id, shownAt, ...row }) => ({
    ...row,
    id: id.toString(),
    shownAt: shownAt.toISOString(),
  }))
}
