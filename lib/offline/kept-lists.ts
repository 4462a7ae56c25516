import { showsKept, showsSource, type NestedFolder, type ScopedSource } from '#lib/api/postings/list-scope.ts'
import type { PostingItem, PostingScope } from '#lib/api/postings/postings.ts'
import { keptInOrder } from './kept-order.ts'

/** A list or an act, as far as it says which postings it is about. */
type KeptScope = PostingScope & {
  readonly starred?: boolean | undefined
  readonly later?: boolean | undefined
}

/**
 * Whether a list is about a kept posting, by the rules of the server. What was put into a list of its own stays when its
 * source was left, and is in no other list then.
 */
export function isAbout(
  scope: KeptScope,
  posting: PostingItem,
  sources: readonly ScopedSource[],
  folders: readonly NestedFolder[],
): boolean {
  if (scope.starred === true || scope.later === true) {
    const isChosen = scope.starred === true ? posting.isStarred : posting.isLater
    return isChosen && showsKept(scope, posting, sources, folders)
  }
  const { labelId, sourceId } = scope
  if (labelId !== undefined && posting.labelIds.includes(labelId)) return true
  const isRead = sources.length === 0 || sources.some((each) => each.sourceId === posting.sourceId)
  return (isRead || sourceId !== undefined) && showsSource(scope, posting.sourceId, sources, folders)
}

const oldestFirst = { order: 'oldest', isFresh: false, places: {} }

/**
 * The postings of a list with each story once, as lib/store/lists/story-once.ts has it: the first that is listed stands for it,
 * but none for another one of its own source. `alsoIn` is empty where the reader wants each to be shown.
 */
export function foldedOnce(listed: readonly PostingItem[]): PostingItem[] {
  const told = new Map<string, Map<number, number>>()
  const hidden = new Set<string>()
  for (const { id, clusterId, sourceId, alsoIn } of keptInOrder(listed, oldestFirst)) {
    if (clusterId === null || alsoIn.length === 0) continue
    const bySource = told.get(clusterId) ?? new Map<number, number>()
    const own = bySource.get(sourceId) ?? 0
    if ([...bySource].some(([other, count]) => other !== sourceId && count > own)) hidden.add(id)
    told.set(clusterId, bySource.set(sourceId, own + 1))
  }
  return listed.filter(({ id }) => !hidden.has(id))
}
