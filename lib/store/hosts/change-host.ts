import { recordChange } from '#lib/store/ground/audit-log.ts'
import type { Changer, LoggedHost, PublisherLimit } from '#lib/store/ground/change-log.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { lockLimits, removePublisherLimit, setPublisherLimit } from './publisher-limits.ts'

/** The limit of a host, which nobody else changes until the transaction ends, and whether an admin said so. */
export async function lockHost(transaction: Transaction, host: string): Promise<LoggedHost> {
  await lockLimits(transaction)
  const row = await transaction.publisherLimit.findUnique({ where: { host } })
  if (row === null) return null
  const { leastIntervalMs, requestsPerHour, isOptedOut, evidence, editedAt } = row
  return {
    host,
    leastIntervalMs: leastIntervalMs === null ? null : Number(leastIntervalMs),
    requestsPerHour,
    isOptedOut,
    evidence,
    isEdited: editedAt !== null,
  }
}

/**
 * Stores an admin's word on a host, or takes it back (`limit` null), and puts that into the log.
 * @returns the ids of its sources, which wait or are due again at once; null: there was nothing to be taken back
 */
export async function changeHostWithin(
  transaction: Transaction,
  { host, limit }: { readonly host: string; readonly limit: PublisherLimit | null },
  by: Changer,
): Promise<number[] | null> {
  await by.hold(transaction)
  const before = await lockHost(transaction, host)
  const now = by.at.getTime()
  const sourceIds =
    limit === null
      ? await removePublisherLimit(transaction, host, now)
      : await setPublisherLimit(transaction, toLimit(host, limit), now)
  if (sourceIds === null) return null
  const after = await lockHost(transaction, host)
  const change = { kind: 'host', before, after } as const
  await recordChange(transaction, by, { act: 'host-wish-changed', detail: host, change })
  return sourceIds
}

/** Nothing but the limit: what is given may know more. */
function toLimit(
  host: string,
  { leastIntervalMs, requestsPerHour, isOptedOut, evidence }: PublisherLimit,
): PublisherLimit {
  return { host, leastIntervalMs, requestsPerHour, isOptedOut, evidence }
}
