import type { PostingChange } from '#lib/api/postings.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { itemJoins, mayRead } from './posting-item.ts'
import { notify } from './notify.ts'

/**
 * Changes the state of those of the postings that the subscriber may read, and tells the other windows.
 * A star keeps the time it was first set; so do "later" and `seen`. `agoMs`: the act happened so long before, offline; what
 * was done since then stands. A star is never lost that way, a read mark yields to a later one only.
 * @returns how many postings were found
 */
export async function changePostings(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly bigint[],
  change: PostingChange,
  now: number,
  agoMs = 0,
): Promise<number> {
  const at = new Date(now - agoMs)
  const isLate = agoMs > 0
  const changed = await database.$executeRaw`
    INSERT INTO "posting_state" AS state
      ("subscriberId", "postingId", "sourceId", "isRead", "starredAt", "laterAt", "seenAt", "readAt", "updatedAt")
    SELECT ${subscriberId}, p."id", p."sourceId", ${change.isRead ?? null}::boolean,
      ${change.isStarred === true ? at : null}::timestamptz, ${change.isLater === true ? at : null}::timestamptz,
      ${change.seen === true ? at : null}::timestamptz, ${change.isRead === undefined ? null : at}::timestamptz, ${at}
    FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."id" = ANY(${[...ids]}::bigint[]) AND ${mayRead}
    ORDER BY p."id" -- two windows changing the same postings lock them in the same order
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = CASE WHEN ${isLate} AND state."readAt" > excluded."readAt"
        THEN state."isRead" ELSE coalesce(excluded."isRead", state."isRead") END,
      "readAt" = CASE WHEN ${isLate} THEN greatest(state."readAt", excluded."readAt")
        ELSE coalesce(excluded."readAt", state."readAt") END,
      "starredAt" = ${keptAfter(change.isStarred, Prisma.sql`"starredAt"`, isLate ? at : null)},
      "laterAt" = ${keptAfter(change.isLater, Prisma.sql`"laterAt"`, isLate ? at : null)},
      "seenAt" = coalesce(state."seenAt", excluded."seenAt"),
      "updatedAt" = CASE WHEN ${isLate} THEN greatest(state."updatedAt", excluded."updatedAt")
        ELSE excluded."updatedAt" END`
  if (changed > 0) await notify(database, { type: 'state', subscriberId })
  return changed
}

function keptAfter(isKept: boolean | undefined, column: Prisma.Sql, lateAt: Date | null): Prisma.Sql {
  if (isKept === undefined) return Prisma.sql`state.${column}`
  if (lateAt === null && !isKept) return Prisma.sql`NULL`
  return isKept
    ? Prisma.sql`coalesce(state.${column}, excluded.${column})`
    : Prisma.sql`CASE WHEN state.${column} > ${lateAt} THEN state.${column} END`
}
