import type { Reason } from '#lib/policy/basics/reason.ts'
import { askedPause } from '#lib/store/hosts/asked-pause.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import type { Prisma } from '#lib/store/generated/client.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { lockSource } from './websub-deliveries.ts'

/** A subscription as the hub's calls need it. */
export type CalledPush = {
  readonly id: number
  readonly callbackId: string
  readonly protocol: string
  readonly topicUrl: string
  readonly secret: string
  readonly askedMode: string | null
  readonly sourceId: number
}

/** The subscription that a hub calls at this address; null when there is none, or no longer. */
export function findCalledPush(database: Database, callbackId: string): Promise<CalledPush | null> {
  return database.pushSubscription.findUnique({
    where: { callbackId },
    select: {
      id: true,
      callbackId: true,
      protocol: true,
      topicUrl: true,
      secret: true,
      askedMode: true,
      sourceId: true,
    },
  })
}

/** The hub refuses, or stops a subscription that it had. It is asked again at `askAgainAt`. */
export async function recordPushDenial(
  database: Database,
  id: number,
  reason: Reason,
  askAgainAt: number,
): Promise<void> {
  await database.pushSubscription.update({
    where: { id },
    data: {
      state: 'denied',
      lastError: reason,
      activeSince: null,
      leaseEndsAt: null,
      nextRequestAt: new Date(askAgainAt),
    },
  })
}

/**
 * Ends a subscription that is not wanted any more. The source is locked first, as by polls and deliveries. Its validators go, too: should somebody
 * subscribe to it again, the next poll must bring the whole document, and with it the offer.
 * @param only a condition on the subscription without which it stays
 * @returns whether it ended
 */
export async function removePush(
  database: Database,
  push: { readonly id: number; readonly sourceId: number },
  only: Prisma.PushSubscriptionWhereInput = {},
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    await lockSource(transaction, push.sourceId)
    const { count } = await transaction.pushSubscription.deleteMany({ where: { ...only, id: push.id } })
    if (count === 0) return false
    await transaction.source.update({
      where: { id: push.sourceId },
      data: { etag: null, lastModified: null, bodyHash: null },
      select: { id: true },
    })
    return true
  })
}

/** Counts a delivery that was ignored because its signature is missing or wrong. */
export async function countRefusedDelivery(database: Database, id: number): Promise<void> {
  await database.pushSubscription.update({ where: { id }, data: { refusedDeliveries: { increment: 1 } } })
}

/** Deliveries of one source that may wait to be stored; a hub that sends more is told to come back. */
const mostWaiting = 50

/**
 * Keeps a delivery until its postings are stored, and wakes the aggregator. Once this has returned true it cannot be
 * lost; false: too many wait already, nothing was kept.
 */
export async function keepDelivery(
  database: Database,
  { id: pushSubscriptionId, sourceId }: Pick<CalledPush, 'id' | 'sourceId'>,
  delivery: {
    readonly body: Buffer
    readonly contentType: string | null
    readonly receivedAt: number
  },
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const waiting = await transaction.pushDelivery.count({ where: { pushSubscription: { sourceId } } })
    if (waiting >= mostWaiting) return false
    await transaction.pushDelivery.create({
      data: {
        body: new Uint8Array(delivery.body),
        contentType: delivery.contentType,
        receivedAt: new Date(delivery.receivedAt),
        pushSubscriptionId,
      },
      select: { id: true },
    })
    await notify(transaction, { type: 'delivery' })
    return true
  })
}

const announced: Reason = { code: 'announced', values: {} }
/** A source that was polled this recently has nothing new worth a request. */
const leastBetweenMs = 60_000

/** Makes a source due because its publisher says that it has news; what the host asked for is kept. */
export async function pollAnnounced(
  database: Database | Transaction,
  push: Pick<CalledPush, 'id' | 'sourceId'>,
  now: number,
): Promise<void> {
  const at = new Date(now)
  await database.pushSubscription.update({
    where: { id: push.id },
    data: { pingedAt: at, lastDeliveryAt: at },
  })
  await database.$executeRaw`
    UPDATE "source" s SET "nextPollReason" = ${JSON.stringify(announced)}::jsonb, "nextPollAt" = least(s."nextPollAt",
      greatest(${at}, s."lastPolledAt" + interval '1 millisecond' * greatest(${leastBetweenMs}::bigint,
          (SELECT w."leastIntervalMs" FROM "host_wish" w WHERE w."host" = s."hostName")),
        ${askedPause}))
    WHERE s."id" = ${push.sourceId} AND s."nextPollAt" IS NOT NULL`
  await notify(database, { type: 'due' })
}
