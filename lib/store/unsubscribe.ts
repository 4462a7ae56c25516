import type { Database, Transaction } from './database.ts'
import { notify } from './notify.ts'

/**
 * Ends a subscription. Stars and what was read stay known; postings marked unread are forgotten, so that they do not
 * return with a later subscription. A source without subscribers is not polled any more; its postings stay.
 * @returns false when the subscriber has no subscription with that id
 */
export async function unsubscribe(database: Database, subscriberId: string, id: number): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const subscription = await transaction.subscription.findFirst({
      where: { id, subscriberId },
      select: { sourceId: true },
    })
    if (subscription === null) return false
    const { sourceId } = subscription
    // Whoever subscribes at this moment waits for this row, or we for them: a source is never left unpolled by a race.
    await transaction.$queryRaw`SELECT "id" FROM "source" WHERE "id" = ${sourceId} FOR UPDATE`
    const { count } = await transaction.subscription.deleteMany({ where: { id, subscriberId } })
    await transaction.postingState.updateMany({
      where: { subscriberId, sourceId, isRead: false },
      data: { isRead: null },
    })
    await stopPollingWithoutSubscribers(transaction, [sourceId])
    await notify(transaction, { type: 'state', subscriberId })
    await notify(transaction, { type: 'due' })
    return count === 1
  })
}

/** Those of the sources that nobody subscribes to are not polled any more, and their hubs are asked to stop. */
export async function stopPollingWithoutSubscribers(
  transaction: Transaction,
  sourceIds: readonly number[],
): Promise<void> {
  const isLeft = { id: { in: [...sourceIds] }, subscriptions: { none: {} } }
  await transaction.source.updateMany({
    where: isLeft,
    data: { nextPollAt: null, nextPollReason: 'Nobody subscribes.' },
  })
  await transaction.pushSubscription.updateMany({
    where: { source: isLeft },
    data: { nextRequestAt: new Date(0) }, // the hub is asked at once, to stop
  })
}
