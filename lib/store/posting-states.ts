import type { PostingChange } from '#lib/api/postings.ts'
import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'
import { itemJoins, mayRead } from './posting-item.ts'
import { notify } from './notify.ts'

/**
 * Changes the state of those of the postings that the subscriber may read, and tells the other windows.
 * A star keeps the time it was first set; so do "later" and `seen`.
 * @returns how many postings were found
 */
export async function changePostings(
  database: Database,
  subscriberId: string,
  ids: readonly bigint[],
  change: PostingChange,
  now: number,
): Promise<number> {
  const at = new Date(now)
  const changed = await database.$executeRaw`
    INSERT INTO "posting_state" AS state
      ("subscriberId", "postingId", "sourceId", "isRead", "starredAt", "laterAt", "seenAt", "updatedAt")
    SELECT ${subscriberId}, p."id", p."sourceId", ${change.isRead ?? null}::boolean,
      ${change.isStarred === true ? at : null}::timestamptz, ${change.isLater === true ? at : null}::timestamptz,
      ${change.seen === true ? at : null}::timestamptz, ${at}
    FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."id" = ANY(${[...ids]}::bigint[]) AND ${mayRead}
    ORDER BY p."id" -- two windows changing the same postings lock them in the same order
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = coalesce(excluded."isRead", state."isRead"),
      "starredAt" = ${keptAfter(change.isStarred, Prisma.sql`"starredAt"`)},
      "laterAt" = ${keptAfter(change.isLater, Prisma.sql`"laterAt"`)},
      "seenAt" = coalesce(state."seenAt", excluded."seenAt"),
      "updatedAt" = excluded."updatedAt"`
  if (changed > 0) await notify(database, { type: 'state', subscriberId })
  return changed
}

function keptAfter(isKept: boolean | undefined, column: Prisma.Sql): Prisma.Sql {
  if (isKept === undefined) return Prisma.sql`state.${column}`
  return isKept ? Prisma.sql`coalesce(state.${column}, excluded.${column})` : Prisma.sql`NULL`
}
