import type { PostingFilter, PostingItem } from '#lib/api/postings/postings.ts'
import { formatDayGroup, formatGroup } from '#lib/text/format.ts'
import type { Locale } from '#lib/words/areas.ts'
import type { Fold } from './cap-sources.ts'

/** A posting with its place among the postings, counted from 0. */
export type PlacedPosting = { readonly posting: PostingItem; readonly index: number }

/** A line of the list: the head of an hour, day or source, what more a source brought, a posting, or postings side by side. */
export type ListItem =
  | { readonly kind: 'group'; readonly key: string; readonly title: string }
  | { readonly kind: 'fold'; readonly key: string; readonly fold: Fold }
  | ({ readonly kind: 'posting'; readonly key: string } & PlacedPosting)
  | { readonly kind: 'cards'; readonly key: string; readonly cards: readonly PlacedPosting[] }

/** The heads of a list's groups. */
type Heads = {
  readonly order: PostingFilter['order']
  /** The young stand in bands of weight, the sources mixed: nothing heads them. */
  readonly isFresh?: boolean
  /** The best hits of a search first: they stand by nothing that could head them. */
  readonly isBest?: boolean
  /** Cards stand side by side: hours with one or two would leave most of their lines empty. */
  readonly isByDay?: boolean
  readonly folds?: ReadonlyMap<string, Fold> | undefined
  readonly nowMs: number
  readonly timeZone: string
  readonly locale: Locale
}

/**
 * Puts a head before each run of postings of the same source where that is the order; of the same hour (today) or day
 * of what the order goes by otherwise, by days alone where cards are laid. One posting alone says its source itself. O(n).
 */
export function groupPostings(postings: readonly PostingItem[], heads: Heads): readonly ListItem[] {
  const items: ListItem[] = []
  const hasHeads = !heads.isBest && !(heads.isFresh && heads.order === 'weight')
  let group = ''
  for (const [index, posting] of postings.entries()) {
    const { name, title } = headOf(posting, heads)
    const isAlone = isBySource(heads.order) && postings[index + 1]?.sourceId !== posting.sourceId
    if (hasHeads && name !== group && !isAlone)
      items.push({ kind: 'group', key: `${name} ${posting.id}`, title })
    group = name
    items.push({ kind: 'posting', key: posting.id, posting, index })
    const fold = heads.folds?.get(posting.id)
    if (fold !== undefined) items.push({ kind: 'fold', key: `fold ${fold.key}`, fold })
  }
  return items
}

function isBySource(order: PostingFilter['order']): boolean {
  return order === 'weight' || order === 'source'
}

function headOf(posting: PostingItem, { order, isByDay, nowMs, timeZone, locale }: Heads) {
  if (isBySource(order)) return { name: `source ${posting.sourceId}`, title: posting.sourceTitle }
  const at = order === 'published' ? (posting.publishedAt ?? posting.shownAt) : posting.shownAt
  const format = isByDay === true ? formatDayGroup : formatGroup
  const title = format(Date.parse(at), nowMs, timeZone, locale)
  return { name: title, title }
}

/** Puts so many postings of a group side by side. */
export function layCards(items: readonly ListItem[], columns: number): readonly ListItem[] {
  const lines: ListItem[] = []
  let cards: PlacedPosting[] = []
  const endLine = () => {
    const [first] = cards
    if (first !== undefined) lines.push({ kind: 'cards', key: `cards ${first.posting.id}`, cards })
    cards = []
  }
  for (const item of items) {
    if (item.kind === 'posting') cards.push(item)
    if (item.kind !== 'posting' || cards.length === columns) endLine()
    if (item.kind !== 'posting') lines.push(item)
  }
  endLine()
  return lines
}

/** The postings of a line. */
export function postingsOf(item: ListItem): readonly PlacedPosting[] {
  if (item.kind === 'posting') return [item]
  return item.kind === 'cards' ? item.cards : []
}

/** The line that a posting is on; -1: none. */
export function lineOf(items: readonly ListItem[], id: string | null): number {
  return items.findIndex((item) => postingsOf(item).some(({ posting }) => posting.id === id))
}
