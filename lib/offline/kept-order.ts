import type { PostingItem } from '#lib/api/postings.ts'

type Order = (one: PostingItem, other: PostingItem) => number

/** Kept postings in the order of a list. What sources weigh is known to the server alone: without it they stand by name. */
export function inOrder(postings: readonly PostingItem[], order: string | null): PostingItem[] {
  return postings.toSorted(orderOf(order))
}

/** Which of the kept postings stand above or below one of them; beside what is not kept stands nothing. */
export function besideOf(
  postings: readonly PostingItem[],
  { postingId, side, order }: { readonly postingId: string; readonly side: string; readonly order: string },
): ReadonlySet<string> {
  const ids = inOrder(postings, order).map(({ id }) => id)
  const at = ids.indexOf(postingId)
  if (at === -1) return new Set()
  if (side === 'below') return new Set(ids.slice(at + 1))
  return new Set(ids.slice(0, side === 'upTo' ? at + 1 : at))
}

function orderOf(order: string | null): Order {
  if (order === 'oldest') return (one, other) => -byTime(shown)(one, other)
  if (order === 'published') return byTime(({ publishedAt, shownAt }) => publishedAt ?? shownAt)
  if (order !== 'weight' && order !== 'source') return byTime(shown)
  return (one, other) =>
    one.sourceTitle.toLowerCase().localeCompare(other.sourceTitle.toLowerCase()) ||
    one.sourceId - other.sourceId ||
    byTime(shown)(one, other)
}

const shown = ({ shownAt }: PostingItem) => shownAt

/** Newest first; instants are ISO 8601 in UTC, so that they stand as their letters do. */
function byTime(at: (posting: PostingItem) => string): Order {
  return (one, other) => at(other).localeCompare(at(one)) || Number(BigInt(other.id) - BigInt(one.id))
}
