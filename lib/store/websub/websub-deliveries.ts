import { pushShareAfter } from '#lib/policy/schedule/push-backup.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import type { EditedPosting, NewPosting, PostingAlias } from '#lib/store/ground/polled-posting.ts'
import { storePostings } from '#lib/store/postings/store-postings.ts'

/** A delivery that waits to be stored, with what is needed of its source. */
export type WaitingDelivery = {
  readonly id: bigint
  readonly body: Buffer
  readonly contentType: string | null
  readonly failures: number
  readonly pushId: number
  readonly sourceId: number
  readonly url: string
}

/**
 * The delivery that waits longest, of a source that is not `inHand`: those of one subscription are stored in order, and one source with
 * many hubs leaves the other lanes to others.
 * It is not locked, for reading a document may take seconds; `lockDelivery` tells whether it still waits.
 */
export async function findNextDelivery(
  database: Database,
  inHand: ReadonlySet<number>,
): Promise<WaitingDelivery | null> {
  const [row] = await database.$queryRaw<(Omit<WaitingDelivery, 'body'> & { body: Uint8Array })[]>`
    SELECT d."id", d."body", d."contentType", d."failures", p."id" AS "pushId", s."id" AS "sourceId", s."url"
    FROM "push_delivery" d
    JOIN "push_subscription" p ON p."id" = d."pushSubscriptionId"
    JOIN "source" s ON s."id" = p."sourceId"
    WHERE s."id" <> ALL(${[...inHand]}::int[]) AND NOT EXISTS (
      SELECT 1 FROM "push_delivery" o WHERE o."pushSubscriptionId" = d."pushSubscriptionId" AND o."id" < d."id")
    ORDER BY d."id" LIMIT 1`
  return row === undefined ? null : { ...row, body: Buffer.from(row.body) }
}

/**
 * Locks a delivery until the transaction ends: a process that dies leaves it to the next at once. To be called with its
 * source locked (`lockSource`): whoever ends a subscription to a hub locks the source first, too.
 * @returns false when another process has it or has ended it
 */
export async function lockDelivery(transaction: Transaction, id: bigint): Promise<boolean> {
  const rows = await transaction.$queryRaw<unknown[]>`
    SELECT 1 FROM "push_delivery" WHERE "id" = ${id} FOR UPDATE SKIP LOCKED`
  return rows.length > 0
}

/**
 * Locks a source against polls that end now, not against foreign keys, by which readers hold it; and reads until when everything of it is known.
 * It waits for half as long as Prisma gives a transaction: of one that Prisma ends nobody can say why it took so long.
 * @throws where somebody else keeps the source for longer (`wasUndone`)
 */
export async function lockSource(
  transaction: Transaction,
  sourceId: number,
): Promise<{ readonly lastSuccessAt: number | null; readonly bodyHash: string | null }> {
  await transaction.$executeRaw`SET LOCAL lock_timeout = '15s'`
  const [row] = await transaction.$queryRaw<{ lastSuccessAt: Date | null; bodyHash: string | null }[]>`
    SELECT "lastSuccessAt", "bodyHash" FROM "source" WHERE "id" = ${sourceId} FOR NO KEY UPDATE`
  return { lastSuccessAt: row?.lastSuccessAt?.getTime() ?? null, bodyHash: row?.bodyHash ?? null }
}

/** Stores what a delivery brought and ends it. Its document may be a part only, so nothing is concluded from what it lacks. */
export async function storeDelivery(
  transaction: Transaction,
  delivery: WaitingDelivery,
  found: {
    readonly newPostings: readonly NewPosting[]
    readonly editedPostings: readonly EditedPosting[]
    readonly aliases: readonly PostingAlias[]
  },
  now: () => number,
): Promise<number> {
  const at = new Date(now())
  await endDelivery(transaction, delivery.id)
  const { pushShare } = await transaction.pushSubscription.findUniqueOrThrow({
    where: { id: delivery.pushId },
    select: { pushShare: true },
  })
  await transaction.pushSubscription.update({
    where: { id: delivery.pushId },
    data: {
      deliveries: { increment: 1 },
      lastDeliveryAt: at,
      pushShare: pushShareAfter(pushShare, 'push', found.newPostings.length),
    },
  })
  if (found.newPostings.length > 0) {
    await transaction.source.update({ where: { id: delivery.sourceId }, data: { lastChangedAt: at } })
  }
  const news = { ...found, sourceId: delivery.sourceId, pollId: null, isFirst: false }
  return storePostings(transaction, news, now)
}

/** Ends a delivery that brought nothing to store. */
export async function endDelivery(transaction: Database | Transaction, id: bigint): Promise<void> {
  await transaction.pushDelivery.delete({ where: { id }, select: { id: true } })
}

/** Counts a delivery that could not be stored, so that it is not tried for ever. */
export async function countDeliveryFailure(database: Database, id: bigint): Promise<void> {
  await database.pushDelivery.updateMany({ where: { id }, data: { failures: { increment: 1 } } })
}
