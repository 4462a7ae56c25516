import { randomBytes } from 'node:crypto'
import type { PushOffer } from '#lib/documents/read/websub-offer.ts'
import type { Transaction } from '#lib/store/connection/database.ts'

/** Hubs of one source, with those that were not let go yet: a document may name another one each time, and each may deliver until then. */
const mostHubs = 10

/**
 * Notes in the transaction of a poll what its document offers: a hub that is new is asked soon, one that is no longer
 * named is given back, one that is named again is asked again.
 */
export async function recordPushOffer(
  transaction: Transaction,
  sourceId: number,
  offer: PushOffer | null,
  now: number,
): Promise<void> {
  const at = new Date(now)
  const known = await transaction.pushSubscription.findMany({
    where: { sourceId },
    select: { id: true, protocol: true, hubUrl: true, topicUrl: true, isOffered: true },
  })
  const offered = known.find(
    (row) =>
      row.protocol === offer?.protocol && row.hubUrl === offer.hubUrl && row.topicUrl === offer.topicUrl,
  )
  const changed = known.filter((row) => row.isOffered !== (row === offered)).map(({ id }) => id)
  if (changed.length > 0) {
    await transaction.$executeRaw`
      UPDATE "push_subscription" SET "isOffered" = NOT "isOffered", "attempts" = 0, "nextRequestAt" = ${at}
      WHERE "id" = ANY(${changed})`
  }
  if (offer === null || offered !== undefined || known.length >= mostHubs) return
  await transaction.pushSubscription.create({
    data: {
      ...offer,
      callbackId: randomBytes(24).toString('base64url'),
      secret: randomBytes(32).toString('hex'),
      createdAt: at,
      nextRequestAt: at,
      sourceId,
    },
  })
}
