import type { SourcePush } from '#lib/api/sources.ts'
import type { PushSubscription } from './generated/client.ts'
import { isoOf } from './posting-item.ts'
import { toReasonItem } from './reasons.ts'

/** How a source is pushed, as its page shows it. */
export function toSourcePush(row: PushSubscription | undefined): SourcePush | null {
  if (row === undefined) return null
  const state = row.askedMode === null ? 'offered' : row.state
  return {
    protocol: row.protocol as SourcePush['protocol'], // written by recordPushOffer from the same words
    hubUrl: row.hubUrl,
    state: state as SourcePush['state'], // the words of schema.prisma
    share: row.pushShare,
    leaseEndsAt: isoOf(row.leaseEndsAt),
    lastDeliveryAt: isoOf(row.lastDeliveryAt),
    lastError: toReasonItem(row.lastError),
  }
}
