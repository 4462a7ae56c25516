import type { PostingItem } from '#lib/api/postings/postings.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/**
 * The posting that was found first of those published after their reader subscribed, with a date of their own; null: there is none
 * of the last day. Older ones would be no news.
 */
export function firstMeasured(
  postings: readonly PostingItem[],
  subscriptions: readonly SubscriptionItem[],
  nowMs: number,
): PostingItem | null {
  const since = new Map(
    subscriptions.map(({ sourceId, subscribedAt }) => [sourceId, Date.parse(subscribedAt)]),
  )
  const measured = postings.filter(({ sourceId, delay, publishedAt, foundAt }) => {
    if (delay.kind !== 'exact' || publishedAt === null) return false
    const isNew = Date.parse(publishedAt) > (since.get(sourceId) ?? Number.POSITIVE_INFINITY)
    return isNew && Date.parse(foundAt) > nowMs - DAY_MS
  })
  return measured.toSorted((one, other) => one.foundAt.localeCompare(other.foundAt))[0] ?? null
}
