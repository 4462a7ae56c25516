import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'

const dayMs = 86_400_000
/** A feed that once had a posting and then none for so long is silent. */
const silentMs = 90 * dayMs

/** Feeds that answer and have had nothing new for three months, the longest silence first. What fails is no silence. */
export function silentOf(subscriptions: readonly SubscriptionItem[], nowMs: number): SubscriptionItem[] {
  const lastOf = (item: SubscriptionItem) => Date.parse(item.lastPostingAt ?? '')
  return subscriptions
    .filter((item) => item.health.kind === 'ok' && lastOf(item) < nowMs - silentMs)
    .toSorted((one, other) => lastOf(one) - lastOf(other))
}
