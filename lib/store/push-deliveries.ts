import { pushShareAfter } from '#lib/policy/schedule/push-backup.ts'
import type { Database, Transaction } from './database.ts'
import type { EditedPosting, NewPosting, PostingAlias } from './poll-record.ts'
import { storePostings } from './store-postings.ts'

/** A delivery that waits to be stored, with what is needed of its source. */
export type WaitingDelivery = {
  readonly id: bigint
  readonly body: Buffer
  readonly contentType: string | null
  readonly failures: number
  readonly pushId: number
  readonly pushShare: number
  readonly sourceId: number
  readonly url: string
}

/**
 * Takes the delivery that waits longest, locked until the transaction ends: a process that dies leaves it to the next
 * at once. Those of one subscription are taken in order, one at a time.
 */
export async function lockNextDelivery(transaction: Transaction): Promise<WaitingDelivery | null> {
  const [row] = await transaction.$queryRaw<(Omit<WaitingDelivery, 'body'> & { body: Uint8Array })[]>`
    SELECT d."id", d."body", d."contentType", d."failures", p."id" AS "pushId", p."pushShare", s."id" AS "sourceId", s."url"
    FROM "push_delivery" d
    JOIN "push_subscription" p ON p."id" = d."pushSubscriptionId"
    JOIN "source" s ON s."id" = p."sourceId"
    WHERE NOT EXISTS (
      SELECT 1 FROM "push_delivery" o WHERE o."pushSubscriptionId" = d."pushSubscriptionId" AND o."id" < d."id")
    ORDER BY d."id" LIMIT 1 FOR UPDATE OF d SKIP LOCKED`
  return row === undefined ? null : { ...row, body: Buffer.from(row.body) }
}

/** Locks a source against polls that end now, and reads until when everything of it is known. */
export async function lockSource(
  transaction: Transaction,
  sourceId: number,
): Promise<{ readonly lastSuccessAt: number | null }> {
  const [row] = await transaction.$queryRaw<{ lastSuccessAt: Date | null }[]>`
    SELECT "lastSuccessAt" FROM "source" WHERE "id" = ${sourceId} FOR UPDATE`
  return { lastSuccessAt: row?.lastSuccessAt?.getTime() ?? null }
}

/** Stores what a delivery brought and ends it. Its document may be a part only, so nothing is concluded from what it lacks. */
export async function storeDelivery(
  transaction: Transaction,
  delivery: WaitingDelivery,
  found: {
    readonly newPostings: readonly NewPosting[]
    readonly editedPostings: readonly EditedPosting[]
    readonly aliases: readonly PostingAlias[]
    readonly foundAt: number
  },
): Promise<number> {
  const at = new Date(found.foundAt)
  await endDelivery(transaction, delivery.id)
  await transaction.pushSubscription.update({
    where: { id: delivery.pushId },
    data: {
      deliveries: { increment: 1 },
      lastDeliveryAt: at,
      pushShare: pushShareAfter(delivery.pushShare, 'push', found.newPostings.length),
    },
  })
  if (found.newPostings.length > 0) {
    await transaction.source.update({ where: { id: delivery.sourceId }, data: { lastChangedAt: at } })
  }
  return storePostings(transaction, {
    ...found,
    sourceId: delivery.sourceId,
    pollId: null,
    isFirst: false,
  })
}

/** Ends a delivery that brought nothing to store. */
export async function endDelivery(transaction: Database | Transaction, id: bigint): Promise<void> {
  await transaction.pushDelivery.delete({ where: { id }, select: { id: true } })
}

/** Counts a delivery that could not be stored, so that it is not tried for ever. */
export async function countDeliveryFailure(database: Database, id: bigint): Promise<void> {
  await database.pushDelivery.updateMany({ where: { id }, data: { failures: { increment: 1 } } })
}
