import type { PostingListFilter } from '#lib/api/postings.ts'
import type { ViewItem } from '#lib/api/search.ts'

/** The three ways in which hits may stand, as views name them. */
export function orderOf({ best, order }: Pick<PostingListFilter, 'best' | 'order'>): ViewItem['order'] {
  return best ? 'best' : order
}

/** The same as a list's filter has it. */
export function orderFilter(order: ViewItem['order']): Pick<PostingListFilter, 'best' | 'order'> {
  return order === 'best' ? { order: 'newest', best: true } : { order, best: undefined }
}
