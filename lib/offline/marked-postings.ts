import type { MarkReadRequest } from '#lib/api/mark-read.ts'
import type { PostingItem } from '#lib/api/postings.ts'
import type { SubscriptionItem } from '#lib/api/subscriptions.ts'
import { besideOf } from './kept-order.ts'

export type KeptSource = Pick<SubscriptionItem, 'sourceId' | 'folderId' | 'labelIds'>

/** Which of the kept postings a mark-read means, as far as can be known without the server. */
export function isMarkedBy(
  request: MarkReadRequest,
  postings: readonly PostingItem[],
  sources: readonly KeptSource[],
): (posting: PostingItem) => boolean {
  const { sourceId, folderId, labelId, throughId, starred, later, before, beside, freshMinutes } = request
  const sourceOf = new Map(sources.map((each) => [each.sourceId, each]))
  const youngFrom = freshMinutes === undefined ? '' : youngFromOf(request.asOfAt, freshMinutes)
  const besideIds = beside === undefined ? null : besideOf(postings, beside)
  return (posting) => {
    const source = sourceOf.get(posting.sourceId)
    return (
      !posting.isRead &&
      BigInt(posting.id) <= BigInt(throughId) &&
      (sourceId === undefined || posting.sourceId === sourceId) &&
      (folderId === undefined || source?.folderId === folderId) &&
      (labelId === undefined || [...posting.labelIds, ...(source?.labelIds ?? [])].includes(labelId)) &&
      (starred !== true || posting.isStarred) &&
      (later !== true || posting.isLater) &&
      (before === undefined || posting.shownAt < before) &&
      posting.shownAt >= youngFrom &&
      (besideIds === null || besideIds.has(posting.id))
    )
  }
}

function youngFromOf(asOfAt: string | undefined, minutes: number): string {
  return new Date((asOfAt === undefined ? Date.now() : Date.parse(asOfAt)) - minutes * 60_000).toISOString()
}
