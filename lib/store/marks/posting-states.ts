import type { PostingChange } from '#lib/api/postings/postings.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { awaitEdits, keptSince } from '#lib/store/ground/act-time.ts'
import { isOneOf } from '#lib/store/connection/is-one-of.ts'
import { againstRemoval, itemJoins, mayRead } from '#lib/store/ground/posting-item.ts'
import { notifyOfStates } from '#lib/store/ground/state-groups.ts'

/**
 * Changes the state of those of the postings that the subscriber may read, and tells the other windows.
 * A star keeps the time it was first set; so do "later" and `seen`. `agoMs`: the act happened so long before, offline; what
 * was done since then stands. A star is never lost that way, a read mark yields to a later one only.
 * `alsoReadIds`: others, of which nothing but `isRead` changes; in one statement, so that two windows changing the same
 * postings lock them in the same order.
 * What is kept is the version that was shown (`shownEditedAt`). What is hidden is read; marked unread, starred or put on the
 * list of what is read later it is shown again.
 * @returns how many of the postings themselves were found
 */
export async function changePostings(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly bigint[],
  change: PostingChange,
  now: number,
  agoMs = 0,
  alsoReadIds: readonly bigint[] = [],
): Promise<number> {
  const at = new Date(now - agoMs)
  const isLate = agoMs > 0
  const isRead = change.isHidden === true ? true : change.isRead
  const isMeant = (id: Prisma.Sql) =>
    alsoReadIds.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`${id} = ANY(${[...ids]}::bigint[])`
  const atIf = (is: boolean | undefined, since = Prisma.sql`${at}::timestamptz`) =>
    Prisma.sql`CASE WHEN ${is === true} AND ${isMeant(Prisma.sql`p."id"`)} THEN ${since} END`
  const since = keptSince(at, change.shownEditedAt)
  const kept = (is: boolean | undefined, column: Prisma.Sql) =>
    Prisma.sql`CASE WHEN ${isMeant(Prisma.sql`state."postingId"`)}
      THEN ${keptAfter(is, column, isLate ? at : null)} ELSE state.${column} END`
  if (change.isStarred === true || change.isLater === true)
    await awaitEdits(database, ids, change.shownEditedAt)
  const rows = await database.$queryRaw<{ postingId: bigint }[]>`
    INSERT INTO "posting_state" AS state
      ("subscriberId", "postingId", "sourceId", "isRead", "starredAt", "laterAt", "seenAt", "hiddenAt", "readAt", "updatedAt")
    SELECT ${subscriberId}, p."id", p."sourceId", ${isRead ?? null}::boolean, ${atIf(change.isStarred, since)}, ${atIf(change.isLater, since)},
      ${atIf(change.seen)}, ${atIf(change.isHidden)}, ${isRead === undefined ? null : at}::timestamptz, ${at}
    FROM "posting" p ${itemJoins(subscriberId)}
    WHERE p."id" ${isOneOf([...ids, ...alsoReadIds])} AND ${mayRead}
    ORDER BY p."id" -- two windows changing the same postings lock them in the same order
    ${change.isStarred === true || change.isLater === true ? againstRemoval : Prisma.empty}
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = CASE WHEN ${isLate} AND state."readAt" > excluded."readAt"
        THEN state."isRead" ELSE coalesce(excluded."isRead", state."isRead") END,
      "readAt" = CASE WHEN ${isLate} THEN greatest(state."readAt", excluded."readAt")
        ELSE coalesce(excluded."readAt", state."readAt") END,
      "starredAt" = ${kept(change.isStarred, Prisma.sql`"starredAt"`)},
      "laterAt" = ${kept(change.isLater, Prisma.sql`"laterAt"`)},
      "seenAt" = coalesce(state."seenAt", excluded."seenAt"),
      "hiddenAt" = ${hiddenAfter({ ...change, isRead }, isLate, isMeant(Prisma.sql`state."postingId"`))},
      "updatedAt" = CASE WHEN ${isLate} THEN greatest(state."updatedAt", excluded."updatedAt")
        ELSE excluded."updatedAt" END
    RETURNING "postingId"`
  await notifyOfStates(
    database,
    subscriberId,
    rows.map(({ postingId }) => postingId),
  )
  const others = new Set(alsoReadIds)
  return rows.filter(({ postingId }) => !others.has(postingId)).length
}

function keptAfter(isKept: boolean | undefined, column: Prisma.Sql, lateAt: Date | null): Prisma.Sql {
  if (isKept === undefined) return Prisma.sql`state.${column}`
  if (lateAt === null && !isKept) return Prisma.sql`NULL`
  return isKept
    ? Prisma.sql`coalesce(state.${column}, excluded.${column})`
    : Prisma.sql`CASE WHEN state.${column} > ${lateAt} OR (state."updatedAt" > ${lateAt} AND ${isOfVersion(column)}) THEN state.${column} END`
}

/** Whether a mark has the last instant of the version that was shown (`keptSince`), and not that at which it was set. */
function isOfVersion(column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM "posting_revision" r
    WHERE r."postingId" = state."postingId" AND r."replacedAt" - interval '1 millisecond' = state.${column})`
}

/** An act that comes late hides nothing, and shows nothing by marking it unread, where that was read or unread since. */
function hiddenAfter(change: PostingChange, isLate: boolean, isMeant: Prisma.Sql): Prisma.Sql {
  const isKept = change.isStarred === true || change.isLater === true || change.isHidden === false
  const isSince = isLate ? Prisma.sql`coalesce(state."readAt" > excluded."readAt", false)` : Prisma.sql`false`
  return Prisma.sql`CASE WHEN ${isKept} AND ${isMeant} THEN NULL
    WHEN ${change.isRead === false} AND NOT ${isSince} THEN NULL
    WHEN ${change.isHidden === true} AND ${isMeant} AND NOT ${isSince} THEN coalesce(state."hiddenAt", excluded."hiddenAt")
    ELSE state."hiddenAt" END`
}
