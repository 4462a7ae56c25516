import type { PostingItem } from '#lib/api/postings.ts'
import { formatGroup } from '#lib/format.ts'
import type { Locale } from '#lib/words/areas.ts'

/** A line of the list: the head of an hour or day, or a posting with its place among the postings. */
export type ListItem =
  | { readonly kind: 'group'; readonly key: string; readonly title: string }
  | { readonly kind: 'posting'; readonly key: string; readonly posting: PostingItem; readonly index: number }

/** Puts a head before each run of postings that were found in the same hour (today) or on the same day. O(n). */
export function groupPostings(
  postings: readonly PostingItem[],
  nowMs: number,
  timeZone: string,
  locale: Locale,
): readonly ListItem[] {
  const items: ListItem[] = []
  let group = ''
  for (const [index, posting] of postings.entries()) {
    const title = formatGroup(Date.parse(posting.shownAt), nowMs, timeZone, locale)
    if (title !== group) items.push({ kind: 'group', key: `${title} ${posting.id}`, title })
    group = title
    items.push({ kind: 'posting', key: posting.id, posting, index })
  }
  return items
}
