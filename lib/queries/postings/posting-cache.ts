import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type {
  PostingDetail,
  PostingItem,
  PostingListFilter,
  PostingPage,
} from '#lib/api/postings/postings.ts'
import { keys } from '#lib/queries/requests/keys.ts'

type Pages = InfiniteData<PostingPage, string | null>
type Patch = Partial<Pick<PostingItem, 'isRead' | 'isStarred' | 'isLater' | 'seenAt' | 'labelIds'>>

/** The posting as any list or detail in the cache has it; null when none does. */
export function findCachedPosting(client: QueryClient, id: string): PostingItem | null {
  const detail = client.getQueryData<PostingDetail>(keys.posting(id))
  if (detail !== undefined) return detail
  for (const [, data] of client.getQueriesData<Pages>({ queryKey: keys.postingLists })) {
    const found = data?.pages.flatMap((page) => page.postings).find((posting) => posting.id === id)
    if (found !== undefined) return found
  }
  return null
}

/** The version that this window shows, for an act that keeps a posting: its publisher may have edited it since. */
export function shownIn(client: QueryClient, id: string): { readonly shownEditedAt?: string | null } {
  const posting = findCachedPosting(client, id)
  return posting === null ? {} : { shownEditedAt: posting.editedAt }
}

type Search = Pick<PostingListFilter, 'query' | 'folderId' | 'sourceId'>

/** All articles of the cached lists, each once; with a search, of the lists that show it. */
export function listCachedPostings(client: QueryClient, search?: Search): PostingItem[] {
  const byId = new Map<string, PostingItem>()
  for (const [key, data] of client.getQueriesData<Pages>({ queryKey: keys.postingLists })) {
    if (search !== undefined && !isSameSearch(search, key[2] as Search)) continue
    for (const page of data?.pages ?? []) for (const posting of page.postings) byId.set(posting.id, posting)
  }
  return [...byId.values()]
}

function isSameSearch(one: Search, other: Search): boolean {
  return one.query === other.query && one.folderId === other.folderId && one.sourceId === other.sourceId
}

/** Changes postings wherever the cache has them. They stay in their lists, also in those of unread postings. */
export function patchPostings(client: QueryClient, ids: ReadonlySet<string>, patch: Patch): void {
  const patchCached = () => {
    patchDetails(client, ids, patch)
    patchLists(client, ids, patch)
  }
  patchCached()
  // What is being fetched may be older than this, and a page is added to the pages as they were when its fetch began: again after it.
  for (const queryKey of [keys.postingLists, keys.postingDetails])
    for (const query of client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
      query.promise?.then(patchCached, () => undefined) // a failed fetch leaves all as it is
}

function patchDetails(client: QueryClient, ids: ReadonlySet<string>, patch: Patch): void {
  for (const id of ids)
    client.setQueryData<PostingDetail>(keys.posting(id), (detail) => detail && { ...detail, ...patch })
}

function patchLists(client: QueryClient, ids: ReadonlySet<string>, patch: Patch): void {
  client.setQueriesData<Pages>({ queryKey: keys.postingLists }, (data) => {
    if (data === undefined) return undefined
    return { ...data, pages: data.pages.map((page) => patchPage(page, ids, patch)) }
  })
}

function patchPage(page: PostingPage, ids: ReadonlySet<string>, patch: Patch): PostingPage {
  if (!page.postings.some((posting) => ids.has(posting.id))) return page
  return {
    ...page,
    postings: page.postings.map((posting) => (ids.has(posting.id) ? { ...posting, ...patch } : posting)),
  }
}
