import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import type { ViewItem } from '#lib/api/lists/search.ts'

/** The ways in which a list or the hits of a search may stand. */
export type ListOrder = PostingListFilter['order'] | 'best'

/** The order that a filter asks for. */
export function orderOf({ best, order }: Pick<PostingListFilter, 'best' | 'order'>): ListOrder {
  return best ? 'best' : order
}

/** The same of a search, as views name it. */
export function viewOrderOf(filter: Pick<PostingListFilter, 'best' | 'order'>): ViewItem['order'] {
  const order = orderOf(filter)
  return order === 'best' || order === 'oldest' ? order : 'newest'
}

/** The same as a list's filter has it. */
export function orderFilter(order: ListOrder): Pick<PostingListFilter, 'best' | 'order'> {
  return order === 'best' ? { order: 'newest', best: true } : { order, best: undefined }
}
