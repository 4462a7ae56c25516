import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type { DayStrip } from '#lib/api/counts.ts'
import type {
  PostingChange,
  PostingDetail,
  PostingItem,
  PostingListFilter,
  PostingPage,
} from '#lib/api/postings.ts'
import { patchCountsForChange, refreshCounts, type StateChange } from './counts.ts'
import { keys, stateMutation } from './keys.ts'
import { findCachedPosting, patchPostings } from './posting-cache.ts'
import { request } from './request.ts'
import { useAct } from './use-act.ts'

/** Pages of a list. They stay as they are until somebody asks for newer ones. */
export function postingListQuery(filter: PostingListFilter) {
  return infiniteQueryOptions({
    queryKey: keys.postingList(filter),
    queryFn: async ({ pageParam, signal }) => {
      if (await isMistaken(filter.query)) return nothingFound()
      return request<PostingPage>('GET', '/postings', {
        query: { ...filter, viewId: undefined, cursor: pageParam },
        signal,
      })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Whether a search cannot be asked: the screen says what is wrong with it, no server is needed for that. */
async function isMistaken(query: string | undefined): Promise<boolean> {
  if (query === undefined) return false
  // Lists that are no search never load it. Where it does not come, the server says what is wrong.
  const parser = await import('#lib/search/parse-query.ts').catch(() => null)
  return parser !== null && parser.parseQuery(query).errors.length > 0
}

function nothingFound(): PostingPage {
  const search = { marks: {}, isComplete: true, isSimilar: false }
  return { postings: [], nextCursor: null, asOfId: '0', asOfAt: new Date(0).toISOString(), search }
}

/** A search without words waits for them. */
export function usePostings(filter: PostingListFilter) {
  return useInfiniteQuery({ ...postingListQuery(filter), enabled: filter.query !== '' })
}

export function postingQuery(id: string) {
  return queryOptions({
    queryKey: keys.posting(id),
    queryFn: ({ signal }) => request<PostingDetail>('GET', `/postings/${id}`, { signal }),
    staleTime: 5 * 60_000,
    // Another reader, or the aggregator, is loading its text: it is there within seconds.
    refetchInterval: ({ state }) => (state.data?.fullText?.kind === 'loading' ? 3_000 : false),
  })
}

/** One posting with its text; null waits. */
export function usePosting(id: string | null) {
  return useQuery({ ...postingQuery(id ?? ''), enabled: id !== null })
}

export function dayStripQuery() {
  return queryOptions({
    queryKey: keys.dayStrip,
    queryFn: ({ signal }) => request<DayStrip>('GET', '/postings/day', { signal }),
    refetchInterval: 60_000,
  })
}

/** Found postings of the last 24 hours in quarter hours. */
export function useDayStrip() {
  return useQuery(dayStripQuery())
}

/** Changes one posting: shown at once everywhere, taken back when the server refuses. */
export function useChangePosting() {
  const client = useQueryClient()
  return useAct({
    mutationKey: stateMutation,
    mutationFn: ({ id, change }: { readonly id: string; readonly change: PostingChange }) =>
      request<PostingItem>('PATCH', `/postings/${id}`, { body: change }),
    onMutate: ({ id, change }) => applyToCache(client, [id], change),
    onError: (_error, _variables, before) => takeBack(client, before),
    onSuccess: ({ id, isRead, isStarred, isLater, seenAt }) => {
      if (client.isMutating({ mutationKey: stateMutation }) > 1) return // a later change may already show
      // An act that waits for the server tells only what it changes.
      if (isRead === undefined || isStarred === undefined) return
      patchPostings(client, new Set([id]), { isRead, isStarred, isLater, seenAt })
    },
    onSettled: () => refreshCounts(client, 'act'),
  })
}

/** The same change of many, at most 1,000: read or unread by scrolling, and back. */
export function useChangePostings() {
  const client = useQueryClient()
  return useAct({
    mutationKey: stateMutation,
    mutationFn: (change: { readonly ids: readonly string[]; readonly isRead: boolean }) =>
      request<{ readonly changed: number }>('POST', '/postings/state', { body: change }),
    onMutate: ({ ids, isRead }) => applyToCache(client, ids, { isRead }),
    onError: (_error, _variables, before) => takeBack(client, before),
    onSettled: () => refreshCounts(client, 'act'),
  })
}

/** Patches lists, details and counts; returns the postings as they were. */
async function applyToCache(
  client: QueryClient,
  ids: readonly string[],
  change: StateChange,
): Promise<PostingItem[]> {
  await client.cancelQueries({ queryKey: keys.counts })
  const before = ids.map((id) => findCachedPosting(client, id)).filter((posting) => posting !== null)
  for (const posting of before) patchCountsForChange(client, posting, change)
  const { isRead, isStarred, isLater } = change
  patchPostings(client, new Set(ids), {
    ...(isRead === undefined ? {} : { isRead }),
    ...(isStarred === undefined ? {} : { isStarred }),
    ...(isLater === undefined ? {} : { isLater }),
  })
  return before
}

function takeBack(client: QueryClient, before: readonly PostingItem[] | undefined): void {
  for (const posting of before ?? []) {
    const { isRead, isStarred, isLater, seenAt } = posting
    const now = findCachedPosting(client, posting.id)
    if (now !== null) patchCountsForChange(client, now, { isRead, isStarred, isLater })
    patchPostings(client, new Set([posting.id]), { isRead, isStarred, isLater, seenAt })
  }
}
