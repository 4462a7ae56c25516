import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'

/** A subscription to which nothing special applies. */
export function subscription(
  id: number,
  title: string,
  others: Partial<SubscriptionItem> = {},
): SubscriptionItem {
  return {
    id,
    sourceId: id,
    folderId: null,
    position: id,
    isMuted: false,
    isApart: false,
    labelIds: [],
    title,
    ownTitle: null,
    sourceTitle: title,
    url: `https://${id}.example/feed`,
    siteUrl: null,
    iconUrl: null,
    unread: 0,
    lastPostingAt: null,
    postingsPerDay: null,
    lastPolledAt: null,
    nextPollAt: null,
    fullText: false,
    unreadEdits: false,
    wantsFast: false,
    subscribedAt: '2026-01-05T00:00:00.000Z',
    health: { kind: 'ok', reason: null },
    ...others,
  }
}
