import type { PostingFilter } from '#lib/api/postings/postings.ts'
import { postingsOf, type ListItem } from '#components/reading/items/list-items.ts'
import type { PostingList } from '#components/reading/items/use-posting-list.ts'
import type { ListVirtualizer } from '#components/reading/items/use-virtual-rows.ts'

/** The times of the postings in sight; null before any is. */
export function timesInSight(items: readonly ListItem[], virtualizer: ListVirtualizer) {
  const range = virtualizer.range
  if (range === null) return null
  const times = items
    .slice(range.startIndex, range.endIndex + 1)
    .flatMap((item) => postingsOf(item).map(({ posting }) => Date.parse(posting.shownAt)))
  if (times.length === 0) return null
  return { fromMs: Math.min(...times), toMs: Math.max(...times) }
}

/** Scrolls a list to the first posting at or past an instant, as far as postings are loaded; asks for more otherwise. */
export function jumpTo(
  atMs: number,
  order: PostingFilter['order'],
  items: readonly ListItem[],
  list: PostingList,
  virtualizer: ListVirtualizer,
): void {
  const index = items.findIndex((item) => {
    return postingsOf(item).some(({ posting }) => {
      const shownMs = Date.parse(posting.shownAt)
      return order === 'oldest' ? shownMs >= atMs : shownMs <= atMs
    })
  })
  if (index !== -1)
    virtualizer.scrollToIndex(items[index - 1]?.kind === 'group' ? index - 1 : index, { align: 'start' })
  else virtualizer.scrollToIndex(items.length - 1, { align: 'end' })
  if (index === -1 && list.query.hasNextPage) void list.query.fetchNextPage()
}
