import type { NestedFolder, ScopedSource } from '#lib/api/postings/list-scope.ts'
import type { MarkReadRequest } from '#lib/api/lists/mark-read.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'
import { isAbout } from './kept-lists.ts'
import { besideOf, type KeptOrder } from './kept-order.ts'

/** Whether a mark-read means a kept posting, as far as can be known without the server. */
export function isMarkedBy(
  request: MarkReadRequest,
  postings: readonly PostingItem[],
  sources: readonly ScopedSource[],
  folders: readonly NestedFolder[],
  places: KeptOrder['places'],
): (posting: PostingItem) => boolean {
  const { throughId, before, beside, freshMinutes } = request
  const youngFrom = freshMinutes === undefined ? '' : youngFromOf(request.asOfAt, freshMinutes)
  const by = { order: beside?.order ?? null, isFresh: freshMinutes !== undefined, places }
  const besideIds = beside === undefined ? null : besideOf(postings, beside, by)
  return (posting) =>
    !posting.isRead &&
    BigInt(posting.id) <= BigInt(throughId) &&
    isAbout(request, posting, sources, folders) &&
    (before === undefined || posting.shownAt < before) &&
    posting.shownAt >= youngFrom &&
    !(freshMinutes !== undefined && posting.delay.kind === 'initial') &&
    (besideIds === null || besideIds.has(posting.id))
}

function youngFromOf(asOfAt: string | undefined, minutes: number): string {
  return new Date((asOfAt === undefined ? Date.now() : Date.parse(asOfAt)) - minutes * 60_000).toISOString()
}
