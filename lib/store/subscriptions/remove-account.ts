import { deletedReason } from '#lib/store/accounts/credentials-epoch.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { eachAlone } from '#lib/store/connection/each-alone.ts'
import { notifyAll } from '#lib/store/connection/notify.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { lockClusters } from '#lib/store/stories/clusters.ts'
import { endLonelyStories } from '#lib/store/stories/stories.ts'
import { stopPollingWithoutSubscribers } from './unsubscribe.ts'

/** Some hundred milliseconds of work each: polls and readers wait for the rows that a piece has in hand. */
const subscriptionsAtOnce = 500
const statesAtOnce = 2_000
const postingsAtOnce = 500
const archivesAtOnce = 200
const rowsAtOnce = 5_000

/** Removes a piece of what an account holds. @returns how much that was; 0: none of it is left */
type Removal = (transaction: Transaction, userId: string) => Promise<number>

/** Removes what is left of accounts that were deleted: a hundred thousand articles take minutes, and whoever was at it may have died. */
export async function removeDeletedAccounts(database: Database, drain?: AbortSignal): Promise<void> {
  const deleted = await database.user.findMany({
    where: { banReason: deletedReason },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  const accounts = deleted.map(({ id }) => ({ subscriberId: id }))
  await eachAlone(accounts, 'account-not-removed', ({ subscriberId }) =>
    removeAccount(database, subscriberId, () => drain?.aborted !== true),
  )
}

/** Removes a deleted account, a transaction for each piece, one process at a time. `mayGoOn` is asked between two pieces. */
export async function removeAccount(
  database: Database,
  userId: string,
  mayGoOn: () => boolean,
): Promise<void> {
  for (const removal of removals)
    for (;;) {
      const removed = await removePiece(database, userId, removal)
      if (removed === null || !mayGoOn()) return
      if (removed === 0) break
      if (removal === removeRest) return removeAccount(database, userId, mayGoOn)
    }
}

/** @returns null: nothing is left, or another process is at it */
async function removePiece(database: Database, userId: string, removal: Removal): Promise<number | null> {
  return database.$transaction(
    async (transaction) => {
      // First this lock: whoever has it marks postings of an account as read.
      if (removal === removeArchived) await lockClusters(transaction)
      const [held] = await transaction.$queryRaw<{ id: string }[]>`
        SELECT "id" FROM "user" WHERE "id" = ${userId} AND "banReason" = ${deletedReason} FOR NO KEY UPDATE SKIP LOCKED`
      return held === undefined ? null : removal(transaction, userId)
    },
    { timeout: 60_000 },
  )
}

/** Whoever subscribes to one of the sources at this moment waits for these rows, or we for them, by rising id as polls do. */
async function endSubscriptions(transaction: Transaction, userId: string): Promise<number> {
  const sources = await transaction.$queryRaw<{ id: number }[]>`
    SELECT s."id" FROM "source" s WHERE s."id" IN (
      SELECT u."sourceId" FROM "subscription" u WHERE u."subscriberId" = ${userId}
      ORDER BY u."sourceId" LIMIT ${subscriptionsAtOnce})
    ORDER BY s."id" FOR NO KEY UPDATE OF s`
  if (sources.length === 0) return 0
  const ids = sources.map(({ id }) => id)
  await transaction.subscription.deleteMany({ where: { subscriberId: userId, sourceId: { in: ids } } })
  await stopPollingWithoutSubscribers(transaction, ids)
  await notifyAll(transaction, [{ type: 'due' }, { type: 'plan', sourceIds: ids }])
  return ids.length
}

/** States, and with each what hangs on it: nobody looks for notes without their state. They go before the postings that they keep. */
function removeStates(transaction: Transaction, userId: string): Promise<number> {
  return transaction.$executeRaw`
    WITH going AS MATERIALIZED (
      SELECT t."postingId" FROM "posting_state" t WHERE t."subscriberId" = ${userId}
      ORDER BY t."postingId" LIMIT ${statesAtOnce}
    ), labels AS (
      DELETE FROM "posting_label" x USING going g WHERE x."subscriberId" = ${userId} AND x."postingId" = g."postingId"
    ), notes AS (
      DELETE FROM "posting_note" x USING going g WHERE x."subscriberId" = ${userId} AND x."postingId" = g."postingId"
    ), highlights AS (
      DELETE FROM "posting_highlight" x USING going g WHERE x."subscriberId" = ${userId} AND x."postingId" = g."postingId"
    )
    DELETE FROM "posting_state" t USING going g WHERE t."subscriberId" = ${userId} AND t."postingId" = g."postingId"`
}

async function removeArchived(transaction: Transaction, userId: string): Promise<number> {
  const postings = await transaction.$queryRaw<{ id: bigint }[]>`
    SELECT p."id" FROM "source" s JOIN "posting" p ON p."sourceId" = s."id"
    WHERE s."archiveOwnerId" = ${userId} LIMIT ${postingsAtOnce}`
  if (postings.length === 0) return 0
  const gone = await transaction.$queryRaw<{ clusterId: bigint | null }[]>`
    DELETE FROM "posting" WHERE "id" = ANY(${postings.map(({ id }) => id)}::bigint[]) RETURNING "clusterId"`
  await endLonelyStories(
    transaction,
    gone.flatMap(({ clusterId }) => clusterId ?? []),
  )
  return postings.length
}

async function removeArchives(transaction: Transaction, userId: string): Promise<number> {
  const archives = await transaction.$queryRaw<{ id: number }[]>`
    DELETE FROM "source" WHERE "id" IN (
      SELECT "id" FROM "source" WHERE "archiveOwnerId" = ${userId} LIMIT ${archivesAtOnce}) RETURNING "id"`
  await transaction.event.deleteMany({ where: { sourceId: { in: archives.map(({ id }) => id) } } })
  return archives.length
}

/** Rows of a table that there may be very many of. `join`: rows `o` of the account that theirs hang on. */
function rowsOf(table: string, join: Prisma.Sql | null = null): Removal {
  const name = Prisma.raw(`"${table}"`)
  const owner = join === null ? Prisma.sql`x` : Prisma.sql`o`
  return (transaction, userId) => transaction.$executeRaw`
    DELETE FROM ${name} WHERE "ctid" = ANY(ARRAY(
      SELECT x."ctid" FROM ${name} x ${join ?? Prisma.empty} WHERE ${owner}."subscriberId" = ${userId} LIMIT ${rowsAtOnce}))`
}

/**
 * Removes the account. A request that was let in before it was deleted may have subscribed since, or imported articles, of which some are in
 * stories: from here on none can, and where one did, all begins anew. @returns whether it does
 */
async function removeRest(transaction: Transaction, userId: string): Promise<number> {
  await transaction.$queryRaw`SELECT 1 FROM "user" WHERE "id" = ${userId} FOR UPDATE`
  const [late] = await transaction.$queryRaw<{ has: boolean }[]>`
    SELECT EXISTS (SELECT FROM "subscription" WHERE "subscriberId" = ${userId})
      OR EXISTS (SELECT FROM "source" WHERE "archiveOwnerId" = ${userId}) AS "has"`
  if (late?.has === true) return 1
  await transaction.event.deleteMany({ where: { subscriberId: userId } })
  await transaction.user.delete({ where: { id: userId }, select: { id: true } })
  return 0
}

/** In this order. The last one takes along what comes by the dozen. */
const removals: readonly Removal[] = [
  endSubscriptions,
  removeStates,
  removeArchived,
  removeArchives,
  rowsOf('media_position'),
  rowsOf('story_split'),
  rowsOf('ended_subscription'),
  rowsOf('rule_due'),
  rowsOf('rule_hit'),
  rowsOf('rule_change', Prisma.sql`JOIN "rule_run" o ON o."id" = x."runId"`),
  rowsOf('alert_source', Prisma.sql`JOIN "alert" o ON o."id" = x."alertId"`),
  rowsOf('alert_delivery_item', Prisma.sql`JOIN "alert_delivery" o ON o."id" = x."deliveryId"`),
  rowsOf('alert_hit'),
  rowsOf('alert_delivery'),
  rowsOf('integration_send'),
  removeRest,
]
