import { showsKept, showsSource, type NestedFolder, type ScopedSource } from '#lib/api/list-scope.ts'
import type { MarkReadRequest } from '#lib/api/mark-read.ts'
import type { PostingItem } from '#lib/api/postings.ts'
import { besideOf } from './kept-order.ts'

/** Which of the kept postings a mark-read means, as far as can be known without the server. */
export function isMarkedBy(
  request: MarkReadRequest,
  postings: readonly PostingItem[],
  sources: readonly ScopedSource[],
  folders: readonly NestedFolder[],
): (posting: PostingItem) => boolean {
  const { labelId, throughId, starred, later, before, beside, freshMinutes } = request
  const youngFrom = freshMinutes === undefined ? '' : youngFromOf(request.asOfAt, freshMinutes)
  const besideIds = beside === undefined ? null : besideOf(postings, beside)
  const isInScope = (posting: PostingItem) =>
    starred === true || later === true
      ? showsKept(request, posting, sources, folders)
      : showsSource(request, posting.sourceId, sources, folders) ||
        (labelId !== undefined && posting.labelIds.includes(labelId))
  return (posting) =>
    !posting.isRead &&
    BigInt(posting.id) <= BigInt(throughId) &&
    isInScope(posting) &&
    (starred !== true || posting.isStarred) &&
    (later !== true || posting.isLater) &&
    (before === undefined || posting.shownAt < before) &&
    posting.shownAt >= youngFrom &&
    (besideIds === null || besideIds.has(posting.id))
}

function youngFromOf(asOfAt: string | undefined, minutes: number): string {
  return new Date((asOfAt === undefined ? Date.now() : Date.parse(asOfAt)) - minutes * 60_000).toISOString()
}
