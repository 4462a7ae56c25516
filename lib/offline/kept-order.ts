import type { SourcePlace } from '#lib/api/postings/offline.ts'
import type { PostingItem } from '#lib/api/postings/postings.ts'

type Order = (one: PostingItem, other: PostingItem) => number

/** The order of a list of kept postings. */
export type KeptOrder = {
  readonly order: string | null
  /** In the fresh list `weight` means bands, the youngest of each first. */
  readonly isFresh: boolean
  /** Of sources, by id, as the server told them; the others stand last. */
  readonly places: Readonly<Record<string, SourcePlace>>
}

/** Kept postings in the order of a list, as lib/store/lists/posting-order.ts has it. */
export function keptInOrder(postings: readonly PostingItem[], by: KeptOrder): PostingItem[] {
  return postings.toSorted(orderOf(by))
}

/** The kept postings that stand above or below one of them; beside one that is not kept stands nothing. */
export function besideOf(
  postings: readonly PostingItem[],
  { postingId, side }: { readonly postingId: string; readonly side: string },
  by: KeptOrder,
): ReadonlySet<string> {
  const ids = keptInOrder(postings, by).map(({ id }) => id)
  const at = ids.indexOf(postingId)
  if (at === -1) return new Set()
  if (side === 'below') return new Set(ids.slice(at + 1))
  return new Set(ids.slice(0, side === 'upTo' ? at + 1 : at))
}

function orderOf({ order, isFresh, places }: KeptOrder): Order {
  if (order === 'oldest') return (one, other) => -byTime(shown)(one, other)
  if (order === 'published') return byTime(({ publishedAt, shownAt }) => publishedAt ?? shownAt)
  if (order !== 'weight' && order !== 'source') return byTime(shown)
  const placeOf = ({ sourceId }: PostingItem) => places[sourceId] ?? withoutPlan
  if (order === 'weight' && isFresh)
    return (one, other) => placeOf(one).fresh - placeOf(other).fresh || byTime(shown)(one, other)
  const byPlace: Order =
    order === 'weight'
      ? (one, other) => placeOf(one).weight - placeOf(other).weight
      : (one, other) => one.sourceTitle.toLowerCase().localeCompare(other.sourceTitle.toLowerCase())
  return (one, other) => byPlace(one, other) || one.sourceId - other.sourceId || byTime(shown)(one, other)
}

/** The place that the server gives sources without a plan: lib/store/lists/posting-order.ts, sourcePlace. */
const withoutPlan: SourcePlace = { weight: 0, fresh: 1000 }

const shown = ({ shownAt }: PostingItem) => shownAt

/** Newest first; instants are ISO 8601 in UTC, so that they stand as their letters do. */
function byTime(at: (posting: PostingItem) => string): Order {
  return (one, other) => at(other).localeCompare(at(one)) || Number(BigInt(other.id) - BigInt(one.id))
}
