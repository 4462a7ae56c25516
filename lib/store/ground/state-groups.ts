import type { StateGroup } from '#lib/api/postings/postings.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { keepAndTell, notify } from '#lib/store/connection/notify.ts'
import { isOneOf } from '#lib/store/connection/is-one-of.ts'
import { itemJoins } from './posting-item.ts'

/** Told one by one: 200 ids of 19 digits are 4.4 kB, and a notification of PostgreSQL has 8 kB at most. */
export const mostNotified = 200

/**
 * Tells the subscriber's windows how these postings are now, which something was just changed in. One statement: what is
 * told is as new as its place among the notifications.
 */
export async function notifyOfStates(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly bigint[],
): Promise<void> {
  if (ids.length === 0) return
  if (ids.length > mostNotified) return notify(database, { type: 'state', subscriberId, postings: 'many' })
  const told = Prisma.sql`
    SELECT 1 AS n, jsonb_build_object(
      'type', 'state', 'subscriberId', ${subscriberId}::text, 'postings', (${statesOf(subscriberId, ids)})) AS "body"`
  await keepAndTell(database, told)
}

/** The states of these postings for a subscriber; those of sources that the subscriber has nothing to do with are left out. */
export async function readStateGroups(
  database: Database,
  subscriberId: string,
  ids: readonly bigint[],
): Promise<readonly StateGroup[]> {
  const [row] = await database.$queryRaw<{ states: StateGroup[] }[]>`
    SELECT (${statesOf(subscriberId, ids)}) AS "states"`
  return row?.states ?? []
}

/** A subselect of one array in JSON. What is no longer kept is told, too: its state stays. */
function statesOf(subscriberId: string, ids: readonly bigint[]): Prisma.Sql {
  return Prisma.sql`
    SELECT coalesce(json_agg(g), '[]') FROM (
      SELECT array_agg(p."id"::text ORDER BY p."id") AS "ids",
        coalesce(t."isRead", p."id" <= u."readThrough", true) AS "isRead",
        t."starredAt" IS NOT NULL AS "isStarred", t."laterAt" IS NOT NULL AS "isLater"
      FROM "posting" p ${itemJoins(subscriberId)}
      WHERE p."id" ${isOneOf(ids)} AND (u."id" IS NOT NULL OR t."postingId" IS NOT NULL)
      GROUP BY 2, 3, 4 ORDER BY 2, 3, 4) g`
}
